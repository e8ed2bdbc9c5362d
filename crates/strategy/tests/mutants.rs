//! Mutants: every one is well typed, is what it says, is made once, and can be made again.

use std::collections::BTreeSet;

use smtlib::Script;
use strategy::mutant::Base;
use strategy::walk::Made;
use strategy::{Seed, Test, Truth, evolve, mutant, operator, recheck, typed};

/// Seeds of many theories, most of them satisfiable by a model that is easily guessed.
const SEEDS: &[(&str, &str)] = &[
    (
        "ints",
        "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (or (> (* x y) (- 3000)) (= (mod x 7) 2)))(assert (<= x (+ (* x x) y y 5000)))(check-sat)",
    ),
    (
        "linear",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (or (> (+ x (* 2 y)) (- 3000)) (= (- x (* (- 3) y)) 2)))(assert (or (distinct x y 3) (<= x (+ y y 5000))))(check-sat)",
    ),
    (
        "differences",
        "(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)(assert (or (< (- x y) 3) (>= x y) (= (- y x) 7)))(check-sat)",
    ),
    (
        "reals",
        "(set-logic QF_LRA)(declare-const x Real)(declare-const b Bool)(assert (=> b (< x 3)))(assert (ite b (> (+ x 1.0) (/ 4 3)) (not (and b (= x 1.0) (>= (- x) 2.0)))))(check-sat)",
    ),
    (
        "bits",
        "(set-logic QF_BV)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(assert (let ((c (bvor a b))) (and (bvule a c) (not (bvult (bvadd c a #x1) b)) (= ((_ rotate_left 1) a) ((_ rotate_right 3) a)))))(check-sat)",
    ),
    (
        "arrays",
        "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)(assert (or (= (select (store a i 3) i) 4) (> (select a (+ i 1)) (- 9000))))(check-sat)",
    ),
    (
        "strings",
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(assert (or (str.prefixof s (str.++ s \"a\")) (str.in_re s (re.union (re.* (str.to_re \"ab\")) re.allchar))))(assert (>= (+ (str.len s) (str.indexof s t 0)) (- 1)))(check-sat)",
    ),
    (
        "floats",
        "(set-logic QF_FP)(declare-const f (_ FloatingPoint 5 11))(declare-const r RoundingMode)(assert (or (fp.leq (fp.add r f f) (fp.mul RNE f f)) (fp.isNaN f) (not (fp.eq f (fp.abs f)))))(check-sat)",
    ),
    (
        "quantifiers",
        "(set-logic LIA)(declare-const z Int)(assert (forall ((x Int)) (exists ((y Int)) (and (> y x) (< (+ y 1) z)))))(check-sat)",
    ),
    (
        "functions",
        "(set-logic QF_UFLIA)(declare-fun f (Int Int) Int)(declare-sort S 0)(declare-const u S)(declare-const v S)(declare-const x Int)(assert (or (= u v) (= (f x 1) (f 1 x)) (< (f x x) (+ (f 1 2) x))))(check-sat)",
    ),
    (
        "data",
        "(set-logic QF_UFDTLIA)(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)(assert (or ((_ is nil) l) (> (head l) (- 5000)) (= (tail l) nil)))(check-sat)",
    ),
];

fn base(strategy: &str, text: &str) -> Base {
    let seed = Seed::parse("seed", text.as_bytes()).unwrap();
    Base::new(strategy, &seed, &[], 7, true)
}

/// What must hold of every mutant, whoever made it.
fn is_sound(name: &str, test: &Test) {
    let shown = String::from_utf8_lossy(&test.text);
    let script = Script::parse(&test.text).unwrap_or_else(|error| panic!("{name}: {error}\n{shown}"));
    assert!(script.type_errors.is_empty(), "{name}: {:?}\n{shown}", script.type_errors);
    assert_eq!(script.opaque, 0, "{name}\n{shown}");
    recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{name}: {doubt}\n{shown}"));
}

/// Visits a seed; gives the texts that were made and how many of them have a witness.
fn mutants(
    name: &str,
    visits: u64,
    mut make: impl FnMut(u64, u64, &mut Test) -> Made,
    per_visit: u64,
) -> (Vec<Vec<u8>>, usize) {
    let (mut test, mut texts, mut witnessed) = (Test::default(), Vec::new(), 0);
    for visit in 0..visits {
        for instance in 0..per_visit {
            match make(visit, instance, &mut test) {
                Made::Test => {}
                Made::Flaw(why) => panic!("{name}: {why}"),
                Made::Nothing => break,
            }
            is_sound(name, &test);
            assert_eq!((test.provenance.visit, test.provenance.instance), (visit, instance));
            witnessed += usize::from(matches!(test.checks[0].truth, Truth::Sat(_)));
            texts.push(test.text.clone());
        }
    }
    (texts, witnessed)
}

/// The share of texts that were there before, in percent. Whether a model is asked for makes no other mutant.
fn duplicates(texts: &[Vec<u8>]) -> f64 {
    let plain = |text: &Vec<u8>| {
        let text = String::from_utf8_lossy(text).replace("(get-model)\n", "");
        text.replace("(set-option :produce-models true)\n", "")
    };
    let distinct: BTreeSet<String> = texts.iter().map(plain).collect();
    100.0 * (texts.len() - distinct.len()) as f64 / texts.len() as f64
}

#[test]
fn operators_are_mutated_without_a_wrong_one() {
    let bounds = operator::Bounds::default();
    let (mut all, mut witnessed) = (Vec::new(), 0);
    for (name, text) in SEEDS {
        let mut stock = operator::Stock::new(base("operator", text), &|_| true).unwrap();
        let make = |visit, instance, test: &mut Test| {
            // Each visit is asked anew, as a campaign does, only at its beginning.
            stock.visit(&bounds, visit).test(instance, test)
        };
        let (texts, sat) = mutants(name, 2, make, 60);
        assert!(texts.len() >= 40, "{name}: {}", texts.len());
        all.extend(texts);
        witnessed += sat;
    }
    assert!(duplicates(&all) < 1.0, "{}", duplicates(&all));
    assert!(witnessed > all.len() / 5, "{witnessed} of {}", all.len());
}

#[test]
fn the_same_numbers_give_the_same_operators() {
    for (name, text) in SEEDS {
        let make = || operator::Stock::new(base("operator", text), &|_| true).unwrap();
        let (mut one, mut other) = (make(), make());
        let bounds = operator::Bounds::default();
        let (mut test, mut texts) = (Test::default(), Vec::new());
        let mut visit = one.visit(&bounds, 3);
        for instance in 0..visit.tests() {
            if visit.test(instance, &mut test) == Made::Nothing {
                break;
            }
            texts.push((instance, test.text.clone(), test.checks.clone()));
        }
        let mut visit = other.visit(&bounds, 3);
        for (instance, text, checks) in texts.iter().rev().step_by(31) {
            visit.test(*instance, &mut test);
            assert_eq!((&test.text, &test.checks), (text, checks), "{name}");
        }
    }
}

#[test]
fn a_small_seed_is_used_up_and_gives_no_mutant_twice() {
    let text = "(set-logic QF_LIA)(declare-const x Int)(declare-const p Bool)(assert (and p (< x 3)))";
    let mut stock = operator::Stock::new(base("operator", text), &|_| true).unwrap();
    let bounds = operator::Bounds { iterations: 8, ..operator::Bounds::default() };
    let (texts, _) = mutants("small", 100, |v, i, test| stock.visit(&bounds, v).test(i, test), 8);
    // Six operators for `and`, six for `<`, and not the seed itself.
    assert_eq!((texts.len(), duplicates(&texts)), (35, 0.0));
}

#[test]
fn a_logic_is_left_only_for_the_one_that_has_everything() {
    let text = SEEDS[1].1;
    let seed = Seed::parse("seed", text.as_bytes()).unwrap();
    let mut stock = operator::Stock::new(Base::new("operator", &seed, &[], 7, false), &|_| true).unwrap();
    let bounds = operator::Bounds::default();
    let make = |v, i, test: &mut Test| stock.visit(&bounds, v).test(i, test);
    for text in mutants("linear", 1, make, 100).0 {
        let script = Script::parse(&text).unwrap();
        let allowed = smtlib::Logic::parse("QF_LIA").unwrap().features();
        let used = smtlib::Features::of(&script);
        assert!(used.is_subset(allowed), "{used:?}\n{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn terms_of_the_same_sort_are_put_into_seeds() {
    let bounds = mutant::Bounds::default();
    let (mut all, mut witnessed) = (Vec::new(), 0);
    for (name, text) in SEEDS {
        let mut stock = typed::stock(base("typed", text), &|_| true);
        let (mut test, mut made) = (Test::default(), 0);
        for visit in 0..2 {
            let mut visit = stock.visit(&bounds, visit);
            for instance in 0..visit.tests() {
                assert_eq!(visit.test(instance, &mut test), Made::Test, "{name}");
                is_sound(name, &test);
                witnessed += usize::from(matches!(test.checks[0].truth, Truth::Sat(_)));
                all.push(test.text.clone());
                made += 1;
            }
        }
        assert_eq!(made, 200, "{name}");
    }
    assert!(duplicates(&all) < 1.0, "{}", duplicates(&all));
    assert!(witnessed > all.len() / 20, "{witnessed} of {}", all.len());
}

#[test]
fn what_evolves_keeps_its_witness() {
    let bounds = mutant::Bounds { models: 0, ..mutant::Bounds::default() };
    let (mut seeds, mut all) = (0, Vec::new());
    for (name, text) in SEEDS {
        let Some(mut stock) = evolve::stock(base("evolve", text), &|_| true) else { continue };
        seeds += 1;
        let mut test = Test::default();
        for visit in 0..2 {
            let mut visit = stock.visit(&bounds, visit);
            for instance in 0..visit.tests() {
                assert_eq!(visit.test(instance, &mut test), Made::Test, "{name}");
                is_sound(name, &test);
                assert!(matches!(test.checks[0].truth, Truth::Sat(_)), "{name}");
                all.push(test.text.clone());
            }
        }
    }
    assert!(seeds >= 8, "{seeds}");
    assert!(duplicates(&all) < 1.0, "{}", duplicates(&all));
}

#[test]
fn the_same_numbers_give_the_same_chain() {
    for (name, text) in SEEDS {
        let bounds = mutant::Bounds { steps: 20, ..mutant::Bounds::default() };
        let (mut one, mut other) =
            (typed::stock(base("typed", text), &|_| true), typed::stock(base("typed", text), &|_| true));
        let (mut test, mut texts) = (Test::default(), Vec::new());
        let mut visit = one.visit(&bounds, 3);
        for instance in 0..visit.tests() {
            visit.test(instance, &mut test);
            texts.push((instance, test.text.clone(), test.checks.clone()));
        }
        let mut visit = other.visit(&bounds, 3);
        for (instance, text, checks) in texts.iter().rev().step_by(31) {
            visit.test(*instance, &mut test);
            assert_eq!((&test.text, &test.checks), (text, checks), "{name}");
        }
    }
}

/// A mutant of a linear seed is linear, or says that it is not.
#[test]
fn terms_stay_in_their_logic_where_they_must() {
    for (name, text) in &SEEDS[1..4] {
        let seed = Seed::parse("seed", text.as_bytes()).unwrap();
        let allowed = smtlib::Logic::parse(&seed.logic).unwrap().features();
        let mut stock = typed::stock(Base::new("typed", &seed, &[], 7, false), &|_| true);
        let bounds = mutant::Bounds::default();
        let mut test = Test::default();
        for visit in 0..8 {
            let mut visit = stock.visit(&bounds, visit);
            for instance in 0..visit.tests() {
                if visit.test(instance, &mut test) == Made::Nothing {
                    break;
                }
                let text = String::from_utf8_lossy(&test.text);
                let used = smtlib::Features::of(&Script::parse(&test.text).unwrap());
                assert!(used.is_subset(allowed), "{name} {used:?}\n{text}");
                let converts = ["to_real", "to_int", "is_int"].iter().any(|word| text.contains(word));
                assert!(!converts, "{name} has one kind of numbers\n{text}");
            }
        }
    }
}

/// What a model says of division by zero is no function of the script.
#[test]
fn functions_of_a_model_stay_in_the_model() {
    let text =
        b"(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (> (div x y) 3))(check-sat)";
    let seed = Seed::parse("seed", text).unwrap();
    let model = "((define-fun x () Int 8) (define-fun y () Int 2) (define-fun div0 ((a Int) (b Int)) Int 5))";
    let mut stock = typed::stock(Base::new("typed", &seed, &[model.to_owned()], 0, true), &|_| true);
    let (bounds, mut test) = (mutant::Bounds::default(), Test::default());
    for visit in 0..20 {
        let mut visit = stock.visit(&bounds, visit);
        for instance in 0..visit.tests() {
            visit.test(instance, &mut test);
            let text = String::from_utf8_lossy(&test.text);
            assert!(!text.contains("div0"), "{text}");
        }
    }
}
