//! Walks: what they make is what it says, keeps its bounds, and can be made again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use smtlib::Script;
use strategy::walk::{Bounds, Ground, Made, Repertoire, Statistics, Stock, Walk};
use strategy::{Label, Refutation, Seed, Test, Truth, recheck};

/// Seeds of several theories with their labels; models of the satisfiable ones are guessed.
const SEEDS: &[(&str, &str)] = &[
    (
        "ints",
        "(set-logic QF_NIA)(set-info :status sat)(declare-const x Int)(declare-const y Int)(assert (or (> (* x y) (- 3000)) (= (mod x 7) 2)))(assert (<= x (+ (* x x) y y 5000)))(check-sat)",
    ),
    (
        "reals",
        "(set-logic QF_LRA)(set-info :status unsat)(declare-const x Real)(declare-const b Bool)(assert (=> b (< x 3.0)))(assert (ite b (> x 4.0) false))(check-sat)",
    ),
    (
        "bits",
        "(set-logic QF_BV)(set-info :status sat)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(assert (let ((c (bvor a b))) (and (bvule a c) (not (bvult c b)))))(check-sat)",
    ),
    (
        "arrays",
        "(set-logic QF_ALIA)(set-info :status unsat)(declare-const a (Array Int Int))(declare-const i Int)(assert (= (select (store a i 3) i) 4))(check-sat)",
    ),
    (
        "strings",
        "(set-logic QF_SLIA)(set-info :status sat)(declare-const s String)(assert (or (str.prefixof s (str.++ s \"a\")) (str.in_re s (re.* (str.to_re \"ab\")))))(check-sat)",
    ),
    (
        "quantifiers",
        "(set-logic LIA)(set-info :status unsat)(declare-const z Int)(assert (forall ((x Int)) (exists ((y Int)) (and (> y x) (< y z)))))(check-sat)",
    ),
];

fn stock(text: &str) -> Stock {
    let seed = Seed::parse("seed", text.as_bytes()).unwrap();
    let ground = Ground::of(&seed, None);
    Stock::new(&seed, ground, &[], 7, Repertoire::new(seed.features, |_| true)).unwrap()
}

fn tests_of(stock: &mut Stock, bounds: &Bounds, visits: u64, mut each: impl FnMut(&Test)) -> Statistics {
    let (mut walk, mut test) = (Walk::default(), Test::default());
    for visit in 0..visits {
        let mut visit = walk.visit(stock, bounds, visit);
        for instance in 0..visit.tests() {
            match visit.test(instance, &mut test) {
                Made::Test => each(&test),
                Made::Flaw(why) => panic!("{why}\n{}", String::from_utf8_lossy(&test.text)),
                Made::Nothing => break,
            }
        }
    }
    walk.take_statistics()
}

#[test]
fn every_step_is_well_typed_and_keeps_the_witness() {
    for (name, text) in SEEDS {
        let mut stock = stock(text);
        let has_witness = stock.has_witness();
        let bounds = Bounds::default();
        let statistics = tests_of(&mut stock, &bounds, 3, |test| {
            let shown = String::from_utf8_lossy(&test.text);
            recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{name}: {doubt}\n{shown}"));
            match &test.checks[0].truth {
                Truth::Sat(_) => assert!(has_witness && text.contains("status sat")),
                Truth::Unsat(why) => {
                    assert!(*why == Refutation::Strengthened && text.contains("status unsat"));
                }
                other => panic!("{name}: {other:?}"),
            }
            let previous = test.previous.as_ref().unwrap();
            assert_eq!(test.provenance.steps.last().unwrap(), previous.rule);
            assert!(Script::parse(&previous.text).unwrap().type_errors.is_empty());
        });
        assert_eq!(statistics.steps, 300, "{name}");
        assert!(statistics.unique_share() > 0.95, "{name}: {statistics:?}");
    }
}

#[test]
fn the_same_numbers_give_the_same_test_in_any_order() {
    for (name, text) in SEEDS {
        let (mut one, mut other) = (stock(text), stock(text));
        let bounds = Bounds { steps: 20, ..Bounds::default() };
        let mut texts = Vec::new();
        tests_of(&mut one, &bounds, 2, |test| texts.push((test.text.clone(), test.provenance.clone())));
        let (mut walk, mut test) = (Walk::default(), Test::default());
        for (text, provenance) in texts.iter().step_by(17).rev() {
            let mut visit = walk.visit(&mut other, &bounds, provenance.visit);
            assert_eq!(visit.test(provenance.instance, &mut test), Made::Test, "{name}");
            assert_eq!((&test.text, &test.provenance), (text, provenance), "{name}");
        }
    }
}

#[test]
fn a_script_never_grows_beyond_its_bound() {
    for (name, text) in SEEDS {
        let mut stock = stock(text);
        let first = Bounds { steps: 1, iterations: 1, ..Bounds::default() };
        let mut length = 0;
        tests_of(&mut stock, &first, 1, |test| length = test.previous.as_ref().unwrap().text.len());
        let bounds = Bounds { iterations: 300, ..Bounds::default() };
        let mut longest = 0;
        tests_of(&mut stock, &bounds, 1, |test| longest = longest.max(test.text.len()));
        assert!(longest > length && longest <= 4 * length, "{name}: {length} to {longest}");
    }
}

#[test]
fn the_label_of_the_check_with_the_most_assertions_counts() {
    let text = "(declare-const p Bool)(set-info :status sat)(check-sat)(push 1)(assert p)(assert (not p))\
                (set-info :status unsat)(check-sat)(pop 1)(set-info :status sat)(check-sat)";
    let seed = Seed::parse("seed", text.as_bytes()).unwrap();
    let ground = Ground::of(&seed, Some(Label::Sat));
    assert_eq!(ground.label(), Some(Label::Unsat));
    // What is said of a file with several checks is about none of them.
    let silent = text.replace("set-info :status", "set-info :state");
    let seed = Seed::parse("seed", silent.as_bytes()).unwrap();
    assert_eq!(Ground::of(&seed, Some(Label::Sat)).label(), None);
}

#[test]
fn a_witness_is_known_without_any_label() {
    let text = "(declare-const x Int)(assert (> (+ (* x x) 1) 0))(check-sat)";
    assert_eq!(stock(text).label(), Label::Sat);
    let seed = Seed::parse("seed", b"(declare-const x Int)(assert (= (* x x x) 1003003001))").unwrap();
    let new = |models: &[String]| {
        Stock::new(&seed, Ground::of(&seed, None), models, 7, Repertoire::new(seed.features, |_| true))
    };
    assert!(new(&[]).is_none());
    assert!(new(&["((define-fun x () Int 1001))".to_owned()]).is_some_and(|stock| stock.has_witness()));
}

#[test]
fn preprocessing_leaves_no_formula_without_a_parity() {
    let text = "(declare-const p Bool)(declare-const q Bool)(assert (xor p (= p q)))(check-sat)";
    let seed = Seed::parse("seed", text.as_bytes()).unwrap();
    let ground = Ground::of(&seed, Some(Label::Sat)).disambiguated(&seed, 1).unwrap();
    assert_eq!(ground.label(), None);
    let shown = String::from_utf8(ground.text(&seed)).unwrap();
    assert!(!shown.contains("xor") && !shown.contains("(= "), "{shown}");
    assert!(ground.disambiguated(&seed, 1).is_none());
}

/// A test of storm leads on to walks, with its own witness.
#[test]
fn a_walk_may_begin_where_storm_ends() {
    use strategy::storm::{self, Storm};
    let seed = Seed::parse("ints", SEEDS[0].1.as_bytes()).unwrap();
    let bounds = storm::Bounds { incremental: 0, assertions: 3, small: 0, ..storm::Bounds::PAPER };
    let stock = storm::Stock::new(&seed, &[], &bounds, 7, &|_| true);
    let (mut storm, mut test, mut labels) = (Storm::new(), Test::default(), BTreeSet::new());
    let visit = storm.visit(&stock, &bounds, 0).unwrap();
    for instance in 0..20 {
        visit.test(instance, &mut test);
        let mut stock = Stock::after(&test, Repertoire::new(seed.features, |_| true)).unwrap();
        let few = Bounds { iterations: 20, ..Bounds::default() };
        tests_of(&mut stock, &few, 1, |test| {
            recheck(&test.text, &test.checks).unwrap();
            assert_eq!(&*test.provenance.strategy, "storm+walk");
        });
        labels.insert(stock.label().name());
    }
    assert_eq!(labels.len(), 2);
}

/// Files of the labelled corpus, evenly spread.
fn corpus(step: usize) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/labelled");
    let (mut files, mut open) = (Vec::new(), vec![folder]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() { open.push(entry.path()) } else { files.push(entry.path()) }
        }
    }
    files.sort();
    files.into_iter().step_by(step).collect()
}

#[test]
fn real_files_keep_their_promises() {
    let files = corpus(9);
    if files.is_empty() {
        eprintln!("SKIPPED: there is no ../shared/corpus/labelled here");
        return;
    }
    let (mut sum, mut rules) = (Statistics::default(), BTreeSet::new());
    for file in &files {
        let source = std::fs::read(file).unwrap();
        let name = file.display().to_string();
        let Ok(seed) = Seed::parse(&name, &source) else { continue };
        let label = if name.contains("/unsat/") { Label::Unsat } else { Label::Sat };
        let ground = Ground::of(&seed, Some(label));
        let Some(mut stock) = Stock::new(&seed, ground, &[], 7, Repertoire::new(seed.features, |_| true))
        else {
            continue;
        };
        let bounds = Bounds { iterations: 50, ..Bounds::default() };
        let mut count = 0;
        let statistics = tests_of(&mut stock, &bounds, 1, |test| {
            count += 1;
            if count % 10 == 0 {
                let shown = String::from_utf8_lossy(&test.text);
                recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{name}: {doubt}\n{shown}"));
            }
        });
        rules.extend(statistics.rules.keys().cloned());
        sum.add(&statistics);
    }
    assert!(sum.steps > 2500 && sum.unique_share() > 0.95, "{sum:?}");
    assert!(rules.len() > 30, "{rules:?}");
    for (rule, share) in sum.shares().into_iter().take(5) {
        eprintln!("{rule}: {:.1} %", 100.0 * share);
    }
}
