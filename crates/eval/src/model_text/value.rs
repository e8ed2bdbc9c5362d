//! Values as terms.

use std::sync::Arc;

use smtlib::{Arena, SortCtor, SortId};

use super::instance::{Instance, symbol_text};
use crate::array::Array;
use crate::number::int::Smt;
use crate::value::Value;

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
pub(super) fn write_value(arena: &Arena, sort: Instance, value: &Value, out: &mut String) -> Option<()> {
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
