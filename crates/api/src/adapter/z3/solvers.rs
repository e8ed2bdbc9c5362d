//! What a context of Z3 is told.

use std::ffi::c_uint;
use std::ptr;
use std::time::Duration;

use eval::Value;
use smtlib::SortId;
use solver::host::symbols::{c_text, rust_text};

use super::functions::Object;
use super::{Context, RESOURCES};
use crate::adapter::interrupted::interrupted;
use crate::adapter::{Done, Read, Refused, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

fn answer(code: i32) -> Answer {
    match code {
        1 => Answer::Sat,
        -1 => Answer::Unsat,
        _ => Answer::Unknown,
    }
}

impl Context<'_> {
    fn keep_solver(&mut self, at: u32, solver: Object) -> Done {
        self.checked()?;
        // SAFETY: the solver is a new one of this context.
        unsafe { (self.z3.functions.solver_inc_ref)(self.context, solver) };
        self.solvers.put(at, solver);
        self.set_option(at, "rlimit", &RESOURCES.to_string())
    }
}

impl World for Context<'_> {
    fn sort(&mut self, at: u32, book: &Book) -> Done {
        let sort = book.sort(at).ok_or_else(|| Refused::because("there is no such sort"))?;
        let made = self.sort_object(&book.script.arena, sort)?;
        self.sorts.put(at, made);
        Ok(())
    }

    fn constant(&mut self, at: u32, name: &str, sort: u32, _: &Book) -> Done {
        let (symbol, sort) = (self.symbol(name), self.sorts.get(sort)?);
        // SAFETY: symbol and sort are of this context.
        let made = self.kept(unsafe { (self.z3.functions.mk_const)(self.context, symbol, sort) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done {
        let (symbol, params, result) = (self.symbol(name), self.sorts.all(params)?, self.sorts.get(result)?);
        // SAFETY: all sorts are of this context, and the list outlives the call.
        let made = unsafe {
            let count = params.len() as c_uint;
            (self.z3.functions.mk_func_decl)(self.context, symbol, count, params.as_ptr(), result)
        };
        let made = self.kept(made)?;
        self.funs.put(at, made);
        Ok(())
    }

    fn value(&mut self, at: u32, sort: u32, value: &Value, way: u32) -> Done {
        let made = self.value_object(self.sorts.get(sort)?, value, way)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], book: &Book, _: u32) -> Done {
        let sort = at.and_then(|at| book.sort_of(at)).unwrap_or(SortId::BOOL);
        let (sort, args) = (self.sort_object(&book.script.arena, sort)?, self.terms.all(args)?);
        let made = self.applied(operator, sort, &args)?;
        if let Some(at) = at {
            self.terms.put(at, made);
        }
        Ok(())
    }

    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        let is_lambda = self.lambdas.contains(&function);
        let (f, function, args) = (&self.z3.functions, self.funs.get(function)?, self.terms.all(args)?);
        let apply = f.mk_select_n.filter(|_| is_lambda).unwrap_or(f.mk_app);
        // SAFETY: everything is of this context, and the list outlives the call.
        let made = unsafe { apply(self.context, function, args.len() as c_uint, args.as_ptr()) };
        let made = self.kept(made)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn solver(&mut self, at: u32, way: u32) -> Done {
        let f = &self.z3.functions;
        let simple = !way.is_multiple_of(2);
        let make = if simple { f.mk_simple_solver } else { f.mk_solver };
        // SAFETY: the context lives.
        let solver = unsafe { make(self.context) };
        self.keep_solver(at, solver)?;
        if simple {
            self.simple.push(at);
        }
        Ok(())
    }

    fn set_logic(&mut self, solver: u32, logic: &str) -> Done {
        let make =
            self.z3.functions.mk_solver_for_logic.ok_or_else(|| Refused::because("it takes no logic"))?;
        let symbol = self.symbol(logic);
        // SAFETY: the symbol is of this context.
        let made = unsafe { make(self.context, symbol) };
        self.checked()?;
        // The logic is part of what a solver is made with: the one that nothing was told yet is given back.
        self.delete(solver)?;
        self.simple.retain(|it| *it != solver);
        self.keep_solver(solver, made)
    }

    fn quantify(&mut self, at: u32, forall: bool, body: u32, constants: &[u32], _: &Book) -> Done {
        let f = &self.z3.functions;
        let make = if forall { f.mk_forall_const } else { f.mk_exists_const };
        let make = make.ok_or_else(|| Refused::because("it has no quantifiers"))?;
        let (body, bound) = (self.terms.get(body)?, self.terms.all(constants)?);
        // SAFETY: everything is of this context; the list outlives the call, and there are no patterns.
        let made =
            unsafe { make(self.context, 0, bound.len() as c_uint, bound.as_ptr(), 0, ptr::null(), body) };
        let made = self.kept(made)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn define(&mut self, at: u32, body: u32, constants: &[u32], book: &Book, way: u32) -> Done {
        let (f, c) = (&self.z3.functions, self.context);
        let (body, mut bound) = (self.terms.get(body)?, self.terms.all(constants)?);
        let (count, missing) = (bound.len() as c_uint, || Refused::because("it does not define functions"));
        if way.is_multiple_of(2) {
            let make = f.mk_lambda_const.ok_or_else(missing)?;
            // SAFETY: everything is of this context, and the list outlives the call.
            let made = self.kept(unsafe { make(c, count, bound.as_ptr(), body) })?;
            self.lambdas.push(at);
            self.funs.put(at, made);
            return Ok(());
        }
        let (declare, define) = (f.mk_rec_func_decl.ok_or_else(missing)?, f.add_rec_def.ok_or_else(missing)?);
        let fun = book.fun(at).ok_or_else(missing)?;
        let (arena, fun) = (&book.script.arena, book.script.arena.fun(fun));
        let name = self.symbol(arena.name(fun.name));
        let params =
            fun.params.iter().map(|&it| self.sort_object(arena, it)).collect::<Done<Vec<Object>>>()?;
        let result = self.sort_object(arena, fun.result)?;
        // SAFETY: everything is of this context, and the lists outlive the calls.
        let made = self.kept(unsafe { declare(c, name, count, params.as_ptr(), result) })?;
        // SAFETY: as above; the constants are of the sorts of the parameters.
        unsafe { define(c, made, count, bound.as_mut_ptr(), body) };
        self.checked()?;
        self.funs.put(at, made);
        Ok(())
    }

    fn part(&mut self, at: u32, sort: u32, book: &Book) -> Done {
        let made = self.part_object(at, sort, book)?;
        self.funs.put(at, made);
        Ok(())
    }

    fn inspect(&mut self, term: u32, book: &Book) -> Done<Option<String>> {
        let (f, c, node) = (&self.z3.functions, self.context, self.terms.get(term)?);
        let (Some(get_sort), Some(is_eq_sort)) = (f.get_sort, f.is_eq_sort) else {
            return Err(Refused::because("it does not tell sorts"));
        };
        let sort = book.sort_of(term).ok_or_else(|| Refused::because("there is no such term"))?;
        let ours = self.sort_object(&book.script.arena, sort)?;
        // SAFETY: term and sorts are of this context; the text is copied at once.
        let (same, text) = unsafe {
            let told = get_sort(c, node);
            (is_eq_sort(c, told, ours), rust_text((f.ast_to_string)(c, node)))
        };
        self.checked()?;
        let wrong = !same || text.is_empty();
        Ok(wrong.then(|| format!("t{term} is of another sort than it was made of: {text}")))
    }

    fn print(&mut self, solver: u32, way: u32, book: &Book) -> Done<Option<String>> {
        let (f, c, object) = (&self.z3.functions, self.context, self.solvers.get(solver)?);
        // SAFETY: the solver is of this context; what is asked for lives until it is given back, texts are not kept.
        unsafe {
            match way % 4 {
                0 => drop(rust_text((f.solver_to_string)(c, object))),
                1 => {
                    let functions =
                        (f.solver_get_statistics, f.stats_inc_ref, f.stats_to_string, f.stats_dec_ref);
                    if let (Some(get), Some(keep), Some(text), Some(drop_ref)) = functions {
                        let statistics = get(c, object);
                        self.checked()?;
                        keep(c, statistics);
                        drop(rust_text(text(c, statistics)));
                        drop_ref(c, statistics);
                    }
                }
                2 => drop(f.solver_get_reason_unknown.map(|ask| rust_text(ask(c, object)))),
                _ if book.instance(solver).and_then(|it| it.answer()) == Some(Answer::Sat) => {
                    let model = (f.solver_get_model)(c, object);
                    self.checked()?;
                    (f.model_inc_ref)(c, model);
                    drop(f.model_to_string.map(|text| rust_text(text(c, model))));
                    (f.model_dec_ref)(c, model);
                }
                _ => {}
            }
            let scopes = f.solver_get_num_scopes.map(|ask| ask(c, object) as usize);
            self.checked()?;
            let depth = book.instance(solver).map(|it| it.depth());
            let wrong = scopes.zip(depth).filter(|(scopes, depth)| scopes != depth);
            Ok(wrong.map(|(scopes, depth)| format!("i{solver} tells {scopes} open levels, but {depth} are")))
        }
    }

    fn set_option(&mut self, solver: u32, name: &str, value: &str) -> Done {
        let (f, c, solver) = (&self.z3.functions, self.context, self.solvers.get(solver)?);
        // SAFETY: everything is of this context; the parameters live until they are given back.
        unsafe {
            let params = (f.mk_params)(c);
            (f.params_inc_ref)(c, params);
            let name = self.symbol(name);
            match (value, value.parse::<c_uint>()) {
                ("true" | "false", _) => (f.params_set_bool)(c, params, name, value == "true"),
                (_, Ok(number)) => (f.params_set_uint)(c, params, name, number),
                _ => (f.params_set_symbol)(c, params, name, self.symbol(value)),
            }
            (f.solver_set_params)(c, solver, params);
            let result = self.checked();
            (f.params_dec_ref)(c, params);
            result
        }
    }

    fn assert(&mut self, solver: u32, term: u32, _: u32) -> Done {
        let (solver, term) = (self.solvers.get(solver)?, self.terms.get(term)?);
        // SAFETY: both are of this context.
        unsafe { (self.z3.functions.solver_assert)(self.context, solver, term) };
        self.checked()
    }

    fn push(&mut self, solver: u32, levels: u32) -> Done {
        let solver = self.solvers.get(solver)?;
        for _ in 0..levels {
            // SAFETY: the solver is of this context.
            unsafe { (self.z3.functions.solver_push)(self.context, solver) };
            self.checked()?;
        }
        Ok(())
    }

    fn pop(&mut self, solver: u32, levels: u32) -> Done {
        let solver = self.solvers.get(solver)?;
        // SAFETY: the solver is of this context.
        unsafe { (self.z3.functions.solver_pop)(self.context, solver, levels) };
        self.checked()
    }

    fn check(&mut self, solver: u32, assumptions: &[u32], way: u32) -> Done<Answer> {
        let number = solver;
        let (f, c, solver) = (&self.z3.functions, self.context, self.solvers.get(solver)?);
        let assumptions = self.terms.all(assumptions)?;
        // Some are interrupted: by steps, which unlike time are the same everywhere.
        let few = way % 32 == 1;
        if few {
            self.set_option(number, "rlimit", &(1 + way / 32 % 2000).to_string())?;
        }
        // SAFETY: everything is of this context, and the list outlives the call.
        let code = unsafe {
            match assumptions.len() {
                0 => (f.solver_check)(c, solver),
                count => (f.solver_check_assumptions)(c, solver, count as c_uint, assumptions.as_ptr()),
            }
        };
        let result = self.checked();
        if few {
            self.set_option(number, "rlimit", &RESOURCES.to_string())?;
        }
        result.map(|()| answer(code))
    }

    fn check_interrupted(&mut self, solver: u32, after: Duration) -> Done<Answer> {
        let interrupt =
            self.z3.functions.solver_interrupt.ok_or_else(|| Refused::because("it cannot be interrupted"))?;
        let (context, object) = (self.context as usize, self.solvers.get(solver)? as usize);
        let interrupt = move || {
            // SAFETY: context and solver live until the check is over; Z3 takes this call from any thread, and does
            // nothing when no check is under way.
            unsafe { interrupt(context as Object, object as Object) };
        };
        interrupted(after, interrupt, || self.check(solver, &[], 0))
    }

    fn value_of(&mut self, solver: u32, term: u32, _: &Book) -> Done<String> {
        let (f, c) = (&self.z3.functions, self.context);
        let (solver, term) = (self.solvers.get(solver)?, self.terms.get(term)?);
        // SAFETY: everything is of this context; the model lives until it is given back, the text is copied at once.
        unsafe {
            let model = (f.solver_get_model)(c, solver);
            self.checked()?;
            (f.model_inc_ref)(c, model);
            let mut value = ptr::null_mut();
            let found = (f.model_eval)(c, model, term, true, &mut value);
            let text = self.checked().and_then(|()| match found {
                true => Ok(rust_text((f.ast_to_string)(c, value))),
                false => Err(Refused::because("the model gives no value")),
            });
            (f.model_dec_ref)(c, model);
            text
        }
    }

    fn core(&mut self, solver: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        let (f, c, solver) = (&self.z3.functions, self.context, self.solvers.get(solver)?);
        let terms = self.terms.all(assumed)?;
        // SAFETY: everything is of this context; the vector lives until it is given back.
        unsafe {
            let vector = (f.solver_get_unsat_core)(c, solver);
            self.checked()?;
            (f.ast_vector_inc_ref)(c, vector);
            let members = (0..(f.ast_vector_size)(c, vector)).map(|i| (f.ast_vector_get)(c, vector, i));
            let place = |member| terms.iter().position(|&term| (f.is_eq_ast)(c, term, member));
            let core = members.map(|member| place(member).map(|at| assumed[at])).collect();
            (f.ast_vector_dec_ref)(c, vector);
            Ok(core)
        }
    }

    fn simplify(&mut self, at: u32, _: u32, term: u32) -> Done {
        let term = self.terms.get(term)?;
        // SAFETY: the term is of this context.
        let made = self.kept(unsafe { (self.z3.functions.simplify)(self.context, term) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn substitute(&mut self, at: u32, of: u32, from: u32, to: u32) -> Done {
        let make = self.z3.functions.substitute.ok_or_else(|| Refused::because("it does not substitute"))?;
        let (of, from, to) = (self.terms.get(of)?, self.terms.get(from)?, self.terms.get(to)?);
        // SAFETY: all are of this context, and the lists of one outlive the call.
        let made = self.kept(unsafe { make(self.context, of, 1, &from, &to) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn reset_assertions(&mut self, solver: u32) -> Done {
        let solver = self.solvers.get(solver)?;
        // SAFETY: the solver is of this context.
        unsafe { (self.z3.functions.solver_reset)(self.context, solver) };
        self.checked()
    }

    fn delete(&mut self, solver: u32) -> Done {
        let solver = self.solvers.take(solver)?;
        // SAFETY: the solver is of this context, and is not used after.
        unsafe { (self.z3.functions.solver_dec_ref)(self.context, solver) };
        // Giving back says nothing: the last error may be one of a call before it.
        Ok(())
    }

    fn check_twin(&mut self, solver: u32, assumptions: &[u32]) -> Done<Answer> {
        let missing = || Refused::because("it does not translate");
        let f = &self.z3.functions;
        let (translate, translate_solver) =
            (f.translate.ok_or_else(missing)?, f.solver_translate.ok_or_else(missing)?);
        // Translating a combined solver builds all of its tactics, one within the other: minutes, and gigabytes.
        if !self.simple.contains(&solver) {
            return Err(Refused::because("only simple solvers are translated in time"));
        }
        let (solver, assumptions) = (self.solvers.get(solver)?, self.terms.all(assumptions)?);
        let mut other = self.z3.context();
        // SAFETY: what is translated is of this context, and belongs to the other one from there on.
        unsafe {
            let there = translate_solver(self.context, solver, other.context);
            self.checked()?;
            other.keep_solver(0, there)?;
            for (at, term) in (0..).zip(assumptions) {
                let there = translate(self.context, term, other.context);
                self.checked()?;
                let there = other.kept(there)?;
                other.terms.put(at, there);
            }
        }
        let numbers: Vec<u32> = other.terms.iter().map(|(at, _)| at).collect();
        other.check(0, &numbers, 0)
    }

    fn dump(&mut self, solver: u32, _: u32) -> Done<String> {
        let solver = self.solvers.get(solver)?;
        // SAFETY: the solver is of this context, and the text is copied at once.
        let text = unsafe { rust_text((self.z3.functions.solver_to_string)(self.context, solver)) };
        self.checked().map(|()| text)
    }

    fn check_script(&mut self, script: &str) -> Done<Read> {
        let read = self
            .z3
            .functions
            .solver_from_string
            .ok_or_else(|| Refused::because("it does not read scripts"))?;
        self.solver(0, 0)?;
        let solver = self.solvers.get(0)?;
        // SAFETY: the solver is of this context, and the text outlives the call.
        unsafe { read(self.context, solver, c_text(script.as_bytes()).as_ptr()) };
        self.checked()?;
        self.check(0, &[], 0).map(Read::Answer)
    }
}
