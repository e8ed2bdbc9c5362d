//! Options that are not needed.

use std::sync::Arc;

use reduce::{Broken, Predicate, Subject};

use super::{Bench, Goal, Trial, Witnesses};

/// Takes the options from the target one by one, where the script shows it without them: the solver's default is what
/// everybody uses, and what its developers look at first.
pub fn drop_options(
    bench: &mut Bench,
    goal: &Goal,
    witnesses: &Arc<Witnesses>,
    subject: &Subject,
) -> Result<(), Broken> {
    let Some(found) = bench.target.found.clone() else { return Ok(()) };
    for setting in found.settings() {
        let Some(now) = &bench.target.found else { return Ok(()) };
        let rest: Vec<_> = now.settings().iter().filter(|it| *it != setting).cloned().collect();
        let without = Bench { target: bench.target.with_found(now.with_settings(rest)), ..bench.clone() };
        let opened = Trial::open(&without, goal.clone(), Arc::clone(witnesses));
        let shows = opened.map_err(|error| Broken(error.to_string()))?.confirms(subject)?;
        if shows {
            *bench = without;
        }
    }
    Ok(())
}
