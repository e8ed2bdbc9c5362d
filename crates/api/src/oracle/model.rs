//! Values and models, against our own evaluation.

use std::collections::BTreeMap;

use ::oracle::{Class, Finding};
use eval::model_text::value_text;
use eval::{Evaluator, FunctionTable, Meaning, Missing, Model, Value};
use rustc_hash::FxHashMap;
use smtlib::{FunId, FunKind, Head, Lets, TermId, Walk, term_text};

use crate::adapter::{Done, Refused, World};
use crate::book::{Answer, Book};
use crate::run::{Outcome, Session};
use crate::trace::{Kind, Said};

/// What a solver's values say of what is asserted.
pub(crate) enum Verdict {
    /// Everything holds.
    Satisfies,
    /// Something does not: which, and under which values.
    Violates(String),
    /// Some value is not known.
    Unknown,
}

impl Session<'_> {
    pub(crate) fn get_value(&mut self, solver: u32, term: u32) -> Done<Outcome> {
        self.must_be_sat(solver)?;
        let text = self.world.value_of(solver, term, &self.book)?;
        let said = Some(Said::Answer(one_line(&text)));
        let (Some(sort), Some(id)) = (self.book.sort_of(term), self.book.term(term)) else {
            return Ok(Outcome { said, found: None });
        };
        let Ok((_, value)) = self.book.read_value(sort, &text) else {
            return Ok(Outcome { said, found: None });
        };
        let model = match solver_model(&mut *self.world, &mut self.book, solver, &[id]) {
            Ok(model) => model,
            Err(Gap::Unknown) => return Ok(Outcome { said, found: None }),
            Err(Gap::Contradiction(evidence)) => {
                return Ok(Outcome { said, found: Some(wrong_model(evidence)) });
            }
        };
        let computed = evaluated(&self.book, &model, &[id]).pop();
        let found = match computed {
            Some(Ok(ours)) if ours != value && !value.is_higher_order() && !ours.is_higher_order() => {
                let arena = &self.book.script.arena;
                let ours = value_text(arena, sort, &ours).unwrap_or_default();
                let evidence = format!(
                    "the value of t{term} is given as {}, but is {ours} {}",
                    one_line(&text),
                    under(&self.book, &model),
                );
                Some(wrong_model(evidence))
            }
            _ => None,
        };
        Ok(Outcome { said, found })
    }

    pub(crate) fn check_model(&mut self, solver: u32) -> Done<Outcome> {
        self.must_be_sat(solver)?;
        let premises = self.book.instance(solver).map(|it| it.premises()).unwrap_or_default();
        let verdict = judged(&mut *self.world, &mut self.book, solver, &premises);
        let (said, found) = match verdict {
            Verdict::Satisfies => ("valid", None),
            Verdict::Unknown => ("unknown", None),
            Verdict::Violates(evidence) => ("invalid", Some(wrong_model(evidence))),
        };
        Ok(Outcome { said: Some(Said::Answer(said.to_owned())), found })
    }

    pub(crate) fn must_be_sat(&self, solver: u32) -> Done {
        match self.book.instance(solver).and_then(|it| it.answer()) {
            Some(Answer::Sat) => Ok(()),
            _ => Err(Refused::because("there is no model: nothing was sat")),
        }
    }
}

/// Whether the values that a solver gives satisfy what it was told.
pub(crate) fn judged(world: &mut dyn World, book: &mut Book, solver: u32, premises: &[u32]) -> Verdict {
    let terms: Vec<TermId> = premises.iter().filter_map(|&term| book.term(term)).collect();
    let model = match solver_model(world, book, solver, &terms) {
        Ok(model) => model,
        Err(Gap::Unknown) => return Verdict::Unknown,
        Err(Gap::Contradiction(evidence)) => return Verdict::Violates(evidence),
    };
    let values = evaluated(book, &model, &terms);
    if let Some(at) = values.iter().position(|value| *value == Ok(Value::Bool(false))) {
        let text = term_text(&book.script.arena, terms[at]);
        return Verdict::Violates(format!("t{} is false: {text} {}", premises[at], under(book, &model)));
    }
    match values.iter().all(|value| *value == Ok(Value::Bool(true))) {
        true => Verdict::Satisfies,
        false => Verdict::Unknown,
    }
}

/// Why there is no model.
enum Gap {
    Unknown,
    Contradiction(String),
}

/// What a solver says of the symbols in some terms: constants by their values, functions by those at the arguments that
/// the terms have.
fn solver_model(world: &mut dyn World, book: &mut Book, solver: u32, roots: &[TermId]) -> Result<Model, Gap> {
    let parts = parts_of(book, roots);
    let handles: FxHashMap<TermId, u32> = book.terms().map(|(number, term)| (term, number)).collect();
    let mut model = Model::new();
    let mut tables: FxHashMap<smtlib::FunId, BTreeMap<Box<[Value]>, Value>> = FxHashMap::default();
    let mut value = |book: &mut Book, term: TermId| -> Result<Value, Gap> {
        let &handle = handles.get(&term).ok_or(Gap::Unknown)?;
        let text = world.value_of(solver, handle, book).map_err(|_| Gap::Unknown)?;
        let sort = book.script.arena.sort_of(term);
        Ok(book.read_value(sort, &text).map_err(|_| Gap::Unknown)?.1)
    };
    for part in parts {
        let (head, args) = {
            let term = book.script.arena.term(part);
            (term.head, term.args.to_vec())
        };
        match head {
            Head::Fun(fun, _) if book.script.arena.fun(fun).kind != FunKind::Declared => {}
            Head::Fun(fun, _) if args.is_empty() => {
                let value = value(book, part)?;
                model.set_value(fun, value);
            }
            Head::Fun(fun, _) => {
                let key: Box<[Value]> = args.iter().map(|&arg| value(book, arg)).collect::<Result<_, _>>()?;
                let result = value(book, part)?;
                let table = tables.entry(fun).or_default();
                if let Some(other) = table.get(&key).filter(|other| **other != result) {
                    let name = book.script.arena.name(book.script.arena.fun(fun).name).to_owned();
                    let evidence =
                        format!("{name} has two values at the same arguments: {other:?} and {result:?}");
                    return Err(Gap::Contradiction(evidence));
                }
                table.insert(key, result);
            }
            // What is applied to bound variables has no handle, and is not known.
            Head::Literal(..) | Head::Op(..) | Head::Var(_) | Head::Binder(..) => {}
            _ => return Err(Gap::Unknown),
        }
    }
    for (fun, entries) in tables {
        let default =
            eval::default_value(&book.script.arena, book.script.arena.fun(fun).result).ok_or(Gap::Unknown)?;
        model.set(fun, Meaning::Table(FunctionTable { entries, default }));
    }
    Ok(model)
}

fn definition(book: &Book, fun: FunId) -> Option<TermId> {
    match book.script.arena.fun(fun).kind {
        FunKind::Defined { body, .. } => body,
        _ => None,
    }
}

/// All parts of some terms, and of the functions that they apply, those below others first.
fn parts_of(book: &Book, roots: &[TermId]) -> Vec<TermId> {
    let (mut walk, mut all) = (Walk::new(), roots.to_vec());
    loop {
        let parts = walk.post_order(&book.script.arena, all.iter().copied(), Lets::Through).to_vec();
        let bodies = parts.iter().filter_map(|&part| match book.script.arena.term(part).head {
            Head::Fun(fun, _) => definition(book, fun),
            _ => None,
        });
        let new: Vec<TermId> = bodies.filter(|body| !all.contains(body)).collect();
        if new.is_empty() {
            return parts;
        }
        all.extend(new);
    }
}

fn evaluated(book: &Book, model: &Model, terms: &[TermId]) -> Vec<eval::Eval> {
    let mut evaluator = Evaluator::new(&book.script.arena, terms).with_missing(Missing::Unknown);
    evaluator.set_model(model.clone());
    (0..terms.len()).map(|i| evaluator.value(i)).collect()
}

fn wrong_model(evidence: String) -> Finding {
    Finding { class: Class::Model, check: None, evidence, place: None }
}

/// `under x = #x0f, …`
fn under(book: &Book, model: &Model) -> String {
    let arena = &book.script.arena;
    let named = book.symbols().iter().filter_map(|symbol| {
        let value = model.value(symbol.fun).filter(|_| symbol.handle.kind == Kind::Term)?;
        let fun = arena.fun(symbol.fun);
        Some(format!("{} = {}", arena.name(fun.name), value_text(arena, fun.result, value)?))
    });
    let all: Vec<String> = named.collect();
    if all.is_empty() { String::new() } else { format!("under {}", all.join(", ")) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
