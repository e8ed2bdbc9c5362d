//! Transcendental functions: exact only at the few points where their value is algebraic, which for most of them
//! is one point (Lindemann and Weierstrass).

use smtlib::theory::TranscendentalOp;

use super::Call;
use super::arith::{real, root};
use crate::number::{Int, Real};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(call: &Call, op: TranscendentalOp, args: &[&Value]) -> Eval {
    let inexact = || Err(Unknown::Inexact(call.op));
    // The value at a point, and no other value.
    let only = |point: Real, value: Real| {
        if *real(call, args.first())? == point { Ok(Value::Real(value)) } else { inexact() }
    };
    match op {
        TranscendentalOp::Pi | TranscendentalOp::Euler => inexact(),
        TranscendentalOp::Exp | TranscendentalOp::Cos | TranscendentalOp::Sec | TranscendentalOp::Cosh => {
            only(Real::ZERO, Real::ONE)
        }
        TranscendentalOp::Sin
        | TranscendentalOp::Tan
        | TranscendentalOp::Arcsin
        | TranscendentalOp::Arctan
        | TranscendentalOp::Sinh
        | TranscendentalOp::Tanh
        | TranscendentalOp::Asinh
        | TranscendentalOp::Atanh => only(Real::ZERO, Real::ZERO),
        TranscendentalOp::Arccos | TranscendentalOp::Arcsec | TranscendentalOp::Acosh => {
            only(Real::ONE, Real::ZERO)
        }
        // At zero these have a pole, or a multiple of pi; elsewhere nothing better.
        TranscendentalOp::Csc
        | TranscendentalOp::Cot
        | TranscendentalOp::Arccsc
        | TranscendentalOp::Arccot => inexact(),
        TranscendentalOp::Sqrt => {
            let radicand = real(call, args.first())?;
            if radicand.sign().is_lt() {
                return inexact();
            }
            Ok(root(call, &radicand, &Int::from(2))?.into())
        }
    }
}
