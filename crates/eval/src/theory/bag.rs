//! Bags and tables, as in cvc5.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smtlib::SortId;
use smtlib::theory::BagOp;

use super::relation::{project, tuple};
use super::{Call, coerce};
use crate::choice::Choice;
use crate::machine::Machine;
use crate::number::{Int, int};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

/// How often each element is in a bag; never zero times.
type Counts = BTreeMap<Value, Int>;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: BagOp, args: &[&Value]) -> Eval {
    let arg = |i: usize| args.get(i).copied().ok_or_else(|| call.ill_typed());
    let bag = |i: usize| match args.get(i) {
        Some(Value::Bag(counts)) => Ok(&**counts),
        _ => Err(call.ill_typed()),
    };
    let merge = |f: fn(&Int, &Int) -> Int| Ok(made(merged(bag(0)?, bag(1)?, f)));
    match op {
        BagOp::Empty => Ok(made(Counts::new())),
        BagOp::Make => {
            let Value::Int(count) = arg(1)? else { return Err(call.ill_typed()) };
            // cvc5: a count that is not positive makes the empty bag.
            Ok(made(Counts::from([(element(call, arg(0)?)?, count.clone())])))
        }
        BagOp::UnionMax => merge(|a, b| a.max(b).clone()),
        BagOp::UnionDisjoint => merge(|a, b| a + b),
        BagOp::InterMin => merge(|a, b| a.min(b).clone()),
        BagOp::DifferenceSubtract => merge(|a, b| a - b),
        BagOp::DifferenceRemove => merge(|a, b| if b.is_zero() { a.clone() } else { Int::ZERO }),
        BagOp::Subbag => {
            let larger = bag(1)?;
            Ok(Value::Bool(
                bag(0)?.iter().all(|(value, count)| larger.get(value).is_some_and(|c| count <= c)),
            ))
        }
        BagOp::Count | BagOp::Member => {
            let counts = bag(1)?;
            let value = like(comparable(arg(0)?)?, counts.keys().next());
            let count = counts.get(&value).cloned().unwrap_or(Int::ZERO);
            Ok(if op == BagOp::Count { Value::Int(count) } else { Value::Bool(!count.is_zero()) })
        }
        BagOp::Setof => Ok(made(once(bag(0)?.keys()))),
        BagOp::Card => Ok(bag(0)?.values().fold(Int::ZERO, |sum, count| sum + count).into()),
        BagOp::Choose => {
            let bag = bag(0)?;
            match bag.keys().next().cloned() {
                Some(only) if bag.len() == 1 => Ok(only),
                Some(least) => machine.choose_or(Choice::BagChoose, args, |_| Some(least)),
                None => machine.choose(Choice::BagChoose, args, call.sort),
            }
        }
        BagOp::IsSingleton => Ok(Value::Bool(bag(0)?.values().eq([&Int::ONE]))),
        BagOp::FromSet => match arg(0)? {
            Value::Set(elements) => Ok(made(once(elements.iter()))),
            _ => Err(call.ill_typed()),
        },
        BagOp::ToSet => Ok(Value::Set(Arc::new(bag(0)?.keys().cloned().collect()))),
        BagOp::Map => {
            let mut result = Counts::new();
            for (value, count) in bag(1)? {
                let image = machine.call_value(arg(0)?, std::slice::from_ref(value))?;
                *result.entry(element(call, &image)?).or_default() += count;
            }
            Ok(made(result))
        }
        BagOp::Filter => {
            let mut result = Counts::new();
            for (value, count) in bag(1)? {
                if holds(machine, call, arg(0)?, value)? {
                    result.insert(value.clone(), count.clone());
                }
            }
            Ok(made(result))
        }
        BagOp::All => {
            let mut all = true;
            for value in bag(1)?.keys() {
                all &= holds(machine, call, arg(0)?, value)?;
            }
            Ok(Value::Bool(all))
        }
        BagOp::Some => {
            let mut any = false;
            for value in bag(1)?.keys() {
                any |= holds(machine, call, arg(0)?, value)?;
            }
            Ok(Value::Bool(any))
        }
        BagOp::Fold => fold(machine, call, arg(0)?, arg(1)?, bag(2)?),
        BagOp::Partition => partition(machine, call, arg(0)?, bag(1)?),
        BagOp::TableProduct => {
            let mut result = Counts::new();
            for (left, m) in bag(0)? {
                for (right, n) in bag(1)? {
                    let row = [tuple(call, left)?, tuple(call, right)?].concat();
                    *result.entry(Value::Tuple(row.into())).or_default() += int::mul(m, n)?;
                    within_limit(result.len())?;
                }
            }
            Ok(made(result))
        }
        BagOp::TableProject => {
            let mut result = Counts::new();
            for (row, count) in bag(0)? {
                *result.entry(project(call, row)?).or_default() += count;
            }
            Ok(made(result))
        }
        BagOp::TableGroup => {
            let mut groups: BTreeMap<Value, Counts> = BTreeMap::new();
            for (row, count) in bag(0)? {
                groups.entry(project(call, row)?).or_default().insert(row.clone(), count.clone());
            }
            // cvc5: the empty table is one empty group.
            if groups.is_empty() {
                return Ok(made(Counts::from([(made(Counts::new()), Int::ONE)])));
            }
            Ok(made(groups.into_values().map(|group| (made(group), Int::ONE)).collect()))
        }
    }
}

fn made(mut counts: Counts) -> Value {
    counts.retain(|_, count| *count > Int::ZERO);
    Value::Bag(Arc::new(counts))
}

fn once<'v>(elements: impl Iterator<Item = &'v Value>) -> Counts {
    elements.map(|value| (value.clone(), Int::ONE)).collect()
}

fn merged(a: &Counts, b: &Counts, f: fn(&Int, &Int) -> Int) -> Counts {
    let elements: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
    let count = |counts: &Counts, value: &Value| counts.get(value).cloned().unwrap_or(Int::ZERO);
    elements.into_iter().map(|value| (value.clone(), f(&count(a, value), &count(b, value)))).collect()
}

/// A value as an element of the bag that the call makes.
fn element(call: &Call, value: &Value) -> Eval<Value> {
    let sort = call.arena.sorts.args(call.arena.sorts.canonical(call.sort)).first();
    comparable(&coerce(call.arena, value.clone(), sort.copied().unwrap_or(SortId::OPAQUE)))
}

/// Functions and languages cannot be elements: equal ones need not be the same value.
pub(super) fn comparable(value: &Value) -> Eval<Value> {
    if value.is_higher_order() { Err(Unknown::HigherOrder) } else { Ok(value.clone()) }
}

/// A value where the elements are like `sample`: an integer among reals becomes real.
pub(super) fn like(value: Value, sample: Option<&Value>) -> Value {
    if matches!(sample, Some(Value::Real(_))) { value.into_real() } else { value }
}

/// Does a predicate hold of a value?
pub(super) fn holds(machine: &mut Machine, call: &Call, predicate: &Value, value: &Value) -> Eval<bool> {
    machine.call_value(predicate, std::slice::from_ref(value))?.as_bool().ok_or_else(|| call.ill_typed())
}

fn within_limit(size: usize) -> Eval<()> {
    const MAX_ELEMENTS: usize = 1 << 18;
    if size > MAX_ELEMENTS { Err(Unknown::Limit("a set or bag is too large".into())) } else { Ok(()) }
}

/// `(f x (f y … start))` over all elements. cvc5 leaves the order open, so there is a value only if all orders
/// agree; the results after each part of the bag tell, however the part was ordered.
pub(super) fn fold(machine: &mut Machine, call: &Call, f: &Value, start: &Value, bag: &Counts) -> Eval {
    const MAX_PARTS: usize = 1 << 12;
    let size = bag.values().fold(Int::ZERO, |sum, count| sum + count);
    if size > Int::from(MAX_PARTS) {
        return Err(Unknown::Limit("a bag is too large to fold".into()));
    }
    let mut parts: BTreeMap<Counts, BTreeSet<Value>> =
        BTreeMap::from([(bag.clone(), BTreeSet::from([comparable(start)?]))]);
    loop {
        let mut next: BTreeMap<Counts, BTreeSet<Value>> = BTreeMap::new();
        for (left, results) in parts {
            if left.is_empty() {
                // The only part that has nothing left.
                return match (results.len(), results.into_iter().next()) {
                    (1, Some(result)) => Ok(result),
                    _ => Err(Unknown::Inexact(call.op)),
                };
            }
            for value in left.keys() {
                let mut rest = left.clone();
                if let Some(count) = rest.get_mut(value) {
                    *count -= Int::ONE;
                }
                rest.retain(|_, count| *count > Int::ZERO);
                let into = next.entry(rest).or_default();
                for result in &results {
                    let longer = machine.call_value(f, &[value.clone(), result.clone()])?;
                    into.insert(comparable(&longer)?);
                }
            }
        }
        if next.values().map(BTreeSet::len).sum::<usize>() > MAX_PARTS {
            return Err(Unknown::Limit("a fold has too many orders".into()));
        }
        parts = next;
    }
}

/// The classes of an equivalence; of another relation cvc5 says nothing.
fn partition(machine: &mut Machine, call: &Call, relation: &Value, bag: &Counts) -> Eval {
    const MAX_ELEMENTS: usize = 256;
    if bag.len() > MAX_ELEMENTS {
        return Err(Unknown::Limit("a bag is too large to partition".into()));
    }
    let mut classes: Vec<Counts> = Vec::new();
    let mut class_of: BTreeMap<&Value, usize> = BTreeMap::new();
    for (value, count) in bag {
        let mut own = None;
        for (i, class) in classes.iter().enumerate() {
            if let Some(member) = class.keys().next()
                && related(machine, call, relation, member, value)?
            {
                own = Some(i);
                break;
            }
        }
        let own = own.unwrap_or_else(|| {
            classes.push(Counts::new());
            classes.len() - 1
        });
        classes[own].insert(value.clone(), count.clone());
        class_of.insert(value, own);
    }
    for (a, i) in &class_of {
        for (b, j) in &class_of {
            if related(machine, call, relation, a, b)? != (i == j) {
                return Err(Unknown::Inexact(call.op));
            }
        }
    }
    Ok(made(classes.into_iter().map(|class| (made(class), Int::ONE)).collect()))
}

fn related(machine: &mut Machine, call: &Call, relation: &Value, a: &Value, b: &Value) -> Eval<bool> {
    machine.call_value(relation, &[a.clone(), b.clone()])?.as_bool().ok_or_else(|| call.ill_typed())
}
