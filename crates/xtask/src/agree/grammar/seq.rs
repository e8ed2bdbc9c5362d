//! Sequences under functions.

use smtlib::theory::{Op, SeqOp};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: true,
    words: &[
        ("S", &["1", "0", "2", "(- 1)", "(+ 1 {0..2})"]),
        ("F", &["(lambda ((x Int)) (+ x {S}))", "(lambda ((x Int)) (mod x 2))", "(lambda ((x Int)) {S})"]),
        ("P", &["(lambda ((x Int)) (> x {S}))", "(lambda ((x Int)) (= x {S}))"]),
        ("Fold", &["(lambda ((a Int) (x Int)) (- a x))", "(lambda ((a Int) (x Int)) (+ (* 2 a) x))"]),
        (
            "Q",
            &[
                "(as seq.empty (Seq Int))",
                "(seq.unit {S})",
                "(seq.++ {Q} {Q})",
                "(seq.++ (seq.unit {S}) (seq.unit {S}) {Q})",
            ],
        ),
    ],
    terms: &[
        (
            op(Op::Seq(SeqOp::Nth)),
            &[
                "(seq.nth (seq.++ (seq.unit {S}) (seq.unit {Int}) {Q}) {0..1})",
                "(seq.nth (seq.++ {Q} (seq.unit {S})) (seq.len {Q}))",
                "(seq.nth (seq.unit {(_ BitVec 8)}) 0)",
                "!(let ((q {Q})) (= (seq.nth q 9) (seq.nth (seq.++ q (as seq.empty (Seq Int))) (+ 4 5))))",
            ],
        ),
        (
            op(Op::Seq(SeqOp::Map)),
            &[
                "(seq.map {F} {Q})",
                "(seq.map {P} {Q})",
                "(seq.len (seq.map {F} {Q}))",
                "(seq.map {F} (seq.map {F} {Q}))",
            ],
        ),
        (
            op(Op::Seq(SeqOp::MapI)),
            &[
                "(seq.mapi (lambda ((i Int) (x Int)) (- i x)) {S} {Q})",
                "(seq.mapi (lambda ((i Int) (x Int)) (> i x)) {S} {Q})",
            ],
        ),
        (
            op(Op::Seq(SeqOp::FoldL)),
            &[
                "(seq.foldl {Fold} {S} {Q})",
                "(seq.foldl (lambda ((a Bool) (x Int)) (xor a (> x {S}))) {Bool} {Q})",
            ],
        ),
        (
            op(Op::Seq(SeqOp::FoldLI)),
            &["(seq.foldli (lambda ((i Int) (a Int) (x Int)) (+ (* i x) (- a))) {S} {S} {Q})"],
        ),
    ],
};
