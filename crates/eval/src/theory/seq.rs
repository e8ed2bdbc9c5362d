//! Sequences. A string is a sequence of characters, so that these operators take strings too.

use std::sync::Arc;

use smtlib::SortId;
use smtlib::theory::SeqOp;

use super::Call;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::number::Int;
use crate::text::{Text, position, sequence};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: SeqOp, args: &[&Value]) -> Eval {
    let arg = |i: usize| args.get(i).copied().ok_or_else(|| call.ill_typed());
    match op {
        SeqOp::Empty => from_items(call, Vec::new()),
        SeqOp::Unit => from_items(call, vec![arg(0)?.clone()]),
        SeqOp::Nth => match sequence::nth(&items(call, arg(0)?)?, integer(call, arg(1)?)?) {
            Some(element) => Ok(element.clone()),
            None => machine.choose(Choice::SeqNth, args, call.sort),
        },
        SeqOp::Map => {
            let mut results = Vec::new();
            for item in items(call, arg(1)?)? {
                results.push(machine.call_value(arg(0)?, &[item])?);
            }
            from_items(call, results)
        }
        SeqOp::MapI => {
            let mut place = integer(call, arg(1)?)?.clone();
            let mut results = Vec::new();
            for item in items(call, arg(2)?)? {
                results.push(machine.call_value(arg(0)?, &[Value::Int(place.clone()), item])?);
                place += Int::ONE;
            }
            from_items(call, results)
        }
        SeqOp::FoldL => {
            let mut result = arg(1)?.clone();
            for item in items(call, arg(2)?)? {
                result = machine.call_value(arg(0)?, &[result, item])?;
            }
            Ok(result)
        }
        SeqOp::FoldLI => {
            let mut place = integer(call, arg(1)?)?.clone();
            let mut result = arg(2)?.clone();
            for item in items(call, arg(3)?)? {
                result = machine.call_value(arg(0)?, &[Value::Int(place.clone()), result, item])?;
                place += Int::ONE;
            }
            Ok(result)
        }
        SeqOp::Concat
        | SeqOp::Len
        | SeqOp::Extract
        | SeqOp::At
        | SeqOp::Contains
        | SeqOp::PrefixOf
        | SeqOp::SuffixOf
        | SeqOp::IndexOf
        | SeqOp::IndexOfFrom0
        | SeqOp::LastIndexOf
        | SeqOp::Replace
        | SeqOp::ReplaceAll
        | SeqOp::Update
        | SeqOp::Rev => match arg(0)? {
            Value::Text(_) => {
                on_slices(call, op, args, codes, |codes| Value::Text(Text::from_checked(codes)))
            }
            _ if args.iter().any(|value| value.is_higher_order()) => Err(Unknown::HigherOrder),
            _ => on_slices(call, op, args, values, |values| Value::Seq(values.into())),
        },
    }
}

/// The operators that are one algorithm whatever the elements are.
fn on_slices<T: Clone + Eq>(
    call: &Call,
    op: SeqOp,
    args: &[&Value],
    slice: fn(&Value) -> Option<&[T]>,
    whole: fn(Vec<T>) -> Value,
) -> Eval {
    let s = |i: usize| args.get(i).and_then(|&value| slice(value)).ok_or_else(|| call.ill_typed());
    let int = |i: usize| args.get(i).map_or_else(|| Err(call.ill_typed()), |&value| integer(call, value));
    Ok(match op {
        SeqOp::Concat => {
            let parts = (0..args.len()).map(s).collect::<Eval<Vec<_>>>()?;
            whole(sequence::concat(parts.into_iter())?)
        }
        SeqOp::Len => Int::from(s(0)?.len()).into(),
        SeqOp::Extract => whole(sequence::extract(s(0)?, int(1)?, int(2)?).to_vec()),
        SeqOp::At => whole(sequence::at(s(0)?, int(1)?).to_vec()),
        SeqOp::Contains => Value::Bool(sequence::find(s(0)?, s(1)?).is_some()),
        SeqOp::PrefixOf => Value::Bool(s(1)?.starts_with(s(0)?)),
        SeqOp::SuffixOf => Value::Bool(s(1)?.ends_with(s(0)?)),
        SeqOp::IndexOf => position(sequence::index_of(s(0)?, s(1)?, int(2)?)).into(),
        SeqOp::IndexOfFrom0 => position(sequence::find(s(0)?, s(1)?)).into(),
        SeqOp::LastIndexOf => position(sequence::last_index_of(s(0)?, s(1)?)).into(),
        SeqOp::Replace => whole(sequence::replace(s(0)?, s(1)?, s(2)?)?),
        SeqOp::ReplaceAll => whole(sequence::replace_all(s(0)?, s(1)?, s(2)?)?),
        SeqOp::Update => whole(sequence::update(s(0)?, int(1)?, s(2)?)),
        SeqOp::Rev => whole(sequence::rev(s(0)?)),
        SeqOp::Empty | SeqOp::Unit | SeqOp::Nth | SeqOp::Map | SeqOp::MapI | SeqOp::FoldL | SeqOp::FoldLI => {
            return Err(call.ill_typed());
        }
    })
}

fn codes(value: &Value) -> Option<&[u32]> {
    match value {
        Value::Text(text) => Some(text.codes()),
        _ => None,
    }
}

fn values(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Seq(items) => Some(items),
        _ => None,
    }
}

fn integer<'v>(call: &Call, value: &'v Value) -> Eval<&'v Int> {
    match value {
        Value::Int(value) => Ok(value),
        _ => Err(call.ill_typed()),
    }
}

/// The elements as values: those of a string are characters.
fn items(call: &Call, value: &Value) -> Eval<Vec<Value>> {
    match value {
        Value::Text(text) => Ok(text.codes().iter().map(|&code| Value::Char(code)).collect()),
        Value::Seq(items) => Ok(items.to_vec()),
        _ => Err(call.ill_typed()),
    }
}

/// A sequence of these elements: a string if they are characters, which for none of them only the sort tells.
fn from_items(call: &Call, items: Vec<Value>) -> Eval {
    let of_chars = match items.first() {
        Some(first) => matches!(first, Value::Char(_)),
        None => call.arena.sorts.canonical(call.sort) == SortId::STRING,
    };
    if !of_chars {
        return Ok(Value::Seq(Arc::from(items)));
    }
    let codes = items.iter().map(|item| match item {
        Value::Char(code) => Ok(*code),
        _ => Err(call.ill_typed()),
    });
    let text = Text::from_codes(codes.collect::<Eval<Vec<u32>>>()?);
    text.map(Value::Text).ok_or_else(|| call.ill_typed())
}
