//! What a target's late answers teach about the other tests of the same seed.
//!
//! Most of the time of a campaign can go into a few seeds whose tests a target does not decide. A target that was late
//! is given only shorter tests for the rest of the visit, has less time for them in the next one, and after several such
//! visits sees the seed more and more seldom, until it is in time again.

use std::time::Duration;

/// A target's time for a test is halved so often at most.
const HALVINGS: u32 = 2;
/// The visits on which it is left out are doubled so often at most.
const DOUBLINGS: u32 = 3;

/// How late a target has been with the tests of a seed.
#[derive(Clone, Debug)]
pub struct Lateness {
    /// The bytes of a test that it may be given.
    longest: usize,
    /// The visits in a row in which it was late.
    visits: u32,
    /// The visits that it still leaves out.
    rest: u32,
    /// Whether it was late in this visit.
    now: bool,
}

impl Default for Lateness {
    fn default() -> Lateness {
        Lateness { longest: usize::MAX, visits: 0, rest: 0, now: false }
    }
}

impl Lateness {
    /// Whether a test of so many bytes is worth the time.
    pub fn allows(&self, bytes: usize) -> bool {
        self.rest == 0 && bytes <= self.longest
    }

    /// Whether it was late in this visit or the one before.
    pub fn is_known(&self) -> bool {
        self.now || self.visits > 0
    }

    /// The time for a test, of what others have.
    pub fn hurry(&self, usual: Duration) -> Duration {
        usual / (1 << self.visits.min(HALVINGS))
    }

    /// A test of so many bytes was late. Those that are no shorter would be, too.
    pub fn add(&mut self, bytes: usize) {
        self.now = true;
        self.longest = bytes / 2;
    }

    /// Begins a visit. What was too long once may be tried again: it may have been the machine.
    pub fn begin_visit(&mut self) {
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        if std::mem::take(&mut self.now) {
            self.rest = (1 << self.visits.min(DOUBLINGS)) - 1;
            self.visits += 1;
        } else {
            self.visits = 0;
        }
        self.longest = self.longest.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The visits, of twenty, in which a target is given a test of 100 bytes, being late whenever `late` says so.
    fn given(late: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut lateness = Lateness::default();
        let mut given = Vec::new();
        for visit in 0..20 {
            lateness.begin_visit();
            if lateness.allows(100) {
                given.push(visit);
                if late(visit) {
                    lateness.add(100);
                }
            }
        }
        given
    }

    #[test]
    fn who_is_late_again_and_again_is_asked_more_seldom() {
        assert_eq!(given(|_| true), [0, 1, 3, 7, 15]);
    }

    #[test]
    fn who_is_late_once_is_asked_as_before() {
        assert_eq!(given(|visit| visit == 4), (0..20).collect::<Vec<_>>());
        assert_eq!(given(|visit| visit < 4), [0, 1, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    }

    #[test]
    fn longer_tests_wait_for_the_next_visit() {
        let mut lateness = Lateness::default();
        lateness.begin_visit();
        lateness.add(100);
        assert!(lateness.allows(50) && !lateness.allows(51));
        lateness.begin_visit();
        assert!(lateness.allows(100));
        assert_eq!(lateness.hurry(Duration::from_millis(200)), Duration::from_millis(100));
    }
}
