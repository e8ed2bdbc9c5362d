//! A term manager of Bitwuzla, what is made by it and what its solvers are told.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use eval::Value;
use solver::host::symbols::{c_text, rust_text};

use super::solvers::Solver;
use super::{Bitwuzla, Listing, Object, checked, complain};
use crate::adapter::stream::{printed, written};
use crate::adapter::{Done, Read, Refused, Shelf, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

/// A term manager and what was made by it.
pub(super) struct Manager<'a> {
    pub(super) bitwuzla: &'a Bitwuzla,
    pub(super) manager: Object,
    pub(super) sorts: Shelf<Object>,
    pub(super) terms: Shelf<Object>,
    pub(super) funs: Shelf<Object>,
    /// Variables that were made: each has a name of its own, by which it is printed.
    pub(super) variables: Cell<u32>,
    solvers: BTreeMap<u32, Solver<'a>>,
}

/// The bases that numbers are written in.
const BASES: [u8; 3] = [2, 10, 16];

impl<'a> Manager<'a> {
    pub(super) fn new(bitwuzla: &'a Bitwuzla) -> Manager<'a> {
        let f = &bitwuzla.functions;
        // SAFETY: the callback takes what the header says; it is this thread's own.
        let manager = unsafe {
            (f.set_abort_callback)(complain);
            (f.term_manager_new)()
        };
        let (sorts, terms, funs) = (Shelf::new(), Shelf::new(), Shelf::new());
        let (variables, solvers) = (Cell::new(0), BTreeMap::new());
        Manager { bitwuzla, manager, sorts, terms, funs, variables, solvers }
    }

    pub(super) fn made(&self, made: Object) -> Done<Object> {
        checked()?;
        if made.is_null() { Err(Refused::because("it made nothing")) } else { Ok(made) }
    }

    pub(super) fn solver_of(&self, number: u32) -> Done<&Solver<'a>> {
        self.solvers.get(&number).ok_or_else(|| Refused::because(format!("number {number} is missing")))
    }

    /// The terms of a list that the library gives, each with a reference that has to be given back.
    pub(super) fn listed(&self, list: Listing<Object>, of: Object) -> Done<Vec<Object>> {
        let mut count = 0;
        // SAFETY: the object lives; the list has so many terms until the next such call.
        unsafe {
            let list = list(of, &mut count);
            checked()?;
            Ok((0..count).map(|at| *list.add(at)).collect())
        }
    }

    /// Gives references back: from here on only those terms can be used that something else holds.
    pub(super) fn give_back(&self, terms: &[Object]) {
        for &term in terms {
            // SAFETY: the caller owns the reference.
            unsafe { (self.bitwuzla.functions.term_release)(term) };
        }
    }
}

impl World for Manager<'_> {
    fn sort(&mut self, at: u32, book: &Book) -> Done {
        let sort = book.sort(at).ok_or_else(|| Refused::because("there is no such sort"))?;
        let made = self.sort_object(&book.script.arena, sort)?;
        self.sorts.put(at, made);
        Ok(())
    }

    fn constant(&mut self, at: u32, name: &str, sort: u32, _: &Book) -> Done {
        let (f, sort, name) = (&self.bitwuzla.functions, self.sorts.get(sort)?, c_text(name.as_bytes()));
        // SAFETY: the sort is of this manager, and the text outlives the call.
        let made = self.made(unsafe { (f.mk_const)(self.manager, sort, name.as_ptr()) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done {
        let (params, result) = (self.sorts.all(params)?, self.sorts.get(result)?);
        let (f, m, name) = (&self.bitwuzla.functions, self.manager, c_text(name.as_bytes()));
        // SAFETY: all sorts are of this manager; list and text outlive the calls.
        let made = unsafe {
            let sort = self.made((f.mk_fun_sort)(m, params.len() as u64, params.as_ptr(), result))?;
            self.made((f.mk_const)(m, sort, name.as_ptr()))?
        };
        self.funs.put(at, made);
        Ok(())
    }

    fn value(&mut self, at: u32, sort: u32, value: &Value, way: u32) -> Done {
        let made = self.value_object(self.sorts.get(sort)?, value, way)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], book: &Book, way: u32) -> Done {
        let sort = || match at.and_then(|at| book.sort_of(at)) {
            Some(sort) => self.sort_object(&book.script.arena, sort),
            None => Err(Refused::because("what is misused has no sort")),
        };
        let made = self.applied(operator, sort, &self.terms.all(args)?, way)?;
        if let Some(at) = at {
            self.terms.put(at, made);
        }
        Ok(())
    }

    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        let mut parts = vec![self.funs.get(function)?];
        parts.extend(self.terms.all(args)?);
        let made = self.of_kind(self.bitwuzla.kinds_of.apply, &[], &parts, at)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn quantify(&mut self, at: u32, forall: bool, body: u32, constants: &[u32], _: &Book) -> Done {
        let kinds = &self.bitwuzla.kinds_of;
        let made = self.bound(if forall { kinds.forall } else { kinds.exists }, body, constants)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn define(&mut self, at: u32, body: u32, constants: &[u32], _: &Book, _: u32) -> Done {
        let made = self.bound(self.bitwuzla.kinds_of.lambda, body, constants)?;
        self.funs.put(at, made);
        Ok(())
    }

    fn inspect(&mut self, term: u32, book: &Book) -> Done<Option<String>> {
        self.inspected(term, book)
    }

    fn release(&mut self, term: u32) -> Done {
        let term = self.terms.take(term)?;
        // SAFETY: the reference is this handle's own, which is not used after.
        unsafe { (self.bitwuzla.functions.term_release)(term) };
        checked()
    }

    fn print(&mut self, solver: u32, way: u32, book: &Book) -> Done<Option<String>> {
        match book.instance(solver).and_then(|it| it.answer()) {
            Some(Answer::Sat) if way.is_multiple_of(2) => self.told_values(solver, book),
            Some(Answer::Unsat) if way.is_multiple_of(2) => self.told_core(solver, book),
            _ => self.told(solver, way / 2),
        }
    }

    fn abuse(&mut self, way: u32) -> Done<Option<String>> {
        self.abused(way)
    }

    fn solver(&mut self, at: u32, _: u32) -> Done {
        self.solvers.insert(at, Solver::new(self.bitwuzla, self.manager)?);
        Ok(())
    }

    fn set_option(&mut self, solver: u32, name: &str, value: &str) -> Done {
        self.solver_of(solver)?.set(name, value)
    }

    fn assert(&mut self, solver: u32, term: u32, _: u32) -> Done {
        let (solver, term) = (self.solver_of(solver)?.object()?, self.terms.get(term)?);
        // SAFETY: solver and term are of this manager.
        unsafe { (self.bitwuzla.functions.assert)(solver, term) };
        checked()
    }

    fn push(&mut self, solver: u32, levels: u32) -> Done {
        // SAFETY: the solver lives.
        unsafe { (self.bitwuzla.functions.push)(self.solver_of(solver)?.object()?, levels.into()) };
        checked()
    }

    fn pop(&mut self, solver: u32, levels: u32) -> Done {
        // SAFETY: the solver lives.
        unsafe { (self.bitwuzla.functions.pop)(self.solver_of(solver)?.object()?, levels.into()) };
        checked()
    }

    fn check(&mut self, solver: u32, assumptions: &[u32], way: u32) -> Done<Answer> {
        self.solver_of(solver)?.ask(&self.terms.all(assumptions)?, way)
    }

    fn check_interrupted(&mut self, solver: u32, after: Duration) -> Done<Answer> {
        self.solver_of(solver)?.ask_interrupted(after)
    }

    fn value_of(&mut self, solver: u32, term: u32, _: &Book) -> Done<String> {
        self.value_text(self.solver_of(solver)?.object()?, self.terms.get(term)?)
    }

    fn core(&mut self, solver: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        let (solver, terms) = (self.solver_of(solver)?.object()?, self.terms.all(assumed)?);
        let core = self.listed(self.bitwuzla.functions.get_unsat_assumptions, solver)?;
        self.give_back(&core);
        // A term has one address, however often it is made.
        let place = |member| terms.iter().position(|&term| term == member).map(|at| assumed[at]);
        Ok(core.into_iter().map(place).collect())
    }

    fn simplify(&mut self, at: u32, solver: u32, term: u32) -> Done {
        let missing = || Refused::because("it does not simplify terms");
        let simplify = self.bitwuzla.functions.simplify_term.ok_or_else(missing)?;
        let (solver, term) = (self.solver_of(solver)?.object()?, self.terms.get(term)?);
        // SAFETY: solver and term are of this manager.
        let made = self.made(unsafe { simplify(solver, term) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn substitute(&mut self, at: u32, of: u32, from: u32, to: u32) -> Done {
        let f = &self.bitwuzla.functions;
        let missing = || Refused::because("it does not substitute");
        let (of, from, to) = (self.terms.get(of)?, self.terms.get(from)?, self.terms.get(to)?);
        let made = match f.substitute_terms.filter(|_| at.is_multiple_of(2)) {
            Some(substitute) => {
                let mut terms = [of];
                // SAFETY: all terms are of this manager, and the lists have one each.
                unsafe { substitute(1, terms.as_mut_ptr(), 1, &from, &to) };
                terms[0]
            }
            // SAFETY: as above.
            None => unsafe { f.substitute_term.ok_or_else(missing)?(of, 1, &from, &to) },
        };
        let made = self.made(made)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn delete(&mut self, solver: u32) -> Done {
        self.solver_of(solver)?;
        self.solvers.remove(&solver);
        checked()
    }

    fn dump(&mut self, solver: u32, way: u32) -> Done<String> {
        let missing = || Refused::because("it does not dump");
        let print = self.bitwuzla.functions.print_formula.ok_or_else(missing)?;
        let (solver, base) = (self.solver_of(solver)?.object()?, BASES[way as usize % BASES.len()]);
        // SAFETY: the solver lives, the stream is open, and the text outlives the call.
        let text = written(|stream| unsafe { print(solver, c"smt2".as_ptr(), stream, base) })?;
        checked().map(|()| text)
    }

    fn check_script(&mut self, script: &str) -> Done<Read> {
        let f = &self.bitwuzla.functions;
        let missing = || Refused::because("it does not read scripts");
        let (open, parse, close) = (f.parser_new, f.parser_parse, f.parser_delete);
        let (open, parse, close) =
            (open.ok_or_else(missing)?, parse.ok_or_else(missing)?, close.ok_or_else(missing)?);
        let script = c_text(script.as_bytes());
        let mut error = std::ptr::null();
        // SAFETY: manager, options and texts live until this ends; the parser's solver goes with it, and its message is
        // copied before.
        let (wrong, text) = printed(|| unsafe {
            let options = (f.options_new)();
            let parser = open(self.manager, options, c"smt2".as_ptr(), 2, c"<stdout>".as_ptr());
            parse(parser, script.as_ptr(), false, false, &mut error);
            let wrong = (!error.is_null()).then(|| rust_text(error));
            close(parser);
            (f.options_delete)(options);
            wrong
        })?;
        checked()?;
        if let Some(message) = wrong {
            return Err(Refused(message));
        }
        let mut answers = text.lines().filter_map(|line| {
            [Answer::Sat, Answer::Unsat, Answer::Unknown].into_iter().find(|it| it.name() == line.trim())
        });
        let last = answers.next_back().ok_or_else(|| Refused::because("the script has no answer"))?;
        Ok(Read::Answer(last))
    }
}

impl Drop for Manager<'_> {
    fn drop(&mut self) {
        // Solvers go before what they were made from.
        self.solvers.clear();
        // SAFETY: the manager lives, and nothing of it is used after.
        unsafe { (self.bitwuzla.functions.term_manager_delete)(self.manager) };
    }
}
