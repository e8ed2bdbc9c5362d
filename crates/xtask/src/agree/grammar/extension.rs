//! Z3's cardinality and pseudo-Boolean constraints.

use smtlib::theory::{ExtensionOp, Op};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: false,
    words: &[],
    terms: &[
        (
            op(Op::Extension(ExtensionOp::AtMost)),
            &["((_ at-most {0..3}) {Bool} {Bool} {Bool})", "((_ at-most {0..2}) {Bool} {Bool})"],
        ),
        (
            op(Op::Extension(ExtensionOp::AtLeast)),
            &["((_ at-least {0..3}) {Bool} {Bool} {Bool})", "((_ at-least {0..2}) {Bool} {Bool})"],
        ),
        (
            op(Op::Extension(ExtensionOp::PbLe)),
            &[
                "((_ pble {0..9} {0..4} {0..4}) {Bool} {Bool})",
                "((_ pble {0..9} {0..4} {0..4} {0..4}) {Bool} {Bool} {Bool})",
            ],
        ),
        (
            op(Op::Extension(ExtensionOp::PbGe)),
            &[
                "((_ pbge {0..9} {0..4} {0..4}) {Bool} {Bool})",
                "((_ pbge {0..9} {0..4} {0..4} {0..4}) {Bool} {Bool} {Bool})",
            ],
        ),
        (
            op(Op::Extension(ExtensionOp::PbEq)),
            &[
                "((_ pbeq {0..5} {0..4} {0..4}) {Bool} {Bool})",
                "((_ pbeq {0..5} {0..2} {0..2} {0..2}) {Bool} {Bool} {Bool})",
            ],
        ),
    ],
};
