//! Arrays of several indices, pointwise maps, functions as arrays, and what compares two arrays.

use smtlib::theory::{ArrayOp, Op};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "(define-fun double ((x Int)) Int (* 2 x))\n\
              (declare-fun u ((_ BitVec 2)) (_ BitVec 3))\n\
              (assert (= (u #b00) #b101))\n(assert (= (u #b01) #b101))\n\
              (assert (= (u #b10) #b000))\n(assert (= (u #b11) #b110))\n",
    model: "((define-fun u ((x (_ BitVec 2))) (_ BitVec 3) \
             (ite (= x #b10) #b000 (ite (= x #b11) #b110 #b101))))",
    higher_order: false,
    words: &[
        ("S", &["1", "0", "2", "3", "(- 1)", "(+ 1 {0..2})"]),
        ("AI", &["((as const (Array Int Int)) {S})", "(store {AI} {S} {S})", "(store {AI} {S} {Int})"]),
        ("AB", &["((as const (Array Int Bool)) {Bool})", "(store {AB} {S} {Bool})"]),
        ("ABB", &["((as const (Array Bool Bool)) {Bool})", "(store {ABB} {Bool} {Bool})"]),
        (
            "AV",
            &[
                "((as const (Array (_ BitVec 3) Int)) {S})",
                "(store {AV} {(_ BitVec 3)} {S})",
                "(store {AV} {(_ BitVec 3)} {S})",
            ],
        ),
        ("A2", &["((as const (Array Int Bool Int)) {S})", "(store {A2} {S} {Bool} {S})"]),
        ("Boxed", &["((as const (Array Int (Array Bool Int))) ((as const (Array Bool Int)) {S}))"]),
    ],
    terms: &[
        (op(Op::Array(ArrayOp::SelectN)), &["(select {A2} {S} {Bool})"]),
        (
            op(Op::Array(ArrayOp::StoreN)),
            &["(store {A2} {S} {Bool} {Int})", "(= {A2} (store {A2} {S} {Bool} {S}))"],
        ),
        (
            op(Op::Array(ArrayOp::Map)),
            &[
                "((_ map and) {AB} {AB})",
                "((_ map not) {ABB})",
                "((_ map or) {ABB} {ABB} {ABB})",
                "((_ map double) {AI})",
                "(select ((_ map double) {AI}) {S})",
            ],
        ),
        (
            op(Op::Array(ArrayOp::AsArray)),
            &[
                "(select (_ as-array u) {(_ BitVec 2)})",
                "(select (store (_ as-array u) {(_ BitVec 2)} {(_ BitVec 3)}) {(_ BitVec 2)})",
            ],
        ),
        (op(Op::Array(ArrayOp::Default)), &["(default {AI})", "(default {AB})"]),
        (
            op(Op::Array(ArrayOp::Ext)),
            &[
                "!(let ((a {AI}) (b {AI})) (or (= a b) \
                 (distinct (select a (array-ext a b)) (select b (array-ext a b)))))",
                "!(let ((a {ABB}) (b {ABB})) (or (= a b) \
                 (distinct (select a (array-ext a b)) (select b (array-ext a b)))))",
            ],
        ),
        (
            op(Op::Array(ArrayOp::EqRange)),
            &["(eqrange {AI} {AI} {S} {S})", "(eqrange {AV} {AV} {(_ BitVec 3)} {(_ BitVec 3)})"],
        ),
        (
            op(Op::Array(ArrayOp::Const)),
            &["{AI}", "{ABB}", "{AV}", "{Boxed}", "(select {AV} {(_ BitVec 3)})", "(= {ABB} {ABB})"],
        ),
    ],
};
