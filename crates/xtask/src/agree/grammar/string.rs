//! Characters, and regular expressions whose arguments have to be of one length or small.

use smtlib::theory::{Op, RegexOp, StringOp};

use super::{Grammar, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "",
    model: "",
    higher_order: false,
    words: &[
        ("C", &["\"a\"", "\"b\"", "\"z\"", "\"0\"", "\"9\"", "\"~\""]),
        ("W", &["\"a\"", "\"\"", "\"b\"", "\"ab\"", "\"aab\"", "\"abab\"", "\"5\"", "{String}"]),
        (
            "R",
            &["(str.to_re {W})", "(re.range {C} {C})", "(re.union {R} {R})", "(re.++ {R} {R})", "(re.* {R})"],
        ),
    ],
    terms: &[
        (
            op(Op::Regex(RegexOp::Range)),
            &[
                "(str.in_re {W} (re.range {C} {C}))",
                "(str.in_re {W} (re.* (re.range {C} {C})))",
                "(str.in_re {W} (re.++ (re.range {C} {C}) (re.opt (re.range {C} {C}))))",
            ],
        ),
        (
            op(Op::Regex(RegexOp::LoopArgs)),
            &[
                "(str.in_re {W} (re.loop {R} {0..2} {0..3}))",
                "(str.in_re {W} (re.++ (re.loop {R} 0 {0..2}) {R}))",
            ],
        ),
        (op(Op::Regex(RegexOp::LoopArg)), &["(str.in_re {W} (re.loop {R} {0..3}))"]),
        (
            op(Op::String(StringOp::CharFromBv)),
            &[
                "(char.from_bv {#b000000000001000001|#b000000000000110000|#b101111111111111111}) ",
                "(char.to_int (char.from_bv (char.to_bv {Char})))",
            ],
        ),
    ],
};
