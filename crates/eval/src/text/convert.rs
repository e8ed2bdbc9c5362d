//! Between strings, code points, integers and letter cases.

use dashu_base::Sign;
use dashu_int::{IBig, UBig};

use super::{MAX_CODE, Text};

impl Text {
    /// `str.is_digit`: one character, `0` to `9`.
    pub fn is_digit(&self) -> bool {
        matches!(self.codes(), &[code] if is_decimal(code))
    }

    /// `str.to_code`: the code point of a string of length one, else -1.
    pub fn to_code(&self) -> IBig {
        match *self.codes() {
            [code] => code.into(),
            _ => IBig::NEG_ONE,
        }
    }

    /// `str.from_code`: the character with this code point, or the empty string.
    pub fn from_code(code: &IBig) -> Text {
        match u32::try_from(code) {
            Ok(code) if code <= MAX_CODE => Text::from_checked(vec![code]),
            _ => Text::default(),
        }
    }

    /// `str.to_int`: the number written in decimal digits, else -1 (also for the empty string).
    pub fn to_int(&self) -> IBig {
        if self.is_empty() || !self.codes().iter().all(|&code| is_decimal(code)) {
            return IBig::NEG_ONE;
        }
        let digits: String = self.codes().iter().filter_map(|&code| char::from_u32(code)).collect();
        UBig::from_str_radix(&digits, 10).map_or(IBig::NEG_ONE, IBig::from)
    }

    /// `str.from_int`: the decimal digits of a natural number; the empty string for a negative one.
    pub fn from_int(value: &IBig) -> Text {
        match value.sign() {
            Sign::Negative => Text::default(),
            Sign::Positive => Text::from_checked(value.to_string().bytes().map(u32::from).collect()),
        }
    }

    /// cvc5's `str.to_lower`, which knows ASCII only.
    pub fn to_lower(&self) -> Text {
        self.map(|code| if (0x41..=0x5A).contains(&code) { code + 32 } else { code })
    }

    /// cvc5's `str.to_upper`, which knows ASCII only.
    pub fn to_upper(&self) -> Text {
        self.map(|code| if (0x61..=0x7A).contains(&code) { code - 32 } else { code })
    }

    fn map(&self, letter: impl Fn(u32) -> u32) -> Text {
        Text::from_checked(self.codes().iter().map(|&code| letter(code)).collect())
    }
}

fn is_decimal(code: u32) -> bool {
    (0x30..=0x39).contains(&code)
}
