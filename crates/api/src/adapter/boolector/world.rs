//! What an instance of Boolector is told.

use std::ffi::c_char;
use std::ptr;

use eval::Value;
use rustc_hash::FxHashMap;
use smtlib::theory::Op;
use smtlib::{Head, SortCtor};
use solver::host::symbols::{c_text, rust_text};

use super::Object;
use super::instance::{Instance, answer};
use super::options::CONFLICTS;
use super::traced::Traced;
use crate::adapter::stream::{reading, written};
use crate::adapter::{Done, Read, Refused, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

/// What its readers say of what they lack: names of formulas, functions of several arguments, operators of more than two
/// arguments or of arrays, most of it in the old language. They want `(get-value (x))` with more parentheses than the standard has.
const LACKING: &[&str] = &[
    "unsupported",
    "no support",
    "expected exactly two arguments",
    "too much",
    "symbolic head",
    "unexpected array",
    "expected '(' at 'x",
];

impl World for Instance<'_> {
    fn sort(&mut self, at: u32, book: &Book) -> Done {
        let sort = book.sort(at).ok_or_else(|| Refused::because("there is no such sort"))?;
        let made = self.sort_object(&book.script.arena, sort)?;
        self.sorts.put(at, made);
        Ok(())
    }

    fn constant(&mut self, at: u32, name: &str, sort: u32, book: &Book) -> Done {
        let f = &self.boolector.functions;
        let is_array =
            book.sort(sort).is_some_and(|sort| book.script.arena.sorts.ctor(sort) == SortCtor::Array);
        self.functions |= is_array;
        let make = if is_array { f.array } else { f.var };
        let (sort, name) = (self.sorts.get(sort)?, c_text(name.as_bytes()));
        // SAFETY: the sort is of this instance, and the text is copied.
        let made = unsafe { make(self.btor, sort, name.as_ptr()) };
        self.terms.put(at, made);
        Ok(())
    }

    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done {
        let (mut params, result, name) =
            (self.sorts.all(params)?, self.sorts.get(result)?, c_text(name.as_bytes()));
        self.functions = true;
        let f = &self.boolector.functions;
        // SAFETY: all sorts are of this instance; the list and the text outlive the calls.
        let made = unsafe {
            let sort = (f.fun_sort)(self.btor, params.as_mut_ptr(), params.len() as u32, result);
            let made = (f.uf)(self.btor, sort, name.as_ptr());
            self.give_back(sort)?;
            made
        };
        self.funs.put(at, made);
        Ok(())
    }

    fn value(&mut self, at: u32, sort: u32, value: &Value, way: u32) -> Done {
        let made = self.value_object(self.sorts.get(sort)?, value, way)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], _: &Book, _: u32) -> Done {
        let at = at.ok_or_else(|| Refused::because("misuse ends the process"))?;
        self.functions |= matches!(operator.op, Op::Array(_));
        let sort = || self.sorts.get(operator.sort.unwrap_or(u32::MAX));
        let made = self.applied(operator, sort, &self.terms.all(args)?)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        let (function, mut args) = (self.funs.get(function)?, self.terms.all(args)?);
        let f = &self.boolector.functions;
        // SAFETY: everything is of this instance, and the list outlives the call.
        let made = unsafe { (f.apply)(self.btor, args.as_mut_ptr(), args.len() as u32, function) };
        self.terms.put(at, made);
        Ok(())
    }

    fn quantify(&mut self, at: u32, _: bool, _: u32, _: &[u32], book: &Book) -> Done {
        if self.functions || self.is_set("incremental") {
            return Err(Refused::because("it has no quantifiers besides functions, levels and assumptions"));
        }
        let term = book.term(at).ok_or_else(|| Refused::because("there is no such term"))?;
        if !matches!(book.script.arena.term(term).head, Head::Binder(..)) {
            return Err(Refused::because("nothing is bound"));
        }
        self.quantified = true;
        let made = self.built(book, term, &mut FxHashMap::default())?;
        self.terms.put(at, made);
        Ok(())
    }

    fn define(&mut self, at: u32, _: u32, _: &[u32], book: &Book, _: u32) -> Done {
        if self.quantified {
            return Err(Refused::because("it has no functions besides quantifiers"));
        }
        self.functions = true;
        let made = self.defined(book, at)?;
        self.funs.put(at, made);
        Ok(())
    }

    fn inspect(&mut self, term: u32, book: &Book) -> Done<Option<String>> {
        self.inspected(term, book)
    }

    fn release(&mut self, term: u32) -> Done {
        let node = self.terms.take(term)?;
        // SAFETY: the node is of this instance, and this handle of it is not used after.
        unsafe { self.extra("release", &[node as usize]).map(drop) }
    }

    fn print(&mut self, solver: u32, way: u32, book: &Book) -> Done<Option<String>> {
        match book.instance(solver).and_then(|it| it.answer()) {
            Some(Answer::Sat) if way.is_multiple_of(2) => self.printed_model(book),
            _ => self.printed(way / 2),
        }
    }

    fn abuse(&mut self, way: u32) -> Done<Option<String>> {
        self.abused(way)
    }

    fn difference(&mut self) -> Option<String> {
        self.traced.as_ref().and_then(Traced::wrong)
    }

    fn solver(&mut self, _: u32, way: u32) -> Done {
        if way % 8 == 1 {
            self.trace();
        }
        Ok(())
    }

    fn set_option(&mut self, _: u32, name: &str, value: &str) -> Done {
        let (f, b) = (&self.boolector.functions, self.btor);
        let value: u32 = match value {
            "true" => 1,
            "false" => 0,
            value => value.parse().map_err(|_| Refused::because(format!("`{value}` is no number")))?,
        };
        let other = |pair: &(&'static str, &'static str)| match *pair {
            (a, other) | (other, a) if a == name => Some(other),
            _ => None,
        };
        if let Some(other) = CONFLICTS.iter().filter_map(other).find(|it| value > 0 && self.is_set(it)) {
            return Err(Refused::because(format!("it does not go with `{other}`")));
        }
        let option = *self
            .boolector
            .options
            .get(name)
            .ok_or_else(|| Refused::because(format!("there is no option `{name}`")))?;
        // SAFETY: the option is there; the value is within its range, or Boolector complains.
        let now = unsafe {
            (f.set_opt)(b, option, value);
            self.extra("get_opt", &[option as usize])? as u32
        };
        self.set.retain(|it| it != name);
        if now > 0 {
            self.set.push(name.to_owned());
        }
        Ok(())
    }

    fn assert(&mut self, _: u32, term: u32, way: u32) -> Done {
        let term = self.terms.get(term)?;
        let assumes = self.is_set("incremental") && self.levels == 0;
        self.asserted = true;
        // SAFETY: the node is a truth value of this instance.
        unsafe {
            match way % 16 {
                // What is assumed and then fixed is asserted; what is assumed and then taken back is not.
                1 if assumes => {
                    self.extra("assume", &[term as usize])?;
                    self.extra("fixate_assumptions", &[])?;
                }
                2 if assumes => {
                    self.extra("assume", &[term as usize])?;
                    self.extra("reset_assumptions", &[])?;
                    self.extra("assert", &[term as usize])?;
                }
                _ => drop(self.extra("assert", &[term as usize])?),
            }
        }
        Ok(())
    }

    fn push(&mut self, _: u32, levels: u32) -> Done {
        self.must_be_incremental()?;
        // SAFETY: the instance lives and is incremental.
        unsafe { self.extra("push", &[levels as usize])? };
        self.levels += levels;
        self.had_levels = true;
        Ok(())
    }

    fn pop(&mut self, _: u32, levels: u32) -> Done {
        // SAFETY: so many levels are open: the book has checked it.
        unsafe { self.extra("pop", &[levels as usize])? };
        self.levels -= levels;
        Ok(())
    }

    fn check(&mut self, _: u32, assumptions: &[u32], way: u32) -> Done<Answer> {
        let assumptions = self.terms.all(assumptions)?;
        self.ask(&assumptions, way)
    }

    fn value_of(&mut self, _: u32, term: u32, book: &Book) -> Done<String> {
        let sort = book.sort_of(term).ok_or_else(|| Refused::because("there is no such term"))?;
        if !self.has_model() {
            return Err(Refused::because("it makes no model"));
        }
        let is_bool = match book.script.arena.sorts.ctor(sort) {
            SortCtor::Bool => true,
            SortCtor::BitVec(_) => false,
            // It tells some elements of an array, and nothing of the others.
            _ => return Err(Refused::because("it does not tell whole arrays")),
        };
        let text = self.assignment(self.terms.get(term)?);
        match (is_bool, text.as_str()) {
            _ if text.contains(|c| c != '0' && c != '1') => Err(Refused::because("the value is left open")),
            (true, "1") => Ok("true".to_owned()),
            (true, _) => Ok("false".to_owned()),
            (false, _) => Ok(format!("#b{text}")),
        }
    }

    fn core(&mut self, _: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        let (f, terms) = (&self.boolector.functions, self.terms.all(assumed)?);
        // SAFETY: the last answer was unsat, under just these assumptions.
        let failed = |node: &Object| unsafe { (f.failed)(self.btor, *node) };
        Ok(assumed.iter().zip(&terms).filter(|(_, node)| failed(node)).map(|(&at, _)| Some(at)).collect())
    }

    fn simplify(&mut self, at: u32, _: u32, term: u32) -> Done {
        let node = self.terms.get(term)?;
        self.modelled = false;
        // SAFETY: the node is of this instance.
        let copy = unsafe {
            self.extra("simplify", &[])?;
            self.extra("copy", &[node as usize])?
        };
        self.terms.put(at, copy as Object);
        Ok(())
    }

    fn delete(&mut self, _: u32) -> Done {
        // The instance goes with its terms, when the world does.
        Ok(())
    }

    fn check_twin(&mut self, _: u32, assumptions: &[u32]) -> Done<Answer> {
        self.must_be_incremental()?;
        let mut twin = self.cloned()?;
        let assumptions = twin.terms.all(assumptions)?;
        twin.ask(&assumptions, 0)
    }

    fn dump(&mut self, _: u32, way: u32) -> Done<String> {
        // It holds what is on a level by assumptions, which it does not dump, and says so.
        if self.levels > 0 {
            return Err(Refused::because("levels are no part of a dump"));
        }
        self.modelled = false;
        if self.checks > 0 {
            // What is left of formulas after the only check is not promised.
            self.must_be_incremental()?;
        }
        if way % 3 == 1 && !self.functions && !self.quantified {
            let btor = |stream| {
                // SAFETY: the stream is open.
                let _ = unsafe { self.extra("dump_btor", &[stream as usize]) };
            };
            return written(btor);
        }
        // SAFETY: the stream is open.
        written(|stream| unsafe { (self.boolector.functions.dump_smt2)(self.btor, stream) })
    }

    fn check_script(&mut self, script: &str) -> Done<Read> {
        let (mut message, mut status, mut is_smt2) = (ptr::null_mut::<c_char>(), 0i32, false);
        let reader = match script.as_bytes() {
            text if text.starts_with(b"(benchmark") => self.boolector.parse_smt1,
            text if text.starts_with(b"(") => Some(self.boolector.parse),
            _ => None,
        };
        let code = reading(script, |input, output| {
            let (name, b) = (c"dump".as_ptr(), self.btor);
            // SAFETY: streams and texts live until this ends; the message is the instance's own.
            unsafe {
                if let Some(parse) = reader {
                    return Ok(parse(b, input, name, output, &mut message, &mut status));
                }
                let parse = self.boolector.parse_any;
                Ok(parse.ok_or_else(|| Refused::because("it reads SMT-LIB only"))?(
                    b,
                    input,
                    name,
                    output,
                    &mut message,
                    &mut status,
                    &mut is_smt2,
                ))
            }
        })??;
        match code {
            10 | 20 => Ok(Read::Answer(answer(code))),
            // BOOLECTOR_PARSE_ERROR
            1 => {
                // SAFETY: the text lives as long as the instance.
                let why = unsafe { rust_text(message) };
                let lacks = LACKING.iter().any(|words| why.contains(words));
                if lacks { Err(Refused(why)) } else { Ok(Read::Unread(why)) }
            }
            _ => self.ask(&[], 0).map(Read::Answer),
        }
    }
}
