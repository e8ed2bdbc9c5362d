//! The unsigned integers that significands are computed in: `u128` where it is wide enough, else `UBig`.

use dashu_base::{BitTest, DivRem, SquareRootRem};
use dashu_int::UBig;

/// An unsigned integer with just the operations that [`super::arithmetic`] and [`super::rounding`] need.
///
/// Bit counts and positions are `i64`, like the exponents they are added to. They are never negative.
pub(super) trait Significand: Ord + Sized {
    fn load(stored: &UBig) -> Self;
    fn store(self) -> UBig;
    fn is_zero(&self) -> bool;
    fn bit_len(&self) -> i64;
    fn bit(&self, position: i64) -> bool;
    fn low_bits_nonzero(&self, count: i64) -> bool;
    fn increment(self) -> Self;
    fn set_lowest_bit(self) -> Self;
    fn shift_left(self, by: i64) -> Self;
    /// `by` is at most the bit length.
    fn shift_right(self, by: i64) -> Self;
    fn add(self, other: Self) -> Self;
    /// `other` is not greater.
    fn sub(self, other: Self) -> Self;
    fn mul(&self, other: &Self) -> Self;
    /// The quotient, and whether there is a remainder.
    fn div(self, divisor: &Self) -> (Self, bool);
    /// The root rounded down, and whether there is a remainder.
    fn sqrt(self) -> (Self, bool);

    /// Shifts right and sets the last bit if any set bit was lost ("jamming").
    ///
    /// The last bit then says "and some more": enough for rounding as long as it lies below the rounding bit.
    fn shift_right_jamming(self, by: i64) -> Self {
        let by = by.min(self.bit_len());
        let lost = self.low_bits_nonzero(by);
        let shifted = self.shift_right(by);
        if lost { shifted.set_lowest_bit() } else { shifted }
    }
}

/// The greatest precision whose operations fit in `u128`: sums have at most `2 sb + 5` bits.
const NATIVE_PRECISION: u32 = 61;

/// Whether all intermediate results of a format with this precision fit in `u128`.
pub(super) fn fits_native(sb: u32) -> bool {
    sb <= NATIVE_PRECISION
}

impl Significand for u128 {
    fn load(stored: &UBig) -> u128 {
        // A stored significand of a native format has at most 61 bits.
        u64::try_from(stored).map_or(u128::MAX, u128::from)
    }

    fn store(self) -> UBig {
        UBig::from(self)
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn bit_len(&self) -> i64 {
        i64::from(u128::BITS - self.leading_zeros())
    }

    fn bit(&self, position: i64) -> bool {
        position < 128 && self >> position & 1 == 1
    }

    fn low_bits_nonzero(&self, count: i64) -> bool {
        if count >= 128 { *self != 0 } else { self & ((1 << count) - 1) != 0 }
    }

    fn increment(self) -> u128 {
        self + 1
    }

    fn set_lowest_bit(self) -> u128 {
        self | 1
    }

    fn shift_left(self, by: i64) -> u128 {
        debug_assert!(by <= i64::from(self.leading_zeros()), "significand bits lost");
        self << by
    }

    fn shift_right(self, by: i64) -> u128 {
        if by >= 128 { 0 } else { self >> by }
    }

    fn add(self, other: u128) -> u128 {
        self + other
    }

    fn sub(self, other: u128) -> u128 {
        self - other
    }

    fn mul(&self, other: &u128) -> u128 {
        self * other
    }

    fn div(self, divisor: &u128) -> (u128, bool) {
        let quotient = self / divisor;
        (quotient, quotient * divisor != self)
    }

    fn sqrt(self) -> (u128, bool) {
        let root = self.isqrt();
        (root, root * root != self)
    }
}

impl Significand for UBig {
    fn load(stored: &UBig) -> UBig {
        stored.clone()
    }

    fn store(self) -> UBig {
        self
    }

    fn is_zero(&self) -> bool {
        UBig::is_zero(self)
    }

    fn bit_len(&self) -> i64 {
        BitTest::bit_len(self) as i64
    }

    fn bit(&self, position: i64) -> bool {
        BitTest::bit(self, position as usize)
    }

    fn low_bits_nonzero(&self, count: i64) -> bool {
        self.trailing_zeros().is_some_and(|zeros| (zeros as i64) < count)
    }

    fn increment(self) -> UBig {
        self + UBig::ONE
    }

    fn set_lowest_bit(mut self) -> UBig {
        self.set_bit(0);
        self
    }

    fn shift_left(self, by: i64) -> UBig {
        self << by as usize
    }

    fn shift_right(self, by: i64) -> UBig {
        self >> by as usize
    }

    fn add(self, other: UBig) -> UBig {
        self + other
    }

    fn sub(self, other: UBig) -> UBig {
        self - other
    }

    fn mul(&self, other: &UBig) -> UBig {
        self * other
    }

    fn div(self, divisor: &UBig) -> (UBig, bool) {
        let (quotient, remainder) = self.div_rem(divisor);
        (quotient, !remainder.is_zero())
    }

    fn sqrt(self) -> (UBig, bool) {
        let (root, remainder) = self.sqrt_rem();
        (root, !remainder.is_zero())
    }
}
