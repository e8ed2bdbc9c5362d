//! Sets of characters as sorted ranges with gaps between them.

use std::sync::Arc;

use crate::text::MAX_CODE;

/// A set of code points: inclusive ranges in ascending order, no two touching.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct CharSet(Arc<[(u32, u32)]>);

impl CharSet {
    pub(super) fn range(low: u32, high: u32) -> CharSet {
        CharSet::from_ranges(if low <= high { vec![(low, high)] } else { vec![] })
    }

    /// Joins what overlaps or touches.
    fn from_ranges(mut ranges: Vec<(u32, u32)>) -> CharSet {
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        CharSet(joined.into())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let after = self.0.partition_point(|&(low, _)| low <= code);
        after > 0 && code <= self.0[after - 1].1
    }

    pub(super) fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from_ranges(self.0.iter().chain(other.0.iter()).copied().collect())
    }

    pub(super) fn intersection(&self, other: &CharSet) -> CharSet {
        let (mut left, mut right) = (&self.0[..], &other.0[..]);
        let mut common = Vec::new();
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                common.push((low, high));
            }
            // The range that ends first meets nothing further on the other side.
            if a.1 <= b.1 { left = left_rest } else { right = right_rest }
        }
        CharSet(common.into())
    }

    /// The code points, other than 0, at which membership changes.
    pub(super) fn cuts(&self) -> Vec<u32> {
        let ends = self.0.iter().flat_map(|&(low, high)| [low, high + 1]);
        ends.filter(|&cut| 0 < cut && cut <= MAX_CODE).collect()
    }
}
