//! Transcendental functions at the points where their value is algebraic.

use smtlib::theory::{Op, TranscendentalOp};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: false,
    words: &[
        ("Zero", &["0.0", "(- 5.0 5.0)", "(* 0.0 {Real})", "(- 0.0)", "(let ((x {Real})) (- x x))"]),
        ("One", &["1.0", "(- 3.0 2.0)", "(/ 2.0 2.0)", "(+ 0.5 0.5)"]),
    ],
    terms: &[
        (op(Op::Transcendental(TranscendentalOp::Exp)), &["(exp {Zero})", "(+ {Real} (exp {Zero}))"]),
        (op(Op::Transcendental(TranscendentalOp::Sin)), &["(sin {Zero})", "(sin (sin {Zero}))"]),
        (op(Op::Transcendental(TranscendentalOp::Cos)), &["(cos {Zero})", "(cos (sin {Zero}))"]),
        (op(Op::Transcendental(TranscendentalOp::Tan)), &["(tan {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Sec)), &["(sec {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Arcsin)), &["(arcsin {Zero})", "(asin {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Arccos)), &["(arccos {One})", "(acos {One})"]),
        (op(Op::Transcendental(TranscendentalOp::Arctan)), &["(arctan {Zero})", "(atan {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Arcsec)), &["(arcsec {One})"]),
        (op(Op::Transcendental(TranscendentalOp::Sinh)), &["(sinh {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Cosh)), &["(cosh {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Tanh)), &["(tanh {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Asinh)), &["(asinh {Zero})"]),
        (op(Op::Transcendental(TranscendentalOp::Acosh)), &["(acosh {One})"]),
        (op(Op::Transcendental(TranscendentalOp::Atanh)), &["(atanh {Zero})"]),
        (
            op(Op::Transcendental(TranscendentalOp::Sqrt)),
            &[
                "(sqrt {0.0|1.0|4.0|9.0|0.25|2.25})",
                "(sqrt (* {1..9}.0 4.0 {1|4|9}.0))",
                "(let ((x {Real})) (sqrt (* x x)))",
            ],
        ),
    ],
};
