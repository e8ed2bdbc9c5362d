//! String literals in both dialects.

use eval::text::{Escapes, LiteralError, MAX_CODE, Text};
use proptest::prelude::*;

fn standard(body: &str) -> Vec<u32> {
    Text::decode(body, Escapes::Standard).expect("characters of the theory").codes().to_vec()
}

fn legacy(body: &str) -> Vec<u32> {
    Text::decode(body, Escapes::Legacy).expect("characters of the theory").codes().to_vec()
}

fn plain(letters: &str) -> Vec<u32> {
    letters.chars().map(u32::from).collect()
}

#[test]
fn standard_escapes_name_one_character() {
    assert_eq!(standard(r"\u0041"), [0x41]);
    assert_eq!(standard(r"\ud800"), [0xD800]);
    assert_eq!(standard(r"\u{0}"), [0]);
    assert_eq!(standard(r"\u{00041}"), [0x41]);
    assert_eq!(standard(r"\u{aF}"), [0xAF]);
    assert_eq!(standard(r"\u{2FFFF}"), [MAX_CODE]);
    assert_eq!(standard(r"a\u00412"), [0x61, 0x41, 0x32]);
    assert_eq!(standard(r"\\u0041"), [0x5C, 0x41]);
    assert_eq!(standard(r#"a""b"#), plain("a\"b"));
    assert_eq!(standard(""), []);
}

#[test]
fn everything_else_after_a_backslash_is_literal() {
    for body in [
        r"\",
        r"\\",
        r"\n",
        r"\x41",
        r"\u",
        r"\u004",
        r"\u004g",
        r"\u{}",
        r"\u{g}",
        r"\u{41",
        r"\u{000041}",
        r"\u{30000}",
        r"\u{fffff}",
        r"\U0041",
        r"\u {41}",
        r"\u{4 1}",
    ] {
        assert_eq!(standard(body), plain(body), "{body}");
    }
}

#[test]
fn legacy_escapes_are_those_of_c() {
    assert_eq!(legacy(r"\x41\n\t\\\a\b\f\r\v"), [0x41, 10, 9, 0x5C, 7, 8, 12, 13, 11]);
    assert_eq!(legacy(r"\101\7\0601\38\400\777"), [0x41, 7, 0x30, 0x31, 3, 0x38, 0, 0xFF]);
    assert_eq!(legacy(r#"\"""\q\xg\e\8"#), plain("\"\"qxge8"));
    assert_eq!(legacy(r"\u0041"), plain("u0041"));
    assert_eq!(legacy(r"end\"), plain(r"end\"));
}

#[test]
fn encoding_escapes_all_but_printable_ascii() {
    let text = Text::from_codes([0x20, 0x22, 0x5C, 0x7E, 0x7F, 0, 0x2FFFF]).unwrap();
    assert_eq!(text.literal(), r#"" ""\u{5c}~\u{7f}\u{0}\u{2ffff}""#);
    assert_eq!(text.legacy_literal(), None);
    let narrow = Text::from_codes([0x22, 0x5C, 0, 0xFF]).unwrap();
    assert_eq!(narrow.legacy_literal().unwrap(), r#""""\x5c\x00\xff""#);
}

#[test]
fn characters_beyond_the_theory_are_refused() {
    assert_eq!(Text::decode("a\u{30000}", Escapes::Standard), Err(LiteralError('\u{30000}')));
    assert_eq!(Text::from_codes([MAX_CODE + 1]), None);
    assert_eq!(Text::from_chars("\u{10FFFF}"), None);
    assert_eq!(Text::from_chars("é"), Text::from_codes([0xE9]));
}

/// Strings rich in what could be taken for an escape.
fn codes() -> impl Strategy<Value = Vec<u32>> {
    let tricky = prop::sample::select(plain("\\u{}0123afx\"n\n"));
    prop::collection::vec(prop_oneof![3 => tricky, 1 => 0..=MAX_CODE], 0..12)
}

proptest! {
    #[test]
    fn literals_decode_to_the_string_they_encode(codes in codes()) {
        let text = Text::from_codes(codes).unwrap();
        let literal = text.literal();
        let body = &literal[1..literal.len() - 1];
        prop_assert!(body.bytes().all(|byte| (0x20..=0x7E).contains(&byte)));
        prop_assert_eq!(body.matches('"').count(), 2 * body.matches("\"\"").count());
        prop_assert_eq!(Text::decode(body, Escapes::Standard), Ok(text.clone()));
        if let Some(literal) = text.legacy_literal() {
            prop_assert_eq!(Text::decode(&literal[1..literal.len() - 1], Escapes::Legacy), Ok(text));
        }
    }

    #[test]
    fn decoding_takes_any_input(body in ".*") {
        for escapes in [Escapes::Standard, Escapes::Legacy] {
            if let Ok(text) = Text::decode(&body, escapes) {
                prop_assert!(text.len() <= body.chars().count());
            }
        }
    }
}
