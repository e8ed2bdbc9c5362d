//! ArraysEx, with the solvers' additions. An array of several indices has tuples of them for keys.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smtlib::theory::ArrayOp;
use smtlib::{FunId, FunKind, SortCtor, SortId};

use super::core::equal;
use super::{Call, call_named, coerce};
use crate::array::Array;
use crate::choice::Choice;
use crate::domain::Domain;
use crate::entries::Entries;
use crate::machine::{Machine, Missing};
use crate::model::Meaning;
use crate::number::Int;
use crate::sample::default_value;
use crate::unknown::{Eval, Unknown};
use crate::value::{Closure, Code, FunctionTable, Value};

/// The most indices that are tried one by one to tabulate a function.
const MAX_TABULATED: u64 = 4096;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: ArrayOp, args: &[&Value]) -> Eval {
    let arg = |i: usize| args.get(i).copied().ok_or_else(|| call.ill_typed());
    match op {
        ArrayOp::Select => select(machine, arg(0)?, arg(1)?),
        ArrayOp::SelectN => match args.split_first() {
            Some((array, indices)) if !indices.is_empty() => select_at(machine, array, indices),
            _ => Err(call.ill_typed()),
        },
        ArrayOp::Store | ArrayOp::StoreN => store(machine, call, args),
        ArrayOp::Const => {
            let shape = Shape::of(machine, call, call.sort)?;
            let value = coerce(machine.arena, arg(0)?.clone(), shape.element);
            Ok(Value::Array(Arc::new(Array::constant(value))))
        }
        ArrayOp::Map => {
            let [index] = call.indices() else { return Err(call.ill_typed()) };
            pointwise(machine, call, args, |machine, values| call_named(machine, index.text, values))
        }
        ArrayOp::AsArray => as_array(machine, call),
        ArrayOp::Default => default(machine, call, arg(0)?),
        ArrayOp::Ext => difference(machine, call, arg(0)?, arg(1)?),
        ArrayOp::EqRange => equal_in_range(machine, call, arg(0)?, arg(1)?, arg(2)?, arg(3)?),
        ArrayOp::Union => pointwise(machine, call, args, |_, values| truths(call, values, |a, b| a || b)),
        ArrayOp::Intersect => pointwise(machine, call, args, |_, values| truths(call, values, |a, b| a && b)),
        ArrayOp::SetMinus => pointwise(machine, call, args, |_, values| truths(call, values, |a, b| a && !b)),
        ArrayOp::Complement => pointwise(machine, call, args, |_, values| match values {
            [Value::Bool(value)] => Ok(Value::Bool(!value)),
            _ => Err(call.ill_typed()),
        }),
        ArrayOp::Subset => subset(machine, call, arg(0)?, arg(1)?),
    }
}

/// The element at an index.
pub(crate) fn select(machine: &mut Machine, array: &Value, index: &Value) -> Eval {
    select_at(machine, array, &[index])
}

fn select_at(machine: &mut Machine, array: &Value, indices: &[&Value]) -> Eval {
    let arguments = || indices.iter().map(|&index| index.clone()).collect::<Vec<_>>();
    let closure = match array {
        Value::Array(array) => match &**array {
            Array::Finite { default, entries } => {
                let Some(sample) = entries.keys().next() else { return Ok(default.clone()) };
                let index = like(key(arguments())?, sample);
                return Ok(entries.get(&index).unwrap_or(default).clone());
            }
            Array::Function(closure) => closure.clone(),
        },
        // Z3's arrays are functions, and its functions arrays.
        Value::Function(closure) => (**closure).clone(),
        _ => return Err(Unknown::HigherOrder),
    };
    machine.call(&closure, &arguments())
}

/// Indices as one key. Functions and languages cannot be keys: equal ones need not be the same value.
fn key(mut indices: Vec<Value>) -> Eval<Value> {
    if indices.iter().any(Value::is_higher_order) {
        return Err(Unknown::HigherOrder);
    }
    match indices.pop() {
        Some(only) if indices.is_empty() => Ok(only),
        Some(last) => {
            indices.push(last);
            Ok(Value::Tuple(indices.into()))
        }
        None => Err(Unknown::HigherOrder),
    }
}

/// An index where the keys are like `sample`: integers among real keys become real.
fn like(index: Value, sample: &Value) -> Value {
    match (&index, sample) {
        (Value::Int(_), Value::Real(_)) => index.into_real(),
        (Value::Tuple(items), Value::Tuple(samples)) => {
            Value::Tuple(items.iter().zip(samples.iter()).map(|(i, s)| like(i.clone(), s)).collect())
        }
        _ => index,
    }
}

/// What an array sort says: index sorts, the domain of one index, and the element sort.
struct Shape {
    indices: Vec<SortId>,
    element: SortId,
    domain: Option<Domain>,
}

impl Shape {
    fn of(machine: &Machine, call: &Call, sort: SortId) -> Eval<Shape> {
        let sorts = &machine.arena.sorts;
        let sort = sorts.canonical(sort);
        let parts = sorts.args(sort);
        match parts.split_last() {
            Some((&element, indices))
                if matches!(sorts.ctor(sort), SortCtor::Array | SortCtor::Fun) && !sorts.has_opaque(sort) =>
            {
                let indices = indices.to_vec();
                Ok(Shape { domain: domain(machine, &indices), indices, element })
            }
            // Without the sort we cannot tell equal arrays over a finite index.
            _ => Err(call.ill_typed()),
        }
    }

    fn coerce_key(&self, machine: &Machine, indices: &[&Value]) -> Eval<Value> {
        let coerced =
            indices.iter().zip(&self.indices).map(|(&v, &sort)| coerce(machine.arena, v.clone(), sort));
        key(coerced.collect())
    }

    fn array(&self, default: Value, entries: BTreeMap<Value, Value>) -> Value {
        Value::Array(Arc::new(Array::finite(default, entries, self.domain.as_ref())))
    }
}

/// The domain of one index, or of tuples of several.
fn domain(machine: &Machine, indices: &[SortId]) -> Option<Domain> {
    if let [only] = indices {
        return machine.domain(*only);
    }
    let domains = indices.iter().map(|&sort| machine.domain(sort)).collect::<Option<Vec<_>>>()?;
    let size = domains.iter().try_fold(1u64, |size, domain| size.checked_mul(domain.size()))?;
    // With more keys than an array that we build has exceptions, a domain is as good as infinite.
    if size > 1 << 16 {
        return None;
    }
    let mut tuples = vec![Vec::new()];
    for domain in &domains {
        let longer = |tuple: &Vec<Value>| {
            let tuple = tuple.clone();
            domain
                .values()
                .map(move |value| tuple.iter().cloned().chain([value]).collect())
                .collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    Some(Domain::Listed(tuples.into_iter().map(|tuple: Vec<Value>| Value::Tuple(tuple.into())).collect()))
}

/// The array as a default with exceptions.
fn tabulated(machine: &mut Machine, array: &Value, domain: Option<&Domain>) -> Eval<(Value, Entries)> {
    let closure = match array {
        Value::Array(array) => match &**array {
            Array::Finite { default, entries } => return Ok((default.clone(), entries.clone())),
            Array::Function(closure) => closure.clone(),
        },
        Value::Function(closure) => (**closure).clone(),
        _ => return Err(Unknown::HigherOrder),
    };
    if let Closure { code: Code::Fun(fun), given, .. } = &closure
        && given.is_empty()
        && let Some(table) = table_of(machine, *fun)
    {
        return from_table(table);
    }
    let Some(domain) = domain.filter(|domain| domain.size() <= MAX_TABULATED) else {
        return Err(Unknown::HigherOrder);
    };
    let mut entries = BTreeMap::new();
    for index in domain.values() {
        let arguments = match &index {
            Value::Tuple(items) if wants_several(machine, &closure) => items.to_vec(),
            _ => vec![index.clone()],
        };
        entries.insert(index, machine.call(&closure, &arguments)?);
    }
    let default = entries.values().next().cloned().ok_or(Unknown::HigherOrder)?;
    Ok((default, entries.into_iter().collect()))
}

fn wants_several(machine: &Machine, closure: &Closure) -> bool {
    match closure.code {
        Code::Fun(fun) => machine.arena.fun(fun).params.len() > closure.given.len() + 1,
        Code::Lambda(term) => crate::plan::lambda_vars(machine.arena, term).len() > closure.given.len() + 1,
        Code::Named(_) => false,
    }
}

/// The table that a declared function has in the model, or now gets.
fn table_of(machine: &mut Machine, fun: FunId) -> Option<FunctionTable> {
    let decl = machine.arena.fun(fun);
    if !matches!(decl.kind, FunKind::Declared) {
        return None;
    }
    if machine.model.get(fun).is_none() && machine.missing == Missing::Choose {
        let sorts = decl.params.iter();
        let anywhere: Option<Vec<Value>> = sorts.map(|&sort| default_value(machine.arena, sort)).collect();
        machine.call_fun(fun, &anywhere?).ok()?;
    }
    match machine.model.get(fun) {
        Some(Meaning::Table(table)) => Some(table.clone()),
        Some(Meaning::Value(value)) => {
            Some(FunctionTable { entries: BTreeMap::new(), default: value.clone() })
        }
        _ => None,
    }
}

fn from_table(table: FunctionTable) -> Eval<(Value, Entries)> {
    let entries: Eval<Entries> =
        table.entries.into_iter().map(|(args, value)| Ok((key(args.into_vec())?, value))).collect();
    Ok((table.default, entries?))
}

fn store(machine: &mut Machine, call: &Call, args: &[&Value]) -> Eval {
    let [array, indices @ .., element] = args else { return Err(call.ill_typed()) };
    let shape = Shape::of(machine, call, call.sort)?;
    if indices.is_empty() || indices.len() != shape.indices.len() {
        return Err(call.ill_typed());
    }
    let index = shape.coerce_key(machine, indices)?;
    let element = coerce(machine.arena, (*element).clone(), shape.element);
    let domain = shape.domain.as_ref();
    if let Value::Array(array) = array
        && let Array::Finite { default, entries } = &**array
    {
        return Ok(Value::Array(Arc::new(Array::stored(default.clone(), entries, index, element, domain))));
    }
    let (default, entries) = tabulated(machine, array, domain)?;
    Ok(shape.array(default, entries.with(index, element).to_map()))
}

/// `f` applied to the elements of all arrays at each index.
fn pointwise(
    machine: &mut Machine,
    call: &Call,
    args: &[&Value],
    f: impl Fn(&mut Machine, &[Value]) -> Eval,
) -> Eval {
    let shape = Shape::of(machine, call, call.sort)?;
    let mut arrays = Vec::new();
    for array in args {
        arrays.push(tabulated(machine, array, shape.domain.as_ref())?);
    }
    let keys: BTreeSet<&Value> = arrays.iter().flat_map(|(_, entries)| entries.keys()).collect();
    let element = |machine: &mut Machine, values: &[Value]| {
        f(machine, values).map(|value| coerce(machine.arena, value, shape.element))
    };
    let mut entries = BTreeMap::new();
    for index in keys {
        let values: Vec<Value> =
            arrays.iter().map(|(default, entries)| entries.get(index).unwrap_or(default).clone()).collect();
        entries.insert(index.clone(), element(machine, &values)?);
    }
    // Where exceptions are at all indices, the defaults are nowhere, and so is what `f` makes of them.
    let everywhere = shape.domain.as_ref().is_some_and(|domain| domain.size() <= entries.len() as u64);
    let default = match entries.values().next() {
        Some(value) if everywhere => value.clone(),
        _ => {
            let defaults: Vec<Value> = arrays.iter().map(|(default, _)| default.clone()).collect();
            element(machine, &defaults)?
        }
    };
    Ok(shape.array(default, entries))
}

fn truths(call: &Call, values: &[Value], f: fn(bool, bool) -> bool) -> Eval {
    let mut truths = values.iter().map(|value| value.as_bool().ok_or_else(|| call.ill_typed()));
    let first = truths.next().unwrap_or_else(|| Err(call.ill_typed()))?;
    truths.try_fold(first, |result, value| Ok(f(result, value?))).map(Value::Bool)
}

/// `(_ as-array f)`: a function of the script as an array.
fn as_array(machine: &mut Machine, call: &Call) -> Eval {
    let [index] = call.indices() else { return Err(call.ill_typed()) };
    let named = machine.arena.funs().filter(|(_, fun)| fun.name == index.text).last();
    let Some((fun, _)) = named else { return Err(call.ill_typed()) };
    let closure = Closure { code: Code::Fun(fun), captured: Box::default(), given: Box::default() };
    let function = Value::Array(Arc::new(Array::Function(closure)));
    let Ok(shape) = Shape::of(machine, call, call.sort) else { return Ok(function) };
    match tabulated(machine, &function, shape.domain.as_ref()) {
        Ok((default, entries)) => Ok(shape.array(default, entries.to_map())),
        Err(_) => Ok(function),
    }
}

/// Z3's `default`: the element at all but finitely many indices, where that says something.
fn default(machine: &mut Machine, call: &Call, array: &Value) -> Eval {
    let (default, entries) = tabulated(machine, array, None)?;
    match entries.keys().next() {
        None => Ok(default),
        Some(sample) if size_by(sample) == Some(Size::Infinite) => Ok(default),
        // Over a finite index there may be no such indices, and our default is only one of several.
        Some(_) => Err(Unknown::Inexact(call.op)),
    }
}

/// How many values there are of the sort of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Finite(u64),
    Infinite,
}

/// `None` where the value alone does not tell.
fn size_by(sample: &Value) -> Option<Size> {
    match sample {
        Value::Int(_) | Value::Real(_) | Value::Text(_) => Some(Size::Infinite),
        Value::Bool(_) => Some(Size::Finite(2)),
        Value::RoundingMode(_) => Some(Size::Finite(Domain::RoundingMode.size())),
        // No array that we build has 2^32 exceptions.
        Value::BitVec(bits) => Some(Size::Finite(1 << bits.width().min(62))),
        Value::Float(float) if float.format().width() <= 32 => {
            Some(Size::Finite(Domain::Float(float.format()).size()))
        }
        Value::Float(_) => Some(Size::Finite(u64::MAX)),
        _ => None,
    }
}

/// Both arrays at one index.
fn both(machine: &mut Machine, a: &Value, b: &Value, index: &Value) -> Eval<(Value, Value)> {
    let several = |machine: &mut Machine, array: &Value| match (index, array) {
        // The key of an array with several indices.
        (Value::Tuple(items), Value::Array(inner)) if matches!(**inner, Array::Function(_)) => {
            select_at(machine, array, &items.iter().collect::<Vec<_>>())
        }
        _ => select(machine, array, index),
    };
    Ok((several(machine, a)?, several(machine, b)?))
}

/// Z3's `array-ext`: an index at which two arrays differ; anything for equal ones.
fn difference(machine: &mut Machine, call: &Call, a: &Value, b: &Value) -> Eval {
    let key = [a, b];
    if let Some(fixed) = machine.model.fixed(Choice::ArrayExt, &key) {
        return Ok(fixed.clone());
    }
    let ((x, left), (y, right)) = (tabulated(machine, a, None)?, tabulated(machine, b, None)?);
    let keys: BTreeSet<&Value> = left.keys().chain(right.keys()).collect();
    for &index in &keys {
        let (x, y) = both(machine, a, b, index)?;
        if !equal(machine, &x, &y)? {
            return machine.choose_or(Choice::ArrayExt, &key, |_| Some(index.clone()));
        }
    }
    if equal(machine, &x, &y)? {
        return machine.choose(Choice::ArrayExt, &key, call.sort);
    }
    let fresh = match machine.domain(call.sort) {
        Some(domain) => domain.values().find(|value| !keys.contains(value)),
        None if call.sort == SortId::INT => match keys.last() {
            Some(Value::Int(last)) => Some(Value::Int(last + Int::ONE)),
            _ => Some(Value::Int(Int::ZERO)),
        },
        None => None,
    };
    machine.choose_or(Choice::ArrayExt, &key, |_| fresh)
}

/// cvc5's `eqrange`: the arrays agree at all indices from `low` to `high`, both included.
fn equal_in_range(
    machine: &mut Machine,
    call: &Call,
    a: &Value,
    b: &Value,
    low: &Value,
    high: &Value,
) -> Eval {
    let ((x, left), (y, right)) = (tabulated(machine, a, None)?, tabulated(machine, b, None)?);
    let place = |value: &Value| match value {
        Value::Int(value) => Ok(value.clone()),
        Value::BitVec(bits) => Ok(bits.ubv_to_int()),
        // The order of reals and floats is dense or has a NaN in it; cvc5 compares with `fp.leq`.
        _ => Err(Unknown::Inexact(call.op)),
    };
    let (low, high) = (place(low)?, place(high)?);
    let mut within = Int::ZERO;
    for index in left.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
        let at = place(index)?;
        if low <= at && at <= high {
            within += Int::ONE;
            let (x, y) = both(machine, a, b, index)?;
            if !equal(machine, &x, &y)? {
                return Ok(Value::Bool(false));
            }
        }
    }
    let no_other = high - low + Int::ONE <= within;
    Ok(Value::Bool(no_other || equal(machine, &x, &y)?))
}

/// Z3's `subset` of Boolean arrays.
fn subset(machine: &mut Machine, call: &Call, a: &Value, b: &Value) -> Eval {
    let implies = |x: &Value, y: &Value| match (x, y) {
        (Value::Bool(x), Value::Bool(y)) => Ok(!x || *y),
        _ => Err(call.ill_typed()),
    };
    let ((x, left), (y, right)) = (tabulated(machine, a, None)?, tabulated(machine, b, None)?);
    let keys: BTreeSet<&Value> = left.keys().chain(right.keys()).collect();
    for &index in &keys {
        if !implies(left.get(index).unwrap_or(&x), right.get(index).unwrap_or(&y))? {
            return Ok(Value::Bool(false));
        }
    }
    if implies(&x, &y)? {
        return Ok(Value::Bool(true));
    }
    // The defaults tell only where an index is left to have them.
    let Some(sample) = keys.first() else { return Ok(Value::Bool(false)) };
    match size_by(sample) {
        Some(Size::Infinite) => Ok(Value::Bool(false)),
        Some(Size::Finite(size)) => Ok(Value::Bool(size <= keys.len() as u64)),
        None => Err(Unknown::Inexact(call.op)),
    }
}
