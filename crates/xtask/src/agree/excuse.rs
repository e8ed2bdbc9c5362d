//! Rows of the table about which no solver is asked, and why. Each has examples in the evaluator's own tests.

use smtlib::theory::{ArithOp, ArrayOp, BagOp, BvOp, ExtensionOp, FloatOp, Op, SetOp, TranscendentalOp};

/// Operators whose value no solver can be asked about.
pub fn excuses() -> impl Iterator<Item = (Op, &'static str)> {
    EXCUSES.iter().flat_map(|&(reason, ops)| ops.iter().map(move |&op| (op, reason)))
}

/// Why no solver of today confirms an operator, though it is asked: what a report says of it.
pub fn unconfirmed() -> impl Iterator<Item = (Op, &'static str)> {
    UNCONFIRMED.iter().flat_map(|&(reason, ops)| ops.iter().map(move |&op| (op, reason)))
}

const UNCONFIRMED: &[(&str, &[Op])] = &[
    (
        "cvc5's own, but neither 1.0.3 nor 1.4.2 reads it in a script",
        &[Op::BitVec(BvOp::UltBv), Op::BitVec(BvOp::SltBv), Op::BitVec(BvOp::Bit)],
    ),
    (
        "cvc5 1.0.3 reads and confirms it, newer releases do not read it",
        &[Op::Bag(BagOp::IsSingleton), Op::Bag(BagOp::FromSet), Op::Bag(BagOp::ToSet)],
    ),
    ("Z3 4.5.1 reads and confirms it, newer releases do not read it", &[Op::Array(ArrayOp::Intersect)]),
    ("Z3 4.8.12 reads and confirms it, newer releases do not read it", &[Op::Arith(ArithOp::RemZero)]),
    ("no release of Z3 at hand takes a real without a rounding mode", &[Op::Float(FloatOp::FromRealRne)]),
    (
        "cvc5 is incomplete for it and gives no answer",
        &[Op::Transcendental(TranscendentalOp::Arccos), Op::Transcendental(TranscendentalOp::Arctan)],
    ),
    (
        "solvers that read it are wrong about it: see the disagreements",
        &[
            Op::Transcendental(TranscendentalOp::Arcsec),
            Op::Transcendental(TranscendentalOp::Sinh),
            Op::Transcendental(TranscendentalOp::Cosh),
            Op::Transcendental(TranscendentalOp::Asinh),
            Op::Transcendental(TranscendentalOp::Acosh),
            Op::Transcendental(TranscendentalOp::Atanh),
        ],
    ),
];

const EXCUSES: &[(&str, &[Op])] = &[
    (
        "its values at rational points are transcendental, or it has none there",
        &[
            Op::Transcendental(TranscendentalOp::Pi),
            Op::Transcendental(TranscendentalOp::Euler),
            Op::Transcendental(TranscendentalOp::Csc),
            Op::Transcendental(TranscendentalOp::Cot),
            Op::Transcendental(TranscendentalOp::Arccsc),
            Op::Transcendental(TranscendentalOp::Arccot),
        ],
    ),
    ("cvc5 leaves open which set the universe is", &[Op::Set(SetOp::Universe), Op::Set(SetOp::Complement)]),
    (
        "some order on the sort, which no script determines",
        &[
            Op::Extension(ExtensionOp::PartialOrder),
            Op::Extension(ExtensionOp::LinearOrder),
            Op::Extension(ExtensionOp::TreeOrder),
            Op::Extension(ExtensionOp::PiecewiseOrder),
            Op::Extension(ExtensionOp::TransitiveClosure),
        ],
    ),
    (
        "a statement about the sizes of a model's sorts, which has no ground value",
        &[
            Op::Extension(ExtensionOp::FmfCard),
            Op::Extension(ExtensionOp::FmfCardOf),
            Op::Extension(ExtensionOp::CombinedCard),
        ],
    ),
    (
        "a statement about a heap, which is no part of a value",
        &[
            Op::Extension(ExtensionOp::SepNil),
            Op::Extension(ExtensionOp::SepEmp),
            Op::Extension(ExtensionOp::SepEmpOf),
            Op::Extension(ExtensionOp::PointsTo),
            Op::Extension(ExtensionOp::Star),
            Op::Extension(ExtensionOp::Wand),
        ],
    ),
];
