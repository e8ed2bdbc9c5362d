//! `str.replace_re`, `str.replace_re_all` and `str.indexof_re` against the theory's text: among all ways to cut a
//! word around a match, the one with the shortest beginning, then the shortest match.

mod regex_naive;

use dashu_int::IBig;
use eval::regex::{Budget, Regex, Regexes};
use eval::text::TooLong;
use eval::text::sequence::MAX_LENGTH;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use regex_naive::{Re, text, words};

/// `(u1, w1, u2)` with `w1` the shortest leftmost match.
fn cut<'w>(w: &'w str, r: &Re, counts: fn(&str) -> bool) -> Option<(&'w str, &'w str, &'w str)> {
    let ends = |from: usize| (from..=w.len()).map(move |to| (from, to));
    let mut cuts = (0..=w.len()).flat_map(ends).map(|(from, to)| (&w[..from], &w[from..to], &w[to..]));
    cuts.find(|(_, w1, _)| counts(w1) && r.has(w1))
}

fn naive_replace_re(w: &str, r: &Re, new: &str) -> String {
    match cut(w, r, |_| true) {
        Some((u1, _, u2)) => format!("{u1}{new}{u2}"),
        None => w.to_owned(),
    }
}

fn naive_replace_re_all(w: &str, r: &Re, new: &str) -> String {
    match cut(w, r, |w1| !w1.is_empty()) {
        Some((u1, _, u2)) => format!("{u1}{new}{}", naive_replace_re_all(u2, r, new)),
        None => w.to_owned(),
    }
}

fn naive_indexof_re(w: &str, r: &Re, i: i64) -> i64 {
    match usize::try_from(i).ok().and_then(|i| w.get(i..)) {
        Some(rest) => cut(rest, r, |_| true).map_or(-1, |(u1, ..)| i + u1.len() as i64),
        None => -1,
    }
}

#[test]
fn replacing_and_finding_agree_with_all_cuts() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let words = words(4);
    for round in 0..600 {
        let naive = Re::random(&mut rng, 1 + round % 3);
        let mut m = Regexes::new();
        let r = naive.build(&mut m);
        for w in &words {
            let (value, new) = (text(w), "xy");
            let once = naive_replace_re(w, &naive, new);
            assert_eq!(m.replace_re(&value, r, &text(new)), Ok(text(&once)), "{w:?} {naive:?}");
            let all = naive_replace_re_all(w, &naive, new);
            assert_eq!(m.replace_re_all(&value, r, &text(new)), Ok(text(&all)), "{w:?} {naive:?}");
            for i in [-1, 0, 2, 4, 5] {
                let place = IBig::from(naive_indexof_re(w, &naive, i));
                assert_eq!(m.indexof_re(&value, r, &IBig::from(i)), Ok(place), "{w:?} {naive:?} {i}");
            }
        }
    }
}

#[test]
fn empty_matches_count_once_but_never_for_all() {
    let mut m = Regexes::new();
    let a = m.to_re(&text("a"));
    let many = m.star(a);
    assert_eq!(m.replace_re(&text("ba"), many, &text("x")), Ok(text("xba")));
    assert_eq!(m.replace_re_all(&text("baa"), many, &text("x")), Ok(text("bxx")));
    assert_eq!(m.replace_re_all(&text("ba"), Regex::EPSILON, &text("x")), Ok(text("ba")));
    assert_eq!(m.replace_re(&text("ba"), Regex::NONE, &text("x")), Ok(text("ba")));
    assert_eq!(m.indexof_re(&text("ba"), many, &IBig::from(2)), Ok(IBig::from(2)));
    assert_eq!(m.indexof_re(&text("ba"), many, &(IBig::ONE << 100)), Ok(IBig::from(-1)));
}

#[test]
fn replacements_too_long_are_refused() {
    let mut m = Regexes::new();
    let long = text(&"b".repeat(MAX_LENGTH));
    assert_eq!(m.replace_re_all(&text("aa"), Regex::ALLCHAR, &long), Err(Budget::Length(TooLong)));
    assert_eq!(m.replace_re(&text("a"), Regex::EPSILON, &long), Err(Budget::Length(TooLong)));
}
