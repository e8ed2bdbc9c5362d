//! Yices as a library, whose scripts are read by our parser and built by calls: every operator means what the executable
//! takes it to mean.
//!
//! Without a network and without the solver the tests say so and do nothing.

mod support;

use std::path::Path;

use eval::model_text::read_model;
use eval::{Evaluator, Missing, Value};
use smtlib::{Script, TermId};
use solver::backend::{Backend, BackendKind, Forks, Found, Library, Request};
use solver::host::{Guest, use_program};
use solver::process::Limits;
use solver::run::Marks;

fn yices() -> Option<Found> {
    use_program(Path::new(env!("CARGO_BIN_EXE_smtquake-torture")));
    support::found("yices@2.6.5")
}

fn library(solver: &Found, incremental: bool, settings: &[(&str, &str)]) -> Library {
    let settings = settings.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let guest = Guest { incremental, settings, ..solver.resolved.guest().unwrap() };
    Library::new(&guest, Forks::BATCH, Marks::default()).unwrap()
}

/// What it prints.
fn say(backend: &mut dyn Backend, script: &str) -> String {
    let run = backend.run(&Request { input: script.as_bytes(), expected: &[], limits: &Limits::default() });
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.stderr.is_empty(), "{:?} {}", run.outcome, String::from_utf8_lossy(&run.stderr));
    text
}

/// Names that the formulas below may use.
const NAMES: &str = "(declare-sort U 0)(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun r () Bool)\
    (declare-fun i () Int)(declare-fun j () Int)(declare-fun x () Real)(declare-fun y () Real)\
    (declare-fun a () (_ BitVec 5))(declare-fun b () (_ BitVec 5))(declare-fun u () U)(declare-fun v () U)\
    (declare-fun f (U Int) U)(declare-fun g (Int) Int)(declare-fun m () (Array Int Int))\
    (declare-fun n () (Array Int Int))(declare-fun |odd name| () Bool)";

/// Formulas whose negations have no model: one for each operator at least.
const VALID: &[&str] = &[
    "(= (=> p q r) (=> p (=> q r)))",
    "(= (xor p q r) (xor (xor p q) r))",
    "(= (= p q r) (and (= p q) (= q r)))",
    "(=> (distinct i j 3) (and (not (= i j)) (not (= i 3))))",
    "(= (ite p i j) (- (+ i j) (ite p j i)))",
    "(let ((p q) (q p)) (or (and p q) (not (and q p))))",
    "(=> (! (< i j 4) :named low) (and low (< i 3)))",
    "(=> (>= i j) (or (> i j) (= i j)))",
    "(= (- i j 1) (+ i (- j) (- 1)))",
    "(= (* 2 3 i) (* 6 i))",
    "(= i (+ (* 7 (div i 7)) (mod i 7)))",
    "(= i (+ (* (- 7) (div i (- 7))) (mod i (- 7))))",
    "(= ((_ divisible 3) i) (= (mod i 3) 0))",
    "(= (abs i) (ite (< i 0) (- i) i))",
    "(= (/ x 4.0) (* 0.25 x))",
    "(and (<= (to_real (to_int x)) x) (< x (to_real (+ 1 (to_int x)))))",
    "(= (is_int x) (= x (to_real (to_int x))))",
    "(= (concat a b) (bvor (concat a #b00000) ((_ zero_extend 5) b)))",
    "(= (concat ((_ extract 4 3) a) ((_ extract 2 0) a)) a)",
    "(= (concat #b1 #b0 #b0) #b100)",
    "(= (bvnot a) (bvsub (bvneg a) #b00001))",
    "(= (bvnand a b) (bvor (bvnot a) (bvnot b)))",
    "(= (bvnor a b) (bvand (bvnot a) (bvnot b)))",
    "(= (bvxnor a b) (bvnot (bvxor a b)))",
    "(=> (not (= b (_ bv0 5))) (= a (bvadd (bvmul b (bvudiv a b)) (bvurem a b))))",
    "(= (bvudiv a #b00000) #b11111)",
    "(= (bvurem a #b00000) a)",
    "(=> (not (= b #b00000)) (= a (bvadd (bvmul b (bvsdiv a b)) (bvsrem a b))))",
    "(= (bvsdiv #b11001 #b00010) #b11101)",
    "(= (bvsrem #b11001 #b00010) #b11111)",
    "(= (bvsmod #b11001 #b00010) #b00001)",
    "(= (bvshl a #b00010) (bvmul a #b00100))",
    "(= (bvlshr a #b00011) ((_ zero_extend 3) ((_ extract 4 3) a)))",
    "(= (bvashr a #b00011) ((_ sign_extend 3) ((_ extract 4 3) a)))",
    "(= ((_ repeat 3) a) (concat a a a))",
    "(= ((_ rotate_left 7) a) (concat ((_ extract 2 0) a) ((_ extract 4 3) a)))",
    "(= ((_ rotate_right 6) a) (concat ((_ extract 0 0) a) ((_ extract 4 1) a)))",
    "(= ((_ rotate_right 5) a) ((_ zero_extend 0) a))",
    "(= (= (bvcomp a b) #b1) (= a b))",
    "(= (bvult a b) (bvugt b a) (not (bvuge a b)) (not (bvule b a)))",
    "(= (bvslt a b) (bvsgt b a) (not (bvsge a b)) (not (bvsle b a)))",
    "(bvslt #b10000 #b01111)",
    "(= #xa5 (_ bv165 8) #b10100101)",
    "(=> (= u v) (= (f u 1) (f v 1)))",
    "(= (select (store m i 5) j) (ite (= i j) 5 (select m j)))",
    "(=> (= m n) (= (select m i) (select n i)))",
    "(=> (= (store m i 1) (store n i 1)) (not (= i 7)) (= (select m 7) (select n 7)))",
    "(or |odd name| (not |odd name|))",
];

/// Formulas that have models.
const SATISFIABLE: &[&str] = &[
    "(and (xor p q) (not r) |odd name|)",
    "(and (< i (- 3)) (> j 100000000000000000000000000) (= (g i) j))",
    "(and (< x y) (< y (/ (- 1) 3)) (= (+ x y) (- 1.5)))",
    "(and (bvult a b) (bvslt b a) (= ((_ extract 0 0) a) #b1))",
    "(and (not (= u v)) (= (f u 1) v) (= (f v 1) u) (= (f u 2) u))",
    "(and (= (select m 1) 2) (= (select n 1) 3) (= (store m 4 5) m) (not (= (select m 9) (select n 9))))",
    "(and (= (g 1) 2) (= (g 2) 1) (not (= (g 3) (g i))) (= (mod i 5) 3))",
];

#[test]
fn every_operator_means_what_the_standard_says() {
    let Some(yices) = yices() else { return };
    let mut backend = library(&yices, false, &[]);
    for formula in VALID {
        let script = format!("(set-logic ALL){NAMES}(assert (not {formula}))(check-sat)");
        assert_eq!(say(&mut backend, &script), "unsat\n", "{formula}");
    }
}

#[test]
fn models_and_values_satisfy_what_was_asserted() {
    let Some(yices) = yices() else { return };
    let mut backend = library(&yices, false, &[]);
    for formula in SATISFIABLE {
        let source = format!("(set-logic ALL){NAMES}(assert {formula})(check-sat)");
        let said = say(&mut backend, &format!("{source}(get-model)(get-value ({formula} i x a))"));
        let (model, values) =
            said.strip_prefix("sat\n").and_then(|rest| rest.rsplit_once("\n((")).expect(&said);
        assert!(values.contains(" true)"), "{values}");
        let mut script = Script::parse(source.as_bytes()).unwrap();
        let asserted: Vec<TermId> = script.assertions().collect();
        let model = read_model(&mut script, model).unwrap_or_else(|error| panic!("{error}: {said}"));
        let mut evaluator = Evaluator::new(&script.arena, &asserted).with_missing(Missing::Unknown);
        evaluator.set_model(model);
        assert_eq!(evaluator.value(0), Ok(Value::Bool(true)), "{said}");
    }
}

#[test]
fn a_defined_function_is_its_body() {
    let Some(yices) = yices() else { return };
    let script = format!(
        "(set-logic QF_LIA){}(define-fun twice ((i Int) (unused Bool)) Int (let ((k (+ i i))) k))\
         (define-fun next ((j Int)) Int (+ 1 (twice j true)))(define-const seven Int (next 3))\
         (assert (= (next (twice i p)) seven))(check-sat)(get-value (i seven (next (next i))))",
        "(declare-const i Int)(declare-const p Bool)"
    );
    // 4i + 1 = 7 has no integer solution.
    assert_eq!(say(&mut library(&yices, false, &[]), &script).lines().next(), Some("unsat"));
    let script = script.replace("(next 3)", "(next 4)");
    let expected = "sat\n((i 2)\n (seven 9)\n ((next (next i)) 11))\n";
    assert_eq!(say(&mut library(&yices, false, &[]), &script), expected);
}

#[test]
fn levels_come_and_go_also_above_a_contradiction() {
    let Some(yices) = yices() else { return };
    let mut backend = library(&yices, true, &[]);
    let script = "(set-logic QF_LIA)(declare-fun x () Int)(assert (> x 0))(push)(assert (< x 0))(check-sat)\
        (push 2)(declare-fun y () Int)(assert (> y 0))(check-sat)(pop 2)(check-sat)(pop 1)(check-sat)(get-model)\
        (pop 1)(assert false)(push 1)(check-sat)(pop 1)(check-sat)(reset-assertions)(check-sat)\
        (reset)(set-logic QF_BV)(declare-fun x () (_ BitVec 2))(assert (= x #b10))(check-sat)(get-value (x))";
    let expected = "unsat\nunsat\nunsat\nsat\n(\n  (define-fun x () Int 1)\n)\n\
        (error \"pop not allowed at the bottom level\")\nunsat\nunsat\nsat\nsat\n((x #b10))\n";
    for _ in 0..2 {
        assert_eq!(say(&mut backend, script), expected);
    }
}

#[test]
fn assumptions_hold_for_one_check() {
    let Some(yices) = yices() else { return };
    let script = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun p () Bool)(declare-fun q () Bool)\
        (assert (=> p (> x 3)))(check-sat-assuming (q p (< x 2)))(get-unsat-assumptions)(check-sat)\
        (check-sat-assuming (p))(get-value ((> x 3)))(check-sat-assuming ((not p) p))(push 1)(assert (not p))(check-sat)\
        (check-sat-assuming (p))(pop 1)(check-sat-assuming (p))";
    let expected = "unsat\n(p (< x 2))\nsat\nsat\n(((> x 3) true))\nunsat\nsat\nunsat\nsat\n";
    assert_eq!(say(&mut library(&yices, true, &[]), script), expected);
}

#[test]
fn what_cannot_be_expressed_is_an_error_and_ends_the_script() {
    let Some(yices) = yices() else { return };
    let mut backend = library(&yices, true, &[]);
    for (command, complaint) in [
        ("(assert (= m ((as const (Array Int Int)) 0)))", "operator `const` is not supported"),
        ("(assert (bvumulo a b))", "operator `bvumulo` is not supported"),
        ("(assert (forall ((k Int)) (> k i)))", "quantifiers and lambdas are not supported"),
        ("(assert (= \"a\" \"b\"))", "is not supported"),
        ("(assert (frobnicate 1))", "undefined term: frobnicate"),
        ("(assert (= i p))", "at line 2"),
        ("(declare-fun s () String)", "sort String is not supported"),
        ("(declare-fun s () (_ FloatingPoint 8 24))", "is not supported"),
        ("(define-fun-rec h ((k Int)) Int (h k))", "not supported"),
        ("(declare-datatypes ((L 0)) (((nil))))", "not supported"),
        ("(assert (", "syntax error"),
    ] {
        let said = say(&mut backend, &format!("(set-logic ALL){NAMES}(check-sat)\n{command}\n(check-sat)"));
        let error = said.strip_prefix("sat\n(error \"").expect(&said);
        assert!(error.contains(complaint) && error.lines().count() == 1, "{command}: {said}");
    }
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let Some(yices) = yices() else { return };
    let mut backend = library(&yices, false, &[]);
    let deep = |open: &str, close: &str| format!("{}p{}", open.repeat(100_001), close.repeat(100_001));
    let head = "(set-logic QF_UF)(declare-fun p () Bool)(declare-fun f (Bool) Bool)";
    let nots = deep("(not ", ")");
    assert_eq!(say(&mut backend, &format!("{head}(assert {nots})(assert p)(check-sat)")), "unsat\n");
    let lets = deep("(let ((p (not p))) ", ")");
    assert_eq!(say(&mut backend, &format!("{head}(assert {lets})(assert p)(check-sat)")), "unsat\n");
    // What the library does with the term once it is built is its own affair.
    let calls = deep("(f ", ")");
    assert_eq!(say(&mut backend, &format!("{head}(define-fun d () Bool {calls})(check-sat)")), "sat\n");
}

#[test]
fn settings_are_those_of_the_configuration_of_the_context_or_of_the_search() {
    let Some(yices) = yices() else { return };
    let script = "(set-logic QF_BV)(declare-fun p () Bool)(assert p)(check-sat)";
    let good = [("var-elim", "false"), ("random-seed", "7"), ("bv-solver", "default")];
    assert_eq!(say(&mut library(&yices, false, &good), script), "sat\n");
    let said = say(&mut library(&yices, false, &[("no-such-option", "1")]), script);
    assert!(said.starts_with("(error \"") && said.contains("no-such-option"), "{said}");
}

#[test]
fn the_library_answers_as_the_executable_does() {
    let Some(yices) = yices() else { return };
    let mut executable = yices.open(BackendKind::Spawn { incremental: false }).unwrap();
    let mut backend = library(&yices, false, &[]);
    let logics =
        ["QF_LIA", "QF_LRA", "QF_IDL", "QF_UFLIA", "QF_AUFLIA", "QF_ALIA", "QF_NIA", "QF_NRA", "QF_UFLIRA"];
    for logic in logics {
        for bound in ["3", "0", "(- 2)"] {
            let sort = if logic.contains("RA") && !logic.contains("IRA") { "Real" } else { "Int" };
            let script = format!(
                "(set-logic {logic})(declare-fun x () {sort})(declare-fun y () {sort})\
                 (assert (< (- x y) {bound}))(assert (< (- y x) {bound}))(check-sat)(echo \"done\")(exit)(check-sat)"
            );
            assert_eq!(say(&mut backend, &script), say(&mut *executable, &script), "{script}");
        }
    }
}
