//! Models as definitions.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use smtlib::{Arena, FunId, FunKind, SortId, Walk, functions_of, sort_text, term_text};

use super::draft::quoted;
use super::fixed::fixed_name;
use super::instance::{Instance, symbol_text};
use super::value::{value_text, write_value};
use crate::choice::Choice;
use crate::model::{Meaning, Model};
use crate::value::{FunctionTable, Value};

/// A model as SMT-LIB: a `define-fun` for each symbol, functions that these need, and what is fixed of unspecified
/// operations as functions named `fixed!…`, whose entries count and whose value elsewhere does not. Sizes of
/// universes are comments, as cvc5 prints them. What cannot be written is named in a comment.
pub fn write_model(arena: &Arena, model: &Model) -> String {
    let mut writer = Writer { arena, out: String::from("(\n"), written: FxHashSet::default() };
    for (sort, count) in model.universes() {
        writer.out.push_str(&format!("; cardinality of {} is {count}\n", sort_text(arena, sort)));
    }
    // Values first: a body may name a constant of the model that looks like an element, and is read by its definition.
    let is_body = |meaning: &Meaning| matches!(meaning, Meaning::Defined(_));
    for bodies in [false, true] {
        for (fun, meaning) in model.meanings().filter(|(_, meaning)| is_body(meaning) == bodies) {
            writer.symbol(fun, meaning);
        }
    }
    for (_, fun) in model.choice_functions() {
        writer.definition(fun, fun);
    }
    writer.fixed(model);
    writer.out.push_str(")\n");
    writer.out
}

struct Writer<'a> {
    arena: &'a Arena,
    out: String,
    /// Auxiliary definitions that stand in the text already.
    written: FxHashSet<FunId>,
}

impl Writer<'_> {
    fn symbol(&mut self, fun: FunId, meaning: &Meaning) {
        let arena = self.arena;
        let decl = arena.fun(fun);
        let name = symbol_text(arena, decl.name);
        let text = match meaning {
            Meaning::Value(value) => value_text(arena, decl.result, value),
            Meaning::Table(table) => {
                let params: Vec<Instance> = decl.params.iter().map(|&p| Instance::new(arena, p)).collect();
                table_text(arena, &params, &Instance::new(arena, decl.result), table)
            }
            &Meaning::Defined(body) => return self.definition(fun, body),
        };
        let params: Vec<String> = decl
            .params
            .iter()
            .enumerate()
            .map(|(i, &p)| format!("(x!{i} {})", sort_text(arena, p)))
            .collect();
        match text {
            Some(text) => {
                let result = sort_text(arena, decl.result);
                self.out.push_str(&format!("  (define-fun {name} ({}) {result} {text})\n", params.join(" ")));
            }
            None => self.out.push_str(&format!("  ; the value of {name} cannot be written\n")),
        }
    }

    /// A symbol by the body of a definition, and the definitions that it uses, in any order.
    fn definition(&mut self, fun: FunId, definition: FunId) {
        let mut open = vec![(fun, definition)];
        while let Some((fun, definition)) = open.pop() {
            if self.written.insert(fun) {
                self.one_definition(fun, definition, &mut open);
            }
        }
    }

    fn one_definition(&mut self, fun: FunId, definition: FunId, open: &mut Vec<(FunId, FunId)>) {
        let arena = self.arena;
        let FunKind::Defined { vars, body: Some(body) } = &arena.fun(definition).kind else { return };
        let used = functions_of(arena, &mut Walk::new(), *body).into_iter();
        let defined = used.filter(|&used| matches!(arena.fun(used).kind, FunKind::Defined { .. }));
        open.extend(defined.filter(|&used| used != definition).map(|used| (used, used)));
        let params: Vec<String> = vars
            .iter()
            .map(|&var| {
                let var = arena.var(var);
                format!("({} {})", symbol_text(arena, var.name), sort_text(arena, var.sort))
            })
            .collect();
        let name = symbol_text(arena, arena.fun(fun).name);
        let result = sort_text(arena, arena.fun(definition).result);
        let body = term_text(arena, *body);
        self.out.push_str(&format!("  (define-fun {name} ({}) {result} {body})\n", params.join(" ")));
    }

    fn fixed(&mut self, model: &Model) {
        let arena = self.arena;
        // One function for each choice and each list of argument sorts.
        type Key = (Choice, Vec<String>, String);
        let mut functions: BTreeMap<Key, Vec<(&[Value], &Value)>> = BTreeMap::new();
        for (choice, args, value) in model.choices() {
            let sorts: Option<Vec<String>> = match choice {
                Choice::Selector(fun) if arena.fun(fun).sort_params.is_empty() => {
                    Some(vec![sort_text(arena, arena.fun(fun).params[0])])
                }
                _ => args.iter().map(sort_of_value).collect(),
            };
            let result = match choice {
                Choice::Selector(fun) if arena.fun(fun).sort_params.is_empty() => {
                    Some(sort_text(arena, arena.fun(fun).result))
                }
                _ => sort_of_value(value),
            };
            match (sorts, result) {
                (Some(sorts), Some(result)) => {
                    functions.entry((choice, sorts, result)).or_default().push((args, value));
                }
                _ => self.out.push_str(&format!("  ; {} is fixed, but cannot be written\n", choice.name())),
            }
        }
        for ((choice, sorts, result), entries) in functions {
            let Some(text) = self.entries(choice, &entries) else { continue };
            let params: Vec<String> = sorts.iter().enumerate().map(|(i, s)| format!("(x!{i} {s})")).collect();
            let Some(name) = fixed_name(arena, choice) else { continue };
            let name = quoted(&name);
            self.out.push_str(&format!("  (define-fun {name} ({}) {result} {text})\n", params.join(" ")));
        }
    }

    fn entries(&self, choice: Choice, entries: &[(&[Value], &Value)]) -> Option<String> {
        let arena = self.arena;
        let write = |sort: Option<SortId>, value: &Value| match sort {
            Some(sort) => value_text(arena, sort, value),
            None => plain_text(arena, value),
        };
        let (argument, result) = match choice {
            Choice::Selector(fun) if arena.fun(fun).sort_params.is_empty() => {
                (arena.fun(fun).params.first().copied(), Some(arena.fun(fun).result))
            }
            _ => (None, None),
        };
        let mut text = String::new();
        for (args, value) in entries {
            text.push_str("(ite (and true");
            for (i, arg) in args.iter().enumerate() {
                text.push_str(&format!(" (= x!{i} {})", write(argument, arg)?));
            }
            text.push_str(&format!(") {} ", write(result, value)?));
        }
        text.push_str(&write(result, entries.first()?.1)?);
        text.push_str(&")".repeat(entries.len()));
        Some(text)
    }
}

fn table_text(
    arena: &Arena,
    params: &[Instance],
    result: &Instance,
    table: &FunctionTable,
) -> Option<String> {
    let mut text = String::new();
    for (args, value) in &table.entries {
        text.push_str("(ite (and true");
        for (i, (arg, sort)) in args.iter().zip(params).enumerate() {
            text.push_str(&format!(" (= x!{i} "));
            write_value(arena, sort.clone(), arg, &mut text)?;
            text.push(')');
        }
        text.push_str(") ");
        write_value(arena, result.clone(), value, &mut text)?;
        text.push(' ');
    }
    write_value(arena, result.clone(), &table.default, &mut text)?;
    text.push_str(&")".repeat(table.entries.len()));
    Some(text)
}

/// The sort of a value that shows it.
fn sort_of_value(value: &Value) -> Option<String> {
    Some(match value {
        Value::Bool(_) => "Bool".into(),
        Value::Int(_) => "Int".into(),
        Value::Real(_) => "Real".into(),
        Value::BitVec(bits) => format!("(_ BitVec {})", bits.width()),
        Value::Float(float) => format!("(_ FloatingPoint {} {})", float.format().eb(), float.format().sb()),
        Value::RoundingMode(_) => "RoundingMode".into(),
        Value::Text(_) => "String".into(),
        Value::Seq(items) => format!("(Seq {})", sort_of_value(items.first()?)?),
        Value::Set(items) => format!("(Set {})", sort_of_value(items.first()?)?),
        Value::Bag(items) => format!("(Bag {})", sort_of_value(items.keys().next()?)?),
        _ => return None,
    })
}

/// The text of a value whose sort [`sort_of_value`] tells.
fn plain_text(arena: &Arena, value: &Value) -> Option<String> {
    match value {
        Value::Seq(items) => {
            let items: Option<Vec<String>> =
                items.iter().map(|item| Some(format!("(seq.unit {})", plain_text(arena, item)?))).collect();
            let items = items?;
            Some(if items.len() == 1 { items.concat() } else { format!("(seq.++ {})", items.join(" ")) })
        }
        Value::Set(_) | Value::Bag(_) => None,
        _ => value_text(arena, SortId::OPAQUE, value),
    }
}
