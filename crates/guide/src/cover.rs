//! The smallest set of the smallest inputs that keeps all features.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::feature::Feature;

/// Which candidates to keep, in order, so that together they have all features that any has. A candidate is its size, and
/// its features, each once.
///
/// To find the very smallest set is hard (it is set cover); this takes again and again the candidate that adds most, the
/// smaller one of equals, and in the end leaves out, the largest first, what the others have made superfluous.
pub fn smallest_cover(candidates: &[(usize, Vec<Feature>)]) -> Vec<usize> {
    let mut covered: FxHashSet<Feature> = FxHashSet::default();
    let adds = |at: usize, covered: &FxHashSet<Feature>| {
        candidates[at].1.iter().filter(|feature| !covered.contains(feature)).count()
    };
    let rank = |at: usize, adds: usize| (adds, Reverse(candidates[at].0), Reverse(at));
    let mut queue: BinaryHeap<_> = (0..candidates.len()).map(|at| rank(at, candidates[at].1.len())).collect();
    let mut chosen = Vec::new();
    while let Some((claimed, _, Reverse(at))) = queue.pop() {
        // What a candidate adds only ever shrinks: one that still leads with its true number leads.
        match adds(at, &covered) {
            0 => {}
            now if now == claimed => {
                covered.extend(candidates[at].1.iter().copied());
                chosen.push(at);
            }
            now => queue.push(rank(at, now)),
        }
    }
    let mut holders: FxHashMap<Feature, u32> = FxHashMap::default();
    for &at in &chosen {
        candidates[at].1.iter().for_each(|&feature| *holders.entry(feature).or_default() += 1);
    }
    chosen.sort_by_key(|&at| (Reverse(candidates[at].0), Reverse(at)));
    chosen.retain(|&at| {
        let needed = candidates[at].1.iter().any(|feature| holders.get(feature) == Some(&1));
        if !needed {
            for feature in &candidates[at].1 {
                holders.entry(*feature).and_modify(|count| *count -= 1);
            }
        }
        needed
    });
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use strategy::Dice;

    use super::*;

    fn candidate(size: usize, features: &[u64]) -> (usize, Vec<Feature>) {
        (size, features.iter().map(|&feature| Feature(feature)).collect())
    }

    fn union(candidates: &[(usize, Vec<Feature>)], of: &[usize]) -> FxHashSet<Feature> {
        of.iter().flat_map(|&at| candidates[at].1.iter().copied()).collect()
    }

    #[test]
    fn the_smaller_of_equals_and_nothing_superfluous() {
        let all = [
            candidate(9, &[1, 2]),
            candidate(5, &[1, 2]),
            candidate(1, &[]),
            candidate(7, &[1, 2, 3, 4]),
            candidate(6, &[3, 4, 5]),
            candidate(6, &[6, 1, 2]),
        ];
        // The fourth adds most, and is superfluous in the end.
        assert_eq!(smallest_cover(&all), [4, 5]);
        assert_eq!(smallest_cover(&all[..2]), [1]);
        assert_eq!(smallest_cover(&[]), [0; 0]);
    }

    #[test]
    fn everything_is_kept_with_hardly_more_than_needed() {
        let mut dice = Dice::new(&[11]);
        let (mut ours, mut best) = (0, 0);
        for _ in 0..200 {
            let random = |dice: &mut Dice| {
                let mut features: Vec<u64> = (0..12).filter(|_| dice.chance(25)).collect();
                features.dedup();
                candidate(dice.between(1, 9), &features)
            };
            let all: Vec<_> = (0..9).map(|_| random(&mut dice)).collect();
            let whole = union(&all, &(0..all.len()).collect::<Vec<_>>());
            let chosen = smallest_cover(&all);
            assert_eq!(union(&all, &chosen), whole);
            for leave_out in 0..chosen.len() {
                let mut fewer = chosen.clone();
                fewer.remove(leave_out);
                assert_ne!(union(&all, &fewer), whole, "something is superfluous");
            }
            let subsets = (0..1u32 << all.len()).filter(|bits| {
                let of: Vec<usize> = (0..all.len()).filter(|at| bits & 1 << at != 0).collect();
                union(&all, &of) == whole
            });
            ours += chosen.len();
            best += subsets.map(u32::count_ones).min().unwrap_or(0) as usize;
        }
        assert!(ours * 100 <= best * 110, "{ours} where {best} would do");
    }
}
