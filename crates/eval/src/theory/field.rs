//! Finite fields of prime order.

use dashu_base::RemEuclid;
use smtlib::SortCtor;
use smtlib::theory::FieldOp;

use super::Call;
use crate::number::{Int, int};
use crate::unknown::Eval;
use crate::value::Value;

pub(super) fn apply(call: &Call, op: FieldOp, args: &[&Value]) -> Eval {
    let order = match call.arena.sorts.ctor(call.arena.sorts.canonical(call.sort)) {
        SortCtor::Field(order) => int::parse_numeral(call.arena.name(order)),
        _ => None,
    };
    let order = order.filter(|order| *order > Int::ZERO).ok_or_else(|| call.ill_typed())?;
    let elements = args.iter().map(|value| match value {
        Value::Field(element) => Ok(element),
        _ => Err(call.ill_typed()),
    });
    let mut result = if op == FieldOp::Mul { Int::ONE } else { Int::ZERO };
    let mut weight = Int::ONE;
    for element in elements {
        let element = element?;
        let unreduced = match op {
            FieldOp::Add => result + element,
            FieldOp::Mul => result * element,
            FieldOp::Neg => -element,
            // cvc5: the sum of the elements times 1, 2, 4, …; they need not be bits.
            FieldOp::Bitsum => {
                let term = &weight * element;
                weight = (weight * Int::from(2)).rem_euclid(&order).into();
                result + term
            }
        };
        result = unreduced.rem_euclid(&order).into();
    }
    Ok(Value::Field(result.rem_euclid(&order).into()))
}
