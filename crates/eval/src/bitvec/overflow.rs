//! The overflow predicates of SMT-LIB 2.7 and Z3's older negated ones.

use dashu_base::{BitTest, Sign};
use dashu_int::IBig;

use super::{BitVec, word};

impl BitVec {
    /// Negation overflows: the operand is the smallest signed value.
    pub fn bvnego(&self) -> bool {
        *self == BitVec::min_signed(self.width)
    }

    /// Unsigned addition overflows.
    pub fn bvuaddo(&self, other: &BitVec) -> bool {
        self.bvadd(other).bvult(self)
    }

    /// Signed addition overflows: equal signs give the other one.
    pub fn bvsaddo(&self, other: &BitVec) -> bool {
        self.sign() == other.sign() && self.bvadd(other).sign() != self.sign()
    }

    /// Unsigned multiplication overflows.
    pub fn bvumulo(&self, other: &BitVec) -> bool {
        match self.words(other) {
            Some((a, b)) => word::umulo(a, b, self.width),
            None => (self.to_ubig() * other.to_ubig()).bit_len() > self.width as usize,
        }
    }

    /// Signed multiplication overflows.
    pub fn bvsmulo(&self, other: &BitVec) -> bool {
        self.signed_product_overflow(other).is_some()
    }

    /// Unsigned subtraction goes below zero.
    pub fn bvusubo(&self, other: &BitVec) -> bool {
        self.bvult(other)
    }

    /// Signed subtraction overflows: different signs give the subtrahend's.
    pub fn bvssubo(&self, other: &BitVec) -> bool {
        self.sign() != other.sign() && self.bvsub(other).sign() != self.sign()
    }

    /// Signed division overflows: the smallest value divided by -1.
    pub fn bvsdivo(&self, other: &BitVec) -> bool {
        other.is_ones() && self.bvnego()
    }

    /// Z3's `bvumul_noovfl`: unsigned multiplication does not overflow.
    pub fn bvumul_noovfl(&self, other: &BitVec) -> bool {
        !self.bvumulo(other)
    }

    /// Z3's `bvsmul_noovfl`: the signed product is not above the largest value.
    pub fn bvsmul_noovfl(&self, other: &BitVec) -> bool {
        self.signed_product_overflow(other) != Some(Sign::Positive)
    }

    /// Z3's `bvsmul_noudfl`: the signed product is not below the smallest value.
    pub fn bvsmul_noudfl(&self, other: &BitVec) -> bool {
        self.signed_product_overflow(other) != Some(Sign::Negative)
    }

    /// On which side the signed product leaves the range, if it does.
    fn signed_product_overflow(&self, other: &BitVec) -> Option<Sign> {
        if let Some((a, b)) = self.words(other) {
            let above = !word::smul_noovfl(a, b, self.width);
            let below = !word::smul_noudfl(a, b, self.width);
            return above.then_some(Sign::Positive).or(below.then_some(Sign::Negative));
        }
        let (sign, magnitude) = (self.sbv_to_int() * other.sbv_to_int()).into_parts();
        let furthest = match sign {
            Sign::Positive => IBig::from(magnitude),
            // -2^(n-1) is in range: the negative side reaches one further.
            Sign::Negative => IBig::from(magnitude) - IBig::ONE,
        };
        (furthest.bit_len() >= self.width as usize).then_some(sign)
    }
}
