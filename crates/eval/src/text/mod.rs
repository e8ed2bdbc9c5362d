//! String values: the SMT-LIB theory UnicodeStrings and the extensions of cvc5 and Z3.
//!
//! A string is a sequence of code points `0..=0x2FFFF`, which is neither what Rust's `char` can hold (surrogates
//! are allowed) nor all of Unicode. What strings share with `Seq` values is in [`sequence`].
//!
//! ```
//! use eval::text::{Escapes, Text};
//! let text = Text::decode(r#"say ""\u{e9}"""#, Escapes::Standard).unwrap();
//! assert_eq!(text.len(), 7);
//! assert_eq!(text.to_string(), r#""say ""\u{e9}""""#);
//! ```

mod convert;
mod literal;
pub mod sequence;

use std::sync::Arc;

use dashu_int::IBig;

pub use literal::{Escapes, LiteralError};
pub use sequence::TooLong;

/// The largest code point of the theory.
pub const MAX_CODE: u32 = 0x2FFFF;

/// A string value; cheap to clone. Its order is that of `str.<`: lexicographic by code point.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text(Arc<[u32]>);

impl Text {
    /// A string of these code points, unless one is above [`MAX_CODE`].
    pub fn from_codes(codes: impl IntoIterator<Item = u32>) -> Option<Text> {
        let codes: Arc<[u32]> = codes.into_iter().collect();
        codes.iter().all(|&code| code <= MAX_CODE).then_some(Text(codes))
    }

    /// A string of these characters, unless one is above [`MAX_CODE`]. Nothing is unescaped: see [`Text::decode`].
    pub fn from_chars(chars: &str) -> Option<Text> {
        Text::from_codes(chars.chars().map(u32::from))
    }

    /// The code points.
    pub fn codes(&self) -> &[u32] {
        &self.0
    }

    /// `str.len`.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is this the empty string?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `str.++`.
    pub fn concat(parts: &[&Text]) -> Result<Text, TooLong> {
        match parts {
            [only] => Ok((*only).clone()),
            _ => sequence::concat(parts.iter().map(|part| part.codes())).map(Text::from_checked),
        }
    }

    /// `str.at`: the character at `index`, or the empty string.
    pub fn at(&self, index: &IBig) -> Text {
        Text(sequence::at(&self.0, index).into())
    }

    /// `str.substr`: at most `count` characters from `start` on; empty unless `start` is inside and `count` positive.
    pub fn substr(&self, start: &IBig, count: &IBig) -> Text {
        Text(sequence::extract(&self.0, start, count).into())
    }

    /// `(str.prefixof self whole)`.
    pub fn prefixof(&self, whole: &Text) -> bool {
        whole.0.starts_with(&self.0)
    }

    /// `(str.suffixof self whole)`.
    pub fn suffixof(&self, whole: &Text) -> bool {
        whole.0.ends_with(&self.0)
    }

    /// `(str.contains self part)`.
    pub fn contains(&self, part: &Text) -> bool {
        sequence::find(&self.0, &part.0).is_some()
    }

    /// `(str.indexof self part start)`: the first occurrence at or after `start`, or -1.
    pub fn indexof(&self, part: &Text, start: &IBig) -> IBig {
        position(sequence::index_of(&self.0, &part.0, start))
    }

    /// Z3's `seq.last_indexof`, which strings have too: the last occurrence, or -1.
    pub fn last_indexof(&self, part: &Text) -> IBig {
        position(sequence::last_index_of(&self.0, &part.0))
    }

    /// `(str.replace self old new)`: the first occurrence replaced; an empty `old` occurs at the start.
    pub fn replace(&self, old: &Text, new: &Text) -> Result<Text, TooLong> {
        sequence::replace(&self.0, &old.0, &new.0).map(Text::from_checked)
    }

    /// `(str.replace_all self old new)`; an empty `old` changes nothing.
    pub fn replace_all(&self, old: &Text, new: &Text) -> Result<Text, TooLong> {
        sequence::replace_all(&self.0, &old.0, &new.0).map(Text::from_checked)
    }

    /// `str.<`.
    pub fn lt(&self, other: &Text) -> bool {
        self.0 < other.0
    }

    /// `str.<=`.
    pub fn le(&self, other: &Text) -> bool {
        self.0 <= other.0
    }

    /// cvc5's `str.rev`.
    pub fn rev(&self) -> Text {
        Text::from_checked(sequence::rev(&self.0))
    }

    /// cvc5's `(str.update self start new)`: overwrites from `start` on, never growing; unchanged when outside.
    pub fn update(&self, start: &IBig, new: &Text) -> Text {
        Text::from_checked(sequence::update(&self.0, start, &new.0))
    }

    /// Code points that came out of other texts need no second look.
    pub(crate) fn from_checked(codes: Vec<u32>) -> Text {
        Text(codes.into())
    }
}

/// SMT-LIB's way to say where, or -1 for nowhere.
pub(crate) fn position(found: Option<usize>) -> IBig {
    found.map_or(IBig::NEG_ONE, IBig::from)
}
