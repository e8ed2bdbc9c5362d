//! Languages against brute force: random expressions, all words up to length 5.

mod regex_naive;

use eval::regex::{Budget, Regex, Regexes};
use eval::text::{MAX_CODE, Text};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use regex_naive::{Re, text, words};

#[test]
fn membership_agrees_with_the_definition() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let words: Vec<(String, Text)> = words(5).into_iter().map(|word| (word.clone(), text(&word))).collect();
    let mut regexes = Regexes::new();
    for round in 0..1_500 {
        let naive = Re::random(&mut rng, 1 + round % 4);
        let r = naive.build(&mut regexes);
        for (word, value) in &words {
            assert_eq!(regexes.in_re(value, r), Ok(naive.has(word)), "{word:?} in {naive:?}");
        }
    }
}

#[test]
fn shortest_words_and_emptiness_agree_with_all_short_words() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let words = words(5);
    for round in 0..1_500 {
        let naive = Re::random(&mut rng, 1 + round % 4);
        let mut regexes = Regexes::new();
        let r = naive.build(&mut regexes);
        let shortest = words.iter().find(|word| naive.has(word)).map(String::len);
        let found = regexes.shortest_word(r).expect("small automata");
        assert_eq!(regexes.is_empty(r), Ok(found.is_none()), "{naive:?}");
        match (&found, shortest) {
            (Some(word), Some(length)) => assert_eq!(word.len(), length, "{naive:?}"),
            (Some(word), None) => assert!(word.len() > 5, "{naive:?}"),
            (None, shortest) => assert_eq!(shortest, None, "{naive:?}"),
        }
        if let Some(word) = found {
            assert_eq!(regexes.in_re(&word, r), Ok(true), "{word} in {naive:?}");
        }
    }
}

#[test]
fn the_laws_of_the_operators_hold() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..300 {
        let mut m = Regexes::new();
        let [a, b] = [(); 2].map(|()| Re::random(&mut rng, 2).build(&mut m));
        let (not_a, not_b, both) = (m.comp(a), m.comp(b), m.inter(&[a, b]));
        let (either_not, not_both) = (m.union(&[not_a, not_b]), m.comp(both));
        assert_eq!(m.equal(either_not, not_both), Ok(true));
        let (aa, aaa) = (m.concat(&[a, a]), m.concat(&[a, a, a]));
        let (few, looped) = (m.union(&[a, aa, aaa]), m.repeat(a, 1, Some(3)));
        assert_eq!(m.equal(few, looped), Ok(true));
        let (star, plus) = (m.star(a), m.plus(a));
        let (unrolled, optional) = (m.concat(&[a, star]), m.opt(plus));
        assert_eq!(m.equal(plus, unrolled), Ok(true));
        assert_eq!(m.equal(star, optional), Ok(true));
        assert_eq!(m.is_subset(both, a), Ok(true));
        assert_eq!(m.equal(a, not_a), Ok(false));
    }
}

#[test]
fn ranges_need_single_characters_in_order() {
    let mut m = Regexes::new();
    for (low, high) in [("b", "a"), ("", "a"), ("a", ""), ("ab", "b"), ("a", "bc")] {
        assert_eq!(m.range(&text(low), &text(high)), Regex::NONE, "{low} {high}");
    }
    let whole = m.range(&Text::from_codes([0]).unwrap(), &Text::from_codes([MAX_CODE]).unwrap());
    assert_eq!(whole, Regex::ALLCHAR);
    let some = m.range(&text("b"), &text("d"));
    for (letter, inside) in [("a", false), ("b", true), ("c", true), ("d", true), ("e", false), ("bb", false)]
    {
        assert_eq!(m.in_re(&text(letter), some), Ok(inside), "{letter}");
    }
}

#[test]
fn loops_count_without_unrolling() {
    let mut m = Regexes::new();
    let a = m.to_re(&text("a"));
    let many = m.repeat(a, 1_000_000_000_000, Some(u64::MAX));
    assert_eq!(m.in_re(&text("aaa"), many), Ok(false));
    assert_eq!(m.is_empty(many), Ok(false));
    assert_eq!(m.shortest_word(many), Err(Budget::States));
    let exactly = m.power(a, 1000);
    assert_eq!(m.in_re(&text(&"a".repeat(1000)), exactly), Ok(true));
    assert_eq!(m.in_re(&text(&"a".repeat(1001)), exactly), Ok(false));
    assert_eq!(m.repeat(a, 3, Some(2)), Regex::NONE);
    assert_eq!(m.repeat(Regex::NONE, 0, Some(2)), Regex::EPSILON);
    assert_eq!(m.power(a, 0), Regex::EPSILON);
}

/// `.*` letter `.{n}`: a deterministic automaton has `2^n` states.
fn letter_before_the_last(m: &mut Regexes, letters: Regex, n: u64) -> Regex {
    let tail = m.power(Regex::ALLCHAR, n);
    m.concat(&[Regex::ALL, letters, tail])
}

#[test]
fn an_automaton_too_large_is_refused_but_words_are_still_matched() {
    let mut m = Regexes::new();
    let (a, b) = (m.to_re(&text("a")), m.to_re(&text("b")));
    let a_or_b = m.union(&[a, b]);
    let small = letter_before_the_last(&mut m, a, 40);
    let large = letter_before_the_last(&mut m, a_or_b, 40);
    assert_eq!(m.is_subset(small, large), Err(Budget::States));
    let word = text(&"ab".repeat(200));
    assert_eq!((m.in_re(&word, small), m.in_re(&word, large)), (Ok(false), Ok(true)));
}

#[test]
fn running_out_of_fuel_does_not_depend_on_earlier_questions() {
    let ask = |m: &mut Regexes| {
        let a = m.to_re(&text("a"));
        let r = letter_before_the_last(m, a, 3);
        let not = m.comp(r);
        (m.in_re(&text("abbaabab"), r), m.is_empty(not), m.is_subset(not, a))
    };
    let mut outcomes = std::collections::BTreeSet::new();
    for fuel in (0..6_000).step_by(40) {
        let mut m = Regexes::with_fuel(fuel);
        let first = ask(&mut m);
        assert_eq!(first, ask(&mut m), "with fuel {fuel}");
        outcomes.insert((first.0.is_ok(), first.2.is_ok()));
    }
    assert!(outcomes.len() > 1, "some fuel was too little and some enough");
}

#[test]
fn deep_expressions_do_not_use_the_machine_stack() {
    let mut m = Regexes::new();
    let (a, b) = (m.to_re(&text("a")), m.to_re(&text("b")));
    let mut r = a;
    for _ in 0..50_000 {
        r = m.concat(&[r, b]);
        r = m.star(r);
    }
    assert_eq!((m.in_re(&text("b"), r), m.in_re(&text("ab"), r)), (Ok(true), Ok(false)));
    let long = m.to_re(&text(&"ab".repeat(50_000)));
    assert_eq!(m.in_re(&text(&"ab".repeat(50_000)), long), Ok(true));
}
