//! Powers that stay small, and Z3's functions for division by zero, which are those of `/`, `div` and `mod`.

use smtlib::theory::{ArithOp, Op};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: false,
    words: &[
        ("Base", &["2", "(- 3)", "{0..20}", "(+ 1 {0..4})", "(- {1..9})"]),
        ("RealBase", &["2.0", "0.5", "(- 1.5)", "{1..9}.0", "(/ {1..9}.0 4.0)"]),
    ],
    terms: &[
        (
            op(Op::Arith(ArithOp::Pow)),
            &["(^ {Base} {0..9})", "(^ {RealBase} {0..6}.0)", "(^ (^ {Base} {0..3}) {1..3})"],
        ),
        (op(Op::Arith(ArithOp::PiAnd)), &["(piand {0..70} {Int} {Int})", "(piand (- {0..4}) {Int} {Int})"]),
        (
            op(Op::Arith(ArithOp::IntPow2)),
            &["(int.pow2 {0..70})", "(int.pow2 (- {0..4}))", "(int.pow2 (+ {0..9} {0..9}))"],
        ),
        (op(Op::Arith(ArithOp::DivZero)), &["!(let ((x {Real})) (= (/0 x 0.0) (/ x 0.0)))"]),
        (op(Op::Arith(ArithOp::IntDivZero)), &["!(let ((x {Int})) (= (div0 x 0) (div x 0)))"]),
        (op(Op::Arith(ArithOp::ModZero)), &["!(let ((x {Int})) (= (mod0 x 0) (mod x 0)))"]),
        (op(Op::Arith(ArithOp::RemZero)), &["!(let ((x {Int})) (= (rem0 x 0) (rem x 0)))"]),
    ],
};
