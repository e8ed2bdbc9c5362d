//! Models and values as solvers print them, read in the context of their script.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::theory::{ArrayOp, Op};
use smtlib::{Arena, Command, Fun, FunId, FunKind, Head, Script, Symbol, TermId, sort_text};

use super::draft::Draft;
use super::error::ModelError;
use super::fixed::{Fixed, choice_named};
use super::items::{Items, is_pairs};
use super::meaning::{finite, meaning, without_defaults};
use super::table::{Function, Tables};
use super::tokens::Tokens;
use super::translate::Part;
use crate::machine::{Machine, Missing};
use crate::model::{Meaning, Model};
use crate::text::Escapes;
use crate::theory::coerce;
use crate::value::{FunctionTable, Value};

type Result<T> = std::result::Result<T, ModelError>;

/// Reads a solver's answer to `(get-model)`, whatever stands around it. The definitions are added to the script's
/// arena, for they can be the meanings of its symbols; its commands stay as they are. What the model defines beyond
/// the script's symbols is kept where it matters: auxiliary functions, elements, results of division by zero.
///
/// ```
/// let mut script = smtlib::Script::parse(b"(declare-fun f (Int) Int)").unwrap();
/// let text = "sat\n(model (define-fun f ((x!0 Int)) Int (ite (= x!0 1) 2 (- 3))))";
/// let model = eval::model_text::read_model(&mut script, text).unwrap();
/// let (f, _) = script.arena.funs().next().unwrap();
/// assert!(matches!(model.get(f), Some(eval::Meaning::Table(table)) if table.entries.len() == 1));
/// ```
pub fn read_model(script: &mut Script, text: &str) -> Result<Model> {
    read_model_with(script, text, Escapes::Standard)
}

/// The same, where strings are written with these escapes: Z3 up to 4.8.7 and CVC4 have others than the standard.
pub fn read_model_with(script: &mut Script, text: &str, escapes: Escapes) -> Result<Model> {
    let tokens = Tokens::read(text)?;
    let mut items = Items::new(&tokens, script, escapes);
    items.model()?;
    let Items { elements, declarations, headers, bodies, defined, symbols, .. } = items;
    let mut draft = declarations;
    elements.declare(&mut draft);
    if !defined.is_empty() {
        draft.push("(define-funs-rec (", 0);
        draft.append(headers);
        draft.push(") (", 0);
        draft.append(bodies);
        draft.push("))", 0);
    }
    extended(script, text, &draft, |script, commands| {
        let mut model = Model::new();
        elements.number(script, &declared(script, commands.clone()), &mut model);
        let definitions: Vec<FunId> = commands.flat_map(|i| script.commands[i].defined().to_vec()).collect();
        let reader = Reader { definitions, symbols, model };
        reader.read(script, &|i, message| {
            let origin = defined.get(i).map_or(0, |(_, origin)| *origin);
            ModelError::at(text, origin, message)
        })
    })
}

/// Reads a solver's answer to `(get-value …)`: terms of the script with their values.
pub fn read_values(script: &mut Script, text: &str) -> Result<Vec<(TermId, Value)>> {
    read_values_with(script, text, Escapes::Standard)
}

/// The same, where strings are written with these escapes.
pub fn read_values_with(script: &mut Script, text: &str, escapes: Escapes) -> Result<Vec<(TermId, Value)>> {
    let tokens = Tokens::read(text)?;
    let bare = bare_elements(script, &tokens);
    let mut items = Items::new(&tokens, script, escapes);
    for (name, sort, origin) in bare {
        items.elements.add(name, &sort, origin);
    }
    let mut places = Vec::new();
    for node in tokens.top() {
        if tokens.head(node) == Some("error") {
            return Err(items.solver_error(node));
        }
        if is_pairs(&tokens, node) {
            for part in tokens.children(node).flat_map(|pair| tokens.children(pair)) {
                items.copy(part, Part::Body)?;
                places.push(part);
            }
        }
    }
    if places.is_empty() {
        return Err(ModelError::at(text, 0, "there are no values here")
            .with_hint("give the answer of a solver to (get-value …)"));
    }
    let Items { elements, bodies, .. } = items;
    let mut draft = Draft::default();
    elements.declare(&mut draft);
    draft.push("(get-value (", 0);
    draft.append(bodies);
    draft.push("))", 0);
    extended(script, text, &draft, |script, commands| {
        let mut model = Model::new();
        elements.number(script, &declared(script, commands.clone()), &mut model);
        let terms: Vec<TermId> = commands.flat_map(|i| script.commands[i].terms().to_vec()).collect();
        let mut machine = Machine::new(&script.arena, model).with_missing(Missing::Unknown);
        let mut tables = Tables::new(&mut machine);
        let pairs = terms.chunks_exact(2).zip(places.chunks_exact(2));
        pairs
            .map(|(pair, places)| {
                tables.machine.refill();
                let value = tables.machine.evaluate(pair[1]);
                let value =
                    value.map_err(|unknown| tokens.error(places[1], format!("no value: {unknown}")))?;
                let sort = script.arena.sort_of(pair[0]);
                Ok((pair[0], finite(&mut tables, coerce(&script.arena, value, sort), sort)))
            })
            .collect()
    })
}

/// Values that are an element's bare name, with the sort that their term has: Yices' `@const_1` does not tell it.
fn bare_elements<'t>(script: &mut Script, tokens: &Tokens<'t>) -> Vec<(&'t str, String, u32)> {
    let mut found = Vec::new();
    for pair in tokens.top().filter(|&node| is_pairs(tokens, node)).flat_map(|node| tokens.children(node)) {
        let mut parts = tokens.children(pair);
        let (Some(term), Some(value)) = (parts.next(), parts.next()) else { continue };
        let Some(name) = tokens.symbol(value).filter(|name| name.starts_with('@')) else { continue };
        let mut draft = Draft::default();
        draft.push(&format!("(get-value ({}))", tokens.text_of(term)), 0);
        let sort = extended(script, tokens.text, &draft, |script, commands| {
            let term = script.commands[commands].iter().flat_map(Command::terms).next();
            Ok(term.map(|&term| sort_text(&script.arena, script.arena.sort_of(term))))
        });
        found.extend(sort.ok().flatten().map(|sort| (name, sort, tokens.get(value).start)));
    }
    found
}

/// Adds the draft to the script for as long as `read` needs its commands. The arena keeps what was read, unless
/// there is an error.
fn extended<T>(
    script: &mut Script,
    text: &str,
    draft: &Draft,
    read: impl FnOnce(&mut Script, Range<usize>) -> Result<T>,
) -> Result<T> {
    let mark = script.arena.checkpoint();
    let (commands, errors, terms) =
        (script.commands.len(), script.type_errors.len(), script.term_spans.len());
    let opaque = script.opaque;
    let result = match script.extend(draft.text.as_bytes()) {
        Err(error) => Err(ModelError::syntax(text, draft, error)),
        Ok(added) => match script.type_errors.get(errors) {
            Some(error) => Err(ModelError::typing(text, draft, error.clone())),
            None => read(script, added),
        },
    };
    script.commands.truncate(commands);
    script.command_spans.truncate(commands);
    script.type_errors.truncate(errors);
    script.opaque = opaque;
    if result.is_err() {
        script.arena.rollback(mark);
        script.term_spans.truncate(terms);
    }
    result
}

fn declared(script: &Script, commands: Range<usize>) -> Vec<FunId> {
    let declared = script.commands[commands].iter().filter_map(|command| match command {
        Command::DeclareConst(fun) => Some(*fun),
        _ => None,
    });
    declared.collect()
}

/// Definitions on their way to meanings.
struct Reader {
    definitions: Vec<FunId>,
    /// What the script declares, by name.
    symbols: FxHashMap<Symbol, Vec<FunId>>,
    model: Model,
}

impl Reader {
    fn read(mut self, script: &mut Script, error: &dyn Fn(usize, String) -> ModelError) -> Result<Model> {
        let mut tables = self.tables(&script.arena);
        if self.add_arrays(script, &tables) {
            tables = self.tables(&script.arena);
        }
        let arena = &script.arena;
        let mut machine = Machine::new(arena, self.model.clone()).with_missing(Missing::Unknown);
        let mut found = Tables::new(&mut machine);
        for (i, (definition, table)) in self.definitions.into_iter().zip(tables).enumerate() {
            let decl = arena.fun(definition);
            let symbols = self.symbols.get(&decl.name).map_or(&[][..], Vec::as_slice);
            if symbols.is_empty() {
                fix_choice(&mut self.model, arena, definition, table);
                continue;
            }
            let mut fits = false;
            for &symbol in symbols {
                if let Some(meaning) = meaning(&mut found, symbol, definition, table.as_ref()) {
                    self.model.set(symbol, meaning);
                    fits = true;
                }
            }
            if !fits {
                let name = arena.name(decl.name);
                let message = format!("`{name}` is declared with other sorts in the script");
                return Err(error(i, message).with_hint("is this the model of another script?"));
            }
        }
        Ok(self.model)
    }

    /// The definitions with parameters as tables, where they are.
    fn tables(&self, arena: &Arena) -> Vec<Option<FunctionTable>> {
        let mut machine = Machine::new(arena, self.model.clone()).with_missing(Missing::Unknown);
        let mut tables = Tables::new(&mut machine);
        let table = |&fun: &FunId| {
            let function = Function::of(tables.machine, fun).filter(|function| !function.vars.is_empty())?;
            tables.table(&function)
        };
        self.definitions.iter().map(table).collect()
    }

    /// `(_ as-array k!5)` is an array of finitely many exceptions when `k!5` has a table: the evaluator finds it in
    /// the model, under the newest function of that name.
    fn add_arrays(&mut self, script: &mut Script, tables: &[Option<FunctionTable>]) -> bool {
        let mut added = false;
        let named = used_as_arrays(&script.arena);
        for (&definition, table) in self.definitions.iter().zip(tables) {
            let Some(table) = table else { continue };
            if !named.contains(&script.arena.fun(definition).name) {
                continue;
            }
            let decl = script.arena.fun(definition).clone();
            let twin = script.arena.declare(Fun { kind: FunKind::Declared, ..decl });
            self.model.set(twin, Meaning::Table(without_defaults(table.clone())));
            added = true;
        }
        added
    }
}

fn fix_choice(model: &mut Model, arena: &Arena, definition: FunId, table: Option<FunctionTable>) {
    match (choice_named(arena, definition), table) {
        (Some(Fixed::Function(choice)), _) => model.set_choice_function(choice, definition),
        (Some(Fixed::Entries(choice)), Some(table)) => {
            for (args, value) in table.entries {
                model.fix(choice, args, value);
            }
        }
        _ => {}
    }
}

/// The names in `(_ as-array f)` anywhere in the arena.
fn used_as_arrays(arena: &Arena) -> FxHashSet<Symbol> {
    let terms = (0..arena.term_count()).map(|i| arena.term(TermId::from_index(i)).head);
    let quals = terms.filter_map(|head| match head {
        Head::Op(Op::Array(ArrayOp::AsArray), _, qual) => Some(qual),
        _ => None,
    });
    quals.flat_map(|qual| arena.qual(qual).indices.iter().map(|index| index.text)).collect()
}
