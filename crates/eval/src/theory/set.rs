//! Finite sets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smtlib::SortId;
use smtlib::theory::SetOp;

use super::{Call, bag, coerce};
use crate::choice::Choice;
use crate::machine::Machine;
use crate::number::Int;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: SetOp, args: &[&Value]) -> Eval {
    let arg = |i: usize| args.get(i).copied().ok_or_else(|| call.ill_typed());
    let set = |i: usize| elements(call, args.get(i));
    let fold = |f: fn(&BTreeSet<Value>, &BTreeSet<Value>) -> BTreeSet<Value>| -> Eval {
        let mut result = set(0)?.clone();
        for i in 1..args.len() {
            result = f(&result, set(i)?);
        }
        Ok(made(result))
    };
    match op {
        SetOp::Empty => Ok(made(BTreeSet::new())),
        // "The universe set is not interpreted as the set containing all elements of sort T. Instead it may be
        // interpreted as any set such that all sets are interpreted as subsets of it" (cvc5's theory reference).
        SetOp::Universe | SetOp::Complement => Err(Unknown::Inexact(call.op)),
        SetOp::Singleton => Ok(made(BTreeSet::from([element(call, arg(0)?)?]))),
        SetOp::Union => fold(|a, b| a | b),
        SetOp::Inter => fold(|a, b| a & b),
        SetOp::Minus => fold(|a, b| a - b),
        SetOp::Member => {
            let (element, set) = (bag::comparable(arg(0)?)?, set(1)?);
            Ok(Value::Bool(set.contains(&bag::like(element, set.first()))))
        }
        SetOp::Subset => Ok(Value::Bool(set(0)?.is_subset(set(1)?))),
        SetOp::Card => Ok(Int::from(set(0)?.len()).into()),
        SetOp::Insert => {
            let (last, new) = args.split_last().ok_or_else(|| call.ill_typed())?;
            let mut result = elements(call, Some(last))?.clone();
            for value in new {
                result.insert(element(call, value)?);
            }
            Ok(made(result))
        }
        SetOp::Choose => {
            let set = set(0)?;
            match set.first().cloned() {
                Some(only) if set.len() == 1 => Ok(only),
                Some(least) => machine.choose_or(Choice::SetChoose, args, |_| Some(least)),
                None => machine.choose(Choice::SetChoose, args, call.sort),
            }
        }
        SetOp::IsEmpty => Ok(Value::Bool(set(0)?.is_empty())),
        SetOp::IsSingleton => Ok(Value::Bool(set(0)?.len() == 1)),
        SetOp::Map => {
            let mut result = BTreeSet::new();
            for value in set(1)? {
                let image = machine.call_value(arg(0)?, std::slice::from_ref(value))?;
                result.insert(element(call, &image)?);
            }
            Ok(made(result))
        }
        SetOp::Filter => {
            let mut result = BTreeSet::new();
            for value in set(1)? {
                if bag::holds(machine, call, arg(0)?, value)? {
                    result.insert(value.clone());
                }
            }
            Ok(made(result))
        }
        SetOp::All => {
            let mut all = true;
            for value in set(1)? {
                all &= bag::holds(machine, call, arg(0)?, value)?;
            }
            Ok(Value::Bool(all))
        }
        SetOp::Some => {
            let mut any = false;
            for value in set(1)? {
                any |= bag::holds(machine, call, arg(0)?, value)?;
            }
            Ok(Value::Bool(any))
        }
        SetOp::Fold => {
            let once: BTreeMap<Value, Int> = set(2)?.iter().map(|value| (value.clone(), Int::ONE)).collect();
            bag::fold(machine, call, arg(0)?, arg(1)?, &once)
        }
    }
}

pub(super) fn made(elements: BTreeSet<Value>) -> Value {
    Value::Set(Arc::new(elements))
}

pub(super) fn elements<'v>(call: &Call, value: Option<&&'v Value>) -> Eval<&'v BTreeSet<Value>> {
    match value {
        Some(Value::Set(elements)) => Ok(elements),
        _ => Err(call.ill_typed()),
    }
}

/// A value as an element of the set that the call makes.
fn element(call: &Call, value: &Value) -> Eval<Value> {
    let sort = call.arena.sorts.args(call.arena.sorts.canonical(call.sort)).first();
    bag::comparable(&coerce(call.arena, value.clone(), sort.copied().unwrap_or(SortId::OPAQUE)))
}
