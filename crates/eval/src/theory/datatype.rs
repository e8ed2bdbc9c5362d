//! Datatypes: constructors, selectors and testers, which are functions of the script, and what is named by an index.

use std::sync::Arc;

use smtlib::theory::DatatypeOp;
use smtlib::{Arena, Constructor, Fun, FunId, FunKind, IndexKind, SortCtor, SortId};

use super::{Call, coerce};
use crate::choice::Choice;
use crate::machine::Machine;
use crate::unknown::{Eval, Unknown};
use crate::value::{Data, Value};

pub(super) fn apply(_machine: &mut Machine, call: &Call, op: DatatypeOp, args: &[&Value]) -> Eval {
    let arena = call.arena;
    let Some(Value::Data(data)) = args.first() else { return Err(call.ill_typed()) };
    let name = index_name(call).ok_or_else(|| call.ill_typed())?;
    let named = |fun: FunId| arena.name(arena.fun(fun).name) == name;
    let (constructors, own) = family(arena, data.constructor).ok_or_else(|| call.ill_typed())?;
    match op {
        DatatypeOp::Is => {
            let known = constructors.iter().any(|constructor| named(constructor.fun));
            if known { Ok(Value::Bool(named(data.constructor))) } else { Err(call.ill_typed()) }
        }
        // A value of a constructor without this field stays as it is.
        DatatypeOp::Update | DatatypeOp::UpdateField => {
            let Some(new) = args.get(1) else { return Err(call.ill_typed()) };
            if !constructors.iter().flat_map(|constructor| &constructor.selectors).any(|&fun| named(fun)) {
                return Err(call.ill_typed());
            }
            let Some(place) = own.selectors.iter().position(|&fun| named(fun)) else {
                return Ok(args[0].clone());
            };
            let mut fields = data.fields.clone();
            let sort = field_sort(arena, arena.fun(data.constructor), place, call.sort);
            *fields.get_mut(place).ok_or_else(|| call.ill_typed())? = coerce(arena, (*new).clone(), sort);
            Ok(Value::Data(Arc::new(Data { constructor: data.constructor, fields })))
        }
    }
}

/// A function that a datatype brings along, applied to values; `sort` is that of the result.
pub(crate) fn apply_fun(machine: &mut Machine, fun: FunId, args: &[&Value], sort: SortId) -> Eval {
    let arena = machine.arena;
    let decl = arena.fun(fun);
    let ill_typed = || Unknown::Opaque(arena.name(decl.name).to_owned());
    let data = || match args {
        [Value::Data(data)] => Ok(data),
        _ => Err(ill_typed()),
    };
    match &decl.kind {
        FunKind::Constructor(..) => {
            if args.len() != decl.params.len() {
                return Err(ill_typed());
            }
            let place = |(i, value): (usize, &&Value)| {
                coerce(arena, (*value).clone(), field_sort(arena, decl, i, sort))
            };
            let fields = args.iter().enumerate().map(place).collect();
            Ok(Value::Data(Arc::new(Data { constructor: fun, fields })))
        }
        FunKind::Selector(datatype, constructor, place) => {
            let (data, constructors) = (data()?, &arena.datatype(*datatype).constructors);
            let own = constructors.get(*constructor as usize).ok_or_else(ill_typed)?;
            if own.fun != data.constructor {
                return machine.choose(Choice::Selector(fun), args, sort);
            }
            data.fields.get(*place as usize).cloned().ok_or_else(ill_typed)
        }
        FunKind::Tester(datatype, constructor) => {
            let own =
                arena.datatype(*datatype).constructors.get(*constructor as usize).ok_or_else(ill_typed)?;
            Ok(Value::Bool(own.fun == data()?.constructor))
        }
        FunKind::Declared | FunKind::Defined { .. } | FunKind::Named(_) => {
            let args: Vec<Value> = args.iter().map(|&value| value.clone()).collect();
            machine.call_fun(fun, &args)
        }
    }
}

/// All constructors of a constructor's datatype, and it among them.
fn family(arena: &Arena, constructor: FunId) -> Option<(&[Constructor], &Constructor)> {
    let FunKind::Constructor(datatype, place) = arena.fun(constructor).kind else { return None };
    let constructors = &arena.datatype(datatype).constructors;
    Some((constructors, constructors.get(place as usize)?))
}

/// The sort of a constructor's field in a value of sort `whole`, which tells what the parameters are.
fn field_sort(arena: &Arena, constructor: &Fun, place: usize, whole: SortId) -> SortId {
    let Some(&declared) = constructor.params.get(place) else { return SortId::OPAQUE };
    let SortCtor::Param(param) = arena.sorts.ctor(arena.sorts.canonical(declared)) else { return declared };
    let position = constructor.sort_params.iter().position(|&name| name == param);
    let instance = arena.sorts.args(arena.sorts.canonical(whole));
    position.and_then(|i| instance.get(i)).copied().unwrap_or(declared)
}

/// The name that the index gives; Z3 also writes a whole signature, `(_ is (cons (Int List) List))`.
fn index_name<'a>(call: &Call<'a>) -> Option<&'a str> {
    let [index] = call.indices() else { return None };
    let text = call.arena.name(index.text);
    match index.kind {
        IndexKind::Symbol => Some(text),
        IndexKind::Verbatim => {
            let inner = text.strip_prefix('(')?.trim_start();
            match inner.strip_prefix('|') {
                Some(quoted) => quoted.split('|').next(),
                None => inner.split(|c: char| c.is_whitespace() || c == '(' || c == ')').next(),
            }
        }
        IndexKind::Numeral | IndexKind::Hex => None,
    }
}
