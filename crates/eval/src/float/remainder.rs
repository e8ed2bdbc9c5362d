//! `fp.rem`, the remainder of IEEE 754-2019, 5.3.1.

use dashu_int::UBig;
use dashu_int::fast_div::ConstDivisor;

use super::rounding::{RoundingMode, Unrounded};
use super::{Class, Finite, Float};

impl Float {
    /// `fp.rem`: `self - other × n`, where `n` is the integer nearest to `self / other`, the even one if two
    /// are. A zero result has the sign of `self`. The operands must have one format.
    #[must_use]
    pub fn rem(&self, other: &Float) -> Float {
        debug_assert_eq!(self.format, other.format);
        match (&self.class, &other.class) {
            (Class::NaN | Class::Infinite { .. }, _) | (_, Class::NaN | Class::Zero { .. }) => {
                Float::nan(self.format)
            }
            (Class::Zero { .. }, _) | (_, Class::Infinite { .. }) => self.clone(),
            (Class::Finite(x), Class::Finite(y)) => self.rem_finite(x, y),
        }
    }

    fn rem_finite(&self, x: &Finite, y: &Finite) -> Float {
        // Below half the divisor the quotient rounds to zero. This also bounds the shift of `y` below.
        if x.top() < y.top() - 1 {
            return self.clone();
        }
        let exponent = x.exponent.min(y.exponent);
        let divisor = &y.significand << (y.exponent - exponent) as usize;
        // Modulo twice the divisor, the residue still knows whether the truncated quotient is odd. The power
        // is taken in the residue ring since the exponents can be astronomically far apart.
        let ring = ConstDivisor::new(&divisor << 1);
        let power = ring.reduce(UBig::from(2u8)).pow(&UBig::from((x.exponent - exponent).unsigned_abs()));
        let residue = (ring.reduce(x.significand.clone()) * power).residue();
        let (odd, residue) = if residue >= divisor { (true, residue - &divisor) } else { (false, residue) };
        let twice = &residue << 1;
        let rounds_up = twice > divisor || (twice == divisor && odd);
        let (negative, significand) =
            if rounds_up { (!x.negative, divisor - residue) } else { (x.negative, residue) };
        if significand == UBig::ZERO {
            return Float::zero(self.format, x.negative);
        }
        // The remainder is a multiple of the lesser last place and at most half of `y`: exact in any mode.
        Unrounded { negative, exponent, significand }.round(self.format, RoundingMode::Rtz)
    }
}
