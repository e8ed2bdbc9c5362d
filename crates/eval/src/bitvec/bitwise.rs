//! `bvnot`, the binary connectives, `bvcomp` and the reductions.

use super::{BitVec, Bits, limbs, word};

impl BitVec {
    /// Bitwise negation.
    pub fn bvnot(&self) -> BitVec {
        match &self.bits {
            Bits::Word(bits) => BitVec::from_u64(self.width, word::not(*bits, self.width)),
            Bits::Limbs(limbs) => BitVec::from_limbs(self.width, limbs.iter().map(|limb| !limb).collect()),
        }
    }

    /// Bitwise conjunction.
    pub fn bvand(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::and, |a, b| limbs::zip(a, b, |x, y| x & y))
    }

    /// Bitwise disjunction.
    pub fn bvor(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::or, |a, b| limbs::zip(a, b, |x, y| x | y))
    }

    /// Bitwise exclusive disjunction.
    pub fn bvxor(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::xor, |a, b| limbs::zip(a, b, |x, y| x ^ y))
    }

    /// Negated conjunction.
    pub fn bvnand(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::nand, |a, b| limbs::zip(a, b, |x, y| !(x & y)))
    }

    /// Negated disjunction.
    pub fn bvnor(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::nor, |a, b| limbs::zip(a, b, |x, y| !(x | y)))
    }

    /// Bitwise equality.
    pub fn bvxnor(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::xnor, |a, b| limbs::zip(a, b, |x, y| !(x ^ y)))
    }

    /// One bit, set when the operands are equal.
    pub fn bvcomp(&self, other: &BitVec) -> BitVec {
        BitVec::from_bool(self == other)
    }

    /// One bit, the disjunction of all bits.
    pub fn bvredor(&self) -> BitVec {
        BitVec::from_bool(!self.is_zero())
    }

    /// One bit, the conjunction of all bits.
    pub fn bvredand(&self) -> BitVec {
        BitVec::from_bool(self.is_ones())
    }

    /// One bit, the parity of all bits.
    pub fn bvredxor(&self) -> BitVec {
        BitVec::from_bool(self.limbs().iter().map(|limb| limb.count_ones()).sum::<u32>() % 2 == 1)
    }
}
