//! The column of the signature table that says what each operator computes, a file for each theory as in
//! `smtlib::theory`. Every file matches on its theory's enum without a wildcard, so that a new row does not compile
//! until it is given a meaning here.

pub(crate) mod arith;
pub(crate) mod array;
pub(crate) mod bag;
pub(crate) mod bv;
pub(crate) mod core;
pub(crate) mod datatype;
pub(crate) mod extension;
pub(crate) mod field;
pub(crate) mod float;
pub(crate) mod regex;
pub(crate) mod relation;
pub(crate) mod seq;
pub(crate) mod set;
pub(crate) mod string;
pub(crate) mod transcendental;

use smtlib::theory::{Op, Table};
use smtlib::{Arena, Index, IndexKind, QualId, SortId, Symbol};

use crate::machine::Machine;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

/// The static part of an application: indices and sort.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) op: Op,
    pub(crate) qual: QualId,
    /// The sort of the result.
    pub(crate) sort: SortId,
}

impl<'a> Call<'a> {
    pub(crate) fn indices(&self) -> &'a [Index] {
        &self.arena.qual(self.qual).indices
    }

    /// The numeral index at place `i`. The type checker has seen to it that it fits.
    pub(crate) fn index(&self, i: usize) -> Eval<u32> {
        let index = self.indices().get(i).filter(|index| index.kind == IndexKind::Numeral);
        let value = index.and_then(|index| self.arena.name(index.text).parse().ok());
        value.ok_or_else(|| Unknown::Limit("an index is too large".into()))
    }

    /// For arguments that the type checker should have refused.
    pub(crate) fn ill_typed(&self) -> Unknown {
        Unknown::Opaque(self.op.name().to_owned())
    }
}

/// The value of an operator applied to values.
pub(crate) fn apply(machine: &mut Machine, call: &Call, args: &[&Value]) -> Eval {
    match call.op {
        Op::Core(op) => core::apply(machine, call, op, args),
        Op::Arith(op) => arith::apply(machine, call, op, args),
        Op::BitVec(op) => bv::apply(call, op, args),
        Op::Float(op) => float::apply(machine, call, op, args),
        Op::Array(op) => array::apply(machine, call, op, args),
        Op::String(op) => string::apply(machine, call, op, args),
        Op::Regex(op) => regex::apply(machine, call, op, args),
        Op::Seq(op) => seq::apply(machine, call, op, args),
        Op::Set(op) => set::apply(machine, call, op, args),
        Op::Relation(op) => relation::apply(machine, call, op, args),
        Op::Bag(op) => bag::apply(machine, call, op, args),
        Op::Datatype(op) => datatype::apply(machine, call, op, args),
        Op::Field(op) => field::apply(call, op, args),
        Op::Transcendental(op) => transcendental::apply(call, op, args),
        Op::Extension(op) => extension::apply(machine, call, op, args),
    }
}

/// A function that an index names, applied to values: one of the script, or an operator of the table.
pub(crate) fn call_named(machine: &mut Machine, name: Symbol, args: &[Value]) -> Eval {
    let arena = machine.arena;
    let user = arena.funs().filter(|(_, f)| f.name == name && f.params.len() == args.len()).last();
    if let Some((fun, _)) = user {
        return machine.call_fun(fun, args);
    }
    let values: Vec<&Value> = args.iter().collect();
    let mut reason = Unknown::Opaque(arena.name(name).to_owned());
    for &(op, _) in Table::get().named(name) {
        let call = Call { arena, op, qual: QualId::NONE, sort: SortId::OPAQUE };
        match apply(machine, &call, &values) {
            Ok(value) => return Ok(value),
            Err(unknown) => reason = unknown,
        }
    }
    Err(reason)
}

/// A value where another sort is asked for: integers become reals, as solvers do it.
pub(crate) fn coerce(arena: &Arena, value: Value, sort: SortId) -> Value {
    if arena.sorts.canonical(sort) == SortId::REAL { value.into_real() } else { value }
}
