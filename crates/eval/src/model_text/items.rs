//! What a solver's text says, form by form, rewritten into definitions that our parser reads.

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{Command, FunId, Script, Symbol, sort_text};

use super::draft::{Draft, quoted};
use super::element::Elements;
use super::error::ModelError;
use super::tokens::Tokens;
use super::translate::Part;
use crate::text::Escapes;

/// Everything that was found in a text: declarations, and definitions taken apart.
pub(super) struct Items<'a> {
    pub(super) tokens: &'a Tokens<'a>,
    pub(super) script: &'a Script,
    pub(super) escapes: Escapes,
    /// Whether `->` is to be read as `Array`.
    pub(super) functions_are_arrays: bool,
    pub(super) elements: Elements,
    /// Declarations of sorts and datatypes, as they are.
    pub(super) declarations: Draft,
    pub(super) headers: Draft,
    pub(super) bodies: Draft,
    /// The definitions by name, with their place and order.
    pub(super) defined: Vec<(String, u32)>,
    names: FxHashSet<String>,
    /// Yices' functions that others refer to: `@fun_3`.
    pub(super) functions: FxHashMap<&'a str, usize>,
    /// cvc5's names for constructors, which no `let` can bind: `(let ((_let_1 (as cons (List Int)))) …)`.
    pub(super) aliases: FxHashMap<&'a str, &'a str>,
    /// What the script declares, by name.
    pub(super) symbols: FxHashMap<Symbol, Vec<FunId>>,
}

pub(super) type Result<T> = std::result::Result<T, ModelError>;

impl<'a> Items<'a> {
    pub(super) fn new(tokens: &'a Tokens<'a>, script: &'a Script, escapes: Escapes) -> Items<'a> {
        let mut elements = Elements::default();
        elements.read_comments(tokens.text);
        let symbols = declared_by_name(script);
        Items {
            tokens,
            script,
            escapes,
            functions_are_arrays: false,
            elements,
            declarations: Draft::default(),
            headers: Draft::default(),
            bodies: Draft::default(),
            defined: Vec::new(),
            names: FxHashSet::default(),
            functions: FxHashMap::default(),
            aliases: FxHashMap::default(),
            symbols,
        }
    }

    /// Takes in a whole model.
    pub(super) fn model(&mut self) -> Result<()> {
        let tokens = self.tokens;
        let mut forms: Vec<usize> = Vec::new();
        let mut answers = Vec::new();
        let mut found = false;
        for node in tokens.top() {
            let first = tokens.children(node).next();
            match tokens.head(node) {
                Some("model") => forms.extend(tokens.children(node).skip(1)),
                Some("error") => return Err(self.solver_error(node)),
                Some(_) => forms.push(node),
                None if first.is_some_and(|child| is_form(tokens.head(child))) => {
                    forms.extend(tokens.children(node));
                }
                None if is_pairs(tokens, node) => answers.extend(tokens.children(node)),
                None => found |= first.is_none(),
            }
        }
        found |= !forms.is_empty() || !answers.is_empty();
        if !found {
            return Err(ModelError::at(tokens.text, 0, "there is no model here")
                .with_hint("give the answer of a solver to (get-model)"));
        }
        self.note(&forms);
        for &form in &forms {
            self.form(form)?;
        }
        for answer in answers {
            let parts: Vec<usize> = tokens.children(answer).collect();
            if let Some(name) = tokens.symbol(parts[0])
                && !self.names.contains(name)
            {
                self.assignment(name, parts[1])?;
            }
        }
        Ok(())
    }

    pub(super) fn solver_error(&self, node: usize) -> ModelError {
        let message = self.tokens.children(node).nth(1).map_or("", |message| self.tokens.text_of(message));
        self.tokens
            .error(node, format!("the solver reports an error: {}", message.trim_matches('"')))
            .with_hint("ask for the model after `sat`, with :produce-models true")
    }

    /// What must be known before any body is read: elements, and functions that are named.
    fn note(&mut self, forms: &[usize]) {
        let tokens = self.tokens;
        for &form in forms {
            let parts: Vec<usize> = tokens.children(form).take(4).collect();
            match (tokens.head(form), &parts[..]) {
                (Some("declare-fun"), &[_, name, params, sort])
                    if tokens.children(params).next().is_none() =>
                {
                    self.note_element(name, sort);
                }
                (Some("declare-const"), &[_, name, sort]) => self.note_element(name, sort),
                (Some("forall"), &[_, vars, _]) => {
                    let var = tokens.children(vars).next();
                    if let Some(sort) = var.and_then(|var| tokens.children(var).nth(1)) {
                        self.elements.close_universe(tokens.text_of(sort), None);
                    }
                }
                (Some("function"), &[_, name, ..]) => {
                    self.functions.extend(tokens.symbol(name).map(|name| (name, form)));
                }
                _ => {}
            }
        }
    }

    fn note_element(&mut self, name: usize, sort: usize) {
        let origin = self.tokens.get(name).start;
        if let Some(name) = self.tokens.symbol(name)
            && !self.is_script_symbol(name)
        {
            self.elements.add(name, self.tokens.text_of(sort), origin);
        }
    }

    /// The signature under which the script declares a name: the sorts of its parameters, and of its result.
    pub(super) fn signature(&self, name: &str) -> Option<(Vec<String>, String)> {
        let arena = &self.script.arena;
        let fun = arena.fun(*self.symbols.get(&arena.symbols.lookup(name)?)?.first()?);
        Some((fun.params.iter().map(|&p| sort_text(arena, p)).collect(), sort_text(arena, fun.result)))
    }

    pub(super) fn is_script_symbol(&self, name: &str) -> bool {
        self.script.arena.symbols.lookup(name).is_some_and(|symbol| self.symbols.contains_key(&symbol))
    }

    fn form(&mut self, form: usize) -> Result<()> {
        let tokens = self.tokens;
        let parts: Vec<usize> = tokens.children(form).collect();
        match (tokens.head(form), &parts[..]) {
            (Some("define-fun" | "define-fun-rec"), &[_, name, params, sort, body]) => {
                self.define(name, Some(params), sort, body)
            }
            (Some("define-const"), &[_, name, sort, body]) => self.define(name, None, sort, body),
            (Some("define-funs-rec"), &[_, headers, bodies]) => {
                let headers: Vec<usize> = tokens.children(headers).collect();
                let bodies: Vec<usize> = tokens.children(bodies).collect();
                if headers.len() != bodies.len() {
                    return Err(tokens.error(form, "there are not as many bodies as functions"));
                }
                headers.into_iter().zip(bodies).try_for_each(|(header, body)| {
                    match tokens.children(header).collect::<Vec<_>>()[..] {
                        [name, params, sort] => self.define(name, Some(params), sort, body),
                        _ => Err(tokens.error(header, "expected a name, parameters and a sort")),
                    }
                })
            }
            (Some("define-fun" | "define-fun-rec" | "define-const" | "define-funs-rec"), _) => {
                Err(tokens.error(form, "this definition does not have the parts it needs"))
            }
            (Some("declare-datatype" | "declare-datatypes" | "declare-sort" | "define-sort"), _) => {
                self.declaration(form, &parts);
                Ok(())
            }
            // What is only about right is left without a value.
            (Some("=" | "function"), _) if self.is_approximate(form) => Ok(()),
            (Some("="), &[_, name, value]) => match tokens.symbol(name) {
                Some(name) => self.assignment(name, value),
                None => Ok(()),
            },
            (Some("function"), _) => self.function(form),
            (Some("error"), _) => Err(self.solver_error(form)),
            // Elements and universes were noted; objectives and the like are of no interest.
            _ => Ok(()),
        }
    }

    /// Sorts that the script does not declare.
    fn declaration(&mut self, form: usize, parts: &[usize]) {
        let tokens = self.tokens;
        let Some(&first) = parts.get(1) else { return };
        let name = if tokens.is_list(first) {
            tokens
                .children(first)
                .next()
                .and_then(|sort| if tokens.is_list(sort) { tokens.children(sort).next() } else { None })
        } else {
            Some(first)
        };
        let known = name.and_then(|name| tokens.symbol(name)).is_some_and(|name| {
            let arena = &self.script.arena;
            arena.symbols.lookup(name).is_some_and(|symbol| {
                self.script.commands.iter().any(|command| match command {
                    Command::DeclareSort(sort, _) | Command::DefineSort(sort) => {
                        arena.sorts.decl(*sort).name == symbol
                    }
                    Command::DeclareDatatypes(_, all) => {
                        all.iter().any(|&id| arena.sorts.decl(arena.datatype(id).sort).name == symbol)
                    }
                    _ => false,
                })
            })
        });
        if !known {
            for token in form..tokens.after(form) {
                self.declarations.push(tokens.token_text(token), tokens.get(token).start);
            }
        }
    }

    fn define(&mut self, name: usize, params: Option<usize>, sort: usize, body: usize) -> Result<()> {
        let tokens = self.tokens;
        let origin = tokens.get(name).start;
        let Some(text) = tokens.symbol(name) else {
            return Err(tokens.error(name, "expected the name of a function"));
        };
        if self.is_cyclic(body) {
            return Ok(());
        }
        self.start(text, origin);
        // Z3 writes functions as constants with stores, which to us are arrays.
        self.functions_are_arrays = tokens.text_of(body).contains("(as const (->");
        match params {
            Some(params) if tokens.is_list(params) => self.copy(params, Part::Header)?,
            Some(params) => return Err(tokens.error(params, "expected a list of parameters")),
            None => self.headers.push("()", origin),
        }
        self.copy(sort, Part::Header)?;
        self.headers.push(")", origin);
        self.copy(body, Part::Body)?;
        self.functions_are_arrays = false;
        Ok(())
    }

    /// Whether a value of a codatatype has itself as a part, which cvc5 writes by a variable that nothing binds. Our
    /// values are finite: the symbol is left without one.
    fn is_cyclic(&self, body: usize) -> bool {
        (body..self.tokens.after(body)).any(|token| {
            let name = self.tokens.symbol(token).filter(|name| name.starts_with("cbv_"));
            name.is_some_and(|name| !self.is_script_symbol(name))
        })
    }

    /// Opens the header of a definition.
    pub(super) fn start(&mut self, name: &str, origin: u32) {
        self.headers.push("(", origin);
        self.headers.push(&quoted(name), origin);
        self.defined.push((name.to_owned(), origin));
        self.names.insert(name.to_owned());
    }

    /// Whether the text defined this name already.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// What the commands of a script declare, by name. The arena can hold more, from models that were read before.
fn declared_by_name(script: &Script) -> FxHashMap<Symbol, Vec<FunId>> {
    let mut symbols: FxHashMap<Symbol, Vec<FunId>> = FxHashMap::default();
    for command in &script.commands {
        if let Command::DeclareFun(fun) | Command::DeclareConst(fun) = command {
            symbols.entry(script.arena.fun(*fun).name).or_default().push(*fun);
        }
    }
    symbols
}

fn is_form(head: Option<&str>) -> bool {
    head.is_some_and(|head| {
        head.starts_with("define-")
            || head.starts_with("declare-")
            || matches!(head, "forall" | "function" | "=")
    })
}

/// Whether a list is an answer to `get-value`: all its members are pairs.
pub(super) fn is_pairs(tokens: &Tokens, node: usize) -> bool {
    let mut children = tokens.children(node).peekable();
    children.peek().is_some()
        && children.all(|child| tokens.is_list(child) && tokens.children(child).count() == 2)
}
