//! Modular arithmetic. Division by zero is total in SMT-LIB: `bvudiv` gives all ones, `bvurem` the dividend; the
//! signed operators inherit that through their definitions over the unsigned ones.

use super::{BitVec, limbs, word};

impl BitVec {
    /// Two's complement negation.
    pub fn bvneg(&self) -> BitVec {
        match self.as_word() {
            Some(bits) => BitVec::from_u64(self.width, word::neg(bits, self.width)),
            None => BitVec::zero(self.width).bvsub(self),
        }
    }

    /// Sum modulo `2^width`.
    pub fn bvadd(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::add, limbs::add)
    }

    /// Difference modulo `2^width`.
    pub fn bvsub(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::sub, limbs::sub)
    }

    /// Product modulo `2^width`.
    pub fn bvmul(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::mul, limbs::mul)
    }

    /// Unsigned quotient; all ones when dividing by zero.
    pub fn bvudiv(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::udiv, |a, b| match limbs::div_rem(a, b) {
            Some((quotient, _)) => quotient,
            None => vec![u64::MAX; a.len()],
        })
    }

    /// Unsigned remainder; the dividend when dividing by zero.
    pub fn bvurem(&self, other: &BitVec) -> BitVec {
        self.binary(other, word::urem, |a, b| match limbs::div_rem(a, b) {
            Some((_, remainder)) => remainder,
            None => a.to_vec(),
        })
    }

    /// Signed quotient, truncated towards zero.
    pub fn bvsdiv(&self, other: &BitVec) -> BitVec {
        if let Some((a, b)) = self.words(other) {
            return BitVec::from_u64(self.width, word::sdiv(a, b, self.width));
        }
        let quotient = self.magnitude().bvudiv(&other.magnitude());
        if self.sign() == other.sign() { quotient } else { quotient.bvneg() }
    }

    /// Signed remainder with the dividend's sign.
    pub fn bvsrem(&self, other: &BitVec) -> BitVec {
        if let Some((a, b)) = self.words(other) {
            return BitVec::from_u64(self.width, word::srem(a, b, self.width));
        }
        let remainder = self.magnitude().bvurem(&other.magnitude());
        if self.sign() { remainder.bvneg() } else { remainder }
    }

    /// Signed remainder with the divisor's sign.
    pub fn bvsmod(&self, other: &BitVec) -> BitVec {
        if let Some((a, b)) = self.words(other) {
            return BitVec::from_u64(self.width, word::smod(a, b, self.width));
        }
        let remainder = self.bvsrem(other);
        if !remainder.is_zero() && self.sign() != other.sign() { remainder.bvadd(other) } else { remainder }
    }

    /// The absolute value; the smallest signed value is its own, read unsigned.
    fn magnitude(&self) -> BitVec {
        if self.sign() { self.bvneg() } else { self.clone() }
    }
}
