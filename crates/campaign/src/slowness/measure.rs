//! Repeated runs of two targets, compared by rank.

use std::time::Duration;

use oracle::{Class, Finding};
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

impl Raced<'_, '_> {
    fn run(&mut self, test: &Test) -> Result<Duration, OpenError> {
        // What is right does not matter here, and no logic makes `unknown` a finding.
        self.lane.run_fresh(test, self.fit, "")?;
        Ok(self.lane.last().cpu_time)
    }
}

/// Processor times of repeated runs.
#[derive(Clone, Debug, Default)]
pub struct Slow {
    /// Of the target.
    pub with: Vec<Duration>,
    /// Of its neighbour.
    pub without: Vec<Duration>,
}

impl Slow {
    /// Runs a test again and again on a target and its neighbour; one that is not slow again is not slow.
    pub fn measure(with: Raced<'_, '_>, without: Raced<'_, '_>, test: &Test) -> Result<Slow, OpenError> {
        let (mut with, mut without) = (with, without);
        let mut slow = Slow::default();
        for _ in 0..SAMPLES {
            if !slow.once(&mut with, &mut without, test)? {
                break;
            }
        }
        Ok(slow)
    }

    /// Runs both once, and tells whether the target was slow.
    pub fn once(
        &mut self,
        with: &mut Raced<'_, '_>,
        without: &mut Raced<'_, '_>,
        test: &Test,
    ) -> Result<bool, OpenError> {
        let plain = without.run(test)?;
        self.without.push(plain);
        self.with.push(with.run(test)?);
        Ok(is_suspicious(with.lane.last(), plain))
    }

    /// How many times as long the median run takes.
    pub fn ratio(&self) -> f64 {
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
