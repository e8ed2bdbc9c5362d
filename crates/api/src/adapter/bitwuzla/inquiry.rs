//! What Bitwuzla tells about terms and solvers, against what is known otherwise.

use std::ffi::c_char;

use eval::Value;
use smtlib::{SortCtor, sort_text};
use solver::host::symbols::rust_text;

use super::predicates::Facts;
use super::world::Manager;
use super::{Object, checked};
use crate::adapter::spell::bits;
use crate::adapter::stream::written;
use crate::adapter::{Done, Refused, World};
use crate::book::{Answer, Book};
use crate::trace::Kind;

/// Solvers and terms of a world that nothing else uses.
const OWN: u32 = u32::MAX;

impl Manager<'_> {
    /// The value of a term after sat, as it is printed.
    pub(super) fn value_text(&self, solver: Object, term: Object) -> Done<String> {
        let f = &self.bitwuzla.functions;
        // SAFETY: solver and term are of this manager; the text is copied before the value is given back.
        unsafe {
            let value = self.made((f.get_value)(solver, term))?;
            let text = rust_text((f.term_to_string)(value));
            (f.term_release)(value);
            checked().map(|()| text)
        }
    }

    /// What is told about a term, against what the book knows.
    pub(super) fn inspected(&self, number: u32, book: &Book) -> Done<Option<String>> {
        let (f, node) = (&self.bitwuzla.functions, self.terms.get(number)?);
        let sort = book.sort_of(number).ok_or_else(|| Refused::because("there is no such term"))?;
        let (arena, value) = (&book.script.arena, book.value(number));
        let symbols = book.symbols().iter().filter(|it| it.handle.kind == Kind::Term);
        let symbol = symbols.into_iter().find(|it| it.handle.number == number);
        let facts = Facts { sort: arena.sorts.ctor(sort), is_symbol: symbol.is_some(), value };
        // SAFETY: the term is of this manager.
        let mut wrong = unsafe { self.bitwuzla.predicates.wrong(node, &facts) };
        let mut expect = |what: &str, right: bool| {
            if !right {
                wrong.push(what.to_owned());
            }
        };
        let ours = self.sort_object(arena, sort)?;
        // SAFETY: term and sorts are of this manager; texts are copied at once, and what is given is given back.
        unsafe {
            let told = self.made((f.term_get_sort)(node))?;
            expect("term_get_sort", told == ours);
            expect("sort_to_string", rust_text((f.sort_to_string)(told)) == sort_text(arena, sort));
            (f.sort_release)(told);
            (f.sort_release)(ours);
            expect("term_to_string", !rust_text((f.term_to_string)(node)).is_empty());
            let copy = (f.term_copy)(node);
            expect("term_copy", copy == node);
            (f.term_release)(copy);
            if let Some(symbol) = symbol {
                let name = arena.name(arena.fun(symbol.fun).name);
                expect("term_get_symbol", rust_text((f.term_get_symbol)(node)) == name);
            }
            if let Some(Value::BitVec(value)) = value {
                expect("term_value_get_str", rust_text((f.term_value_get_str)(node)) == bits(value));
            }
        }
        expect("term_get_children", self.is_rebuilt(node)?);
        checked()?;
        Ok((!wrong.is_empty()).then(|| format!("t{number} is not what these say: {}", wrong.join(", "))))
    }

    /// Whether a term's kind, children and indices make the same term.
    fn is_rebuilt(&self, node: Object) -> Done<bool> {
        let f = &self.bitwuzla.functions;
        let mut count = 0;
        // SAFETY: the term is of this manager; the list has so many numbers until the next such call.
        let (kind, indices) = unsafe {
            let indexed = (f.term_is_indexed)(node);
            let list = if indexed { (f.term_get_indices)(node, &mut count) } else { std::ptr::null() };
            let indices: Vec<u64> = (0..count).map(|at| *list.add(at)).collect();
            ((f.term_get_kind)(node), indices)
        };
        let children = self.listed(f.term_get_children, node)?;
        let again = match children.is_empty() || kind == self.bitwuzla.kinds_of.const_array {
            true => Ok(None),
            false => self.of_kind(kind, &indices, &children, 0).map(Some),
        };
        self.give_back(&children);
        let again = again?;
        self.give_back(again.as_slice());
        Ok(again.is_none_or(|again| again == node))
    }

    /// The values of constants after sat: however they are printed, they are the same.
    pub(super) fn told_values(&self, solver: u32, book: &Book) -> Done<Option<String>> {
        let (f, solver) = (&self.bitwuzla.functions, self.solver_of(solver)?.object()?);
        for symbol in book.symbols().iter().filter(|it| it.handle.kind == Kind::Term) {
            let (arena, fun) = (&book.script.arena, book.script.arena.fun(symbol.fun));
            let Ok(node) = self.terms.get(symbol.handle.number) else { continue };
            // SAFETY: solver and term are of this manager; texts are copied before the value is given back.
            let (text, plain) = unsafe {
                let value = self.made((f.get_value)(solver, node))?;
                let text = rust_text((f.term_to_string)(value));
                let plain = match arena.sorts.ctor(fun.result) {
                    SortCtor::BitVec(_) => format!("#b{}", rust_text((f.term_value_get_str)(value))),
                    SortCtor::Bool => rust_text((f.term_value_get_str)(value)),
                    _ => text.clone(),
                };
                (f.term_release)(value);
                (text, plain)
            };
            checked()?;
            if text != plain {
                let name = arena.name(fun.name);
                return Ok(Some(format!("the value of {name} is printed as {text} and as {plain}")));
            }
        }
        Ok(None)
    }

    /// The core of everything after unsat: it is part of what is asserted and assumed, and unsat as well.
    pub(super) fn told_core(&mut self, number: u32, book: &Book) -> Done<Option<String>> {
        let (f, solver) = (&self.bitwuzla.functions, self.solver_of(number)?.object()?);
        let missing = || Refused::because("it tells no core");
        let instance = book.instance(number).ok_or_else(missing)?;
        let assumed = self.terms.all(instance.assumed())?;
        let failed = self.listed(f.get_unsat_assumptions, solver)?;
        self.give_back(&failed);
        if let Some(ask) = f.is_unsat_assumption {
            // SAFETY: solver and terms are of this manager.
            let differs = |&&term: &&Object| unsafe { ask(solver, term) } != failed.contains(&term);
            if assumed.iter().find(differs).is_some() {
                return Ok(Some(format!("i{number} tells two sets of unsat assumptions")));
            }
        }
        checked()?;
        let core = self.listed(f.get_unsat_core.ok_or_else(missing)?, solver)?;
        self.give_back(&core);
        if let Some(print) = f.print_unsat_core {
            // SAFETY: the solver lives, the stream is open, and the text outlives the call.
            written(|stream| unsafe { print(solver, c"smt2".as_ptr(), stream, 2) })?;
            checked()?;
        }
        // Handles that were given back are gone, and with them perhaps their terms: such a core is not compared.
        let premises = self.terms.all(&instance.premises())?;
        if core.iter().any(|member| !premises.contains(member)) {
            return Ok(Some(format!("the core of i{number} has something that was not asserted")));
        }
        self.solver(OWN, 0)?;
        let second = self.solver_of(OWN)?.object()?;
        for member in core {
            // SAFETY: solver and term are of this manager.
            unsafe { (self.bitwuzla.functions.assert)(second, member) };
        }
        let answer = checked().and_then(|()| self.check(OWN, &[], 0));
        self.delete(OWN)?;
        Ok((answer? == Answer::Sat).then(|| format!("the core of i{number} is sat in a new solver")))
    }

    /// Has a solver tell about itself.
    pub(super) fn told(&self, number: u32, way: u32) -> Done<Option<String>> {
        let (f, solver) = (&self.bitwuzla.functions, self.solver_of(number)?);
        let object = solver.object()?;
        // SAFETY: the solver lives; the lists have so many texts until the next such call, and texts are copied.
        let wrong = unsafe {
            match way % 3 {
                0 => {
                    let (mut keys, mut values, mut count) = (std::ptr::null(), std::ptr::null(), 0);
                    if let Some(ask) = f.get_statistics {
                        ask(object, &mut keys, &mut values, &mut count);
                    }
                    let text = |list: *const *const c_char, at: usize| rust_text(*list.add(at));
                    let nameless =
                        (0..count).any(|at| text(keys, at).is_empty() || text(values, at).is_empty());
                    nameless.then_some("a statistic without a name or a value")
                }
                1 => {
                    for ask in [f.version, f.copyright, f.git_id].into_iter().flatten() {
                        drop(rust_text(ask()));
                    }
                    if let Some(ask) = f.get_assertions {
                        self.give_back(&self.listed(ask, object)?);
                    }
                    None
                }
                _ => {
                    let other = f.get_term_mgr.is_some_and(|ask| ask(object) != self.manager);
                    let lost =
                        f.get_termination_callback_state.is_some_and(|ask| ask(object) != solver.watched());
                    (other || lost).then_some("another manager or callback than its own")
                }
            }
        };
        checked()?;
        Ok(wrong.map(|what| format!("i{number} tells {what}")))
    }
}
