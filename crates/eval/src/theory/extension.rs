//! Operators of single solvers that belong to no theory above.

use smtlib::IndexKind;
use smtlib::theory::ExtensionOp;

use super::Call;
use crate::machine::Machine;
use crate::number::{Int, int};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: ExtensionOp, args: &[&Value]) -> Eval {
    match op {
        ExtensionOp::Apply => match args.split_first() {
            Some((function, rest)) => {
                let rest: Vec<Value> = rest.iter().map(|&value| value.clone()).collect();
                machine.call_value(function, &rest)
            }
            None => Err(call.ill_typed()),
        },
        ExtensionOp::AtMost => Ok(Value::Bool(weight(call, args, false)? <= bound(call)?)),
        ExtensionOp::AtLeast => Ok(Value::Bool(weight(call, args, false)? >= bound(call)?)),
        ExtensionOp::PbLe => Ok(Value::Bool(weight(call, args, true)? <= bound(call)?)),
        ExtensionOp::PbGe => Ok(Value::Bool(weight(call, args, true)? >= bound(call)?)),
        ExtensionOp::PbEq => Ok(Value::Bool(weight(call, args, true)? == bound(call)?)),
        // Some order, or the closure of a relation over the whole sort: the values do not tell which.
        ExtensionOp::PartialOrder
        | ExtensionOp::LinearOrder
        | ExtensionOp::TreeOrder
        | ExtensionOp::PiecewiseOrder
        | ExtensionOp::TransitiveClosure
        // Statements about the size of the model's sorts.
        | ExtensionOp::FmfCard
        | ExtensionOp::FmfCardOf
        | ExtensionOp::CombinedCard
        // Statements about a heap, which is no part of our models.
        | ExtensionOp::SepNil
        | ExtensionOp::SepEmp
        | ExtensionOp::SepEmpOf
        | ExtensionOp::PointsTo
        | ExtensionOp::Star
        | ExtensionOp::Wand => Err(Unknown::Inexact(call.op)),
    }
}

/// The integer that an index writes; Z3 also takes `-1`.
fn index(call: &Call, place: usize) -> Eval<Int> {
    let index = call.indices().get(place).ok_or_else(|| call.ill_typed())?;
    let text = call.arena.name(index.text);
    let value = match (index.kind, text.strip_prefix('-')) {
        (IndexKind::Hex, _) => None,
        (_, Some(digits)) => int::parse_numeral(digits).map(|value| -value),
        (_, None) => int::parse_numeral(text),
    };
    value.ok_or_else(|| call.ill_typed())
}

/// The first index: what the sum is compared to.
fn bound(call: &Call) -> Eval<Int> {
    index(call, 0)
}

/// The sum of the coefficients of the true arguments, which follow the bound; or just their number.
fn weight(call: &Call, args: &[&Value], weighted: bool) -> Eval<Int> {
    if weighted && call.indices().len() != args.len() + 1 {
        return Err(call.ill_typed());
    }
    let mut sum = Int::ZERO;
    for (i, value) in args.iter().enumerate() {
        if value.as_bool().ok_or_else(|| call.ill_typed())? {
            sum += if weighted { index(call, i + 1)? } else { Int::ONE };
        }
    }
    Ok(sum)
}
