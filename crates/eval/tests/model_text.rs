//! What can stand in a model's text, good and bad.

use eval::model_text::{read_model, read_values, value_text, write_model};
use eval::{Choice, Eval, Evaluator, Meaning, Missing, Model, Unknown, Value};
use proptest::prelude::*;
use smtlib::{FunId, Script};

fn script(source: &str) -> Script {
    let script = Script::parse(source.as_bytes()).unwrap();
    assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
    script
}

fn symbol(script: &Script, name: &str) -> FunId {
    script.arena.funs().find(|(_, fun)| script.arena.name(fun.name) == name).unwrap().0
}

/// The text of a constant's value in a model.
fn value(declarations: &str, model: &str) -> String {
    let mut script = script(declarations);
    let model = read_model(&mut script, model).unwrap_or_else(|error| panic!("{model}: {error}"));
    let x = symbol(&script, "x");
    match model.get(x) {
        Some(Meaning::Value(value)) => value_text(&script.arena, script.arena.fun(x).result, value).unwrap(),
        other => format!("{other:?}"),
    }
}

/// Whether the assertions of a script hold in a model.
fn holds(source: &str, model: &str) -> bool {
    let mut script = script(source);
    let model = read_model(&mut script, model).unwrap();
    let assertions: Vec<_> = script.assertions().collect();
    let mut evaluator = Evaluator::new(&script.arena, &assertions).with_missing(Missing::Unknown);
    evaluator.set_model(model);
    (0..assertions.len()).all(|i| evaluator.value(i) == Ok(Value::Bool(true)))
}

#[test]
fn constants_are_read_in_every_notation() {
    let real = "(declare-const x Real)";
    for (sort, written, read) in [
        (real, "5", "5.0"),
        (real, "(- (/ 1 3))", "(- (/ 1.0 3.0))"),
        (real, "(/ (- 1) 3)", "(- (/ 1.0 3.0))"),
        (real, "(/ 1.0 3.0)", "(/ 1.0 3.0)"),
        (real, "-2.5", "(- (/ 5.0 2.0))"),
        (real, "-1/3", "(- (/ 1.0 3.0))"),
        (real, "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", "(root-obj (+ (^ x 2) (- 2)) 2)"),
        (real, "(root-obj (+ (^ x 2) (- 2)) 1)", "(root-obj (+ (^ x 2) (- 2)) 1)"),
        ("(declare-const x Int)", "-5", "(- 5)"),
        ("(declare-const x (_ BitVec 8))", "(_ bv5 8)", "#x05"),
        ("(declare-const x (_ BitVec 4))", "0b0101", "#x5"),
        ("(declare-const x Float16)", "(_ +oo 5 11)", "(_ +oo 5 11)"),
        ("(declare-const x Float16)", "(fp #b0 #b11111 #b0000000001)", "(_ NaN 5 11)"),
        ("(declare-const x RoundingMode)", "roundTowardZero", "RTZ"),
        ("(declare-const x String)", "\"a\\u{7f}\"\"\"", "\"a\\u{7f}\"\"\""),
        ("(declare-const x (Seq Int))", "(as seq.empty (Seq Int))", "(as seq.empty (Seq Int))"),
        ("(declare-sort U 0)(declare-const x U)", "(as @U_7 U)", "(as @U_7 U)"),
        ("(declare-sort U 0)(declare-const x U)", "@uc_U_2", "(as @U_2 U)"),
        ("(declare-sort U 0)(declare-const x U)", "U!val!3", "(as @U_3 U)"),
        (
            "(declare-const x (Array Int Int))",
            "(lambda ((k Int)) (ite (= k 1) 2 (ite (= 3 k) 4 5)))",
            "(store (store ((as const (Array Int Int)) 5) 1 2) 3 4)",
        ),
    ] {
        let text = format!(
            "sat\n((define-fun x () {} {written}))",
            sort.rsplit_once("x ").unwrap().1.trim_end_matches(')')
        );
        let text = if sort.matches('(').count() > 1 {
            let inner = &sort[sort.find("x ").unwrap() + 2..sort.len() - 1];
            format!("sat\n((define-fun x () {inner} {written}))")
        } else {
            text
        };
        assert_eq!(value(sort, &text), read, "{written}");
        let yices = format!("(= x {written})");
        // Yices writes fractions; its decimals are rounded.
        if !written.contains("lambda") && written != "-2.5" {
            assert_eq!(value(sort, &yices), read, "{yices}");
        }
    }
}

#[test]
fn auxiliary_functions_may_follow_their_use() {
    let text = "(model (define-fun x () (Array Int Int) (store (_ as-array k!5) 7 8))
        (define-fun k!5 ((x!0 Int)) Int (ite (= x!0 1) 2 3)))";
    assert_eq!(
        value("(declare-const x (Array Int Int))", text),
        "(store (store ((as const (Array Int Int)) 3) 1 2) 7 8)"
    );
    let text = "(model (define-fun f ((a Int)) Int (k!0 (+ a 1))) (define-fun k!0 ((a Int)) Int (* a a)))";
    assert!(holds("(declare-fun f (Int) Int)(assert (= (f 2) 9))", text));
}

#[test]
fn results_of_division_by_zero_are_functions_of_the_model() {
    let source = "(declare-const x Int)(assert (= (div x 0) 5))(assert (= (mod x 0) (+ x 2)))(assert (= (/ 1.0 0.0) 2.0))";
    let text = "((define-fun x () Int 3)(define-fun div0 ((a Int) (b Int)) Int (ite (= a 3) 5 0))
        (define-fun mod0 ((a Int)) Int (+ a 2))(define-fun /0 ((a Real) (b Real)) Real 2.0))";
    assert!(holds(source, text));
}

#[test]
fn elements_make_the_universe_that_the_model_states() {
    let source = "(declare-sort U 0)(declare-const a U)(declare-fun g (U) U)
        (assert (forall ((y U)) (distinct (g y) y)))(assert (exists ((y U)) (distinct y a)))";
    let z3 = "(model ;; universe for U:\n(declare-fun U!val!4 () U)(declare-fun U!val!9 () U)
        (forall ((x U)) (or (= x U!val!4) (= x U!val!9)))(define-fun a () U U!val!9)
        (define-fun g ((x!0 U)) U (ite (= x!0 U!val!9) U!val!4 U!val!9)))";
    let cvc =
        "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n(define-fun a () U (as @U_1 U))
        (define-fun g (($x U)) U (ite (= (as @U_1 U) $x) (as @U_0 U) (as @U_1 U))))";
    assert!(holds(source, z3));
    assert!(holds(source, cvc));
}

#[test]
fn a_universe_may_be_that_of_variables_alone() {
    let source = "(declare-sort U 0)(assert (exists ((x U)) (forall ((y U)) (= x y))))";
    assert!(holds(source, "(\n; cardinality of U is 1\n)"));
    assert!(!holds(source, "(\n; cardinality of U is 2\n)"));
}

#[test]
fn datatypes_may_be_declared_in_the_model() {
    let source = "(declare-datatypes ((E 0)) (((a) (b))))(declare-const x E)";
    let text = "(model (declare-datatypes ((E 0)) (((a) (b))))(declare-datatypes ((F 0)) (((c (d Int)))))
        (define-fun x () E b)(define-fun aux () F (c 5)))";
    assert_eq!(value(source, text), "b");
}

#[test]
fn two_models_of_one_script_do_not_meet() {
    let mut script = script("(declare-const x Int)(declare-fun f (Int) Int)");
    let commands = script.commands.len();
    for n in 0..3 {
        let text = format!("((define-fun x () Int {n})(define-fun f ((y Int)) Int (ite (= y x) {n} 7)))");
        let model = read_model(&mut script, &text).unwrap();
        assert_eq!(model.value(symbol(&script, "x")), Some(&Value::Int(n.into())));
        let values = read_values(&mut script, "((x 4) ((f x) (- 2)))").unwrap();
        assert_eq!(values[1].1, Value::Int((-2).into()));
        assert_eq!(smtlib::term_text(&script.arena, values[1].0), "(f x)");
        assert_eq!(script.commands.len(), commands);
    }
}

#[test]
fn errors_name_the_place_and_leave_the_script_alone() {
    let source = "(declare-const x Int)(declare-fun f (Int) Int)(declare-sort U 0)";
    for (text, message) in [
        ("", "1:1: there is no model here (give the answer of a solver to (get-model))"),
        ("unsat\n", "1:1: there is no model here (give the answer of a solver to (get-model))"),
        (
            "unsat\n(error \"line 3: model is not available\")",
            "2:1: the solver reports an error: line 3: model is not available (ask for the model after `sat`, with \
             :produce-models true)",
        ),
        (
            "sat\n(\n (define-fun x () Int y)\n)",
            "3:23: unknown constant `y` (declare it with (declare-const y …))",
        ),
        (
            "(model\n (define-fun x () Bool true))",
            "2:14: `x` is declared with other sorts in the script (is this the \
         model of another script?)",
        ),
        ("(model (define-fun x () Int true))", "1:29: the body is of sort Bool, not Int"),
        ("(model (define-fun x () Int))", "1:8: this definition does not have the parts it needs"),
        (
            "(model (define-fun x () Int 1)\n(define-fun x () Int 2))",
            "2:13: `x` is already declared (choose another name)",
        ),
        ("(model (define-fun x () Int (+ 1 , 5)))", "1:34: `,` is not SMT-LIB"),
        ("(= x 12ab)", "1:6: `12ab` is not SMT-LIB"),
        ("(model (define-fun x () Foo 1))", "1:25: unknown sort `Foo`"),
        (
            "(model (define-fun",
            "1:1: this parenthesis is never closed (the output of the solver may be cut off)",
        ),
        ("(function f (type (-> int int)) (= (f 1 2) 3) (default 4))", "1:44: `f` takes 1 arguments"),
    ] {
        let mut script = script(source);
        let before = script.clone();
        let error = read_model(&mut script, text).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with(message), "{text}\n{error}");
        assert!(
            script.same_content(&before) && script.type_errors.is_empty() && script.opaque == before.opaque
        );
        assert_eq!(script.term_spans, before.term_spans);
    }
}

#[test]
fn fixed_choices_survive_writing_and_reading() {
    let source = "(declare-const x Int)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)";
    let mut read = script(source);
    let mut model = Model::new();
    let nil = eval::default_value(&read.arena, read.arena.fun(symbol(&read, "l")).result).unwrap();
    let int = |n: i64| Value::Int(n.into());
    model.set_value(symbol(&read, "x"), int(-3));
    model.fix(Choice::IntDivByZero, [int(5)].into(), int(0));
    model.fix(Choice::IntDivByZero, [int(-6)].into(), int(-1));
    model.fix(Choice::Selector(symbol(&read, "hd")), [nil.clone()].into(), int(42));
    model.fix(Choice::Selector(symbol(&read, "tl")), [nil.clone()].into(), nil);
    model.fix(Choice::SeqNth, [Value::Seq([int(1)].into()), int(7)].into(), int(9));
    let text = write_model(&read.arena, &model);
    assert_eq!(read_model(&mut read, &text).unwrap(), model, "{text}");
}

#[test]
fn definitions_are_written_with_what_they_need() {
    let source = "(declare-fun f (Int) Int)(assert (= (f 2) 9))";
    let mut first = script(source);
    let text = "(model (define-fun f ((a Int)) Int (k!0 (+ a 1))) (define-fun k!0 ((a Int)) Int (* a a))
        (define-fun div0 ((a Int)) Int (* a 2)))";
    let model = read_model(&mut first, text).unwrap();
    let written = write_model(&first.arena, &model);
    assert!(holds(source, &written), "{written}");
    assert!(written.contains("div0"), "{written}");
}

#[test]
fn decimals_of_yices_are_no_values() {
    let source = "(declare-const x Real)(declare-const y Real)(assert (= (* 5.0 x x) 1.0))(assert (= y 0.5))";
    let mut read = script(source);
    let model = read_model(&mut read, "(= x 0.447214)\n(= y 1/2)").unwrap();
    assert_eq!(model.value(symbol(&read, "x")), None);
    assert!(model.value(symbol(&read, "y")).is_some());
    let model = read_model(&mut read, "(= x -0.447214)\n(= y 1/2)").unwrap();
    assert_eq!(model.value(symbol(&read, "x")), None);
}

/// Z3 writes a function over elements as a body that names them when a table would not do.
#[test]
fn elements_in_bodies_survive_writing_and_reading() {
    let source = "(declare-sort K 0)(declare-fun good (K) Bool)(declare-const a K)(assert (good a))";
    let text = "((declare-fun K!val!1 () K)(declare-fun K!val!0 () K)
        (forall ((x K)) (or (= x K!val!1) (= x K!val!0)))
        (define-fun good ((x!0 K)) Bool (and (= x!0 K!val!1) (not (= x!0 K!val!0))))(define-fun a () K K!val!1))";
    let mut first = script(source);
    let model = read_model(&mut first, text).unwrap();
    let written = write_model(&first.arena, &model);
    assert!(holds(source, text), "{text}");
    assert!(holds(source, &written), "{written}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn mutated_texts_never_panic(seed in 0usize..1000, cut in any::<(prop::sample::Index, prop::sample::Index)>(),
            insert in "[()|\"; @#a-z0-9!/<>,.\\-]{0,6}") {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "out"));
        files.sort();
        let file = &files[seed % files.len()];
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap().split('.').next().unwrap();
        let source = std::fs::read(file.with_file_name(format!("{name}.smt2"))).unwrap();
        let mut script = Script::parse(&source).unwrap();
        let (a, b) = (cut.0.index(text.len()), cut.1.index(text.len()));
        // Cuts are short, so that most of the text stays what it was.
        let end = (a.min(b) + (a.max(b) - a.min(b)) % 12).min(text.len());
        let mut mutated = text[..a.min(b)].to_owned();
        mutated.push_str(&insert);
        mutated.push_str(&text[end..]);
        let before = script.commands.len();
        if let Ok(model) = read_model(&mut script, &mutated) {
            write_model(&script.arena, &model);
        }
        let _ = read_values(&mut script, &mutated);
        prop_assert_eq!(script.commands.len(), before);
    }
}

/// The value of the assertion in a model.
fn judged(source: &str, text: &str) -> Eval {
    let mut script = script(source);
    let model = read_model(&mut script, text).expect(text);
    let roots: Vec<_> = script.assertions().collect();
    let mut evaluator = Evaluator::new(&script.arena, &roots).with_missing(Missing::Unknown);
    evaluator.set_model(model);
    evaluator.value(0)
}

#[test]
fn a_function_sort_may_be_printed_curried_or_not() {
    let source = "(declare-fun f ((-> Int (-> Bool Int))) Bool)(declare-const g (-> Int (-> Bool Int)))
        (assert (and (f g) (= (g 1 true) 3)))";
    let text = "((define-fun f ((x (-> Int Bool Int))) Bool true)(define-fun g ((x Int) (y Bool)) Int 3))";
    assert_eq!(judged(source, text), Ok(Value::Bool(true)));
}

#[test]
fn a_constant_that_is_a_function_may_be_printed_with_parameters_or_as_an_array() {
    let source = "(declare-const f (-> Int Int))(assert (= (+ (f 5) (f 6)) 9))";
    for text in [
        "((define-fun f ((x Int)) Int (ite (= x 5) 7 2)))",
        "((define-fun f () (-> Int Int) (store ((as const (-> Int Int)) 2) 5 7)))",
    ] {
        assert_eq!(judged(source, text), Ok(Value::Bool(true)), "{text}");
    }
}

#[test]
fn a_cyclic_value_is_no_value_but_no_error_either() {
    let source = "(declare-codatatypes ((S 0)) (((c (h Int) (t S)))))(declare-const s S)(declare-const i Int)
        (assert (= s (c i s)))";
    let text = "((define-fun s () S (c 3 cbv_S_0))(define-fun i () Int 3))";
    assert_eq!(judged(source, text), Err(Unknown::NoValue("s".into())));
}
