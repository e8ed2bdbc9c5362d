//! A term manager of cvc5 and its solvers.

use std::cell::RefCell;

use eval::Value;
use rustc_hash::FxHashMap;
use smtlib::SortId;
use solver::host::symbols::{c_text, rust_text};

use super::{ALWAYS, Cvc5, Object};
use crate::adapter::{Done, Refused, Shelf, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

/// A term manager and what was made by it.
pub(super) struct Manager<'a> {
    pub(super) cvc5: &'a Cvc5,
    pub(super) manager: Object,
    pub(super) sorts: Shelf<Object>,
    pub(super) terms: Shelf<Object>,
    /// With the kind of terms that apply them.
    pub(super) funs: Shelf<(Object, i32)>,
    solvers: Shelf<Object>,
    /// Another sort of the same name would be another datatype.
    pub(super) datatypes: RefCell<FxHashMap<SortId, Object>>,
}

impl<'a> Manager<'a> {
    pub(super) fn new(cvc5: &'a Cvc5) -> Manager<'a> {
        // SAFETY: it takes nothing.
        let manager = unsafe { (cvc5.functions.term_manager_new)() };
        let (sorts, terms, funs, solvers) = (Shelf::new(), Shelf::new(), Shelf::new(), Shelf::new());
        Manager { cvc5, manager, sorts, terms, funs, solvers, datatypes: RefCell::default() }
    }

    /// What the last call has left to say.
    fn checked(&self) -> Done {
        let f = &self.cvc5.functions;
        // SAFETY: these take nothing; the text is copied at once.
        unsafe {
            if !(f.has_error)() {
                return Ok(());
            }
            let message = rust_text((f.get_error_message)());
            (f.reset_error)();
            Err(Refused(message))
        }
    }

    /// A term of a kind that binds constants of another one.
    fn bound(&self, kind: i32, body: u32, constants: &[u32]) -> Done<Object> {
        let (f, m, mut body) = (&self.cvc5.functions, self.manager, self.terms.get(body)?);
        let mut vars = Vec::new();
        for constant in self.terms.all(constants)? {
            // SAFETY: everything is of this manager, and the text outlives the call.
            unsafe {
                let sort = self.made((f.term_get_sort)(constant))?;
                let var = self.made((f.mk_var)(m, sort, c"bound".as_ptr()))?;
                body = self.made((f.term_substitute_term)(body, constant, var))?;
                vars.push(var);
            }
        }
        let list = self.of_kind(self.cvc5.kinds_of.variables, &[], &vars)?;
        self.of_kind(kind, &[], &[list, body])
    }

    pub(super) fn made(&self, made: Object) -> Done<Object> {
        self.checked()?;
        if made.is_null() { Err(Refused::because("it made nothing")) } else { Ok(made) }
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
        let (sort, name) = (self.sorts.get(sort)?, c_text(name.as_bytes()));
        // SAFETY: the sort is of this manager, and the text outlives the call.
        let made = self.made(unsafe { (self.cvc5.functions.mk_const)(self.manager, sort, name.as_ptr()) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done {
        let (params, result) = (self.sorts.all(params)?, self.sorts.get(result)?);
        let (f, m, name) = (&self.cvc5.functions, self.manager, c_text(name.as_bytes()));
        // SAFETY: all sorts are of this manager; list and text outlive the calls.
        let made = unsafe {
            let sort = self.made((f.mk_fun_sort)(m, params.len(), params.as_ptr(), result))?;
            self.made((f.mk_const)(m, sort, name.as_ptr()))?
        };
        self.funs.put(at, (made, self.cvc5.kinds_of.apply));
        Ok(())
    }

    fn part(&mut self, at: u32, sort: u32, book: &Book) -> Done {
        let made = self.part_object(at, sort, book)?;
        self.funs.put(at, made);
        Ok(())
    }

    fn value(&mut self, at: u32, _: u32, value: &Value, way: u32) -> Done {
        let made = self.value_object(value, way)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], _: &Book, _: u32) -> Done {
        let made = self.applied(operator, &self.terms.all(args)?)?;
        if let Some(at) = at {
            self.terms.put(at, made);
        }
        Ok(())
    }

    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        let (function, kind) = self.funs.get(function)?;
        let mut parts = vec![function];
        parts.extend(self.terms.all(args)?);
        let made = self.of_kind(kind, &[], &parts)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn solver(&mut self, at: u32, _: u32) -> Done {
        // SAFETY: the manager outlives its solvers.
        let solver = self.made(unsafe { (self.cvc5.functions.new)(self.manager) })?;
        self.solvers.put(at, solver);
        ALWAYS.iter().try_for_each(|(name, value)| self.set_option(at, name, value))
    }

    fn set_logic(&mut self, solver: u32, logic: &str) -> Done {
        let (solver, logic) = (self.solvers.get(solver)?, c_text(logic.as_bytes()));
        // SAFETY: the solver lives, and the text outlives the call.
        unsafe { (self.cvc5.functions.set_logic)(solver, logic.as_ptr()) };
        self.checked()
    }

    fn quantify(&mut self, at: u32, forall: bool, body: u32, constants: &[u32], _: &Book) -> Done {
        let kinds = &self.cvc5.kinds_of;
        let made = self.bound(if forall { kinds.forall } else { kinds.exists }, body, constants)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn define(&mut self, at: u32, body: u32, constants: &[u32], _: &Book, _: u32) -> Done {
        let made = self.bound(self.cvc5.kinds_of.lambda, body, constants)?;
        self.funs.put(at, (made, self.cvc5.kinds_of.apply));
        Ok(())
    }

    fn abuse(&mut self, way: u32) -> Done<Option<String>> {
        self.abused(way)
    }

    fn inspect(&mut self, term: u32, book: &Book) -> Done<Option<String>> {
        let (f, node) = (&self.cvc5.functions, self.terms.get(term)?);
        let sort = book.sort_of(term).ok_or_else(|| Refused::because("there is no such term"))?;
        let ours = self.sort_object(&book.script.arena, sort)?;
        // SAFETY: term and sorts are of this manager; the text is copied at once.
        let (same, text) = unsafe {
            let told = self.made((f.term_get_sort)(node))?;
            ((f.sort_is_equal)(told, ours), rust_text((f.term_to_string)(node)))
        };
        self.checked()?;
        let wrong = !same || text.is_empty();
        Ok(wrong.then(|| format!("t{term} is of another sort than it was made of: {text}")))
    }

    fn set_option(&mut self, solver: u32, name: &str, value: &str) -> Done {
        let (solver, name, value) =
            (self.solvers.get(solver)?, c_text(name.as_bytes()), c_text(value.as_bytes()));
        // SAFETY: the solver lives, and the texts outlive the call.
        unsafe { (self.cvc5.functions.set_option)(solver, name.as_ptr(), value.as_ptr()) };
        self.checked()
    }

    fn assert(&mut self, solver: u32, term: u32, _: u32) -> Done {
        let (solver, term) = (self.solvers.get(solver)?, self.terms.get(term)?);
        // SAFETY: solver and term are of this manager.
        unsafe { (self.cvc5.functions.assert_formula)(solver, term) };
        self.checked()
    }

    fn push(&mut self, solver: u32, levels: u32) -> Done {
        // SAFETY: the solver lives.
        unsafe { (self.cvc5.functions.push)(self.solvers.get(solver)?, levels) };
        self.checked()
    }

    fn pop(&mut self, solver: u32, levels: u32) -> Done {
        // SAFETY: the solver lives.
        unsafe { (self.cvc5.functions.pop)(self.solvers.get(solver)?, levels) };
        self.checked()
    }

    fn check(&mut self, solver: u32, assumptions: &[u32], _: u32) -> Done<Answer> {
        let (f, solver, terms) =
            (&self.cvc5.functions, self.solvers.get(solver)?, self.terms.all(assumptions)?);
        // SAFETY: everything is of this manager, and the list outlives the call.
        let result = self.made(unsafe {
            match terms.len() {
                0 => (f.check_sat)(solver),
                count => (f.check_sat_assuming)(solver, count, terms.as_ptr()),
            }
        })?;
        // SAFETY: the result lives.
        Ok(unsafe {
            match ((f.result_is_sat)(result), (f.result_is_unsat)(result)) {
                (true, _) => Answer::Sat,
                (_, true) => Answer::Unsat,
                _ => Answer::Unknown,
            }
        })
    }

    fn value_of(&mut self, solver: u32, term: u32, _: &Book) -> Done<String> {
        let (f, solver, term) = (&self.cvc5.functions, self.solvers.get(solver)?, self.terms.get(term)?);
        // SAFETY: solver and term are of this manager.
        let value = self.made(unsafe { (f.get_value)(solver, term) })?;
        // SAFETY: the value lives; the text is copied at once.
        Ok(unsafe { rust_text((f.term_to_string)(value)) })
    }

    fn core(&mut self, solver: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        let (f, solver, terms) = (&self.cvc5.functions, self.solvers.get(solver)?, self.terms.all(assumed)?);
        let mut count = 0;
        // SAFETY: the solver lives; the array has so many terms until the next such call.
        let core: Vec<Object> = unsafe {
            let core = (f.get_unsat_assumptions)(solver, &mut count);
            self.checked()?;
            (0..count).map(|i| *core.add(i)).collect()
        };
        // SAFETY: all terms are of this manager.
        let same = |a: Object, b: Object| unsafe { (f.term_is_equal)(a, b) };
        let place = |member: Object| terms.iter().position(|&term| same(term, member)).map(|at| assumed[at]);
        Ok(core.into_iter().map(place).collect())
    }

    fn simplify(&mut self, at: u32, solver: u32, term: u32) -> Done {
        let (solver, term) = (self.solvers.get(solver)?, self.terms.get(term)?);
        // SAFETY: solver and term are of this manager. Without its substitutions: what is asserted is no part of it.
        let made = self.made(unsafe { (self.cvc5.functions.simplify)(solver, term, false) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn substitute(&mut self, at: u32, of: u32, from: u32, to: u32) -> Done {
        let (of, from, to) = (self.terms.get(of)?, self.terms.get(from)?, self.terms.get(to)?);
        // SAFETY: all terms are of this manager.
        let made = self.made(unsafe { (self.cvc5.functions.term_substitute_term)(of, from, to) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn reset_assertions(&mut self, solver: u32) -> Done {
        // SAFETY: the solver lives.
        unsafe { (self.cvc5.functions.reset_assertions)(self.solvers.get(solver)?) };
        self.checked()
    }

    fn delete(&mut self, solver: u32) -> Done {
        let solver = self.solvers.take(solver)?;
        // SAFETY: the solver lives, and is not used after.
        unsafe { (self.cvc5.functions.delete)(solver) };
        Ok(())
    }
}

impl Drop for Manager<'_> {
    fn drop(&mut self) {
        let f = &self.cvc5.functions;
        // SAFETY: everything lives, and nothing is used after; solvers go before what they were made from.
        unsafe {
            for (_, solver) in self.solvers.iter() {
                (f.delete)(solver);
            }
            (f.term_manager_delete)(self.manager);
        }
    }
}
