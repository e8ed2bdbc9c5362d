//! String literals: what stands between the quotes in a script, and back.
//!
//! Version 2.6 of the theory knows only `\ud₃d₂d₁d₀` and `\u{…}`; every other backslash is a character. Solvers
//! older than it read C-like escapes instead, so the same bytes mean different strings to them.

use std::fmt;

use smtlib::theory::{Naming, Theory};
use smtlib::{Head, Script, TermId};

use super::{MAX_CODE, Text};

/// Which escape sequences a literal is written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Escapes {
    /// UnicodeStrings of SMT-LIB 2.6: `\u0041`, `\u{41}`.
    #[default]
    Standard,
    /// CVC4 and Z3 before that theory: `\x41`, `\101`, `\n`, `\\` and the like; characters up to `0xFF`.
    Legacy,
}

impl Escapes {
    /// The escapes of a script: those of before when it uses the names of before for operators on strings, and none
    /// of today's, as scripts for Z3 up to 4.8.7 and CVC4 do.
    pub fn of_script(script: &Script) -> Escapes {
        let arena = &script.arena;
        let (mut old, mut standard) = (false, false);
        for i in 0..arena.term_count() {
            if let Head::Op(op, spelling, _) = arena.term(TermId::from_index(i)).head
                && matches!(op.theory(), Theory::String | Theory::Regex)
                && let names = op.row().names
                && names.len() > 1
                && let Some((naming, _)) = names.get(usize::from(spelling))
            {
                old |= *naming == Naming::Old;
                standard |= *naming == Naming::Standard && names.iter().any(|(n, _)| *n == Naming::Old);
            }
        }
        if old && !standard { Escapes::Legacy } else { Escapes::Standard }
    }
}

/// A literal holds a character that no string has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the character U+{:X} is above U+2FFFF, the last of the theory", u32::from(*.0))]
pub struct LiteralError(pub char);

impl Text {
    /// Decodes what stands between the quotes of a literal, where a quote is written twice.
    pub fn decode(body: &str, escapes: Escapes) -> Result<Text, LiteralError> {
        if let Some(stranger) = body.chars().find(|&letter| u32::from(letter) > MAX_CODE) {
            return Err(LiteralError(stranger));
        }
        let letters: Vec<char> = body.chars().collect();
        let mut codes = Vec::with_capacity(letters.len());
        let mut rest = &letters[..];
        while let [first, ..] = *rest {
            let (code, used) = match rest {
                ['"', '"', ..] => (u32::from('"'), 2),
                ['\\', ..] => unescape(rest, escapes).unwrap_or((u32::from('\\'), 1)),
                _ => (u32::from(first), 1),
            };
            codes.push(code);
            rest = &rest[used..];
        }
        Ok(Text::from_checked(codes))
    }

    /// The literal, quotes included, that every solver with the standard's escapes reads as this string.
    ///
    /// Backslashes are escaped too: whether one starts an escape would depend on what follows.
    pub fn literal(&self) -> String {
        quoted(self.codes(), |code| format!("\\u{{{code:x}}}"))
    }

    /// The literal for solvers older than the standard's escapes, which have only 256 characters.
    pub fn legacy_literal(&self) -> Option<String> {
        let narrow = self.codes().iter().all(|&code| code <= 0xFF);
        narrow.then(|| quoted(self.codes(), |code| format!("\\x{code:02x}")))
    }
}

/// The literal in standard escapes.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.literal())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn quoted(codes: &[u32], escape: impl Fn(u32) -> String) -> String {
    let mut literal = String::with_capacity(codes.len() + 2);
    literal.push('"');
    for &code in codes {
        match char::from_u32(code) {
            Some('"') => literal.push_str("\"\""),
            Some(letter @ ' '..='~') if letter != '\\' => literal.push(letter),
            _ => literal.push_str(&escape(code)),
        }
    }
    literal.push('"');
    literal
}

/// The code point of the escape sequence at the start, and its length.
fn unescape(letters: &[char], escapes: Escapes) -> Option<(u32, usize)> {
    match escapes {
        Escapes::Standard => unescape_standard(letters),
        Escapes::Legacy => unescape_legacy(letters),
    }
}

fn unescape_standard(letters: &[char]) -> Option<(u32, usize)> {
    match letters {
        ['\\', 'u', '{', braced @ ..] => {
            let length = braced.iter().take(6).position(|&letter| letter == '}')?;
            let code = digits(&braced[..length], 16).filter(|&code| code <= MAX_CODE)?;
            Some((code, length + 4))
        }
        ['\\', 'u', rest @ ..] => Some((digits(rest.get(..4)?, 16)?, 6)),
        _ => None,
    }
}

fn unescape_legacy(letters: &[char]) -> Option<(u32, usize)> {
    let rest = letters.get(1..)?;
    if let ['x', hex @ ..] = rest
        && let Some(code) = hex.get(..2).and_then(|pair| digits(pair, 16))
    {
        return Some((code, 4));
    }
    // Up to three octal digits, as in C; the value wraps around at 256, as in Z3 (CVC4 differs there).
    for length in [3, 2, 1] {
        if let Some(code) = rest.get(..length).and_then(|octal| digits(octal, 8)) {
            return Some((code & 0xFF, length + 1));
        }
    }
    let code = match *rest.first()? {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        // Also `e`, which is no escape to Z3 4.5 to 4.8.7 or CVC4.
        itself => u32::from(itself),
    };
    Some((code, 2))
}

fn digits(letters: &[char], radix: u32) -> Option<u32> {
    if letters.is_empty() {
        return None;
    }
    letters.iter().try_fold(0, |value, letter| Some(value * radix + letter.to_digit(radix)?))
}
