//! Bags under functions, choices from bags, and tables.

use smtlib::theory::{BagOp, Op};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "(define-fun double ((x Int)) Int (* 2 x))\n",
    model: "",
    higher_order: true,
    words: &[
        ("S", &["1", "0", "2", "3", "(- 1)"]),
        (
            "F",
            &[
                "(lambda ((x Int)) (+ x {S}))",
                "(lambda ((x Int)) (mod x 2))",
                "(lambda ((x Int)) {S})",
                "double",
            ],
        ),
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
            "Same",
            &["(lambda ((x Int) (y Int)) (= (mod x 2) (mod y 2)))", "(lambda ((x Int) (y Int)) (= x y))"],
        ),
        (
            "B",
            &[
                "(as bag.empty (Bag Int))",
                "(bag {S} {0..4})",
                "(bag {S} {1..3})",
                "(bag.union_disjoint {B} {B})",
            ],
        ),
        (
            "T1",
            &[
                "(as bag.empty (Bag (Tuple Int)))",
                "(bag (tuple {S}) {1..3})",
                "(bag.union_disjoint {T1} {T1})",
            ],
        ),
        (
            "T2",
            &[
                "(bag (tuple {S} {Bool}) {1..3})",
                "(bag.union_disjoint {T2} {T2})",
                "(as bag.empty (Bag (Tuple Int Bool)))",
            ],
        ),
    ],
    terms: &[
        (
            op(Op::Bag(BagOp::Map)),
            &["(bag.map {F} {B})", "(bag.map {P} {B})", "(bag.card (bag.map {F} {B}))"],
        ),
        (op(Op::Bag(BagOp::Filter)), &["(bag.filter {P} {B})", "(bag.card (bag.filter {P} {B}))"]),
        (op(Op::Bag(BagOp::All)), &["(bag.all {P} {B})"]),
        (op(Op::Bag(BagOp::Some)), &["(bag.some {P} {B})"]),
        (op(Op::Bag(BagOp::Fold)), &["(bag.fold {Fold} {S} {B})"]),
        (op(Op::Bag(BagOp::Partition)), &["(bag.partition {Same} {B})"]),
        (
            op(Op::Bag(BagOp::Choose)),
            &[
                "(bag.choose (bag {S} {1..3}))",
                "!(let ((b (bag.union_disjoint (bag {S} 1) {B}))) (bag.member (bag.choose b) b))",
            ],
        ),
        (op(Op::Bag(BagOp::Setof)), &["(bag.setof {B})", "(bag.card (bag.setof {B}))"]),
        (
            op(Op::Bag(BagOp::TableProduct)),
            &["(table.product {T1} {T2})", "(bag.card (table.product {T1} {T1}))"],
        ),
        (
            op(Op::Bag(BagOp::TableProject)),
            &["((_ table.project {0..1}) {T2})", "((_ table.project 1 0 {0..1}) {T2})"],
        ),
        (op(Op::Bag(BagOp::TableGroup)), &["((_ table.group {0..1}) {T2})", "((_ table.group 0 1) {T2})"]),
    ],
};
