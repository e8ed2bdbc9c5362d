//! String literals for solvers that are older than the escapes of the standard.
//!
//! The theory UnicodeStrings of SMT-LIB 2.6 reads `\ud₃d₂d₁d₀` and `\u{…}` and takes every other backslash as a
//! character. Solvers before it (Z3 up to 4.8.7, CVC4) read `\x41` and the like instead and have 256 characters, so the
//! same bytes would be another string to them.

/// What stands between the quotes of a literal, read by the standard and written in their way; `None` when it holds a
/// character that they do not have.
pub(super) fn legacy(body: &str) -> Option<String> {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(letter) = rest.chars().next() {
        let (code, length) = escape(rest).unwrap_or((u32::from(letter), letter.len_utf8()));
        match u8::try_from(code).ok()? {
            // A quote stands twice in a literal; an escaped one does not.
            b'"' if length > 1 => out.push_str("\\x22"),
            byte @ b' '..=b'~' if byte != b'\\' => out.push(char::from(byte)),
            byte => out.push_str(&format!("\\x{byte:02x}")),
        }
        rest = &rest[length..];
    }
    Some(out)
}

/// Whether those solvers read a literal as everybody does.
pub(super) fn is_plain(body: &str) -> bool {
    body.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'\\')
}

/// The escape sequence at the start: its code, and its length in bytes.
fn escape(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix("\\u")?;
    let (digits, length) = match rest.strip_prefix('{') {
        Some(braced) => {
            let digits = &braced[..braced.find('}')?];
            (digits, digits.len() + 4)
        }
        None => (rest.get(..4)?, 6),
    };
    let is_code = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|&code| is_code && code <= 0x2_FFFF)?;
    Some((code, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_escapes_become_theirs() {
        let written = |body: &str| legacy(body).unwrap_or_else(|| panic!("{body}"));
        assert_eq!(written(r"ab\u{41}\u0042"), r"abAB");
        assert_eq!(written(r"\u{0}\u{ff}é"), r"\x00\xff\xe9");
        assert_eq!(written(r#"a""b\u{22}"#), r#"a""b\x22"#);
    }

    #[test]
    fn what_is_no_escape_to_the_standard_becomes_none_to_them() {
        for (body, expected) in [
            (r"\x41", r"\x5cx41"),
            (r"\n", r"\x5cn"),
            (r"\u{}", r"\x5cu{}"),
            (r"\u{123456}", r"\x5cu{123456}"),
            (r"\u12", r"\x5cu12"),
            (r"\u{+1}", r"\x5cu{+1}"),
            ("\\", r"\x5c"),
        ] {
            assert_eq!(legacy(body).as_deref(), Some(expected), "{body}");
        }
    }

    #[test]
    fn characters_they_lack_cannot_be_written() {
        assert_eq!(legacy(r"\u{100}"), None);
        assert_eq!(legacy("→"), None);
    }
}
