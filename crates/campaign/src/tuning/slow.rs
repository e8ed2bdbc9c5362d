//! Configurations that take much longer than their neighbours.

use std::time::Duration;

use oracle::{Class, Finding};
use solver::backend::OpenError;
use solver::run::{Outcome, Run};
use strategy::Test;
use tune::differs;

use crate::lane::{Fit, Lane};

/// So many times the time of the defaults is a finding.
const RATIO: f64 = 20.0;
/// Less than this is not worth a word, however much shorter the defaults take.
const LEAST: Duration = Duration::from_millis(200);
/// Times below this are mostly those of starting a process.
const FLOOR: Duration = Duration::from_millis(10);
/// Runs of each that are compared by rank: the fewest that can differ at the level of the test.
const SAMPLES: usize = 5;

/// Whether a run took so long that it is worth being looked into, where one with the defaults took `plain`.
pub fn is_suspicious(run: &Run, plain: Duration) -> bool {
    let late = matches!(run.outcome, Outcome::Exceeded(_));
    (late || run.outcome == Outcome::Finished) && ratio(run.cpu_time, plain) >= RATIO && run.cpu_time >= LEAST
}

/// After this processor time a run is suspicious, however long it would take.
pub fn slow_after(plain: Duration) -> Duration {
    plain.max(FLOOR).mul_f64(RATIO).max(LEAST) + FLOOR
}

fn ratio(time: Duration, plain: Duration) -> f64 {
    time.as_secs_f64() / plain.max(FLOOR).as_secs_f64()
}

/// Processor times of repeated runs.
#[derive(Clone, Debug, Default)]
pub struct Slow {
    /// With the configuration.
    pub with: Vec<Duration>,
    /// With the defaults.
    pub without: Vec<Duration>,
}

impl Slow {
    /// Runs a test again and again with a configuration and without; one that is not slow again is not slow.
    pub fn measure(
        with: &mut Lane<'_>,
        without: &mut Lane<'_>,
        test: &Test,
        fit: Fit,
        logic: &str,
    ) -> Result<Slow, OpenError> {
        let mut slow = Slow::default();
        for _ in 0..SAMPLES {
            without.run_fresh(test, fit, logic)?;
            slow.without.push(without.last().cpu_time);
            with.run_fresh(test, fit, logic)?;
            slow.with.push(with.last().cpu_time);
            if !is_suspicious(with.last(), without.last().cpu_time) {
                break;
            }
        }
        Ok(slow)
    }

    /// How many times as long the median run takes.
    pub fn ratio(&self) -> f64 {
        ratio(median(&self.with), median(&self.without))
    }

    /// The finding, if the times differ by rank and by enough.
    pub fn finding(&self) -> Option<Finding> {
        let seconds = |times: &[Duration]| times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>();
        let slow = differs(&seconds(&self.with), &seconds(&self.without)) && self.ratio() >= RATIO;
        let evidence = || {
            format!(
                "{:.0} times as long as with the defaults: {:.3} s of processor time against {:.3} s (medians of {})",
                self.ratio(),
                median(&self.with).as_secs_f64(),
                median(&self.without).as_secs_f64(),
                self.with.len()
            )
        };
        slow.then(|| Finding { class: Class::Slow, check: None, evidence: evidence(), place: None })
    }
}

fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(times: &[u64]) -> Vec<Duration> {
        times.iter().map(|&time| Duration::from_millis(time)).collect()
    }

    #[test]
    fn what_is_slow_is_slow_again_and_again() {
        let slow = Slow { with: millis(&[900, 950, 2000, 870, 910]), without: millis(&[11, 14, 12, 30, 12]) };
        let finding = slow.finding().unwrap();
        assert!(finding.evidence.starts_with("76 times as long"), "{}", finding.evidence);
        let once = Slow { with: millis(&[900, 12, 13, 12, 14]), without: millis(&[11, 14, 12, 30, 12]) };
        assert_eq!(once.finding(), None);
        let hardly = Slow { with: millis(&[90, 95, 99, 92, 91]), without: millis(&[11, 14, 12, 13, 12]) };
        assert_eq!(hardly.finding(), None);
    }

    #[test]
    fn short_times_are_no_suspicion() {
        let run = |millis| Run { cpu_time: Duration::from_millis(millis), ..Run::default() };
        assert!(!is_suspicious(&run(190), Duration::from_millis(1)));
        assert!(is_suspicious(&run(250), Duration::from_millis(1)));
        assert!(!is_suspicious(&run(1900), Duration::from_millis(100)));
    }
}
