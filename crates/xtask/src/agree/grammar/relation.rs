//! Tuples and relations.

use smtlib::theory::{Op, RelationOp};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: false,
    words: &[
        ("S", &["1", "0", "2", "3", "(- 1)"]),
        (
            "T",
            &[
                "(tuple {S} {Bool} {String})",
                "((_ tuple.update 1) {T} {Bool})",
                "(tuple {S} {Bool} {String})",
            ],
        ),
        ("Mixed", &["{T}", "(tuple {(_ BitVec 4)} {Real})", "(tuple {S})", "(tuple (tuple {S} {Bool}) {S})"]),
        (
            "R1",
            &[
                "(set.singleton (tuple {S}))",
                "(set.union {R1} {R1})",
                "(set.insert (tuple {S}) {R1})",
                "(as set.empty (Set (Tuple Int)))",
            ],
        ),
        (
            "R2",
            &[
                "(set.singleton (tuple {S} {S}))",
                "(set.insert (tuple {S} {S}) (tuple {S} {S}) {R2})",
                "(set.union {R2} {R2})",
                "(set.insert (tuple {S} {S}) {R2})",
                "(as set.empty (Set (Tuple Int Int)))",
                "(rel.transpose {R2})",
            ],
        ),
        ("RM", &["(set.singleton (tuple {S} {Bool}))", "(set.insert (tuple {S} {Bool}) {RM})"]),
    ],
    terms: &[
        (
            op(Op::Relation(RelationOp::Tuple)),
            &["{T}", "(tuple {(_ BitVec 4)} {Real})", "(tuple (tuple {S} {Bool}) {S})", "(= {T} {T})"],
        ),
        (op(Op::Relation(RelationOp::Unit)), &["tuple.unit", "(= tuple.unit tuple.unit)"]),
        (
            op(Op::Relation(RelationOp::Select)),
            &[
                "((_ tuple.select {0..2}) {T})",
                "((_ tuple.select 0) ((_ tuple.select 0) (tuple (tuple {S} {Bool}) {S})))",
            ],
        ),
        (
            op(Op::Relation(RelationOp::Update)),
            &["((_ tuple.update 0) {T} {S})", "((_ tuple.update 2) {T} {String})"],
        ),
        (
            op(Op::Relation(RelationOp::Project)),
            &[
                "((_ tuple.project {0..2}) {T})",
                "((_ tuple.project {0..2} {0..2}) {T})",
                "((_ tuple.project 2 1 0) {T})",
            ],
        ),
        (
            op(Op::Relation(RelationOp::Join)),
            &["(rel.join {R2} {R2})", "(rel.join {R1} {R2})", "(rel.join {R2} {R1})", "(rel.join {R2} {RM})"],
        ),
        (
            op(Op::Relation(RelationOp::Product)),
            &["(rel.product {R1} {R2})", "(rel.product {R1} {RM})", "(set.card (rel.product {R1} {R1}))"],
        ),
        (
            op(Op::Relation(RelationOp::Transpose)),
            &["(rel.transpose {R2})", "(rel.transpose {RM})", "(rel.transpose (rel.product {R1} {RM}))"],
        ),
        (
            op(Op::Relation(RelationOp::TClosure)),
            &["(rel.tclosure {R2})", "(rel.tclosure (rel.join {R2} {R2}))"],
        ),
        (op(Op::Relation(RelationOp::JoinImage)), &["(rel.join_image {R2} {1..3})"]),
        (op(Op::Relation(RelationOp::Iden)), &["(rel.iden {R1})", "(rel.join (rel.iden {R1}) {R2})"]),
        (
            op(Op::Relation(RelationOp::RelProject)),
            &["((_ rel.project {0..1}) {R2})", "((_ rel.project 1 {0..1} 0) {RM})"],
        ),
        (op(Op::Relation(RelationOp::Group)), &["((_ rel.group {0..1}) {R2})", "((_ rel.group 0 1) {RM})"]),
    ],
};
