//! What the arguments of calls are chosen from.

use smtlib::theory::{CoreOp, Op};
use smtlib::{FunId, SortCtor, SortId};

use super::draw::{self, term};
use super::rival::rivals;
use super::round::Round;
use crate::book::parts;
use crate::run::Session;
use crate::trace::{Arg, Handle, Kind, Operator};

impl Round<'_> {
    /// A sort handle whose constructor will do.
    pub(super) fn sort(
        &mut self,
        session: &Session<'_>,
        will_do: impl Fn(SortCtor) -> bool,
    ) -> Option<(u32, SortId)> {
        let sorts = &session.book.script.arena.sorts;
        let all = (0..session.book.next(Kind::Sort)).filter_map(|n| Some((n, session.book.sort(n)?)));
        let all: Vec<(u32, SortId)> = all.filter(|&(_, sort)| will_do(sorts.ctor(sort))).collect();
        self.dice.pick(&all).copied()
    }

    /// Whether the next sort is a datatype that is declared.
    pub(super) fn declares(&self, session: &Session<'_>) -> bool {
        let next = session.book.next(Kind::Sort) as usize;
        self.swarm.sorts.get(next).is_some_and(|text| text.starts_with("(declare-"))
    }

    /// Parts of datatypes that have no handle yet, with their sorts.
    pub(super) fn parts(&self, session: &Session<'_>) -> Vec<(u32, FunId)> {
        let book = &session.book;
        let sorts = (0..book.next(Kind::Sort)).filter_map(|number| Some((number, book.sort(number)?)));
        let all = sorts.flat_map(|(number, sort)| {
            parts(&book.script.arena, sort).into_iter().map(move |fun| (number, fun))
        });
        all.filter(|&(_, part)| book.funs().all(|(_, fun)| fun != part)).collect()
    }

    /// A constant, or a function with one or two parameters.
    pub(super) fn declaration(&mut self, session: &Session<'_>, least: usize) -> Option<Vec<Arg>> {
        let scalar = |ctor| !matches!(ctor, SortCtor::Array | SortCtor::RegLan | SortCtor::RoundingMode);
        let constant = |ctor| !matches!(ctor, SortCtor::RegLan | SortCtor::RoundingMode);
        let (number, sort) =
            if least == 0 { self.sort(session, constant)? } else { self.sort(session, scalar)? };
        let value = draw::value(&session.book, &mut self.sampler, sort)?;
        let name = format!("{}{}", if least == 0 { "x" } else { "f" }, session.book.symbols().len());
        let handle = |number| Arg::Handle(Handle { kind: Kind::Sort, number });
        let mut args = vec![Arg::Text(name.into()), handle(number), Arg::Text(value.into())];
        if least > 0 {
            for _ in 0..self.dice.between(least, 2) {
                args.push(handle(self.sort(session, scalar)?.0));
            }
        }
        Some(args)
    }

    pub(super) fn call_of_function(&mut self, session: &Session<'_>) -> Option<Vec<Arg>> {
        let funs: Vec<_> = session.book.funs().collect();
        let &(number, fun) = self.dice.pick(&funs)?;
        let params = session.book.script.arena.fun(fun).params.clone();
        let mut args = vec![Arg::Handle(Handle { kind: Kind::Fun, number })];
        for param in params {
            args.push(term(self.pool.pick(param, &mut self.dice)?));
        }
        Some(args)
    }

    /// A formula to be asserted or assumed: mostly one that the witness satisfies.
    pub(super) fn formula(&mut self, session: &mut Session<'_>) -> Option<u32> {
        let honest = self.dice.chance(self.swarm.truth);
        if !honest && self.dice.chance(70) && !self.rivals.is_empty() {
            return self.dice.pick(&self.rivals).copied();
        }
        for _ in 0..8 {
            let bound = self.dice.pick(&self.bound).copied().filter(|_| self.dice.clone().chance(50));
            let term = bound.or_else(|| self.pool.pick(SortId::BOOL, &mut self.dice))?;
            if !honest || session.holds(term) == Some(true) {
                return Some(term);
            }
        }
        None
    }

    /// A formula that contradicts an assertion: its rival, or its negation.
    pub(super) fn rival(&mut self, session: &Session<'_>) -> Option<Vec<Arg>> {
        let asserted: Vec<u32> = session.book.instance(self.solver)?.assertions().collect();
        let &formula = self.dice.pick(&asserted)?;
        let of_operator = |op: Op| Arg::Operator(Operator { op, indices: Vec::new(), sort: None });
        if let Some((op, args)) = self.formulas.get(&formula).filter(|(_, args)| args.len() == 2) {
            let known: Vec<Op> = rivals(*op).filter(|op| self.abilities.ops.contains(op)).collect();
            if let Some(&op) = self.dice.pick(&known) {
                return Some(
                    std::iter::once(of_operator(op)).chain(args.iter().copied().map(term)).collect(),
                );
            }
        }
        Some(vec![of_operator(CoreOp::Not.into()), term(formula)])
    }

    /// A term whose value can be asked for.
    pub(super) fn valued(&mut self, session: &Session<'_>) -> Option<u32> {
        let term = self.pool.any(&mut self.dice)?;
        let ctor = session.book.script.arena.sorts.ctor(session.book.sort_of(term)?);
        (!matches!(ctor, SortCtor::RegLan)).then_some(term)
    }
}
