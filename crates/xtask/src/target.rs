//! Solvers for experiments.

use anyhow::Result;
use solver::backend::{Backend, BackendKind, Found, open};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::Target;

/// A backend for a target, which is fetched when it is not there.
pub(crate) fn fetched(text: &str, kind: BackendKind) -> Result<(Found, Box<dyn Backend>)> {
    let target: Target = text.parse()?;
    let catalogue = Catalogue::open_default()?;
    if catalogue.resolve(&target).is_err() {
        catalogue.add(&target, &mut |_, _| {})?;
    }
    Ok(open(&catalogue, &Profiles::built_in()?, &target, kind)?)
}
