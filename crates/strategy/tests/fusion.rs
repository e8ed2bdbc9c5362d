//! Fusion: inversions invert, two seeds answer as one, and nothing else changes.

use std::sync::Arc;

use eval::{Evaluator, Missing, Sampler, Value};
use smtlib::{Script, TermId};
use strategy::fusion::{Bounds, FUSIONS, Part, Stock};
use strategy::mutant::Base;
use strategy::walk::Made;
use strategy::{Label, Refutation, Seed, Test, Truth, recheck};

/// The sorts of the table, as they are written.
const SORTS: &[(&str, &[&str])] = &[
    ("Int", &["Int"]),
    ("Real", &["Real"]),
    ("String", &["String"]),
    ("Bool", &["Bool"]),
    ("BitVec", &["(_ BitVec 1)", "(_ BitVec 8)", "(_ BitVec 65)"]),
    ("Array", &["(Array Int Int)", "(Array Int Bool)"]),
];

/// Every row at its sorts, under random values.
#[test]
fn inversions_give_the_variables_back() {
    for fusion in FUSIONS {
        let (_, sorts) = SORTS.iter().find(|(name, _)| *name == fusion.sort).unwrap();
        for sort in *sorts {
            let width: u32 = sort.trim_end_matches(')').rsplit(' ').next().unwrap().parse().unwrap_or(0);
            let literal = match fusion.sort {
                "Int" => "3".to_owned(),
                "Real" => "2.5".to_owned(),
                "String" => "\"ab\"".to_owned(),
                _ => format!("#b{}", "1".repeat(width as usize)),
            };
            let filled = |text: &str| {
                let sizes = [("{wide}", 2 * width), ("{n}", width), ("{top}", (2 * width).saturating_sub(1))];
                let mut text = text.replace("{low}", &width.saturating_sub(1).to_string());
                for (word, size) in sizes {
                    text = text.replace(word, &size.to_string());
                }
                let named = [("{x}", "x"), ("{y}", "y"), ("{i}", "4"), ("{c}", &literal), ("{d}", &literal)];
                named.iter().fold(text, |text, (word, name)| text.replace(word, name))
            };
            // With f itself in the place of z, an inversion is an identity.
            let function = filled(fusion.function);
            let inverted = |text: &str| filled(text).replace("{z}", &function);
            let text = format!(
                "(declare-const x {sort})(declare-const y {sort})(assert (= x {}))(assert (= y {}))",
                inverted(fusion.x),
                inverted(fusion.y)
            );
            let script = Script::parse(text.as_bytes()).unwrap();
            assert!(script.type_errors.is_empty(), "{text}: {:?}", script.type_errors);
            let roots: Vec<TermId> = script.assertions().collect();
            let mut sampler = Sampler::new(&script, 5);
            let mut evaluator = Evaluator::new(&script.arena, &roots).with_missing(Missing::Unknown);
            let mut known = 0;
            for _ in 0..200 {
                evaluator.set_model(sampler.model(&script.arena));
                for i in 0..2 {
                    // Division by zero is unspecified, and is refused when a recipe is made.
                    match evaluator.value(i) {
                        Ok(value) => {
                            assert_eq!(value, Value::Bool(true), "{text}");
                            known += 1;
                        }
                        Err(_) => assert!(fusion.function.starts_with("(* "), "{text}"),
                    }
                }
            }
            assert!(known > 200, "{text}: {known}");
        }
    }
}

const SAT: &[&str] = &[
    "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (or (> (* x y) (- 3000)) (= (mod x 7) 2)))(assert (<= x (+ (* x x) y y 5000)))",
    "(set-logic QF_LIA)(declare-const x Int)(declare-fun f (Int) Int)(assert (let ((z (+ x 1))) (or (> z (- 900)) (< (f z) x 4))))",
    "(set-logic QF_SLIA)(declare-const x String)(declare-const i Int)(assert (or (str.prefixof x (str.++ x \"a\")) (= (str.len x) i)))",
    "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const |b c| (_ BitVec 8))(assert (bvule a (bvor a |b c|)))",
    "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const p Bool)(assert (or p (not p) (bvult a #x05)))",
    "(set-logic QF_SLIA)(declare-const x String)(declare-const p Bool)(assert (or (str.suffixof x (str.++ \"b\" x)) p))",
    "(set-logic QF_ALIA)(declare-const m (Array Int Int))(declare-const i Int)(assert (= (select (store m i 3) i) 3))",
];
const UNSAT: &[&str] = &[
    "(set-logic QF_LIA)(set-info :status unsat)(declare-const x Int)(assert (< x 3))(assert (> x 4))",
    "(set-logic QF_LIA)(set-info :status unsat)(declare-const x Int)(declare-const y Int)(assert (and (< x y) (< y x)))",
];

fn part<'a>(seed: &'a Seed, label: Label) -> Part<'a> {
    let base = Base::new("fusion", seed, &[], 7, false);
    Part { seed, label, model: base.witness().map(|witness| witness.model.clone()) }
}

#[test]
fn two_satisfiable_seeds_have_one_witness() {
    let seeds: Vec<Seed> = SAT.iter().map(|text| Seed::parse("s", text.as_bytes()).unwrap()).collect();
    let (bounds, mut pairs, mut tests) = (Bounds::default(), 0, 0);
    for one in &seeds {
        for other in &seeds {
            let Some(mut stock) = Stock::new(&part(one, Label::Sat), &part(other, Label::Sat), 7) else {
                continue;
            };
            pairs += 1;
            let everything = Script::parse(&stock.everything()).unwrap();
            assert!(everything.type_errors.is_empty() && everything.opaque == 0);
            let mut visit = stock.visit(&bounds, 1);
            let mut test = Test::default();
            for instance in 0..visit.tests() {
                match visit.test(instance, &mut test) {
                    Made::Test => {}
                    Made::Flaw(why) => panic!("{why}\n{}", String::from_utf8_lossy(&test.text)),
                    Made::Nothing => break,
                }
                tests += 1;
                assert!(matches!(test.checks[0].truth, Truth::Sat(_)));
                let shown = String::from_utf8_lossy(&test.text);
                assert!(shown.contains("fused!"), "{shown}");
                recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{doubt}\n{shown}"));
            }
        }
    }
    assert!(pairs >= 15 && tests > 20 * pairs, "{pairs} pairs, {tests} tests");
}

#[test]
fn two_unsatisfiable_seeds_contradict_any_model() {
    let seeds: Vec<Seed> = UNSAT.iter().map(|text| Seed::parse("s", text.as_bytes()).unwrap()).collect();
    let mut stock = Stock::new(&part(&seeds[0], Label::Unsat), &part(&seeds[1], Label::Unsat), 7).unwrap();
    let bounds = Bounds::default();
    let mut visit = stock.visit(&bounds, 0);
    let mut test = Test::default();
    for instance in 0..visit.tests() {
        if visit.test(instance, &mut test) == Made::Nothing {
            break;
        }
        assert_eq!(test.checks[0].truth, Truth::Unsat(Refutation::Fused));
        assert!(test.rests_on_label());
        let mut script = Script::parse(&test.text).unwrap();
        assert!(script.type_errors.is_empty());
        let roots: Vec<TermId> = script.assertions().collect();
        let mut sampler = Sampler::new(&script, instance);
        script.commands.clear();
        let mut evaluator = Evaluator::new(&script.arena, &roots);
        for _ in 0..20 {
            evaluator.set_model(sampler.model(&script.arena));
            assert!((0..roots.len()).any(|i| evaluator.value(i) != Ok(Value::Bool(true))));
        }
    }
}

#[test]
fn seeds_that_answer_otherwise_or_share_no_sort_are_not_fused() {
    let [one, other] = [SAT[0], UNSAT[0]].map(|text| Seed::parse("s", text.as_bytes()).unwrap());
    assert!(Stock::new(&part(&one, Label::Sat), &part(&other, Label::Unsat), 7).is_none());
    let bits = Seed::parse("s", SAT[3].as_bytes()).unwrap();
    assert!(Stock::new(&part(&one, Label::Sat), &part(&bits, Label::Sat), 7).is_none());
    let mut silent = part(&one, Label::Sat);
    silent.model = None;
    assert!(Stock::new(&silent, &part(&one, Label::Sat), 7).is_none());
}

#[test]
fn the_same_numbers_give_the_same_fusion() {
    let [one, other] = [SAT[0], SAT[1]].map(|text| Seed::parse("s", text.as_bytes()).unwrap());
    let stock = || Stock::new(&part(&one, Label::Sat), &part(&other, Label::Sat), 7).unwrap();
    let (mut first, mut second, bounds) = (stock(), stock(), Bounds::default());
    let (mut test, mut texts) = (Test::default(), Vec::new());
    let mut visit = first.visit(&bounds, 2);
    for instance in 0..20 {
        visit.test(instance, &mut test);
        texts.push(Arc::new(test.text.clone()));
    }
    let mut visit = second.visit(&bounds, 2);
    for instance in [19, 3, 11] {
        visit.test(instance, &mut test);
        assert_eq!(test.text, *texts[instance as usize]);
    }
}
