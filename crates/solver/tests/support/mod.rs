//! Real solvers for tests.
//!
//! They go to `$SMTQUAKE_CACHE` (or the user's cache). Without a network and without the solver there is none, which is
//! said aloud.

use solver::backend::Found;
use solver::catalogue::{Catalogue, CatalogueError};
use solver::profile::Profiles;
use solver::target::Target;

/// The solver, fetched if need be, or `None` when there is no way to fetch it.
pub fn found(text: &str) -> Option<Found> {
    let catalogue = Catalogue::open_default().unwrap();
    let target: Target = text.parse().unwrap();
    let skipped = |why: String| {
        eprintln!("SKIPPED {text}: {why}");
        None
    };
    if text.ends_with("@system") {
        let found = Found::find(&catalogue, &Profiles::built_in().unwrap(), &target);
        return found.map_or_else(|error| skipped(error.to_string()), Some);
    }
    let plain = Target { options: Vec::new(), ..target.clone() };
    match catalogue.add(&plain, &mut |_, _| {}) {
        Ok(_) => Some(Found::find(&catalogue, &Profiles::built_in().unwrap(), &target).unwrap()),
        Err(
            error @ (CatalogueError::NoNetwork { .. }
            | CatalogueError::NoPip { .. }
            | CatalogueError::NotForThisMachine { .. }),
        ) => skipped(error.to_string()),
        Err(error) => panic!("{text}: {error}"),
    }
}
