//! The paper's bugs: each is a few steps away from a script without it, by a search through all rules and places.

use std::collections::BTreeSet;

use smtlib::{Arena, Features, term_text};

use super::assertion::Assertion;
use super::{Ground, Repertoire, Stock};
use crate::dice::Dice;
use crate::label::Label;
use crate::seed::Seed;

/// Different terms that are tried for what a rule leaves open, on a way of so many steps: more than one step is a tree.
fn fillings(steps: usize) -> u64 {
    if steps == 1 { 32 } else { 8 }
}

/// The rules on a shortest way from a seed to a script that has an assertion with this text in it.
fn way(seed: &str, label: Label, wanted: &str, steps: usize) -> Option<Vec<&'static str>> {
    let seed = Seed::parse("seed", seed.as_bytes()).unwrap();
    let ground = Ground::of(&seed, Some(label));
    let mut stock = Stock::new(&seed, ground, &[], 1, Repertoire::new(Features::ALL, |_| true)).unwrap();
    let mut seen = BTreeSet::new();
    let mut open: Vec<(Vec<Assertion>, Vec<&'static str>)> = vec![(stock.begin.clone(), Vec::new())];
    for _ in 0..steps {
        let mut next = Vec::new();
        for (assertions, way) in open {
            for (i, assertion) in assertions.iter().enumerate() {
                for (place, found) in &assertion.options {
                    for filling in 0..fillings(steps) {
                        let position = assertion.places.position(*place as usize);
                        let (mut dice, mut fill_dice) = (Dice::new(&[filling]), Dice::new(&[filling, 1]));
                        let pool = &stock.pool;
                        let mut fill = |arena: &Arena, sort| pool.pick(arena, sort, &[], &mut fill_dice);
                        let (arena, rewriter) = (&mut stock.arena, &mut stock.rewriter);
                        let new = stock.rules.book.apply(arena, rewriter, found, &mut dice, &mut fill);
                        let Some(new) = new else { break };
                        let Some(root) = rewriter.replace_at(arena, assertion.root, &position, new) else {
                            break;
                        };
                        let text = term_text(arena, root);
                        if !seen.insert((i, text.clone())) {
                            continue;
                        }
                        let mut way = way.clone();
                        way.push(stock.rules.book.reading(found).rule.name);
                        if text.contains(wanted) {
                            return Some(way);
                        }
                        let Stock { arena, printer, finder, memo, rules, .. } = &mut stock;
                        let changed = Assertion::new(arena, root, printer, finder, memo, rules, label);
                        let mut assertions = assertions.clone();
                        assertions[i] = changed;
                        next.push((assertions, way));
                    }
                }
            }
        }
        open = next;
    }
    None
}

/// Z3 issue 5329: `unsat`, where `(> c 0)` in the place of `(not (= c 0))` is answered `sat`.
#[test]
fn figure_1_is_reached() {
    let seed = "(declare-const a Real)(assert (forall ((b Real)) (exists ((c Real)) (and \
                (= (+ a (* c (+ b c) (+ b c))) 0) (< a 0) (> c 0)))))(check-sat)";
    let listed = "(forall ((b Real)) (exists ((c Real)) (and (= (+ a (* c (+ b c) (+ b c))) 0.0) (< a 0.0) (not (= c 0.0)))))";
    let way = way(seed, Label::Sat, listed, 2).unwrap();
    assert_eq!(way, ["gt-to-distinct", "not-equal"]);
}

/// Z3 issue 5338: decided by an older release alone.
#[test]
fn listing_3_is_reached() {
    let seed = "(assert (forall ((v Int)) (= 0 v)))(assert (<= 0 (mod 0 0)))(check-sat)";
    let way = way(seed, Label::Unsat, "(= 0 (mod 0 0))", 1).unwrap();
    assert_eq!(way.len(), 1);
}

/// cvc5-projects issue 279: `(= 0.0 s)` is decided in its place, `(or false (= 0.0 s))` is not.
#[test]
fn listing_4_is_reached() {
    let seed = "(declare-const s Real)(assert (or (= 0.0 s) (< (* s (+ 6 (* s 12))) (- 1))))(check-sat)";
    let listed = "(or (or false (= 0.0 s)) (< (* s (+ 6.0 (* s 12.0))) (- 1.0)))";
    assert_eq!(way(seed, Label::Sat, listed, 1).unwrap(), ["or-false"]);
}

/// cvc5 issue 6717: a simplification that was lost.
#[test]
fn listing_6_is_reached() {
    let seed = "(declare-const T Bool)(declare-const v String)(assert (=> T T))\
                (assert (or T (and (str.prefixof v \"\") (exists ((x Int)) (= \"t\" (str.substr v 0 x))))))(check-sat)";
    assert_eq!(way(seed, Label::Sat, "(ite T T true)", 1).unwrap(), ["implies-ite"]);
}

/// Z3 issue 5399: `(str.replace "" va "")`, which is always empty; with `""` in its place Z3 had the answer.
#[test]
fn listing_7_is_reached() {
    let seed = "(declare-const x Int)(declare-const T Int)(declare-const va String)\
                (assert (distinct (str.from_int T) (str.replace va \"\" (str.from_int (- x)))))(check-sat)";
    let listed =
        "(distinct (str.from_int T) (str.replace va (str.replace \"\" va \"\") (str.from_int (- x))))";
    assert_eq!(way(seed, Label::Sat, listed, 1).unwrap(), ["str-replace-in-empty"]);
}

/// Nothing is found where there is no way.
#[test]
fn what_is_not_implied_is_not_reached() {
    let seed = "(declare-const x Int)(assert (>= x 0))(check-sat)";
    assert_eq!(way(seed, Label::Sat, "(> x 0)", 1), None);
    assert!(way(seed, Label::Unsat, "(> x 0)", 1).is_some());
}
