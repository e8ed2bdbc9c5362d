//! The features that small scripts use.

use smtlib::{Features, Script};

fn least(text: &str) -> String {
    let script = Script::parse(text.as_bytes()).unwrap();
    assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
    script.least_logic().name().to_owned()
}

#[test]
fn least_logics_of_small_scripts() {
    for (text, logic) in [
        ("(declare-const p Bool)(assert (and p (not p)))", "QF_UF"),
        ("(declare-const x Int)(declare-const y Int)(assert (< (- x y) 3))", "QF_IDL"),
        (
            "(declare-const x Int)(declare-const y Int)(assert (let ((d (- x y)) (c 3)) (< d (- c))))",
            "QF_IDL",
        ),
        ("(declare-const x Int)(declare-const y Int)(assert (< (- x y) y))", "QF_LIA"),
        ("(declare-const x Int)(declare-const y Int)(assert (< (+ x y) 3))", "QF_LIA"),
        ("(declare-const x Real)(declare-const y Real)(assert (< (- x y) 3))", "QF_RDL"),
        ("(declare-const x Real)(assert (< (* 2 x) (/ 1 3)))", "QF_LRA"),
        ("(declare-const x Real)(assert (let ((c (/ 1 3))) (< (* c x) 1)))", "QF_LRA"),
        ("(declare-const x Real)(assert (< (* x x) 1))", "QF_NRA"),
        ("(declare-const x Real)(assert (< (/ 1 x) 1))", "QF_NRA"),
        ("(declare-const x Int)(assert (= (mod x 2) 0))", "QF_LIA"),
        ("(declare-const x Int)(assert (= (mod 2 x) 0))", "QF_NIA"),
        ("(declare-const x Int)(define-fun k () Int 7)(assert (= (* k x) 0))", "QF_LIA"),
        ("(declare-const x Int)(assert (= (to_real x) 0.5))", "QF_LIRA"),
        ("(declare-fun f (Int) Int)(assert (= (f (+ 1 2)) 0))", "QF_UFIDL"),
        ("(declare-sort U 0)(declare-const a U)(declare-const b U)(assert (= a b))", "QF_UF"),
        ("(declare-const a (Array Int Int))(assert (= (select a 0) 1))", "QF_ALIA"),
        ("(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))(assert (= a a))", "QF_AX"),
        ("(declare-const x (_ BitVec 8))(assert (= x #x00))", "QF_BV"),
        ("(declare-const x Float32)(assert (fp.eq x (fp #b0 #x00 #b00000000000000000000000)))", "QF_FP"),
        ("(declare-const x Float32)(assert (fp.eq x ((_ to_fp 8 24) RNE (/ 1.0 3.0))))", "QF_FP"),
        (
            "(declare-const x Float32)(declare-const b (_ BitVec 32))(assert (= x ((_ to_fp 8 24) b)))",
            "QF_BVFP",
        ),
        ("(declare-const s String)(assert (= (+ (str.len s) 1) 2))", "QF_SLIA"),
        (
            "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)(assert (= (hd l) (+ 1 (hd (tl l)))))",
            "QF_UFDTLIA",
        ),
        ("(assert (forall ((x Int)) (exists ((y Int)) (< (* x y) 0))))", "NIA"),
        ("(assert (< 1 2))", "QF_IDL"),
        ("(declare-const x Real)(assert (= (sin x) 1))", "QF_NRAT"),
        ("(set-logic HO_ALL)(declare-const f (-> Int Int))(assert (= (f 1) 2))", "HO_QF_IDL"),
        ("(declare-const s (Set Int))(assert (= (set.card s) 2))", "QF_FS"),
        ("(declare-const p Bool)(assert ((_ at-most 1) p p))", "ALL"),
        ("(declare-const p Bool)(assert (frobnicate p))", "ALL"),
    ] {
        assert_eq!(least(text), logic, "{text}");
    }
}

#[test]
fn an_unused_declaration_counts_because_solvers_refuse_it() {
    let script = Script::parse(b"(declare-fun f (Int) Int)(assert true)").unwrap();
    assert!(Features::of(&script).has(Features::FUNCTIONS | Features::INTS));
}
