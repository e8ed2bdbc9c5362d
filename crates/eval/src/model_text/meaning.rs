//! What a model's definition means for a symbol of the script.

use std::collections::BTreeMap;
use std::sync::Arc;

use smtlib::{Arena, FunId, FunKind, Head, SortCtor, SortId};

use super::table::{Function, Tables};
use crate::array::Array;
use crate::model::Meaning;
use crate::theory::coerce;
use crate::value::{Closure, Code, FunctionTable, Value};

/// What a definition says about a symbol of the script; `None` when their sorts differ.
pub(super) fn meaning(
    tables: &mut Tables,
    symbol: FunId,
    definition: FunId,
    table: Option<&FunctionTable>,
) -> Option<Meaning> {
    let arena = tables.machine.arena;
    let (declared, defined) = (arena.fun(symbol), arena.fun(definition));
    let canonical =
        |sorts: &[SortId]| -> Vec<SortId> { sorts.iter().map(|&s| arena.sorts.canonical(s)).collect() };
    let result = arena.sorts.canonical(declared.result);
    let alike = |a: &[SortId], b: &[SortId]| {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| same_sort(arena, a, b))
    };
    if alike(&declared.params, &defined.params) {
        // Z3 prints a function as an array of the same sorts.
        let given = arena.sorts.canonical(defined.result);
        let array = arena.sorts.ctor(given) == SortCtor::Array
            && arena.sorts.ctor(result) == SortCtor::Fun
            && arena.sorts.args(given) == arena.sorts.args(result);
        if !array && !arena.accepts(result, given) {
            return None;
        }
        if let Some(table) = table {
            return Some(Meaning::Table(without_defaults(table.clone())));
        }
        if !declared.params.is_empty() {
            return Some(Meaning::Defined(definition));
        }
        let FunKind::Defined { body: Some(body), .. } = defined.kind else { return None };
        return Some(match tables.value(body) {
            Some(value) => Meaning::Value(finite(tables, coerce(arena, value, result), result)),
            None => Meaning::Defined(definition),
        });
    }
    // Yices prints arrays as functions, cvc5 constants that are functions as functions of arguments.
    let closure = || Closure { code: Code::Fun(definition), captured: Box::default(), given: Box::default() };
    let parts = arena.sorts.args(result);
    let shape: Vec<SortId> = [canonical(&defined.params), canonical(&[defined.result])].concat();
    match arena.sorts.ctor(result) {
        SortCtor::Array if declared.params.is_empty() && canonical(parts) == shape => {
            let array = Value::Array(Arc::new(Array::Function(closure())));
            Some(Meaning::Value(finite(tables, array, result)))
        }
        SortCtor::Fun if declared.params.is_empty() && alike(&uncurried(arena, result), &shape) => {
            Some(Meaning::Value(Value::Function(Arc::new(closure()))))
        }
        _ => None,
    }
}

/// Whether two sorts are one when functions are curried: cvc5 prints `(-> A B C)` for `(-> A (-> B C))`.
fn same_sort(arena: &Arena, a: SortId, b: SortId) -> bool {
    let (a, b) = (arena.sorts.canonical(a), arena.sorts.canonical(b));
    let (left, right) = (uncurried(arena, a), uncurried(arena, b));
    a == b
        || left.len() > 1
            && left.len() == right.len()
            && left.iter().zip(&right).all(|(&a, &b)| same_sort(arena, a, b))
}

/// The parameters of a function sort and of the functions that it gives, and what comes last; of another sort itself.
fn uncurried(arena: &Arena, mut sort: SortId) -> Vec<SortId> {
    let mut parts = Vec::new();
    while arena.sorts.ctor(sort) == SortCtor::Fun
        && let Some((&result, params)) = arena.sorts.args(sort).split_last()
    {
        parts.extend_from_slice(params);
        sort = arena.sorts.canonical(result);
    }
    parts.push(sort);
    parts
}

pub(super) fn without_defaults(mut table: FunctionTable) -> FunctionTable {
    let default = &table.default;
    table.entries.retain(|_, value| value != default);
    table
}

/// A function that stands for an array, as an array of finitely many exceptions where its body lists them.
pub(super) fn finite(tables: &mut Tables, value: Value, sort: SortId) -> Value {
    let arena = tables.machine.arena;
    let sort = arena.sorts.canonical(sort);
    if arena.sorts.ctor(sort) != SortCtor::Array {
        return value;
    }
    let closure = match &value {
        Value::Array(array) => match &**array {
            Array::Function(closure) => closure.clone(),
            Array::Finite { .. } => return value,
        },
        Value::Function(closure) => (**closure).clone(),
        _ => return value,
    };
    let as_array = |closure| Value::Array(Arc::new(Array::Function(closure)));
    let ([index, element], true) =
        (arena.sorts.args(sort), closure.captured.is_empty() && closure.given.is_empty())
    else {
        return as_array(closure);
    };
    let function = match closure.code {
        Code::Fun(fun) => Function::of(tables.machine, fun),
        Code::Lambda(term) => match (arena.term(term).head, arena.term(term).args) {
            (Head::Binder(_, vars), &[body]) => Some(Function {
                vars: arena.var_list(vars).to_vec(),
                params: vec![*index],
                result: *element,
                body,
            }),
            _ => None,
        },
        Code::Named(_) => None,
    };
    match function.filter(|f| f.vars.len() == 1).and_then(|function| tables.table(&function)) {
        Some(table) => {
            let entries: BTreeMap<Value, Value> = table
                .entries
                .into_iter()
                .filter_map(|(key, value)| Some((key.into_vec().pop()?, value)))
                .collect();
            let domain = tables.machine.domain(*index);
            Value::Array(Arc::new(Array::finite(table.default, entries, domain.as_ref())))
        }
        None => as_array(closure),
    }
}
