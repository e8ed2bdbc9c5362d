//! `fp.add`, `fp.sub`, `fp.mul`, `fp.div`, `fp.fma` and `fp.sqrt` (IEEE 754-2019, 5.4.1, 6 and 7.2).

use dashu_int::UBig;

use super::rounding::{RoundingMode, Unrounded};
use super::significand::{Significand, fits_native};
use super::{Class, Finite, Float, Format};

/// Calls a method generic over [`Significand`] with the fastest type wide enough for the format.
macro_rules! with_significand {
    ($format:expr, $function:ident($($argument:expr),*)) => {
        if fits_native($format.sb()) { $function::<u128>($($argument),*) } else { $function::<UBig>($($argument),*) }
    };
}

impl Float {
    /// `fp.add`. The operands must have one format.
    #[must_use]
    pub fn add(&self, mode: RoundingMode, other: &Float) -> Float {
        debug_assert_eq!(self.format, other.format);
        let format = self.format;
        match (&self.class, &other.class) {
            (Class::NaN, _) | (_, Class::NaN) => Float::nan(format),
            (Class::Infinite { negative: a }, Class::Infinite { negative: b }) if a != b => {
                Float::nan(format)
            }
            (Class::Infinite { .. }, _) => self.clone(),
            (_, Class::Infinite { .. }) => other.clone(),
            (Class::Zero { negative: a }, Class::Zero { negative: b }) => add_zeros(format, mode, *a, *b),
            (Class::Zero { .. }, _) => other.clone(),
            (_, Class::Zero { .. }) => self.clone(),
            (Class::Finite(a), Class::Finite(b)) => with_significand!(format, add_finite(format, mode, a, b)),
        }
    }

    /// `fp.sub`. The operands must have one format.
    #[must_use]
    pub fn sub(&self, mode: RoundingMode, other: &Float) -> Float {
        self.add(mode, &other.neg())
    }

    /// `fp.mul`. The operands must have one format.
    #[must_use]
    pub fn mul(&self, mode: RoundingMode, other: &Float) -> Float {
        debug_assert_eq!(self.format, other.format);
        let format = self.format;
        let (Some(a_negative), Some(b_negative)) = (self.sign(), other.sign()) else {
            return Float::nan(format);
        };
        let negative = a_negative != b_negative;
        match (&self.class, &other.class) {
            (Class::Finite(a), Class::Finite(b)) => with_significand!(format, mul_finite(format, mode, a, b)),
            (Class::Infinite { .. }, Class::Zero { .. }) | (Class::Zero { .. }, Class::Infinite { .. }) => {
                Float::nan(format)
            }
            (Class::Infinite { .. }, _) | (_, Class::Infinite { .. }) => Float::infinity(format, negative),
            _ => Float::zero(format, negative),
        }
    }

    /// `fp.div`. The operands must have one format.
    #[must_use]
    pub fn div(&self, mode: RoundingMode, other: &Float) -> Float {
        debug_assert_eq!(self.format, other.format);
        let format = self.format;
        let (Some(a_negative), Some(b_negative)) = (self.sign(), other.sign()) else {
            return Float::nan(format);
        };
        let negative = a_negative != b_negative;
        match (&self.class, &other.class) {
            (Class::Finite(a), Class::Finite(b)) => with_significand!(format, div_finite(format, mode, a, b)),
            (Class::Infinite { .. }, Class::Infinite { .. }) | (Class::Zero { .. }, Class::Zero { .. }) => {
                Float::nan(format)
            }
            (Class::Infinite { .. }, _) | (_, Class::Zero { .. }) => Float::infinity(format, negative),
            _ => Float::zero(format, negative),
        }
    }

    /// `fp.fma`: `self × factor + addend`, rounded once. The operands must have one format.
    #[must_use]
    pub fn fma(&self, mode: RoundingMode, factor: &Float, addend: &Float) -> Float {
        debug_assert!(self.format == factor.format && self.format == addend.format);
        let format = self.format;
        match (&self.class, &factor.class, &addend.class) {
            (_, _, Class::NaN) => Float::nan(format),
            (Class::Finite(a), Class::Finite(b), Class::Finite(c)) => {
                with_significand!(format, fma_finite(format, mode, a, b, c))
            }
            // The exact product is finite, but rounded it could be an infinity of the other sign.
            (Class::Finite(_), Class::Finite(_), Class::Infinite { .. }) => addend.clone(),
            // Rounded, a tiny product could be a zero, whose sign must not be mixed with the addend's.
            (Class::Finite(_), Class::Finite(_), Class::Zero { .. }) => self.mul(mode, factor),
            // The product is NaN, infinite or zero: rounding does not change it.
            _ => self.mul(mode, factor).add(mode, addend),
        }
    }

    /// `fp.sqrt`
    #[must_use]
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        match &self.class {
            Class::NaN | Class::Zero { .. } | Class::Infinite { negative: false } => self.clone(),
            Class::Infinite { negative: true } => Float::nan(self.format),
            Class::Finite(x) if x.negative => Float::nan(self.format),
            Class::Finite(x) => with_significand!(self.format, sqrt_finite(self.format, mode, x)),
        }
    }
}

/// Zeros of one sign keep it; others cancel.
fn add_zeros(format: Format, mode: RoundingMode, a_negative: bool, b_negative: bool) -> Float {
    let negative = if a_negative == b_negative { a_negative } else { mode.cancellation_is_negative() };
    Float::zero(format, negative)
}

fn add_finite<S: Significand>(format: Format, mode: RoundingMode, a: &Finite, b: &Finite) -> Float {
    add_unrounded::<S>(format, mode, Unrounded::load(a), Unrounded::load(b))
}

fn mul_finite<S: Significand>(format: Format, mode: RoundingMode, a: &Finite, b: &Finite) -> Float {
    product::<S>(a, b).round(format, mode)
}

fn fma_finite<S: Significand>(
    format: Format,
    mode: RoundingMode,
    a: &Finite,
    b: &Finite,
    c: &Finite,
) -> Float {
    add_unrounded::<S>(format, mode, product(a, b), Unrounded::load(c))
}

fn product<S: Significand>(a: &Finite, b: &Finite) -> Unrounded<S> {
    Unrounded {
        negative: a.negative != b.negative,
        exponent: a.exponent + b.exponent,
        significand: S::load(&a.significand).mul(&S::load(&b.significand)),
    }
}

/// The rounded sum of two exact numbers with significands of at most `2 sb` bits.
///
/// The greater operand is moved to the top of a window of `2 sb + 4` bits. What the lesser one has below the
/// window is jammed. That can happen only if its leading bit is more than four places below the other's, so
/// the sum keeps at least `2 sb + 3` bits and the jammed bit is below the rounding bit.
fn add_unrounded<S: Significand>(
    format: Format,
    mode: RoundingMode,
    a: Unrounded<S>,
    b: Unrounded<S>,
) -> Float {
    let (greater, lesser) = if a.top() >= b.top() { (a, b) } else { (b, a) };
    let exponent = greater.top() - (2 * format.precision() + 4);
    let big = greater.significand.shift_left(greater.exponent - exponent);
    let small = if lesser.exponent >= exponent {
        lesser.significand.shift_left(lesser.exponent - exponent)
    } else {
        lesser.significand.shift_right_jamming(exponent - lesser.exponent)
    };
    let (negative, significand) = if greater.negative == lesser.negative {
        (greater.negative, big.add(small))
    } else if big >= small {
        (greater.negative, big.sub(small))
    } else {
        (lesser.negative, small.sub(big))
    };
    if significand.is_zero() {
        return Float::zero(format, mode.cancellation_is_negative());
    }
    Unrounded { negative, exponent, significand }.round(format, mode)
}

fn div_finite<S: Significand>(format: Format, mode: RoundingMode, a: &Finite, b: &Finite) -> Float {
    let negative = a.negative != b.negative;
    let exponent = a.exponent - b.exponent;
    div_unrounded(format, mode, negative, exponent, S::load(&a.significand), S::load(&b.significand))
}

/// `±dividend / divisor × 2^exponent`, rounded. Neither integer is zero.
pub(super) fn div_unrounded<S: Significand>(
    format: Format,
    mode: RoundingMode,
    negative: bool,
    exponent: i64,
    dividend: S,
    divisor: S,
) -> Float {
    // The dividend must be longer by this much for a quotient with room for the rounding bit and the jammed bit.
    let shift = divisor.bit_len() + format.precision() + 2 - dividend.bit_len();
    let (dividend, divisor) = if shift >= 0 {
        (dividend.shift_left(shift), divisor)
    } else {
        (dividend, divisor.shift_left(-shift))
    };
    let (quotient, inexact) = dividend.div(&divisor);
    let significand = if inexact { quotient.set_lowest_bit() } else { quotient };
    Unrounded { negative, exponent: exponent - shift, significand }.round(format, mode)
}

fn sqrt_finite<S: Significand>(format: Format, mode: RoundingMode, x: &Finite) -> Float {
    let significand = S::load(&x.significand);
    // The radicand gets twice the root's `sb + 2` bits, or one less to keep its exponent even.
    let shift = 2 * format.precision() + 4 - significand.bit_len();
    let shift = if (x.exponent - shift) % 2 == 0 { shift } else { shift - 1 };
    let (root, inexact) = significand.shift_left(shift).sqrt();
    let significand = if inexact { root.set_lowest_bit() } else { root };
    Unrounded { negative: false, exponent: (x.exponent - shift) / 2, significand }.round(format, mode)
}
