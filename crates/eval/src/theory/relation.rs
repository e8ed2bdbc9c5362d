//! Tuples, and relations as sets of tuples, as in cvc5.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smtlib::SortId;
use smtlib::theory::RelationOp;

use super::set::{elements, made};
use super::{Call, coerce};
use crate::machine::Machine;
use crate::number::Int;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

/// The most tuples that a product or a closure may have.
const MAX_TUPLES: usize = 1 << 18;

pub(super) fn apply(_machine: &mut Machine, call: &Call, op: RelationOp, args: &[&Value]) -> Eval {
    let arg = |i: usize| args.get(i).copied().ok_or_else(|| call.ill_typed());
    let set = |i: usize| elements(call, args.get(i));
    match op {
        RelationOp::Tuple => Ok(Value::Tuple(args.iter().map(|&value| value.clone()).collect())),
        RelationOp::Unit => Ok(Value::Tuple(Arc::from([]))),
        RelationOp::Select => {
            let field = tuple(call, arg(0)?)?.get(call.index(0)? as usize);
            field.cloned().ok_or_else(|| call.ill_typed())
        }
        RelationOp::Update => {
            let (place, mut fields) = (call.index(0)? as usize, tuple(call, arg(0)?)?.to_vec());
            let sort = call.arena.sorts.args(call.arena.sorts.canonical(call.sort)).get(place);
            let new = coerce(call.arena, arg(1)?.clone(), sort.copied().unwrap_or(SortId::OPAQUE));
            *fields.get_mut(place).ok_or_else(|| call.ill_typed())? = new;
            Ok(Value::Tuple(fields.into()))
        }
        RelationOp::Project => project(call, arg(0)?),
        RelationOp::RelProject => {
            Ok(made(set(0)?.iter().map(|row| project(call, row)).collect::<Eval<BTreeSet<_>>>()?))
        }
        RelationOp::Join => fold(call, args, |a, b| join(call, a, b)),
        RelationOp::Product => fold(call, args, |a, b| product(call, a, b)),
        RelationOp::Transpose => {
            let reversed = |row: &Value| Ok(Value::Tuple(tuple(call, row)?.iter().rev().cloned().collect()));
            Ok(made(set(0)?.iter().map(reversed).collect::<Eval<BTreeSet<_>>>()?))
        }
        RelationOp::TClosure => closure(call, set(0)?),
        RelationOp::JoinImage => join_image(call, set(0)?, arg(1)?),
        RelationOp::Iden => {
            let twice = |row: &Value| match tuple(call, row)? {
                [only] => Ok(Value::Tuple(Arc::from([only.clone(), only.clone()]))),
                _ => Err(call.ill_typed()),
            };
            Ok(made(set(0)?.iter().map(twice).collect::<Eval<BTreeSet<_>>>()?))
        }
        RelationOp::Group => {
            let mut groups: BTreeMap<Value, BTreeSet<Value>> = BTreeMap::new();
            for row in set(0)? {
                groups.entry(project(call, row)?).or_default().insert(row.clone());
            }
            // cvc5: the empty relation is one empty group.
            if groups.is_empty() {
                return Ok(made(BTreeSet::from([made(BTreeSet::new())])));
            }
            Ok(made(groups.into_values().map(made).collect()))
        }
    }
}

pub(super) fn tuple<'v>(call: &Call, value: &'v Value) -> Eval<&'v [Value]> {
    match value {
        Value::Tuple(fields) => Ok(fields),
        _ => Err(call.ill_typed()),
    }
}

/// The fields that the indices name, in their order.
pub(super) fn project(call: &Call, row: &Value) -> Eval<Value> {
    let fields = tuple(call, row)?;
    let field = |i: usize| fields.get(call.index(i)? as usize).cloned().ok_or_else(|| call.ill_typed());
    Ok(Value::Tuple((0..call.indices().len()).map(field).collect::<Eval<Vec<_>>>()?.into()))
}

type Rows = BTreeSet<Value>;

fn fold(call: &Call, args: &[&Value], f: impl Fn(&Rows, &Rows) -> Eval<Rows>) -> Eval {
    let mut result = elements(call, args.first())?.clone();
    for i in 1..args.len() {
        result = f(&result, elements(call, args.get(i))?)?;
    }
    Ok(made(result))
}

fn insert(rows: &mut Rows, row: Vec<Value>) -> Eval<()> {
    rows.insert(Value::Tuple(row.into()));
    if rows.len() > MAX_TUPLES { Err(Unknown::Limit("a relation is too large".into())) } else { Ok(()) }
}

fn product(call: &Call, a: &Rows, b: &Rows) -> Eval<Rows> {
    let mut result = Rows::new();
    for left in a {
        for right in b {
            insert(&mut result, [tuple(call, left)?, tuple(call, right)?].concat())?;
        }
    }
    Ok(result)
}

/// Rows that meet, the last field of one being the first of the other, without that field.
fn join(call: &Call, a: &Rows, b: &Rows) -> Eval<Rows> {
    let mut result = Rows::new();
    let mut by_first: BTreeMap<&Value, Vec<&[Value]>> = BTreeMap::new();
    for right in b {
        if let Some((first, rest)) = tuple(call, right)?.split_first() {
            by_first.entry(first).or_default().push(rest);
        }
    }
    for left in a {
        let Some((last, front)) = tuple(call, left)?.split_last() else { continue };
        for rest in by_first.get(last).into_iter().flatten() {
            insert(&mut result, [front, *rest].concat())?;
        }
    }
    Ok(result)
}

/// The least transitive relation around a binary one.
fn closure(call: &Call, pairs: &Rows) -> Eval {
    let mut next: BTreeMap<&Value, Vec<&Value>> = BTreeMap::new();
    for row in pairs {
        let [from, to] = tuple(call, row)? else { return Err(call.ill_typed()) };
        next.entry(from).or_default().push(to);
    }
    let mut result = Rows::new();
    for (&from, first) in &next {
        let mut open = first.clone();
        let mut reached = BTreeSet::new();
        while let Some(to) = open.pop() {
            if reached.insert(to) {
                insert(&mut result, vec![from.clone(), to.clone()])?;
                open.extend(next.get(to).into_iter().flatten());
            }
        }
    }
    Ok(made(result))
}

/// What is related to at least so many things. Of no things at all, cvc5's documentation and answers differ.
fn join_image(call: &Call, pairs: &Rows, least: &Value) -> Eval {
    let Value::Int(least) = least else { return Err(call.ill_typed()) };
    if *least <= Int::ZERO {
        return Err(Unknown::Inexact(call.op));
    }
    let mut images: BTreeMap<&Value, usize> = BTreeMap::new();
    for row in pairs {
        let [from, _] = tuple(call, row)? else { return Err(call.ill_typed()) };
        *images.entry(from).or_default() += 1;
    }
    let enough = images.into_iter().filter(|(_, count)| Int::from(*count) >= *least);
    Ok(made(enough.map(|(from, _)| Value::Tuple(Arc::from([from.clone()]))).collect()))
}
