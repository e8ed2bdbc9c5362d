//! Plans: whole scripts under models, with unknowns, quantifiers, definitions and changes.

use std::fmt::Write;

use eval::{Evaluator, Missing, Model, Unknown, Value};
use smtlib::{FunId, Script};

fn script(source: &str) -> Script {
    let script = Script::parse(source.as_bytes()).expect(source);
    assert_eq!(script.type_errors, [], "{source}");
    script
}

fn symbol(script: &Script, name: &str) -> FunId {
    script.arena.funs().find(|(_, f)| script.arena.name(f.name) == name).expect(name).0
}

fn evaluator(script: &Script) -> Evaluator<'_> {
    let roots: Vec<_> = script.assertions().collect();
    Evaluator::new(&script.arena, &roots)
}

/// The value of the only assertion of a script whose symbols get plain values where they need any.
fn truth(source: &str) -> Result<bool, Unknown> {
    let script = script(source);
    evaluator(&script).value(0).map(|v| v.as_bool().expect("an assertion is Boolean"))
}

#[test]
fn connectives_are_decided_by_known_arguments() {
    let unknown = "(declare-fun u () Bool)";
    for (assertion, expected) in [
        ("(and false u)", Some(false)),
        ("(and true u)", None),
        ("(or u true)", Some(true)),
        ("(=> u true)", Some(true)),
        ("(=> false u)", Some(true)),
        ("(=> u u false)", None),
        ("(ite u true true)", Some(true)),
        ("(ite u true false)", None),
        ("(xor u true)", None),
        ("(not u)", None),
        ("(= u u)", None),
    ] {
        let script = script(&format!("{unknown}(assert {assertion})"));
        let mut evaluator = evaluator(&script).with_missing(Missing::Unknown);
        let value = evaluator.value(0).ok().and_then(|v| v.as_bool());
        assert_eq!(value, expected, "{assertion}");
    }
}

#[test]
fn lets_names_and_definitions_are_looked_through() {
    assert_eq!(
        truth(
            "(define-fun twice ((x Int)) Int (* 2 x)) (define-fun one () Real 1)
             (assert (let ((a 3) (b true)) (let ((a (twice a)) (c a))
                 (and (! (= a 6) :named n) (= c 3) b (= one 1.0) (= (/ one 2) 0.5)))))"
        ),
        Ok(true)
    );
}

#[test]
fn a_doubling_chain_of_lets_is_evaluated_in_linear_time() {
    let mut source = String::from("(assert (let ((x0 (_ bv1 64))) ");
    for i in 0..200 {
        write!(source, "(let ((x{} (bvadd x{i} x{i}))) ", i + 1).unwrap();
    }
    source.push_str("(= x200 #x0000000000000000)");
    source.push_str(&")".repeat(202));
    assert_eq!(truth(&source), Ok(true));
}

#[test]
fn deep_terms_need_no_stack() {
    let depth = 200_000;
    let source = format!("(assert {}true{})", "(not ".repeat(depth), ")".repeat(depth));
    assert_eq!(truth(&source), Ok(true));
}

#[test]
fn quantifiers_over_finite_sorts_are_exact() {
    assert_eq!(
        truth("(assert (forall ((x (_ BitVec 4))) (exists ((y (_ BitVec 4))) (= (bvadd x y) #x0))))"),
        Ok(true)
    );
    assert_eq!(
        truth("(assert (exists ((x (_ BitVec 4))) (and (bvult x #x3) (= (bvmul x x) #x9))))"),
        Ok(false)
    );
    assert_eq!(truth("(assert (forall ((p Bool) (q Bool)) (= (=> p q) (or (not p) q))))"), Ok(true));
    assert_eq!(
        truth(
            "(declare-datatypes ((E 0)) (((a) (b) (c)))) (assert (forall ((x E) (y E)) (or (= x y) (distinct x y a) (= x a) (= y a))))"
        ),
        Ok(true)
    );
}

#[test]
fn quantifiers_over_infinite_sorts_are_decided_by_an_instance_or_not_at_all() {
    assert_eq!(truth("(assert (forall ((x Int)) (> x 7)))"), Ok(false));
    assert_eq!(truth("(assert (exists ((x Int)) (= x 7)))"), Ok(true));
    assert_eq!(truth("(assert (forall ((x Int)) (>= (* x x) 0)))"), Err(Unknown::Quantifier));
    assert_eq!(truth("(assert (exists ((x Int)) (= (* x x) 1234321)))"), Err(Unknown::Quantifier));
}

#[test]
fn an_element_that_no_model_names_decides_nothing() {
    assert_eq!(
        truth("(declare-sort U 0)(declare-fun p (U) Bool)(assert (forall ((x U)) (p x)))"),
        Err(Unknown::Quantifier)
    );
}

#[test]
fn captured_variables_reach_inner_bodies() {
    assert_eq!(
        truth(
            "(assert (forall ((x (_ BitVec 3))) (let ((s (bvadd x #b001))) (exists ((y (_ BitVec 3))) (= y s)))))"
        ),
        Ok(true)
    );
}

#[test]
fn recursive_functions_run_to_their_end_or_to_the_budget() {
    let fact = "(define-fun-rec fact ((n Int)) Int (ite (<= n 0) 1 (* n (fact (- n 1)))))";
    assert_eq!(truth(&format!("{fact}(assert (= (fact 10) 3628800))")), Ok(true));
    let even = "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
        ((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1)))))";
    assert_eq!(truth(&format!("{even}(assert (even 20))")), Ok(true));
    let endless = "(define-fun-rec loop ((n Int)) Int (+ 1 (loop n)))";
    assert!(matches!(truth(&format!("{endless}(assert (= (loop 1) 2))")), Err(Unknown::Recursion(_))));
}

#[test]
fn matches_take_the_case_of_the_value() {
    let list = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
        (define-fun-rec len ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))";
    assert_eq!(truth(&format!("{list}(assert (= (len (cons 1 (cons 2 nil))) 2))")), Ok(true));
    assert_eq!(
        truth(&format!("{list}(assert (match (cons 5 nil) (((cons h t) (= h 5)) (other false))))")),
        Ok(true)
    );
}

#[test]
fn functions_as_values_are_applied() {
    assert_eq!(
        truth(
            "(set-logic HO_ALL)(define-fun add ((x Int) (y Int)) Int (+ x y))
            (assert (= ((lambda ((x Int)) (* x 3)) 4) (@ (add 5) 7)))"
        ),
        Ok(true)
    );
}

#[test]
fn a_changed_symbol_gives_what_a_full_run_gives() {
    let source =
        "(declare-const x Int) (declare-const y Int) (declare-fun f (Int) Int) (declare-const p Bool)
        (define-fun g ((a Int)) Int (+ a y))
        (assert (> (+ x (* 2 y)) (f x)))
        (assert (or p (= (g x) 5)))
        (assert (forall ((b (_ BitVec 2))) (=> (= b #b01) (< x 3))))";
    let script = script(source);
    let [x, y, p] = ["x", "y", "p"].map(|n| symbol(&script, n));
    let mut changing = evaluator(&script);
    for i in 0..50i64 {
        match i % 3 {
            0 => changing.set(x, Value::Int(((i * 7) % 11 - 5).into())),
            1 => changing.set(y, Value::Int(((i * 5) % 13 - 6).into())),
            _ => changing.set(p, Value::Bool(i % 2 == 0)),
        }
        let mut fresh = evaluator(&script);
        changing.run();
        fresh.set_model(changing.model().clone());
        for root in 0..3 {
            assert_eq!(changing.value(root), fresh.value(root), "after change {i}, assertion {root}");
        }
    }
}

#[test]
fn unspecified_results_are_chosen_once_and_recorded() {
    let script = script(
        "(declare-const x Int)(assert (= (div x 0) (div x 0)))(assert (distinct (div 1 0) (div 2 0)))",
    );
    let mut evaluator = evaluator(&script);
    assert_eq!(evaluator.value(0), Ok(Value::Bool(true)));
    assert!(evaluator.model().choices().count() >= 2);
    assert!(evaluator.chosen() > 0);
}

#[test]
fn a_model_without_a_value_is_completed_or_unknown_as_asked() {
    let script = script("(declare-const x Int)(assert (= x 0))");
    assert_eq!(evaluator(&script).value(0), Ok(Value::Bool(true)));
    let mut strict = evaluator(&script).with_missing(Missing::Unknown);
    strict.set_model(Model::new());
    assert_eq!(strict.value(0), Err(Unknown::NoValue("x".into())));
}

#[test]
fn a_chain_of_many_stores_is_one_value() {
    let many = 20_000;
    let mut term = "((as const (Array Int Int)) 0)".to_owned();
    let stores: String = (0..many).map(|i| format!(" {} {i})", i * 7919 % 100_003)).collect();
    term = format!("{}{term}{stores}", "(store ".repeat(many));
    let source = format!("(assert (= (select {term} 7919) 1))");
    let script = Script::parse(source.as_bytes()).expect("a script");
    let roots: Vec<_> = script.assertions().collect();
    assert_eq!(Evaluator::new(&script.arena, &roots).value(0), Ok(Value::Bool(true)));
}
