//! Values as terms, and models as definitions.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smtlib::{Arena, FunId, FunKind, SortCtor, SortId, Walk, functions_of, sort_text, term_text};

use super::draft::quoted;
use super::fixed::fixed_name;
use super::instance::{Instance, symbol_text};
use crate::array::Array;
use crate::choice::Choice;
use crate::model::{Meaning, Model};
use crate::number::int::Smt;
use crate::value::{FunctionTable, Value};

/// A value of a sort as an SMT-LIB term. `None` for what has no such term: functions and regular languages.
///
/// ```
/// use eval::{Value, model_text::value_text};
/// let arena = smtlib::Script::default().arena;
/// assert_eq!(value_text(&arena, smtlib::SortId::INT, &Value::Int((-5).into())).unwrap(), "(- 5)");
/// ```
pub fn value_text(arena: &Arena, sort: SortId, value: &Value) -> Option<String> {
    let mut text = String::new();
    write_value(arena, Instance::new(arena, sort), value, &mut text)?;
    Some(text)
}

/// What is still to be written.
enum Task<'v> {
    Value(Instance, &'v Value),
    Text(String),
}

/// Writes with a stack of its own: lists nest as deep as they are long.
fn write_value(arena: &Arena, sort: Instance, value: &Value, out: &mut String) -> Option<()> {
    let mut tasks = vec![Task::Value(sort, value)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(text) => out.push_str(&text),
            Task::Value(sort, value) => {
                let from = tasks.len();
                parts(arena, &sort, value, &mut tasks)?;
                tasks[from..].reverse();
            }
        }
    }
    Some(())
}

/// Appends the parts of a value in the order of its text.
fn parts<'v>(arena: &Arena, sort: &Instance, value: &'v Value, tasks: &mut Vec<Task<'v>>) -> Option<()> {
    let text = |tasks: &mut Vec<Task>, text: &str| tasks.push(Task::Text(text.to_owned()));
    let atom = match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => Smt(value).to_string(),
        Value::Real(value) => value.to_string(),
        Value::BitVec(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::RoundingMode(mode) => mode.to_string(),
        Value::Text(value) => value.literal(),
        Value::Char(code) => format!("(_ Char {code})"),
        Value::Field(value) => match sort.ctor(arena) {
            SortCtor::Field(order) => format!("#f{value}m{}", arena.name(order)),
            _ => return None,
        },
        Value::Element(number) => {
            let name = sort.text(arena);
            let plain: String =
                name.chars().filter(|c| c.is_ascii_alphanumeric() || "_-.$".contains(*c)).collect();
            format!("(as @{plain}_{number} {name})")
        }
        Value::Regex(_) | Value::Function(_) => return None,
        Value::Array(array) => return array_parts(arena, sort, array, tasks),
        Value::Seq(items) => {
            let element = sort.args(arena).into_iter().next()?;
            if items.is_empty() {
                format!("(as seq.empty {})", sort.text(arena))
            } else {
                let (open, close) = if items.len() > 1 { ("(seq.++", ")") } else { ("", "") };
                text(tasks, open);
                for item in items.iter() {
                    text(tasks, if items.len() > 1 { " (seq.unit " } else { "(seq.unit " });
                    tasks.push(Task::Value(element.clone(), item));
                    text(tasks, ")");
                }
                close.to_owned()
            }
        }
        Value::Set(items) => {
            let element = sort.args(arena).into_iter().next()?;
            text(tasks, if items.len() > 1 { "(set.insert" } else { "" });
            let mut rest = items.iter().rev();
            let Some(last) = rest.next() else {
                text(tasks, &format!("(as set.empty {})", sort.text(arena)));
                return Some(());
            };
            for item in rest {
                text(tasks, " ");
                tasks.push(Task::Value(element.clone(), item));
            }
            text(tasks, if items.len() > 1 { " (set.singleton " } else { "(set.singleton " });
            tasks.push(Task::Value(element, last));
            (if items.len() > 1 { "))" } else { ")" }).to_owned()
        }
        Value::Bag(items) => {
            let element = sort.args(arena).into_iter().next()?;
            let Some(more) = items.len().checked_sub(1) else {
                text(tasks, &format!("(as bag.empty {})", sort.text(arena)));
                return Some(());
            };
            // The union takes two bags at a time.
            text(tasks, &"(bag.union_disjoint ".repeat(more));
            for (i, (item, count)) in items.iter().enumerate() {
                text(tasks, if i == 0 { "(bag " } else { " (bag " });
                tasks.push(Task::Value(element.clone(), item));
                text(tasks, &format!(" {}){}", Smt(count), if i == 0 { "" } else { ")" }));
            }
            String::new()
        }
        Value::Tuple(items) if items.is_empty() => "tuple.unit".to_owned(),
        Value::Tuple(items) => {
            let sorts = sort.args(arena);
            text(tasks, "(tuple");
            for (item, sort) in items.iter().zip(sorts) {
                text(tasks, " ");
                tasks.push(Task::Value(sort, item));
            }
            ")".to_owned()
        }
        Value::Data(data) => {
            let fun = arena.fun(data.constructor);
            let name = symbol_text(arena, fun.name);
            // Arguments do not always tell the parameters of a sort.
            let name =
                if fun.sort_params.is_empty() { name } else { format!("(as {name} {})", sort.text(arena)) };
            if data.fields.is_empty() {
                name
            } else {
                text(tasks, &format!("({name}"));
                for (field, sort) in data.fields.iter().zip(sort.fields(arena, data.constructor)) {
                    text(tasks, " ");
                    tasks.push(Task::Value(sort, field));
                }
                ")".to_owned()
            }
        }
    };
    tasks.push(Task::Text(atom));
    Some(())
}

fn array_parts<'v>(
    arena: &Arena,
    sort: &Instance,
    array: &'v Arc<Array>,
    tasks: &mut Vec<Task<'v>>,
) -> Option<()> {
    let Array::Finite { default, entries } = &**array else { return None };
    let mut sorts = sort.args(arena);
    let element = sorts.pop()?;
    tasks.push(Task::Text("(store ".repeat(entries.len())));
    tasks.push(Task::Text(format!("((as const {}) ", sort.text(arena))));
    tasks.push(Task::Value(element.clone(), default));
    tasks.push(Task::Text(")".into()));
    for (index, value) in entries.iter() {
        let indices = match index {
            // An array of several indices has tuples of them for keys.
            Value::Tuple(items) if sorts.len() > 1 => &items[..],
            _ => std::slice::from_ref(index),
        };
        for (index, sort) in indices.iter().zip(&sorts) {
            tasks.push(Task::Text(" ".into()));
            tasks.push(Task::Value(sort.clone(), index));
        }
        tasks.push(Task::Text(" ".into()));
        tasks.push(Task::Value(element.clone(), value));
        tasks.push(Task::Text(")".into()));
    }
    Some(())
}

/// A model as SMT-LIB: a `define-fun` for each symbol, functions that these need, and what is fixed of unspecified
/// operations as functions named `fixed!…`, whose entries count and whose value elsewhere does not. Sizes of
/// universes are comments, as cvc5 prints them. What cannot be written is named in a comment.
pub fn write_model(arena: &Arena, model: &Model) -> String {
    let mut writer = Writer { arena, out: String::from("(\n"), written: FxHashSet::default() };
    for (sort, count) in model.universes() {
        writer.out.push_str(&format!("; cardinality of {} is {count}\n", sort_text(arena, sort)));
    }
    for (fun, meaning) in model.meanings() {
        writer.symbol(fun, meaning);
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
            Meaning::Value(value) if decl.params.is_empty() => value_text(arena, decl.result, value),
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

    /// A symbol by the body of a definition, and before it what that body uses beyond the script.
    fn definition(&mut self, fun: FunId, definition: FunId) {
        let arena = self.arena;
        let FunKind::Defined { vars, body: Some(body) } = &arena.fun(definition).kind else { return };
        if !self.written.insert(fun) {
            return;
        }
        for used in functions_of(arena, &mut Walk::new(), *body) {
            if used != fun && matches!(arena.fun(used).kind, FunKind::Defined { .. }) {
                self.definition(used, used);
            }
        }
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
