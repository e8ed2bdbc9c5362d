//! Random choices from a fixed algorithm: the same seed gives the same choices on any machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random choices.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Dice that depend on all of `parts`, and on nothing else.
    pub fn new(parts: &[u64]) -> Dice {
        // Each part is mixed in by the finaliser of splitmix64, so that neighbours have nothing in common.
        let seed = parts.iter().fold(0x9E37_79B9_7F4A_7C15, |seed: u64, &part| mix(seed ^ mix(part)));
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, which is not zero.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0);
        // The high half of the product: no division, and a bias that nobody can measure.
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    #[inline]
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in `percent` of 100 cases.
    #[inline]
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of `items`, if there are any.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Any number: the seed of further dice.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_give_equal_choices_and_others_do_not() {
        let draw = |parts: &[u64]| {
            let mut dice = Dice::new(parts);
            (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(&[1, 2]), draw(&[1, 2]));
        assert_ne!(draw(&[1, 2]), draw(&[2, 1]));
        // Written down, so that a change of the algorithm does not go unseen: it would break every replay.
        assert_eq!(draw(&[1, 2])[..3], [693, 736, 397]);
    }

    #[test]
    fn bounds_are_reached_and_kept() {
        let mut dice = Dice::new(&[7]);
        let drawn: Vec<usize> = (0..1000).map(|_| dice.between(3, 5)).collect();
        assert!((3..=5).all(|n| drawn.contains(&n)) && drawn.iter().all(|n| (3..=5).contains(n)));
        assert!((0..1000).filter(|_| dice.chance(30)).count().abs_diff(300) < 60);
    }
}
