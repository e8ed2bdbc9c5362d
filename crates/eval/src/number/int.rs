//! SMT-LIB's `Ints` theory on arbitrary-precision integers, with the extensions of Z3 and cvc5.

use std::fmt;

use dashu_base::{Abs, BitTest, DivEuclid, RemEuclid, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::{Limit, MAX_INTEGER_BITS};

/// A value of sort `Int`.
pub type Int = IBig;

/// SMT-LIB `*`.
#[inline]
pub fn mul(left: &Int, right: &Int) -> Result<Int, Limit> {
    let bits = left.bit_len() + right.bit_len();
    if bits > MAX_INTEGER_BITS { Err(Limit::Bits(bits)) } else { Ok(left * right) }
}

/// SMT-LIB `div`: the quotient that leaves a remainder `0 <= r < |divisor|`. `None` for a zero divisor,
/// whose meaning is chosen by the model (Ints theory, "`div` and `mod` by 0").
#[inline]
pub fn div(dividend: &Int, divisor: &Int) -> Option<Int> {
    (!divisor.is_zero()).then(|| dividend.div_euclid(divisor))
}

/// SMT-LIB `mod`: the remainder `0 <= r < |divisor|`. `None` for a zero divisor.
#[inline]
pub fn modulo(dividend: &Int, divisor: &Int) -> Option<Int> {
    (!divisor.is_zero()).then(|| Int::from(dividend.rem_euclid(divisor)))
}

/// SMT-LIB `abs`.
#[inline]
pub fn abs(value: &Int) -> Int {
    value.abs()
}

/// SMT-LIB `(_ divisible n)`. `None` unless `n` is positive, as the theory requires of the index.
pub fn divisible(n: &Int, value: &Int) -> Option<bool> {
    (n > &Int::ZERO).then(|| value.rem_euclid(n).is_zero())
}

/// cvc5's `(_ iand k)`: the bitwise and of both arguments taken modulo 2^k.
pub fn iand(width: usize, left: &Int, right: &Int) -> Result<Int, Limit> {
    // Two's complement agrees with the residue modulo 2^k on the low k bits, for either sign.
    let both = left & right;
    if both.sign() == Sign::Negative && width > MAX_INTEGER_BITS {
        return Err(Limit::Bits(width));
    }
    if both.sign() == Sign::Positive && both.bit_len() <= width {
        return Ok(both);
    }
    let mask = Int::from(UBig::ones(width));
    Ok(both & mask)
}

/// cvc5's `int.pow2`: 2^exponent, and 0 for a negative exponent.
pub fn pow2(exponent: &Int) -> Result<Int, Limit> {
    if exponent.sign() == Sign::Negative {
        return Ok(Int::ZERO);
    }
    let exponent = usize::try_from(exponent).unwrap_or(usize::MAX);
    if exponent >= MAX_INTEGER_BITS { Err(Limit::Bits(exponent)) } else { Ok(Int::ONE << exponent) }
}

/// cvc5's `int.log2`: the floor of the binary logarithm, and 0 for arguments that have none.
pub fn log2(value: &Int) -> Int {
    if value > &Int::ZERO { Int::from(value.bit_len() - 1) } else { Int::ZERO }
}

/// `base` to the power of `exponent`; `0^0` is 1, the empty product.
pub fn pow(base: &Int, exponent: &UBig) -> Result<Int, Limit> {
    let odd = exponent.bit(0);
    let magnitude = base.unsigned_abs();
    if exponent.is_zero() || magnitude.is_one() {
        return Ok(if odd { base.clone() } else { Int::ONE });
    }
    if magnitude.is_zero() {
        return Ok(Int::ZERO);
    }
    let exponent = usize::try_from(exponent).unwrap_or(usize::MAX);
    let bits = magnitude.bit_len().saturating_mul(exponent);
    if bits > MAX_INTEGER_BITS { Err(Limit::Bits(bits)) } else { Ok(base.pow(exponent)) }
}

/// Reads a numeral: decimal digits only, of any number. Leading zeros, which the lexer rejects, are accepted.
pub fn parse_numeral(text: &str) -> Option<Int> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { UBig::from_str_radix(text, 10).ok().map(Int::from) } else { None }
}

/// Shows an integer as an SMT-LIB term: a numeral, under a unary minus if negative.
///
/// ```
/// use eval::number::int::{Int, Smt};
/// assert_eq!(Smt(&Int::from(-5)).to_string(), "(- 5)");
/// ```
pub struct Smt<'a>(pub &'a Int);

impl fmt::Display for Smt<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.sign() {
            Sign::Positive => write!(out, "{}", self.0),
            Sign::Negative => write!(out, "(- {})", self.0.unsigned_abs()),
        }
    }
}
