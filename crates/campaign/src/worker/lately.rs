//! The time of a visit, by target and by the options that it has.

use std::time::Duration;

/// What a target did on this visit so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Lately {
    /// The time that it took, and the time that it may take.
    pub spent: Duration,
    pub most: Duration,
    /// What of that it may have taken by now, where only some tests are given to it.
    pub due: Duration,
    /// Whether it said `unknown` to the test before.
    pub unknown: bool,
    /// What it did that is new.
    pub new: u64,
}

/// So many tests of a visit have a search over options at each level: one search would use up all of the time.
const SEARCHES: u32 = 4;

impl Lately {
    /// Where a target's share is at a level of other options: behind those of all targets with their own.
    pub(super) fn arm(targets: usize, level: usize, target: usize) -> usize {
        (level + 1) * targets + target
    }

    /// Notes that a visit has come to its test number `instance` of so many.
    pub(super) fn comes_to(&mut self, instance: u64, tests: u64) {
        self.due = self.most.mul_f64((instance + 1) as f64 / tests.max(1) as f64);
    }

    /// Whether a search has its turn, and what may have been spent at its end. The turns come from all over the visit, since
    /// tests that follow each other are mostly alike.
    pub(super) fn turn(&self) -> Option<Duration> {
        (self.spent < self.due).then(|| self.most.min(self.spent + self.most / SEARCHES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests of a visit that have a search, when each search takes all the time that it may take.
    fn turns(tests: u64) -> Vec<u64> {
        let mut lately = Lately { most: Duration::from_secs(4), ..Lately::default() };
        let mut turns = Vec::new();
        for instance in 0..tests {
            lately.comes_to(instance, tests);
            if let Some(end) = lately.turn() {
                lately.spent = end;
                turns.push(instance);
            }
        }
        assert!(lately.spent <= lately.most);
        turns
    }

    #[test]
    fn searches_are_spread_over_a_visit() {
        assert_eq!(turns(100), [0, 25, 50, 75]);
        assert_eq!(turns(2), [0, 1]);
        assert_eq!(turns(0), [0; 0]);
    }
}
