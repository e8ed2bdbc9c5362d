//! Storm's own minimisation, before the delta debugger begins.

use std::time::Instant;

use oracle::{Examined, Finding};
use solver::backend::OpenError;
use strategy::{Test, recheck, storm};

use super::Means;
use crate::lane::{Fit, Lane};

/// Bytes of a test that is worth it: a shorter one is reduced faster than it is made again.
const WORTH_IT: usize = 4 << 10;

/// How a test was given to its target.
pub struct Given<'a, 't> {
    /// The target.
    pub lane: &'a mut Lane<'t>,
    /// How tests of the seed are given to it.
    pub fit: Fit,
    /// The seed's logic.
    pub logic: &'a str,
}

/// A shorter test of the same seed that shows a finding of the same kind.
pub fn remake(
    given: Given<'_, '_>,
    visit: storm::Visit<'_>,
    test: &Test,
    finding: &Finding,
    means: &Means<'_>,
) -> Option<Test> {
    if test.text.len() < WORTH_IT {
        return None;
    }
    let Given { lane, fit, logic } = given;
    // Half of the time is for the reducer.
    let until = Instant::now() + means.deadline.saturating_duration_since(Instant::now()) / 2;
    let same = |it: &Finding| it.class == finding.class && it.place == finding.place;
    let shows = |examined: Result<Examined, OpenError>| examined.is_ok_and(|it| it.findings.iter().any(same));
    visit.minimise(test.text.len(), &mut |test| {
        Instant::now() < until
            && shows(lane.run(test, fit, logic))
            && shows(lane.run_fresh(test, fit, logic))
            && recheck(&test.text, &test.checks).is_ok()
    })
}
