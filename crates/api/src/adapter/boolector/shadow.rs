//! An instance and its clone: both are told the same, and must answer the same.
//!
//! Boolector decides by numbers, never by addresses or clocks, so a clone goes the same way as what it was cloned from; only
//! the numbers of nodes may differ, which nothing promises.

use eval::Value;

use super::instance::Instance;
use crate::adapter::{Done, Read, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

/// An instance, and its clone if there is one.
pub(super) struct Shadowed<'a> {
    // It goes before what it was cloned from, whose streams it may share.
    twin: Option<Instance<'a>>,
    first: Instance<'a>,
    difference: Option<String>,
}

impl<'a> Shadowed<'a> {
    pub(super) fn new(first: Instance<'a>) -> Shadowed<'a> {
        Shadowed { first, twin: None, difference: None }
    }

    /// Does the same with both.
    fn both<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        mut work: impl FnMut(&mut Instance<'a>) -> Done<T>,
    ) -> Done<T> {
        let first = work(&mut self.first);
        if let Some(twin) = &mut self.twin {
            let second = work(twin);
            if first != second {
                self.difference = Some(format!("{what}: {first:?}, but its clone {second:?}"));
            }
        }
        first
    }
}

impl World for Shadowed<'_> {
    fn sort(&mut self, at: u32, book: &Book) -> Done {
        self.both("sort", |it| it.sort(at, book))
    }
    fn constant(&mut self, at: u32, name: &str, sort: u32, book: &Book) -> Done {
        self.both("constant", |it| it.constant(at, name, sort, book))
    }
    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done {
        self.both("function", |it| it.function(at, name, params, result))
    }
    fn value(&mut self, at: u32, sort: u32, value: &Value, way: u32) -> Done {
        self.both("value", |it| it.value(at, sort, value, way))
    }
    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], book: &Book, way: u32) -> Done {
        self.both("term", |it| it.term(at, operator, args, book, way))
    }
    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        self.both("apply", |it| it.apply(at, function, args))
    }
    fn quantify(&mut self, at: u32, forall: bool, body: u32, constants: &[u32], book: &Book) -> Done {
        self.both("quantify", |it| it.quantify(at, forall, body, constants, book))
    }
    fn define(&mut self, at: u32, body: u32, constants: &[u32], book: &Book, way: u32) -> Done {
        self.both("define", |it| it.define(at, body, constants, book, way))
    }
    fn inspect(&mut self, term: u32, book: &Book) -> Done<Option<String>> {
        self.both("inspect", |it| it.inspect(term, book))
    }
    fn release(&mut self, term: u32) -> Done {
        self.both("release", |it| it.release(term))
    }
    fn shadow(&mut self) -> Done {
        self.twin = Some(self.first.cloned()?);
        Ok(())
    }
    fn difference(&mut self) -> Option<String> {
        self.difference.take().or_else(|| self.first.difference())
    }
    fn print(&mut self, solver: u32, way: u32, book: &Book) -> Done<Option<String>> {
        let before = self.difference.take();
        let wrong = self.both("print", |it| it.print(solver, way, book));
        self.difference = before;
        wrong
    }
    fn abuse(&mut self, way: u32) -> Done<Option<String>> {
        self.first.abuse(way)
    }
    fn solver(&mut self, at: u32, way: u32) -> Done {
        self.first.solver(at, way)
    }
    fn set_option(&mut self, solver: u32, name: &str, value: &str) -> Done {
        self.both("set-option", |it| it.set_option(solver, name, value))
    }
    fn assert(&mut self, solver: u32, term: u32, way: u32) -> Done {
        self.both("assert", |it| it.assert(solver, term, way))
    }
    fn push(&mut self, solver: u32, levels: u32) -> Done {
        self.both("push", |it| it.push(solver, levels))
    }
    fn pop(&mut self, solver: u32, levels: u32) -> Done {
        self.both("pop", |it| it.pop(solver, levels))
    }
    fn check(&mut self, solver: u32, assumptions: &[u32], way: u32) -> Done<Answer> {
        let before = self.difference.take();
        let answer = self.both("check-sat", |it| it.check(solver, assumptions, way));
        // Who was interrupted once may give up earlier than its clone: they go different ways from there on.
        if answer == Ok(Answer::Unknown) || self.difference.as_ref().is_some_and(|it| it.contains("Unknown"))
        {
            self.difference = before;
            self.twin = None;
        }
        answer
    }
    fn value_of(&mut self, solver: u32, term: u32, book: &Book) -> Done<String> {
        // Both have a model, but nothing promises that it is the same.
        if let Some(twin) = &mut self.twin {
            let _ = twin.value_of(solver, term, book);
        }
        self.first.value_of(solver, term, book)
    }
    fn core(&mut self, solver: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        self.both("core", |it| it.core(solver, assumed))
    }
    fn simplify(&mut self, at: u32, solver: u32, term: u32) -> Done {
        self.both("simplify", |it| it.simplify(at, solver, term))
    }
    fn delete(&mut self, solver: u32) -> Done {
        self.first.delete(solver)
    }
    fn check_twin(&mut self, solver: u32, assumptions: &[u32]) -> Done<Answer> {
        self.twin = None;
        self.first.check_twin(solver, assumptions)
    }
    fn dump(&mut self, solver: u32, way: u32) -> Done<String> {
        // Dumping simplifies: from there on the two go different ways.
        self.twin = None;
        self.first.dump(solver, way)
    }
    fn check_script(&mut self, script: &str) -> Done<Read> {
        self.first.check_script(script)
    }
}
