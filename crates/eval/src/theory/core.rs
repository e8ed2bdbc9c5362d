//! Core.

use smtlib::SortId;
use smtlib::theory::CoreOp;

use super::Call;
use crate::array::Array;
use crate::machine::Machine;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

/// Strict evaluation: all arguments are known. The plan decides connectives with unknown arguments itself.
pub(super) fn apply(machine: &mut Machine, call: &Call, op: CoreOp, args: &[&Value]) -> Eval {
    let truth = |i: usize| args.get(i).and_then(|v| v.as_bool()).ok_or_else(|| call.ill_typed());
    let truths = || args.iter().map(|v| v.as_bool().ok_or_else(|| call.ill_typed()));
    Ok(Value::Bool(match op {
        CoreOp::True => true,
        CoreOp::False => false,
        CoreOp::Not => !truth(0)?,
        CoreOp::And => {
            let mut all = true;
            for value in truths() {
                all &= value?;
            }
            all
        }
        CoreOp::Or => {
            let mut any = false;
            for value in truths() {
                any |= value?;
            }
            any
        }
        CoreOp::Xor => {
            let mut odd = false;
            for value in truths() {
                odd ^= value?;
            }
            odd
        }
        CoreOp::Implies => {
            let mut result = truth(args.len().wrapping_sub(1))?;
            for i in (0..args.len() - 1).rev() {
                result |= !truth(i)?;
            }
            result
        }
        CoreOp::Eq => {
            let mut all = true;
            for pair in args.windows(2) {
                all &= equal(machine, pair[0], pair[1])?;
            }
            all
        }
        CoreOp::Distinct => {
            let mut all = true;
            for (i, a) in args.iter().enumerate() {
                for b in &args[i + 1..] {
                    all &= !equal(machine, a, b)?;
                }
            }
            all
        }
        CoreOp::Ite => {
            let chosen = if truth(0)? { 1 } else { 2 };
            let value = (*args.get(chosen).ok_or_else(|| call.ill_typed())?).clone();
            return Ok(if call.sort == SortId::REAL { value.into_real() } else { value });
        }
    }))
}

/// SMT-LIB's `=` on values of one sort.
pub(crate) fn equal(machine: &mut Machine, a: &Value, b: &Value) -> Eval<bool> {
    match (a, b) {
        (Value::Int(i), Value::Real(r)) | (Value::Real(r), Value::Int(i)) => {
            Ok(*r == crate::number::Real::from(i.clone()))
        }
        (Value::Regex(a), Value::Regex(b)) => Ok(machine.regexes.equal(*a, *b)?),
        _ if !a.is_higher_order() && !b.is_higher_order() => Ok(a == b),
        // The same function is equal to itself; of two texts of functions we cannot tell.
        _ if a == b => Ok(true),
        (Value::Array(x), Value::Array(y)) => match (&**x, &**y) {
            // Elements that are functions or languages may be equal without being alike.
            (Array::Finite { .. }, Array::Finite { .. }) => Err(Unknown::HigherOrder),
            _ => equal_by_points(machine, a, b),
        },
        _ => Err(Unknown::HigherOrder),
    }
}

/// Arrays given by functions: one index at which they differ tells them apart; that they are equal we can see
/// only by trying all indices, which `select` over a finite domain does.
fn equal_by_points(machine: &mut Machine, a: &Value, b: &Value) -> Eval<bool> {
    let candidates: Vec<Value> = [a, b]
        .into_iter()
        .filter_map(|v| match v {
            Value::Array(array) => match &**array {
                Array::Finite { entries, .. } => Some(entries.keys().cloned().collect::<Vec<_>>()),
                Array::Function(_) => None,
            },
            _ => None,
        })
        .flatten()
        .collect();
    for index in &candidates {
        let (x, y) = (super::array::select(machine, a, index)?, super::array::select(machine, b, index)?);
        if !equal(machine, &x, &y)? {
            return Ok(false);
        }
    }
    Err(Unknown::HigherOrder)
}
