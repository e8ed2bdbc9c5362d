//! The three ways to write a value: `#b…`, `#x…` and `(_ bvN width)`.

use std::fmt;

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{BitVec, MAX_WIDTH};

/// Why a text is not a bit-vector literal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BitVecParseError {
    /// Neither `#b…`, `#x…` nor `(_ bvN width)`.
    #[error("`{0}` is not a bit-vector literal")]
    Malformed(String),
    /// A width of zero or above [`MAX_WIDTH`].
    #[error("a bit-vector cannot be {0} bits wide")]
    Width(u64),
    /// `(_ bvN width)` with `N >= 2^width`.
    #[error("{value} does not fit in {width} bits")]
    TooLarge {
        /// The value written.
        value: UBig,
        /// The width written.
        width: u32,
    },
}

impl BitVec {
    /// Reads a literal in any of its three forms.
    pub fn parse(text: &str) -> Result<BitVec, BitVecParseError> {
        let malformed = || BitVecParseError::Malformed(text.to_owned());
        if let Some(digits) = text.strip_prefix("#b") {
            return from_digits(digits, 2, 1).ok_or_else(malformed)?;
        }
        if let Some(digits) = text.strip_prefix("#x") {
            return from_digits(digits, 16, 4).ok_or_else(malformed)?;
        }
        let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(malformed)?;
        let words: Vec<&str> = inside.split_ascii_whitespace().collect();
        let ["_", name, width] = words[..] else { return Err(malformed()) };
        let digits = name.strip_prefix("bv").ok_or_else(malformed)?;
        let width = decimal(width).ok_or_else(malformed)?;
        BitVec::from_decimal(digits, u64::try_from(&width).unwrap_or(u64::MAX))
    }

    /// Reads the parts of `(_ bvN width)`: the digits `N` and the width.
    pub fn from_decimal(digits: &str, width: u64) -> Result<BitVec, BitVecParseError> {
        let value = decimal(digits).ok_or_else(|| BitVecParseError::Malformed(format!("bv{digits}")))?;
        let width = checked_width(width)?;
        if value.bit_len() > width as usize {
            return Err(BitVecParseError::TooLarge { value, width });
        }
        Ok(BitVec::from_ubig(width, &value))
    }

    /// Written as `#b…`.
    pub fn to_binary(&self) -> String {
        let bits = (0..self.width).rev().map(|index| if self.bit(index) { '1' } else { '0' });
        "#b".chars().chain(bits).collect()
    }

    /// Written as `#x…`, when the width is a multiple of four.
    pub fn to_hex(&self) -> Option<String> {
        self.width.is_multiple_of(4).then(|| {
            let digits = (0..self.width / 4).rev().map(|index| {
                let limb = self.limbs()[(index / 16) as usize];
                char::from(b"0123456789abcdef"[((limb >> (index % 16 * 4)) & 15) as usize])
            });
            "#x".chars().chain(digits).collect()
        })
    }

    /// Written as `(_ bvN width)`.
    pub fn to_decimal(&self) -> String {
        format!("(_ bv{} {})", self.to_ubig(), self.width)
    }
}

/// Hexadecimal where it can be, binary elsewhere: both are literals that every solver reads.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex().unwrap_or_else(|| self.to_binary()))
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn checked_width(width: u64) -> Result<u32, BitVecParseError> {
    match u32::try_from(width) {
        Ok(narrow) if (1..=MAX_WIDTH).contains(&narrow) => Ok(narrow),
        _ => Err(BitVecParseError::Width(width)),
    }
}

/// dashu also reads signs and underscores, which SMT-LIB does not have.
fn decimal(digits: &str) -> Option<UBig> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| UBig::from_str_radix(digits, 10).ok()).flatten()
}

fn from_digits(digits: &str, radix: u32, bits: u64) -> Option<Result<BitVec, BitVecParseError>> {
    let plain = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let value = plain.then(|| UBig::from_str_radix(digits, radix).ok()).flatten()?;
    Some(checked_width(digits.len() as u64 * bits).map(|width| BitVec::from_ubig(width, &value)))
}
