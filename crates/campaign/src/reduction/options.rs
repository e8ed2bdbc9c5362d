//! Options that are not needed.

use std::sync::Arc;

use reduce::{Broken, Predicate, Subject};
use solver::target::Setting;

use super::{Bench, Goal, Trial, Witnesses};
use crate::tuning::fewest;

/// Takes options from the target, many at a time, where the script shows it without them: the solver's default is what
/// everybody uses, and what its developers look at first.
pub fn drop_options(
    bench: &mut Bench,
    goal: &Goal,
    witnesses: &Arc<Witnesses>,
    subject: &Subject,
) -> Result<(), Broken> {
    let Some(found) = bench.target.found.clone() else { return Ok(()) };
    let with = |settings: &[Setting]| {
        let target = bench.target.with_found(found.with_settings(settings.to_vec()));
        Bench { target, ..bench.clone() }
    };
    let needed = fewest(found.settings(), &mut |some| {
        let without = with(some);
        let opened = Trial::open(&without, goal.clone(), Arc::clone(witnesses));
        opened.map_err(|error| Broken(error.to_string()))?.confirms(subject)
    })?;
    *bench = with(&needed);
    Ok(())
}
