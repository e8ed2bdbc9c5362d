//! The paper's own minimisation (Alg. 2): the fuzzer again, with smaller bounds.

use super::bounds::Bounds;
use super::{Storm, Visit};
use crate::test::Test;

/// Tests that are made under each bounds before the bug is taken to need larger ones.
const ATTEMPTS: u64 = 12;

impl Visit<'_> {
    /// The least number of assertions, and then the least depth, under which the fuzzer still makes a test of this visit
    /// that `shows`; that test, if it is shorter than `longest`.
    ///
    /// Truth is kept by construction, and a test of two assertions is a far better start for delta debugging than one of
    /// sixty: no half of those can be taken away as long as all of them matter a little.
    pub fn minimise(&self, longest: usize, shows: &mut dyn FnMut(&Test) -> bool) -> Option<Test> {
        let mut storm = Storm::new();
        let mut best: Option<Test> = None;
        let mut made = Test::default();
        let mut works = |bounds: &Bounds| {
            let Some(visit) = storm.visit(self.stock, bounds, self.visit) else { return false };
            for instance in 0..ATTEMPTS {
                visit.test(instance, &mut made);
                if made.text.len() < best.as_ref().map_or(longest, |best| best.text.len()) && shows(&made) {
                    best = Some(made.clone());
                    return true;
                }
            }
            false
        };
        let mut bounds = Bounds { small: 0, ..*self.bounds };
        bounds.assertions = least(bounds.assertions, |n| works(&Bounds { assertions: n, ..bounds }));
        least(bounds.depth as usize, |n| works(&Bounds { depth: n as u32, ..bounds }));
        best
    }
}

/// The least number up to `most` that works, by binary search: those above one that works are taken to work too.
fn least(most: usize, mut works: impl FnMut(usize) -> bool) -> usize {
    let (mut low, mut high) = (1, most.max(1));
    while low < high {
        let middle = low + (high - low) / 2;
        if works(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use crate::storm::Stock;

    #[test]
    fn the_least_that_works_is_found() {
        for wanted in 1..=64 {
            assert_eq!(least(64, |n| n >= wanted), wanted);
        }
    }

    /// A bug that needs a division is shown by a test of one assertion, and the truth of that is known.
    #[test]
    fn a_long_test_gives_a_short_one() {
        let seed = "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (= (div x 7) (mod y 5)))\
                    (assert (or (> x y) (< x 3)))(assert (distinct x y))(check-sat)";
        let seed = Seed::parse("seed", seed.as_bytes()).unwrap();
        let bounds = Bounds { incremental: 0, contradictory: 0, ..Bounds::default() };
        let stock = Stock::new(&seed, &[], &bounds, 1, &|_| true);
        let mut storm = Storm::new();
        let visit = storm.visit(&stock, &bounds, 0).unwrap();
        let short = visit.minimise(usize::MAX, &mut |test| test.text.windows(5).any(|it| it == b"(div "));
        let short = short.expect("a test with a division");
        let assertions = short.text.windows(8).filter(|it| *it == b"(assert ").count();
        assert_eq!(assertions, 1, "{}", String::from_utf8_lossy(&short.text));
        assert!(crate::recheck(&short.text, &short.checks).is_ok());
        assert!(visit.minimise(usize::MAX, &mut |_| false).is_none());
    }
}
