//! Bit sums over finite fields, which cvc5 wants to have two arguments or more.

use smtlib::theory::{FieldOp, Op};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: false,
    words: &[
        ("F7", &["#f{0..6}m7", "(ff.neg {F7})", "(ff.mul {F7} {F7})"]),
        ("F3", &["#f{0..2}m3", "(ff.add {F3} {F3})"]),
        ("F101", &["#f{0..100}m101", "(ff.neg {F101})"]),
    ],
    terms: &[(
        op(Op::Field(FieldOp::Bitsum)),
        &["(ff.bitsum {F7} {F7})", "(ff.bitsum {F3} {F3} {F3} {F3})", "(ff.bitsum {F101} {F101} {F101})"],
    )],
};
