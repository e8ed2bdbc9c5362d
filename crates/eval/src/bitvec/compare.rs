//! Unsigned and signed order.

use std::cmp::Ordering;

use super::BitVec;

impl BitVec {
    fn unsigned_cmp(&self, other: &BitVec) -> Ordering {
        debug_assert_eq!(self.width, other.width, "operands of different sorts");
        self.cmp(other)
    }

    /// Negative values come first; within one sign the unsigned order is the signed one.
    fn signed_cmp(&self, other: &BitVec) -> Ordering {
        other.sign().cmp(&self.sign()).then_with(|| self.unsigned_cmp(other))
    }

    /// Unsigned less.
    pub fn bvult(&self, other: &BitVec) -> bool {
        self.unsigned_cmp(other).is_lt()
    }

    /// Unsigned less or equal.
    pub fn bvule(&self, other: &BitVec) -> bool {
        self.unsigned_cmp(other).is_le()
    }

    /// Unsigned greater.
    pub fn bvugt(&self, other: &BitVec) -> bool {
        self.unsigned_cmp(other).is_gt()
    }

    /// Unsigned greater or equal.
    pub fn bvuge(&self, other: &BitVec) -> bool {
        self.unsigned_cmp(other).is_ge()
    }

    /// Signed less.
    pub fn bvslt(&self, other: &BitVec) -> bool {
        self.signed_cmp(other).is_lt()
    }

    /// Signed less or equal.
    pub fn bvsle(&self, other: &BitVec) -> bool {
        self.signed_cmp(other).is_le()
    }

    /// Signed greater.
    pub fn bvsgt(&self, other: &BitVec) -> bool {
        self.signed_cmp(other).is_gt()
    }

    /// Signed greater or equal.
    pub fn bvsge(&self, other: &BitVec) -> bool {
        self.signed_cmp(other).is_ge()
    }
}
