//! What takes much longer than its neighbours: a configuration beside the defaults, a release beside an older one.
//!
//! [`Slow`] compares repeated runs of two targets, [`Delays`] looks for what older releases do in a fraction of the time.

mod delays;
mod measure;

use std::time::Duration;

use oracle::Examined;
use solver::run::{Outcome, Run};

use crate::contestant::Contestant;
use crate::lane::Lane;
pub use delays::Delays;
pub use measure::{Raced, Slow};

/// So many times the time of its neighbour is a finding.
const RATIO: f64 = 20.0;
/// Less than this is not worth a word, however much shorter its neighbour takes.
const LEAST: Duration = Duration::from_millis(200);
/// Times below this are mostly those of starting a process.
const FLOOR: Duration = Duration::from_millis(10);

/// Whether a run took so long that it is worth being looked into, where its neighbour's took `plain`.
pub fn is_suspicious(run: &Run, plain: Duration) -> bool {
    is_long(run) && ratio(run.cpu_time, plain) >= RATIO
}

/// Whether a run took so long that it could be suspicious at all.
fn is_long(run: &Run) -> bool {
    let late = matches!(run.outcome, Outcome::Exceeded(_));
    (late || run.outcome == Outcome::Finished) && run.cpu_time >= LEAST
}

/// Whether a run came to its end with answers that nobody doubts: to give up, or to be wrong, can be done at once.
pub fn is_decided(examined: &Examined, lane: &Lane<'_>) -> bool {
    lane.last().outcome == Outcome::Finished
        && examined.findings.is_empty()
        && examined.rejection.is_none()
        && examined.tally.unknown == 0
}

/// After this processor time a run is suspicious, however long it would take.
pub fn slow_after(plain: Duration) -> Duration {
    plain.max(FLOOR).mul_f64(RATIO).max(LEAST) + FLOOR
}

/// What a target's neighbour is called in a comparison.
pub fn called<'a>(neighbour: &'a Contestant, target: &Contestant) -> &'a str {
    // Options stand behind the name.
    let is_plain = target.name.strip_prefix(&neighbour.name).is_some_and(|rest| rest.starts_with('['));
    if is_plain { "with the defaults" } else { &neighbour.name }
}

fn ratio(time: Duration, plain: Duration) -> f64 {
    time.as_secs_f64() / plain.max(FLOOR).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_no_suspicion() {
        let run = |millis| Run { cpu_time: Duration::from_millis(millis), ..Run::default() };
        assert!(!is_suspicious(&run(190), Duration::from_millis(1)));
        assert!(is_suspicious(&run(250), Duration::from_millis(1)));
        assert!(!is_suspicious(&run(1900), Duration::from_millis(100)));
    }
}
