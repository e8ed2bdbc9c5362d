//! Tests that storm makes, evaluated again from their printed bytes.

use std::path::Path;

use strategy::storm::{Bounds, Stock, Storm};
use strategy::{Check, Refutation, Seed, Test, Truth, recheck};

/// A seed per theory.
const SEEDS: &[(&str, &str)] = &[
    (
        "ints",
        "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (or (> (* x y) 3) (= (mod x 7) (div y x))))(assert (distinct x y))(check-sat)",
    ),
    (
        "reals",
        "(set-logic QF_NRA)(declare-const x Real)(declare-const b Bool)(assert (=> b (< (/ x 3.0) (* x x))))(assert (ite b (> x 0.5) (= x (- 1.5))))",
    ),
    (
        "bits",
        "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(assert (let ((c (bvmul a b))) (and (bvult c #x10) (not (= (bvudiv c b) (bvshl a #x01))))))",
    ),
    (
        "floats",
        "(set-logic QF_FP)(declare-const x Float32)(declare-const m RoundingMode)(assert (or (fp.lt x (fp.add m x x)) (fp.isNaN (fp.sqrt m x))))(assert (= (fp.min x x) x))",
    ),
    (
        "arrays",
        "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)(assert (= (select (store a i 3) 4) 3))(assert (not (= a (store a 1 i))))",
    ),
    (
        "strings",
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(assert (str.prefixof s (str.++ t \"a\")))(assert (or (str.in_re s (re.* (str.to_re \"ab\"))) (> (str.len t) 2)))",
    ),
    (
        "datatypes",
        "(set-logic QF_DT)(declare-datatypes ((L 0)) (((nil) (cons (head Bool) (tail L)))))(declare-const l L)(assert (and ((_ is cons) l) (head (tail l))))",
    ),
    (
        "functions",
        "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-const u U)(assert (= (f (f u)) u))(assert (not (= (f u) u)))",
    ),
    (
        "quantifiers",
        "(set-logic UFLIA)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (p x) (> x 0))))(assert (exists ((b Bool)) (= b (p 3))))",
    ),
];

fn tests_of(seed: &Seed, count: u64, mut each: impl FnMut(&Test)) -> u64 {
    let bounds = Bounds { incremental: 40, ..Bounds::default() };
    let stock = Stock::new(seed, &[], &bounds, 11, &|_| true);
    let (mut storm, mut test, mut made) = (Storm::new(), Test::default(), 0);
    for visit in 0..4 {
        if let Some(visit) = storm.visit(&stock, &bounds, visit) {
            for instance in 0..count / 4 {
                visit.test(instance, &mut test);
                each(&test);
                made += 1;
            }
        }
    }
    made
}

fn seed(name: &str, text: &str) -> Seed {
    Seed::parse(name, text.as_bytes()).unwrap()
}

#[test]
fn every_known_answer_holds_on_the_printed_bytes() {
    for (name, text) in SEEDS {
        let (mut sat, mut reasons) = (0, Vec::new());
        let made = tests_of(&seed(name, text), 120, |test| {
            let shown = String::from_utf8_lossy(&test.text);
            recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{name}: {doubt}\n{shown}"));
            for Check { truth, .. } in &test.checks {
                match truth {
                    Truth::Sat(_) => sat += 1,
                    Truth::Unsat(why) => reasons.push(*why),
                    other => panic!("{other:?}"),
                }
            }
        });
        assert_eq!(made, 120, "{name}");
        assert!(sat > made / 2 && reasons.contains(&Refutation::Negation), "{name}: {sat} {reasons:?}");
        assert!(reasons.contains(&Refutation::Assumption), "{name}: {reasons:?}");
    }
}

#[test]
fn constants_are_fixed_where_their_values_can_be_written() {
    for (name, text) in SEEDS {
        let mut fixed = 0;
        tests_of(&seed(name, text), 200, |test| {
            fixed +=
                usize::from(test.checks.iter().any(|c| c.truth == Truth::Unsat(Refutation::FixedValues)));
        });
        let can = ["ints", "reals", "bits", "floats", "arrays", "strings", "quantifiers"].contains(name);
        assert_eq!(fixed > 0, can, "{name}");
    }
}

#[test]
fn the_same_numbers_give_the_same_bytes() {
    let all = || {
        let mut texts = Vec::new();
        for (name, text) in SEEDS {
            tests_of(&seed(name, text), 40, |test| texts.push(test.text.clone()));
        }
        texts
    };
    let (one, two) = (all(), all());
    assert_eq!(one, two);
    let distinct: std::collections::BTreeSet<_> = one.iter().collect();
    assert!(distinct.len() * 10 > one.len() * 9, "{} of {}", distinct.len(), one.len());
}

#[test]
fn a_helpers_model_is_one_of_the_assignments() {
    let seed = seed(
        "s",
        "(declare-const x Int)(declare-const y Int)(assert (= (* x y y) 123454321))(assert (> y x 0))",
    );
    let model = "((define-fun x () Int 1) (define-fun y () Int 11111))".to_owned();
    let bounds = Bounds { incremental: 0, contradictory: 0, ..Bounds::default() };
    let stock = Stock::new(&seed, &[model], &bounds, 3, &|_| true);
    let (mut storm, mut test) = (Storm::new(), Test::default());
    let visit = storm.visit(&stock, &bounds, 0).unwrap();
    visit.test(0, &mut test);
    assert!(test.witness().unwrap().model.contains("11111"));
    assert!(recheck(&test.text, &test.checks).is_ok());
}

#[test]
fn what_a_model_says_of_division_by_zero_refutes_nothing() {
    let seed = seed(
        "s",
        "(set-logic QF_NIA)(declare-const n Int)(declare-const d Int)(assert (> (div n d) n))(assert (< (mod n d) d))",
    );
    let model = "((define-fun n () Int 1) (define-fun d () Int 0) (define-fun div0 ((x Int)) Int 0) \
                 (define-fun mod0 ((x Int)) Int 0))";
    let bounds = Bounds { incremental: 0, contradictory: 100, grown: 0, ..Bounds::default() };
    let stock = Stock::new(&seed, &[model.to_owned()], &bounds, 3, &|_| true);
    let (mut storm, mut test) = (Storm::new(), Test::default());
    let visit = storm.visit(&stock, &bounds, 0).unwrap();
    for instance in 0..100 {
        visit.test(instance, &mut test);
        assert_eq!(test.checks[0].truth, Truth::Unsat(Refutation::Negation));
    }
}

#[test]
fn tactics_of_the_seed_are_kept() {
    let seed = seed("s", "(declare-const x Int)(assert (> x 0))(check-sat-using (then simplify smt))");
    tests_of(&seed, 20, |test| {
        assert!(String::from_utf8_lossy(&test.text).contains("(check-sat-using (then simplify smt))"));
    });
}

#[test]
fn real_files_keep_their_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/storm");
    let Ok(files) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: there is no ../shared/corpus/storm here");
        return;
    };
    let (mut seeds, mut empty) = (0, 0);
    for file in files.flatten() {
        let source = std::fs::read(file.path()).unwrap();
        let name = file.file_name().to_string_lossy().into_owned();
        let seed = Seed::parse(&name, &source).unwrap_or_else(|error| panic!("{name}: {error}"));
        let made = tests_of(&seed, 8, |test| {
            recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{name}: {doubt}"));
        });
        seeds += 1;
        if made == 0 {
            eprintln!("nothing from {name}");
            empty += 1;
        }
    }
    assert!(seeds > 100 && empty == 0, "{empty} of {seeds} seeds gave nothing");
}
