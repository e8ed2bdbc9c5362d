//! The string functions against the theory's text, transcribed as searches over all ways to cut a word, on every
//! short word over two letters and every position in and around it.

use dashu_int::IBig;
use eval::text::sequence::{self, MAX_LENGTH};
use eval::text::{Text, TooLong};
use proptest::prelude::*;

fn text(letters: &str) -> Text {
    Text::from_chars(letters).expect("ASCII")
}

fn int(value: i64) -> IBig {
    IBig::from(value)
}

/// All words over `ab` up to a length.
fn words(longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|word| ["a", "b"].map(|letter| format!("{word}{letter}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// All `(w1, w2, w3)` with `w = w1 w2 w3`, by the lengths of `w1`, then `w2`.
fn cuts(w: &str) -> Vec<(&str, &str, &str)> {
    let ends = |from: usize| (from..=w.len()).map(move |to| (from, to));
    (0..=w.len()).flat_map(ends).map(|(from, to)| (&w[..from], &w[from..to], &w[to..])).collect()
}

fn naive_substr(w: &str, m: i64, n: i64) -> String {
    let size = w.len() as i64;
    if !(0 <= m && m < size && 0 < n) {
        return String::new();
    }
    let wanted = n.min(size - m);
    let cut = cuts(w).into_iter().find(|(w1, w2, _)| w1.len() as i64 == m && w2.len() as i64 == wanted);
    cut.expect("a cut").1.to_owned()
}

fn naive_indexof(w: &str, part: &str, i: i64) -> i64 {
    let starts = cuts(w).into_iter().filter(|(_, w2, _)| *w2 == part).map(|(w1, ..)| w1.len() as i64);
    starts.filter(|&n| 0 <= i && i <= n).min().unwrap_or(-1)
}

fn naive_replace(w: &str, old: &str, new: &str) -> String {
    match cuts(w).into_iter().find(|(_, w2, _)| *w2 == old) {
        Some((u1, _, u2)) => format!("{u1}{new}{u2}"),
        None => w.to_owned(),
    }
}

fn naive_replace_all(w: &str, old: &str, new: &str) -> String {
    match cuts(w).into_iter().find(|(_, w2, _)| *w2 == old && !old.is_empty()) {
        Some((u1, _, u2)) => format!("{u1}{new}{}", naive_replace_all(u2, old, new)),
        None => w.to_owned(),
    }
}

fn naive_update(w: &str, i: i64, new: &str) -> String {
    if i < 0 || i >= w.len() as i64 {
        return w.to_owned();
    }
    let size = new.len().min(w.len() - i as usize);
    let cut = cuts(w).into_iter().find(|(u1, w3, _)| u1.len() as i64 == i && w3.len() == size);
    let (u1, _, u3) = cut.expect("a cut");
    format!("{u1}{}{u3}", &new[..size])
}

#[test]
fn substr_and_at_cut_as_the_theory_says() {
    for w in words(4) {
        for m in -2..=6 {
            for n in -2..=6 {
                assert_eq!(text(&w).substr(&int(m), &int(n)), text(&naive_substr(&w, m, n)), "{w} {m} {n}");
            }
            assert_eq!(text(&w).at(&int(m)), text(&naive_substr(&w, m, 1)), "{w} {m}");
            let update = |new: &String| text(&w).update(&int(m), &text(new));
            words(3)
                .iter()
                .for_each(|new| assert_eq!(update(new), text(&naive_update(&w, m, new)), "{w} {m} {new}"));
        }
    }
}

#[test]
fn searching_and_replacing_agree_with_all_cuts() {
    for w in words(5) {
        for part in words(3) {
            let (s, t) = (text(&w), text(&part));
            assert_eq!(s.contains(&t), cuts(&w).iter().any(|cut| cut.1 == part), "{w} {part}");
            assert_eq!(t.prefixof(&s), cuts(&w).iter().any(|cut| cut.0 == part), "{w} {part}");
            assert_eq!(t.suffixof(&s), cuts(&w).iter().any(|cut| cut.2 == part), "{w} {part}");
            for i in -2..=7 {
                assert_eq!(s.indexof(&t, &int(i)), int(naive_indexof(&w, &part, i)), "{w} {part} {i}");
            }
            let last = cuts(&w).iter().filter(|cut| cut.1 == part).map(|cut| cut.0.len() as i64).max();
            assert_eq!(s.last_indexof(&t), int(last.unwrap_or(-1)), "{w} {part}");
            for new in words(2) {
                let new_text = text(&new);
                assert_eq!(
                    s.replace(&t, &new_text),
                    Ok(text(&naive_replace(&w, &part, &new))),
                    "{w} {part} {new}"
                );
                let all = naive_replace_all(&w, &part, &new);
                assert_eq!(s.replace_all(&t, &new_text), Ok(text(&all)), "{w} {part} {new}");
            }
            assert_eq!(Text::concat(&[&s, &t, &s]), Ok(text(&format!("{w}{part}{w}"))));
            // ASCII words compare as Rust's strings do.
            assert_eq!((s.lt(&t), s.le(&t)), (w < part, w <= part));
        }
    }
}

#[test]
fn the_cases_solvers_get_wrong_are_right() {
    assert_eq!(text("ab").replace(&text(""), &text("c")), Ok(text("cab")));
    assert_eq!(text("").replace(&text(""), &text("c")), Ok(text("c")));
    assert_eq!(text("ab").replace_all(&text(""), &text("c")), Ok(text("ab")));
    assert_eq!(text("aaa").replace_all(&text("aa"), &text("b")), Ok(text("ba")));
    assert_eq!(text("abc").indexof(&text(""), &int(3)), int(3));
    assert_eq!(text("abc").indexof(&text(""), &int(4)), int(-1));
    assert_eq!(text("abc").indexof(&text(""), &int(-1)), int(-1));
    assert_eq!(text("").indexof(&text(""), &int(0)), int(0));
    assert_eq!(text("abc").substr(&int(3), &int(1)), text(""));
    assert!(!text("").lt(&text("")));
}

#[test]
fn huge_positions_are_outside() {
    let huge = IBig::ONE << 200;
    let s = text("abc");
    for far in [huge.clone(), -huge.clone()] {
        assert_eq!(s.at(&far), text(""));
        assert_eq!(s.substr(&far, &huge), text(""));
        assert_eq!(s.indexof(&text(""), &far), int(-1));
        assert_eq!(s.update(&far, &text("z")), s);
        assert_eq!(Text::from_code(&far), text(""));
    }
    assert_eq!(s.substr(&int(1), &huge), text("bc"));
    assert_eq!(s.substr(&int(1), &-huge), text(""));
}

#[test]
fn code_points_convert_within_the_alphabet() {
    assert_eq!(text("A").to_code(), int(65));
    assert_eq!((text("").to_code(), text("AB").to_code()), (int(-1), int(-1)));
    assert_eq!(Text::from_code(&int(65)), text("A"));
    assert_eq!(Text::from_code(&int(0)).len(), 1);
    assert_eq!(Text::from_code(&int(0x2FFFF)).to_code(), int(0x2FFFF));
    assert_eq!(Text::from_code(&int(0x30000)), text(""));
    assert_eq!(Text::from_code(&int(-1)), text(""));
    let digits: Vec<u32> = (0..0x100).filter(|&code| Text::from_code(&IBig::from(code)).is_digit()).collect();
    assert_eq!(digits, (0x30..=0x39).collect::<Vec<_>>());
    assert!(!text("").is_digit() && !text("12").is_digit());
}

#[test]
fn integers_are_read_only_from_plain_digits() {
    assert_eq!(text("0042").to_int(), int(42));
    assert_eq!(text("0").to_int(), int(0));
    for other in ["", "-1", "+1", "1 ", " 1", "1_0", "0x1", "a", "1a", "٣"] {
        assert_eq!(text(other).to_int(), int(-1), "{other}");
    }
    let long = "123456789".repeat(20);
    assert_eq!(text(&long).to_int().to_string(), long);
    assert_eq!(Text::from_int(&text(&long).to_int()), text(&long));
    assert_eq!(Text::from_int(&int(0)), text("0"));
    assert_eq!(Text::from_int(&int(-7)), text(""));
}

#[test]
fn case_changes_only_in_ascii() {
    let every = Text::from_codes(0..0x250).unwrap();
    let ascii = |change: fn(&u8) -> u8| {
        (0..0x250).map(move |code| if code < 128 { change(&(code as u8)).into() } else { code })
    };
    assert_eq!(every.to_lower(), Text::from_codes(ascii(u8::to_ascii_lowercase)).unwrap());
    assert_eq!(every.to_upper(), Text::from_codes(ascii(u8::to_ascii_uppercase)).unwrap());
    assert_eq!(text("abc").rev(), text("cba"));
}

#[test]
fn growth_stops_at_the_limit() {
    let half = Text::from_codes(std::iter::repeat_n(0x61, MAX_LENGTH / 2 + 1)).unwrap();
    assert_eq!(Text::concat(&[&half, &half]), Err(TooLong));
    assert_eq!(half.replace(&text(""), &half), Err(TooLong));
    assert_eq!(half.replace_all(&text("a"), &half), Err(TooLong));
    assert_eq!(Text::concat(&[&half, &text("b")]).map(|whole| whole.len()), Ok(MAX_LENGTH / 2 + 2));
}

proptest! {
    #[test]
    fn sequences_of_any_element_behave_as_strings_do(
        s in "[abc]{0,8}", t in "[abc]{0,2}", u in "[abc]{0,3}", i in -2..10i64, n in -2..10i64,
    ) {
        let [x, y, z] = [&s, &t, &u].map(|word| word.chars().map(String::from).collect::<Vec<String>>());
        let join = |items: &[String]| text(&items.concat());
        let (a, b, c) = (text(&s), text(&t), text(&u));
        prop_assert_eq!(join(sequence::extract(&x, &int(i), &int(n))), a.substr(&int(i), &int(n)));
        prop_assert_eq!(join(sequence::at(&x, &int(i))), a.at(&int(i)));
        prop_assert_eq!(sequence::nth(&x, &int(i)).is_some(), 0 <= i && i < s.len() as i64);
        prop_assert_eq!(sequence::replace(&x, &y, &z).map(|r| join(&r)), a.replace(&b, &c));
        prop_assert_eq!(sequence::replace_all(&x, &y, &z).map(|r| join(&r)), a.replace_all(&b, &c));
        prop_assert_eq!(join(&sequence::update(&x, &int(i), &z)), a.update(&int(i), &c));
        prop_assert_eq!(join(&sequence::rev(&x)), a.rev());
        prop_assert_eq!(sequence::index_of(&x, &y, &int(i)).map_or(int(-1), IBig::from), a.indexof(&b, &int(i)));
    }
}
