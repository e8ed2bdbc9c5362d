//! Values in the spellings that libraries read.

use eval::bitvec::BitVec;
use eval::text::Text;

/// The bits of a bit-vector, the highest first.
pub(crate) fn bits(value: &BitVec) -> String {
    (0..value.width()).rev().map(|i| if value.bit(i) { '1' } else { '0' }).collect()
}

/// A string with everything escaped that is not plainly printable.
pub(super) fn escaped(text: &Text) -> String {
    let mut out = String::new();
    for &code in text.codes() {
        match char::from_u32(code) {
            Some(c @ ' '..='~') if c != '\\' => out.push(c),
            _ => out += &format!("\\u{{{code:x}}}"),
        }
    }
    out
}
