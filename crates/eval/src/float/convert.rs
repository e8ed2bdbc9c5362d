//! `to_fp` from other formats, reals and integers, and `fp.to_real`.

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use thiserror::Error;

use super::arithmetic::div_unrounded;
use super::rounding::{RoundingMode, Unrounded};
use super::{Class, Finite, Float, Format};

/// Why a [`Float`] has no real to convert to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotReal {
    /// NaN and the infinities: the standard leaves the result unspecified, so any real will do.
    #[error("fp.to_real of NaN or an infinity is unspecified")]
    Unspecified,
    /// There is a definite real, but writing it down takes more than [`Float::MAX_REAL_BITS`] bits.
    #[error("fp.to_real has too many digits")]
    TooLong,
}

impl Float {
    /// The most zero bits that [`Float::to_real`] appends to a significand, before or after the binary point.
    pub const MAX_REAL_BITS: u64 = 1 << 26;

    /// `((_ to_fp eb sb) mode float)`: the same number, rounded into another format.
    #[must_use]
    pub fn to_format(&self, mode: RoundingMode, format: Format) -> Float {
        match &self.class {
            Class::NaN => Float::nan(format),
            Class::Infinite { negative } => Float::infinity(format, *negative),
            Class::Zero { negative } => Float::zero(format, *negative),
            Class::Finite(x) => Unrounded::<UBig>::load(x).round(format, mode),
        }
    }

    /// `((_ to_fp eb sb) mode real)`. Zero becomes +0.
    pub fn from_real(format: Format, mode: RoundingMode, real: &RBig) -> Float {
        let (numerator, denominator) = (real.numerator(), real.denominator());
        if numerator.is_zero() {
            return Float::zero(format, false);
        }
        let (negative, numerator) = (numerator.is_negative(), numerator.unsigned_abs());
        div_unrounded(format, mode, negative, 0, numerator, denominator.clone())
    }

    /// `((_ to_fp eb sb) mode bits)` and `((_ to_fp_unsigned eb sb) mode bits)`, where `integer` is the signed
    /// or unsigned value of the bit-vector. Zero becomes +0.
    pub fn from_integer(format: Format, mode: RoundingMode, integer: &IBig) -> Float {
        if integer.is_zero() {
            return Float::zero(format, false);
        }
        let significand = integer.unsigned_abs();
        Unrounded { negative: integer.is_negative(), exponent: 0, significand }.round(format, mode)
    }

    /// `fp.to_real`, exactly.
    pub fn to_real(&self) -> Result<RBig, NotReal> {
        match &self.class {
            Class::NaN | Class::Infinite { .. } => Err(NotReal::Unspecified),
            Class::Zero { .. } => Ok(RBig::ZERO),
            Class::Finite(x) if x.exponent.unsigned_abs() > Float::MAX_REAL_BITS => Err(NotReal::TooLong),
            Class::Finite(x) => Ok(x.to_real()),
        }
    }
}

impl Finite {
    fn to_real(&self) -> RBig {
        let magnitude = IBig::from(self.significand.clone());
        let integer = if self.negative { -magnitude } else { magnitude };
        let places = self.exponent.unsigned_abs() as usize;
        if self.exponent >= 0 {
            RBig::from(integer << places)
        } else {
            RBig::from_parts(integer, UBig::ONE << places)
        }
    }
}
