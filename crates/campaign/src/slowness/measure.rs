//! Repeated runs of two targets, compared by rank.

use std::time::Duration;

use oracle::{Class, Finding};
use smtlib::Script;
use solver::backend::OpenError;
use strategy::Test;
use tune::differs;

use super::{RATIO, is_suspicious, ratio};
use crate::lane::{Fit, Lane};

/// Runs of each that are compared: the fewest that can differ at the level of the test.
const SAMPLES: usize = 5;

/// A target that takes part, and how it is given the test.
pub struct Raced<'l, 'a> {
    /// The target.
    pub lane: &'l mut Lane<'a>,
    /// How the test reaches it.
    pub fit: Fit,
}

impl<'l, 'a> Raced<'l, 'a> {
    /// A target, and a script in its dialect.
    pub fn with(lane: &'l mut Lane<'a>, script: &Script) -> Result<Raced<'l, 'a>, OpenError> {
        let fit = lane.fit(script)?;
        Ok(Raced { lane, fit })
    }

    /// Runs a test on its neighbour and on the target, once.
    pub fn beside(&mut self, neighbour: &mut Raced<'_, '_>, test: &Test) -> Result<Lap, OpenError> {
        let without = neighbour.run(test)?;
        let with = self.run(test)?;
        Ok(Lap { with, without, is_slow: is_suspicious(self.lane.last(), without) })
    }

    fn run(&mut self, test: &Test) -> Result<Duration, OpenError> {
        // What is right does not matter here, and no logic makes `unknown` a finding.
        self.lane.run_fresh(test, self.fit, "")?;
        Ok(self.lane.last().cpu_time)
    }
}

/// The processor times of a target and of its neighbour.
pub struct Lap {
    with: Duration,
    without: Duration,
    /// Whether the target was slow.
    pub is_slow: bool,
}

/// Processor times of repeated runs.
#[derive(Clone, Debug, Default)]
pub struct Slow {
    /// Of the target.
    with: Vec<Duration>,
    /// Of its neighbour.
    without: Vec<Duration>,
}

impl Slow {
    /// Runs a test again and again on a target and its neighbour; one that is not slow again is not slow.
    pub fn measure(
        target: &mut Raced<'_, '_>,
        neighbour: &mut Raced<'_, '_>,
        test: &Test,
    ) -> Result<Slow, OpenError> {
        let mut slow = Slow::default();
        for _ in 0..SAMPLES {
            let lap = target.beside(neighbour, test)?;
            slow.with.push(lap.with);
            slow.without.push(lap.without);
            if !lap.is_slow {
                break;
            }
        }
        Ok(slow)
    }

    /// How many times as long the median run takes.
    fn ratio(&self) -> f64 {
        ratio(median(&self.with), median(&self.without))
    }

    /// The finding, if the times differ by rank and by enough; `than` is what the neighbour is called.
    pub fn finding(&self, than: &str) -> Option<Finding> {
        let seconds = |times: &[Duration]| times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>();
        let slow = differs(&seconds(&self.with), &seconds(&self.without)) && self.ratio() >= RATIO;
        let evidence = || {
            format!(
                "{:.0} times as long as {than}: {:.3} s of processor time against {:.3} s (medians of {})",
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
        let finding = slow.finding("with the defaults").unwrap();
        assert!(
            finding.evidence.starts_with("76 times as long as with the defaults"),
            "{}",
            finding.evidence
        );
        let once = Slow { with: millis(&[900, 12, 13, 12, 14]), without: millis(&[11, 14, 12, 30, 12]) };
        assert_eq!(once.finding("z3@4.8.7"), None);
        let hardly = Slow { with: millis(&[90, 95, 99, 92, 91]), without: millis(&[11, 14, 12, 13, 12]) };
        assert_eq!(hardly.finding("z3@4.8.7"), None);
    }
}
