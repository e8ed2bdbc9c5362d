//! What a trace has made so far, in our own terms: who says what a handle means, and whether a call makes sense.
//!
//! The reader of traces, the generator and the oracles share it. Terms live in one arena; two handles of equal terms
//! mean one term.

mod binding;
mod datatype;
mod instance;
mod literal;
mod naming;

use eval::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{
    Command, FunId, Head, QualId, Rewriter, Script, SortCtor, SortId, TermId, sort_text, term_text,
};

use crate::trace::{Action, Arg, Call, Handle, Kind};
pub(crate) use datatype::{datatype_of, parts};
pub use instance::{Answer, Instance};

/// What the logic is called among a solver's settings.
pub(crate) const LOGIC: &str = "logic";

/// Things by their numbers.
type Shelf<T> = Vec<Option<T>>;

/// What was made.
pub struct Book {
    /// The terms; its commands mean nothing.
    pub script: Script,
    sorts: Shelf<SortId>,
    terms: Shelf<TermId>,
    funs: Shelf<FunId>,
    instances: Shelf<Instance>,
    /// Constants and functions in the order of their declaration, with their values in the witness.
    symbols: Vec<Symbol>,
    /// The values that `value` calls have made.
    values: FxHashMap<u32, Value>,
    /// Terms whose handles were given back; assertions of them still hold.
    released: FxHashSet<u32>,
    rewriter: Rewriter,
}

/// A declared constant or function.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The handle.
    pub handle: Handle,
    /// What it is in the arena.
    pub fun: FunId,
    /// Its value in the witness: for a function, everywhere.
    pub witness: Value,
}

impl Default for Book {
    fn default() -> Book {
        Book::new()
    }
}

impl Book {
    /// Nothing was made.
    pub fn new() -> Book {
        Book {
            script: Script::default(),
            sorts: Vec::new(),
            terms: Vec::new(),
            funs: Vec::new(),
            instances: Vec::new(),
            symbols: Vec::new(),
            values: FxHashMap::default(),
            released: FxHashSet::default(),
            rewriter: Rewriter::new(),
        }
    }

    /// The sort of a handle.
    pub fn sort(&self, number: u32) -> Option<SortId> {
        found(&self.sorts, number).copied()
    }

    /// The term of a handle.
    pub fn term(&self, number: u32) -> Option<TermId> {
        found(&self.terms, number).copied()
    }

    /// The function of a handle.
    pub fn fun(&self, number: u32) -> Option<FunId> {
        found(&self.funs, number).copied()
    }

    /// The sort of a term's handle.
    pub fn sort_of(&self, number: u32) -> Option<SortId> {
        Some(self.script.arena.sort_of(self.term(number)?))
    }

    /// The value that a `value` call has made.
    pub fn value(&self, number: u32) -> Option<&Value> {
        self.values.get(&number)
    }

    /// A living solver.
    pub fn instance(&self, number: u32) -> Option<&Instance> {
        found(&self.instances, number)
    }

    /// A living solver, to be changed.
    pub fn instance_mut(&mut self, number: u32) -> Option<&mut Instance> {
        self.instances.get_mut(number as usize)?.as_mut()
    }

    /// The living solvers.
    pub fn instances(&self) -> impl Iterator<Item = (u32, &Instance)> {
        (0..).zip(&self.instances).filter_map(|(number, it)| Some((number, it.as_ref()?)))
    }

    /// All terms with handles that can still be used.
    pub fn terms(&self) -> impl Iterator<Item = (u32, TermId)> {
        let usable = |number: &u32| !self.released.contains(number);
        (0..)
            .zip(&self.terms)
            .filter_map(|(number, it)| Some((number, (*it)?)))
            .filter(move |it| usable(&it.0))
    }

    /// All functions with their handles.
    pub fn funs(&self) -> impl Iterator<Item = (u32, FunId)> {
        (0..).zip(&self.funs).filter_map(|(number, it)| Some((number, (*it)?)))
    }

    /// Everything declared.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The next free number of a kind.
    pub fn next(&self, kind: Kind) -> u32 {
        (match kind {
            Kind::Solver => self.instances.len(),
            Kind::Sort => self.sorts.len(),
            Kind::Term => self.terms.len(),
            Kind::Fun => self.funs.len(),
        }) as u32
    }

    /// Refuses a call that uses what nothing has made.
    pub fn uses_known(&self, call: &Call) -> Result<(), String> {
        let unknown = |handle: &Handle| match handle.kind {
            Kind::Solver => self.instance(handle.number).is_none(),
            Kind::Sort => self.sort(handle.number).is_none(),
            Kind::Term => self.term(handle.number).is_none() || self.released.contains(&handle.number),
            Kind::Fun => self.fun(handle.number).is_none(),
        };
        match call.uses().find(unknown) {
            Some(handle) => Err(format!("nothing has made {handle}, or it is deleted")),
            None => Ok(()),
        }
    }

    /// Takes a call in: checks it, and remembers what it makes. Its operator becomes the one of its name that takes the
    /// arguments. What is refused changes nothing.
    pub fn enter(&mut self, call: &mut Call) -> Result<(), String> {
        self.uses_known(call)?;
        if let Some(handle) = call.makes()
            && self.is_taken(handle)
        {
            return Err(format!("{handle} was made before"));
        }
        let number = call.result.unwrap_or(0);
        match call.action {
            Action::New => place(&mut self.instances, number, Instance::new()),
            Action::Sort => {
                let sort = self.read_sort(call.texts().first().copied().unwrap_or_default())?;
                place(&mut self.sorts, number, sort);
            }
            Action::Datatype => {
                let sort = self.read_datatype(call.texts().first().copied().unwrap_or_default())?;
                place(&mut self.sorts, number, sort);
            }
            Action::Part => {
                let fun =
                    self.part(self.nth_sort(call, 0)?, call.texts().first().copied().unwrap_or_default())?;
                place(&mut self.funs, number, fun);
            }
            Action::Constant | Action::Function => self.declare(call, number)?,
            Action::Value => {
                let sort = self.nth_sort(call, 0)?;
                let (term, value) =
                    self.read_value(sort, call.texts().first().copied().unwrap_or_default())?;
                self.values.insert(number, value);
                place(&mut self.terms, number, term);
            }
            Action::Term => {
                let args = self.terms_of(call);
                let term = self.resolve(call, &args)?.1;
                place(&mut self.terms, number, term);
            }
            Action::Misuse => {
                let args = self.terms_of(call);
                if self.resolve(call, &args).is_ok() {
                    return Err("this is no misuse: the operator takes these arguments".to_owned());
                }
            }
            Action::Apply => {
                let fun = call.numbers(Kind::Fun).first().and_then(|&fun| self.fun(fun));
                let args = self.terms_of(call);
                let made = fun.and_then(|fun| self.script.arena.apply_fun(fun, QualId::NONE, &args));
                place(&mut self.terms, number, made.ok_or("the function does not take these arguments")?);
            }
            Action::Quantify => {
                let term = self.quantified(call)?;
                place(&mut self.terms, number, term);
            }
            Action::Define => self.define(call, number)?,
            Action::Release => {
                let given = call.numbers(Kind::Term);
                self.released.extend(given);
            }
            Action::Inspect => {}
            Action::Simplify => {
                let term = self.terms_of(call)[0];
                place(&mut self.terms, number, term);
            }
            Action::Substitute => {
                let [of, from, to] = self.terms_of(call)[..] else {
                    return Err("it takes three terms".to_owned());
                };
                let made = self.substituted(of, from, to)?;
                place(&mut self.terms, number, made);
            }
            _ => self.instruct(call)?,
        }
        Ok(())
    }

    /// Takes back a call that was entered last and then refused; `saved` is its solver as it was before.
    pub fn undo(&mut self, call: &Call, saved: Option<(u32, Instance)>) {
        if let Some(handle) = call.makes() {
            let at = handle.number as usize;
            match handle.kind {
                Kind::Solver => self.instances[at] = None,
                Kind::Sort => self.sorts[at] = None,
                Kind::Term => self.terms[at] = None,
                Kind::Fun => self.funs[at] = None,
            }
            if matches!(call.action, Action::Constant | Action::Function) {
                self.symbols.pop();
            }
        }
        if call.action == Action::Release {
            for number in call.numbers(Kind::Term) {
                self.released.remove(&number);
            }
        }
        if let Some((number, instance)) = saved {
            place(&mut self.instances, number, instance);
        }
    }

    /// A call to a solver.
    fn instruct(&mut self, call: &Call) -> Result<(), String> {
        let terms = call.numbers(Kind::Term);
        if matches!(call.action, Action::Assert | Action::CheckSat) {
            for &term in &terms {
                self.must_be_bool(term)?;
            }
        }
        let number = call.solver().ok_or("it takes a solver")?;
        if call.action == Action::Delete {
            self.instances[number as usize] = None;
            return Ok(());
        }
        let count = call.args.iter().find_map(|arg| if let Arg::Number(n) = arg { Some(*n) } else { None });
        let instance = self.instance_mut(number).ok_or("there is no such solver")?;
        match (call.action, &call.texts()[..]) {
            (Action::SetOption, [name, value]) => instance.set(name, value),
            (Action::SetLogic, [logic]) => instance.set(LOGIC, logic),
            _ => {}
        }
        instance.take(call.action, &terms, count.unwrap_or(0))
    }

    fn is_taken(&self, handle: Handle) -> bool {
        match handle.kind {
            // A number of a deleted solver is not given again: `i0` means one solver in a trace.
            Kind::Solver => {
                (handle.number as usize) < self.instances.len() && self.instance(handle.number).is_some()
            }
            Kind::Sort => self.sort(handle.number).is_some(),
            Kind::Term => self.term(handle.number).is_some(),
            Kind::Fun => self.fun(handle.number).is_some(),
        }
    }

    fn terms_of(&self, call: &Call) -> Vec<TermId> {
        call.numbers(Kind::Term).into_iter().filter_map(|number| self.term(number)).collect()
    }

    fn nth_sort(&self, call: &Call, n: usize) -> Result<SortId, String> {
        let number = call.numbers(Kind::Sort).get(n).copied();
        number.and_then(|number| self.sort(number)).ok_or_else(|| "a sort is missing".to_owned())
    }

    fn must_be_bool(&self, number: u32) -> Result<(), String> {
        match self.sort_of(number) {
            Some(SortId::BOOL) => Ok(()),
            Some(sort) => {
                Err(format!("t{number} is of sort {}, not Bool", sort_text(&self.script.arena, sort)))
            }
            None => Err(format!("nothing has made t{number}")),
        }
    }

    fn substituted(&mut self, of: TermId, from: TermId, to: TermId) -> Result<TermId, String> {
        let arena = &mut self.script.arena;
        if arena.sort_of(from) != arena.sort_of(to) {
            return Err("what is replaced and what replaces it are of different sorts".to_owned());
        }
        // A library may have built other parts than we have, but no other constants.
        if !matches!(arena.term(from).head, Head::Fun(..)) || !arena.term(from).args.is_empty() {
            return Err(format!("{} is no constant: only those can be replaced", term_text(arena, from)));
        }
        let made = self.rewriter.replace_all(arena, of, &FxHashMap::from_iter([(from, to)]));
        made.ok_or_else(|| "the result has no sort".to_owned())
    }

    fn read_sort(&mut self, text: &str) -> Result<SortId, String> {
        let wrong = || format!("`{text}` is no sort");
        let before = (self.script.opaque, self.script.type_errors.len());
        let source = format!("(declare-fun |a sort {}| () {text})", self.sorts.len());
        let range = self.script.extend(source.as_bytes()).map_err(|_| wrong())?;
        let sort = match self.script.commands.get(range.start) {
            Some(Command::DeclareFun(fun)) => self.script.arena.fun(*fun).result,
            _ => return Err(wrong()),
        };
        let sorts = &self.script.arena.sorts;
        let sort = sorts.canonical(sort);
        let user = matches!(sorts.ctor(sort), SortCtor::User(_));
        if user || before != (self.script.opaque, self.script.type_errors.len()) || sorts.has_opaque(sort) {
            return Err(wrong());
        }
        Ok(sort)
    }
}

fn found<T>(shelf: &Shelf<T>, number: u32) -> Option<&T> {
    shelf.get(number as usize)?.as_ref()
}

fn place<T>(shelf: &mut Shelf<T>, number: u32, thing: T) {
    let number = number as usize;
    if shelf.len() <= number {
        shelf.resize_with(number + 1, || None);
    }
    shelf[number] = Some(thing);
}
