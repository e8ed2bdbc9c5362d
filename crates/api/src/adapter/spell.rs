//! Values in the spellings that libraries read.

use eval::text::Text;

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
