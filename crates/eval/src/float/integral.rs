//! `fp.roundToIntegral` and the conversions to bit-vectors.

use std::cmp::Ordering;

use dashu_base::{BitTest, PowerOfTwo};
use dashu_int::{IBig, UBig};

use super::rounding::{RoundingMode, Unrounded};
use super::{Class, Finite, Float};

impl Float {
    /// `fp.roundToIntegral`. A zero result has the sign of `self`.
    ///
    /// In a format whose greatest number is not an integer (`2^(eb-1) < sb`) the nearest integer may lie beyond
    /// it. That integer is then rounded into the format like any other real.
    #[must_use]
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        match &self.class {
            Class::Finite(x) if x.exponent < 0 => {
                let significand = x.fraction_to_integer(mode);
                if significand.is_zero() {
                    return Float::zero(self.format, x.negative);
                }
                Unrounded { negative: x.negative, exponent: 0, significand }.round(self.format, mode)
            }
            _ => self.clone(),
        }
    }

    /// `(_ fp.to_ubv width)`. `None`, which is unspecified in the standard, for NaN, infinities and integers
    /// outside of `0 ..= 2^width - 1`; the rounded integer counts, so -0.3 may be in range.
    pub fn to_ubv(&self, mode: RoundingMode, width: u32) -> Option<UBig> {
        let (negative, magnitude) = self.to_integer(mode, width)?;
        let in_range = magnitude.bit_len() <= width as usize && (!negative || magnitude.is_zero());
        in_range.then_some(magnitude)
    }

    /// `(_ fp.to_sbv width)`, as a signed integer. `None`, which is unspecified in the standard, for NaN,
    /// infinities and integers outside of `-2^(width-1) ..= 2^(width-1) - 1`.
    pub fn to_sbv(&self, mode: RoundingMode, width: u32) -> Option<IBig> {
        let (negative, magnitude) = self.to_integer(mode, width)?;
        let in_range = match magnitude.bit_len().cmp(&(width as usize)) {
            Ordering::Less => true,
            Ordering::Equal => negative && magnitude.is_power_of_two(),
            Ordering::Greater => false,
        };
        let magnitude = IBig::from(magnitude);
        in_range.then_some(if negative { -magnitude } else { magnitude })
    }

    /// The sign and the magnitude of the rounded integer, unless that surely has more than `width` bits.
    fn to_integer(&self, mode: RoundingMode, width: u32) -> Option<(bool, UBig)> {
        match &self.class {
            Class::NaN | Class::Infinite { .. } => None,
            Class::Zero { negative } => Some((*negative, UBig::ZERO)),
            Class::Finite(x) if x.exponent < 0 => Some((x.negative, x.fraction_to_integer(mode))),
            Class::Finite(Finite { exponent, .. }) if *exponent >= i64::from(width) => None,
            Class::Finite(x) => Some((x.negative, &x.significand << x.exponent as usize)),
        }
    }
}
