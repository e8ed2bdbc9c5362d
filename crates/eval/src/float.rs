//! IEEE 754 binary floating point of any format, as the SMT-LIB theory FloatingPoint defines it.
//!
//! A [`Float`] holds a value, not a bit pattern: there is one NaN, and the two zeros differ under `==`
//! (SMT-LIB `=`) though not under [`Float::ieee_eq`] (`fp.eq`). Every operation computes its exact result
//! over integers and rounds it once, so no double rounding can occur.
//!
//! What the standard leaves unspecified is reported, never invented: [`Float::min`] and [`Float::max`] of
//! opposite zeros and the conversions to bit-vectors and reals return `None` or an error there.
//!
//! ```
//! use eval::float::{Float, Format, RoundingMode};
//! let one = Float::from_ieee_u64(Format::SINGLE, 1.0f32.to_bits().into());
//! let three = Float::from_ieee_u64(Format::SINGLE, 3.0f32.to_bits().into());
//! let third = one.div(RoundingMode::Rne, &three);
//! assert_eq!(third.to_string(), "(fp #b0 #b01111101 #b01010101010101010101011)");
//! assert!(third.lt(&one));
//! ```

mod arithmetic;
mod convert;
mod format;
mod ieee;
mod integral;
mod order;
mod print;
mod remainder;
mod rounding;
mod significand;

use dashu_int::UBig;

pub use convert::NotReal;
pub use format::Format;
pub use rounding::RoundingMode;

/// A value of the sort `(_ FloatingPoint eb sb)`.
///
/// `==` is SMT-LIB `=`: NaN equals NaN and +0 differs from -0.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float {
    format: Format,
    class: Class,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Class {
    NaN,
    Infinite { negative: bool },
    Zero { negative: bool },
    Finite(Finite),
}

/// The non-zero number `±significand × 2^exponent`.
///
/// Invariant: the significand of a normal number has exactly `sb` bits, that of a subnormal fewer, and then
/// the exponent is [`Format::min_lsb_exponent`]. Hence equal numbers are equal structures.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Finite {
    negative: bool,
    exponent: i64,
    significand: UBig,
}

impl Float {
    /// The one NaN.
    pub fn nan(format: Format) -> Float {
        Float { format, class: Class::NaN }
    }

    /// An infinity.
    pub fn infinity(format: Format, negative: bool) -> Float {
        Float { format, class: Class::Infinite { negative } }
    }

    /// A zero.
    pub fn zero(format: Format, negative: bool) -> Float {
        Float { format, class: Class::Zero { negative } }
    }

    /// The non-zero number of least magnitude.
    pub fn min_subnormal(format: Format, negative: bool) -> Float {
        Float::finite(format, negative, format.min_lsb_exponent(), UBig::ONE)
    }

    /// The subnormal number of greatest magnitude.
    pub fn max_subnormal(format: Format, negative: bool) -> Float {
        let significand = UBig::ones(format.sb() as usize - 1);
        Float::finite(format, negative, format.min_lsb_exponent(), significand)
    }

    /// The normal number of least magnitude.
    pub fn min_normal(format: Format, negative: bool) -> Float {
        let significand = UBig::ONE << (format.sb() as usize - 1);
        Float::finite(format, negative, format.min_lsb_exponent(), significand)
    }

    /// The finite number of greatest magnitude.
    pub fn max_normal(format: Format, negative: bool) -> Float {
        let significand = UBig::ones(format.sb() as usize);
        Float::finite(format, negative, format.max_lsb_exponent(), significand)
    }

    /// A number that already satisfies the invariant of [`Finite`].
    fn finite(format: Format, negative: bool, exponent: i64, significand: UBig) -> Float {
        Float { format, class: Class::Finite(Finite { negative, exponent, significand }) }
    }

    /// The format, that is the sort, of this value.
    pub fn format(&self) -> Format {
        self.format
    }

    /// `fp.isNormal`
    pub fn is_normal(&self) -> bool {
        matches!(&self.class, Class::Finite(x) if x.is_normal(self.format))
    }

    /// `fp.isSubnormal`
    pub fn is_subnormal(&self) -> bool {
        matches!(&self.class, Class::Finite(x) if !x.is_normal(self.format))
    }

    /// `fp.isZero`
    pub fn is_zero(&self) -> bool {
        matches!(self.class, Class::Zero { .. })
    }

    /// `fp.isInfinite`
    pub fn is_infinite(&self) -> bool {
        matches!(self.class, Class::Infinite { .. })
    }

    /// `fp.isNaN`
    pub fn is_nan(&self) -> bool {
        matches!(self.class, Class::NaN)
    }

    /// `fp.isNegative`: true of -0 and -oo, false of NaN.
    pub fn is_negative(&self) -> bool {
        self.sign() == Some(true)
    }

    /// `fp.isPositive`: true of +0 and +oo, false of NaN.
    pub fn is_positive(&self) -> bool {
        self.sign() == Some(false)
    }

    /// `fp.abs`
    #[must_use]
    pub fn abs(&self) -> Float {
        self.with_sign(false)
    }

    /// `fp.neg`
    #[must_use]
    pub fn neg(&self) -> Float {
        self.with_sign(!self.is_negative())
    }

    /// Whether the sign is negative; NaN has none.
    fn sign(&self) -> Option<bool> {
        match self.class {
            Class::NaN => None,
            Class::Infinite { negative } | Class::Zero { negative } => Some(negative),
            Class::Finite(Finite { negative, .. }) => Some(negative),
        }
    }

    fn with_sign(&self, sign: bool) -> Float {
        let mut signed = self.clone();
        match &mut signed.class {
            Class::NaN => {}
            Class::Infinite { negative } | Class::Zero { negative } => *negative = sign,
            Class::Finite(number) => number.negative = sign,
        }
        signed
    }
}
