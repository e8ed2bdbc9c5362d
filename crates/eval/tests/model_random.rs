//! Random models: what they reach, that they are the same for the same seed, and that they survive writing.

use std::collections::BTreeSet;

use eval::model_text::{read_model, value_text, write_model};
use eval::{Evaluator, Meaning, Sampler, Value};
use smtlib::{FunId, Script};

const EVERY_SORT: &str = r#"(set-logic ALL)
(declare-sort U 0)
(declare-datatypes ((Color 0) (Tree 0) (List 1)) (((red) (green))
  ((leaf (label Color)) (node (left Tree) (key Int) (right Tree)))
  (par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-const b Bool)
(declare-const i Int)
(declare-const r Real)
(declare-const v1 (_ BitVec 1))
(declare-const v8 (_ BitVec 8))
(declare-const v100 (_ BitVec 100))
(declare-const h Float16)
(declare-const d Float64)
(declare-const odd (_ FloatingPoint 2 2))
(declare-const m RoundingMode)
(declare-const s String)
(declare-const u U)
(declare-const c Color)
(declare-const t Tree)
(declare-const l (List (Array Int U)))
(declare-const ll (List (List Bool)))
(declare-const a (Array Int Real))
(declare-const ab (Array Bool (_ BitVec 2)))
(declare-const au (Array U Color))
(declare-const aa (Array (_ BitVec 2) (Array Int Bool)))
(declare-const q (Seq Int))
(declare-const qq (Seq (Seq U)))
(declare-const set (Set (_ BitVec 3)))
(declare-const bag (Bag String))
(declare-const tup (Tuple Int Bool))
(declare-const ff (_ FiniteField 17))
(declare-fun f (Int U) Real)
(declare-fun g ((Array Int Int)) (List Int))
(declare-fun p (Float16) Bool)
(declare-const |odd name| Int)
(assert (= i 12345))
(assert (= s "xyz"))
(assert (= v8 #x5a))
"#;

fn parsed() -> Script {
    let script = Script::parse(EVERY_SORT.as_bytes()).unwrap();
    assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
    script
}

fn symbol(script: &Script, name: &str) -> FunId {
    script.arena.funs().find(|(_, fun)| script.arena.name(fun.name) == name).unwrap().0
}

#[test]
fn every_declared_symbol_gets_a_meaning_and_the_same_for_the_same_seed() {
    let script = parsed();
    let mut sampler = Sampler::new(&script, 1);
    let first = sampler.model(&script.arena);
    assert_eq!(first.meanings().count(), sampler.symbols().len());
    assert_eq!(first, Sampler::new(&script, 1).model(&script.arena));
    assert_ne!(first, Sampler::new(&script, 2).model(&script.arena));
}

#[test]
fn the_stream_of_values_is_fixed() {
    let script = parsed();
    let mut sampler = Sampler::new(&script, 42);
    let int = smtlib::SortId::INT;
    let drawn: Vec<String> = (0..6)
        .map(|_| value_text(&script.arena, int, &sampler.value(&script.arena, int).unwrap()).unwrap())
        .collect();
    assert_eq!(drawn.join(" "), "10 (- 10) 6 12345 12345 5");
}

#[test]
fn a_random_model_is_read_back_as_it_was_written() {
    let mut script = parsed();
    let mut sampler = Sampler::new(&script, 3);
    for round in 0..300 {
        let model = sampler.model(&script.arena);
        let mark = script.arena.checkpoint();
        let text = write_model(&script.arena, &model);
        let read =
            read_model(&mut script, &text).unwrap_or_else(|error| panic!("round {round}: {error}\n{text}"));
        for &fun in sampler.symbols() {
            let name = script.arena.name(script.arena.fun(fun).name);
            assert_eq!(read.get(fun), model.get(fun), "round {round}: {name}\n{text}");
        }
        assert!(read.universes().eq(model.universes()), "round {round}\n{text}");
        script.arena.rollback(mark);
    }
}

#[test]
fn edges_and_the_scripts_own_constants_are_drawn() {
    let script = parsed();
    let mut sampler = Sampler::new(&script, 5);
    let mut drawn = |name: &str, count: usize| -> BTreeSet<String> {
        let sort = script.arena.fun(symbol(&script, name)).result;
        let texts = (0..count)
            .map(|_| value_text(&script.arena, sort, &sampler.value(&script.arena, sort).unwrap()).unwrap());
        texts.collect()
    };
    let expected: &[(&str, &[&str])] = &[
        ("i", &["0", "1", "(- 1)", "12345", "12344", "12346"]),
        ("r", &["0.0", "(/ 1.0 2.0)", "12345.0"]),
        ("v8", &["#x00", "#xff", "#x80", "#x7f", "#x5a", "#x5b", "#x59", "#x40", "#x3f"]),
        (
            "h",
            &[
                "(_ NaN 5 11)",
                "(_ +oo 5 11)",
                "(_ -oo 5 11)",
                "(_ -zero 5 11)",
                "(fp #b0 #b00000 #b0000000001)",
            ],
        ),
        ("odd", &["(_ NaN 2 2)", "(fp #b1 #b00 #b1)"]),
        ("s", &["\"\"", "\"xyz\"", "\"x\""]),
        ("c", &["red", "green"]),
        ("u", &["(as @U_0 U)"]),
        ("q", &["(as seq.empty (Seq Int))"]),
        ("ll", &["(as nil (List (List Bool)))"]),
        ("ff", &["#f0m17", "#f16m17"]),
    ];
    for (name, wanted) in expected {
        let found = drawn(name, 3000);
        for value in *wanted {
            assert!(found.contains(*value), "{value} is never drawn for {name}: {found:?}");
        }
    }
}

#[test]
fn one_symbol_is_drawn_again_without_touching_the_others() {
    let script = parsed();
    let mut sampler = Sampler::new(&script, 9);
    let mut model = sampler.model(&script.arena);
    let (before, i) = (model.clone(), symbol(&script, "i"));
    let drawn: BTreeSet<String> = (0..50)
        .map(|_| {
            sampler.resample(&script.arena, &mut model, i);
            format!("{:?}", model.value(i))
        })
        .collect();
    assert!(drawn.len() > 10, "{drawn:?}");
    for (fun, meaning) in before.meanings().filter(|(fun, _)| *fun != i) {
        assert_eq!(model.get(fun), Some(meaning));
    }
}

#[test]
fn recursive_datatypes_end_and_empty_ones_have_no_value() {
    let source = "(declare-datatypes ((A 0) (B 0)) (((ab (b1 B) (b2 B))) ((ba (a1 A) (a2 A)) (stop))))
        (declare-datatypes ((N 0)) (((more (less N)))))(declare-const a A)(declare-const n N)";
    let script = Script::parse(source.as_bytes()).unwrap();
    let mut sampler = Sampler::new(&script, 0);
    for _ in 0..100 {
        let model = sampler.model(&script.arena);
        assert!(matches!(model.get(symbol(&script, "a")), Some(Meaning::Value(_))));
        assert!(model.get(symbol(&script, "n")).is_none());
    }
}

#[test]
fn assertions_have_values_in_random_models() {
    let script = parsed();
    let roots: Vec<_> = script.assertions().collect();
    let mut sampler = Sampler::new(&script, 11);
    let mut satisfied = 0;
    for _ in 0..200 {
        let mut evaluator = Evaluator::new(&script.arena, &roots);
        evaluator.set_model(sampler.model(&script.arena));
        for root in 0..roots.len() {
            satisfied += usize::from(evaluator.value(root).unwrap() == Value::Bool(true));
        }
    }
    assert!(satisfied > 10, "{satisfied}");
}
