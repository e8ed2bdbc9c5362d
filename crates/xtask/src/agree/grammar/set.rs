//! Sets under functions, and choices from sets.

use smtlib::theory::{Op, SetOp};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: true,
    words: &[
        ("S", &["1", "0", "2", "3", "(- 1)"]),
        ("F", &["(lambda ((x Int)) (+ x {S}))", "(lambda ((x Int)) (mod x 2))", "(lambda ((x Int)) {S})"]),
        ("P", &["(lambda ((x Int)) (> x {S}))", "(lambda ((x Int)) (= x {S}))", "(lambda ((x Int)) {Bool})"]),
        (
            "Fold",
            &[
                "(lambda ((x Int) (y Int)) (+ x y))",
                "(lambda ((x Int) (y Int)) (ite (> x y) x y))",
                "(lambda ((x Int) (y Int)) (- y x))",
            ],
        ),
        (
            "Set",
            &[
                "(set.singleton {S})",
                "(as set.empty (Set Int))",
                "(set.union {Set} {Set})",
                "(set.minus {Set} {Set})",
                "(set.union {Set} (set.singleton {S}))",
            ],
        ),
    ],
    terms: &[
        (
            op(Op::Set(SetOp::Map)),
            &["(set.map {F} {Set})", "(set.map {P} {Set})", "(set.map {F} (set.map {F} {Set}))"],
        ),
        (op(Op::Set(SetOp::Filter)), &["(set.filter {P} {Set})", "(set.filter {P} (set.filter {P} {Set}))"]),
        (op(Op::Set(SetOp::All)), &["(set.all {P} {Set})"]),
        (op(Op::Set(SetOp::Some)), &["(set.some {P} {Set})"]),
        (op(Op::Set(SetOp::Fold)), &["(set.fold {Fold} {S} {Set})"]),
        (
            op(Op::Set(SetOp::Insert)),
            &[
                "(set.insert {S} {S} {Set})",
                "(set.insert {S} {Set})",
                "(set.card (set.insert {S} {S} {S} {Set}))",
            ],
        ),
        (
            op(Op::Set(SetOp::Choose)),
            &[
                "(set.choose (set.singleton {S}))",
                "!(let ((s (set.union (set.singleton {S}) {Set}))) (set.member (set.choose s) s))",
            ],
        ),
    ],
};
