//! One round: a walk through the model.

use eval::Sampler;
use rustc_hash::FxHashMap;
use smtlib::theory::{CoreOp, Op};
use smtlib::{SortCtor, SortId};
use strategy::Dice;

use super::draw::{self, Bounds, term};
use super::pool::Pool;
use super::rival::rivals;
use super::swarm::Swarm;
use super::table::{MODEL, State, Transition};
use crate::adapter::Abilities;
use crate::book::Answer;
use crate::run::{Session, operator};
use crate::trace::{Action, Arg, Call, Handle, Kind, Line, Operator};

/// A round under way.
pub struct Round<'a> {
    abilities: &'a Abilities,
    misuse: bool,
    dice: Dice,
    swarm: Swarm,
    sampler: Sampler,
    pool: Pool,
    state: State,
    /// What is still to be done before a state with a plan is left.
    planned: usize,
    calls: usize,
    /// The solver that is being talked to.
    solver: u32,
    /// How each formula was made.
    formulas: FxHashMap<u32, (Op, Vec<u32>)>,
    /// Formulas that contradict one that is asserted, or was.
    rivals: Vec<u32>,
    /// Whether the call under way makes such a formula.
    rivalry: bool,
}

/// Draws of an action that come to nothing before the round is over.
const PATIENCE: usize = 60;

impl<'a> Round<'a> {
    /// The round of this number.
    pub fn new(
        abilities: &'a Abilities,
        (seed, number): (u64, u64),
        misuse: bool,
        session: &Session<'_>,
    ) -> Round<'a> {
        let mut dice = Dice::new(&[seed, number]);
        let swarm = Swarm::draw(abilities, &mut dice);
        let sampler = Sampler::new(&session.book.script, dice.number());
        Round {
            abilities,
            misuse: misuse && abilities.tells_misuse,
            dice,
            swarm,
            sampler,
            pool: Pool::default(),
            state: State::Begin,
            planned: 1,
            calls: 0,
            solver: 0,
            formulas: FxHashMap::default(),
            rivals: Vec::new(),
            rivalry: false,
        }
    }

    /// The next call, until the round is over.
    pub fn next(&mut self, session: &mut Session<'_>) -> Option<Line> {
        for _ in 0..PATIENCE {
            self.advance(session);
            // A library that refuses to delete must not keep a round going.
            let over = session.book.instances().next().is_none() || self.calls > 2 * self.swarm.length;
            if self.state == State::End && over {
                return None;
            }
            let Some(row) = self.transition(session) else {
                self.planned = 0;
                if self.state == State::Main {
                    return None;
                }
                continue;
            };
            if let Some((args, makes)) = self.arguments(row, session) {
                self.planned = self.planned.saturating_sub(1);
                self.calls += 1;
                self.state = row.to;
                if row.from == State::Begin {
                    self.planned = self.swarm.options;
                }
                let result = makes.map(|kind| session.book.next(kind));
                let seed = (self.dice.number() % 1_000_000) as u32;
                return Some(Line { seed, call: Call { action: row.action, args, result }, said: None });
            }
            if matches!(self.state, State::SetUp | State::Initial) {
                self.planned = self.planned.saturating_sub(1);
            }
        }
        None
    }

    /// Takes in what a call has made, and where its answer leads.
    pub fn made(&mut self, line: &Line, session: &Session<'_>) {
        match line.call.makes() {
            Some(Handle { kind: Kind::Term, number }) => {
                if let Some(sort) = session.book.sort_of(number) {
                    self.pool.add(sort, number);
                    if let (SortId::BOOL, Some(operator)) = (sort, operator(line)) {
                        self.formulas.insert(number, (operator.op, line.call.numbers(Kind::Term)));
                    }
                }
                if std::mem::take(&mut self.rivalry) {
                    self.rivals.push(number);
                }
            }
            Some(Handle { kind: Kind::Solver, number }) => self.solver = number,
            _ => {}
        }
        if line.call.action == Action::CheckSat {
            self.state = match session.book.instance(self.solver).and_then(|it| it.answer()) {
                Some(Answer::Sat) => State::Sat,
                Some(Answer::Unsat) => State::Unsat,
                _ => State::Main,
            };
        }
    }

    /// Leaves states whose plan is done.
    fn advance(&mut self, session: &Session<'_>) {
        if self.calls >= self.swarm.length && self.state != State::End {
            self.state = State::End;
        }
        if session.book.instance(self.solver).is_none()
            && let Some((number, _)) = session.book.instances().next()
        {
            self.solver = number;
        }
        if self.planned > 0 {
            return;
        }
        (self.state, self.planned) = match self.state {
            State::Begin | State::SetUp => (State::Sorts, self.swarm.sorts.len()),
            State::Sorts => (State::Initial, self.swarm.initial),
            State::Initial => (State::Main, usize::MAX),
            State::Main | State::Sat | State::Unsat => (State::Main, usize::MAX),
            State::End => (State::End, usize::MAX),
        };
    }

    fn transition(&mut self, session: &Session<'_>) -> Option<Transition> {
        let may = |row: &&Transition| {
            row.from == self.state && self.abilities.actions.contains(&row.action) && self.can(row, session)
        };
        let rows: Vec<(&Transition, u32)> =
            MODEL.iter().filter(may).map(|row| (row, row.weight * self.swarm.factor(row.action))).collect();
        let sum: u32 = rows.iter().map(|(_, weight)| weight).sum();
        if sum == 0 {
            // What the swarm has left out altogether is not missed where there is nothing else to do.
            return rows
                .first()
                .filter(|_| matches!(self.state, State::End | State::Begin))
                .map(|(row, _)| **row);
        }
        let mut at = self.dice.below(sum as usize) as u32;
        for (row, weight) in rows {
            if at < weight {
                return Some(*row);
            }
            at -= weight;
        }
        None
    }

    /// Whether an action makes sense now.
    fn can(&self, row: &Transition, session: &Session<'_>) -> bool {
        let book = &session.book;
        let instance = book.instance(self.solver);
        let alive = book.instances().count();
        match row.action {
            Action::New => alive < self.abilities.solvers && (alive == 0 || row.from != State::Begin),
            Action::Delete => alive > 1 || row.from == State::End,
            Action::Pop => instance.is_some_and(|it| it.depth() > 0),
            Action::Push => instance.is_some_and(|it| it.depth() < 5),
            Action::CheckSat => instance.is_some_and(|it| it.checks() < self.swarm.checks),
            Action::CheckDump => instance.is_some_and(|it| it.assumed().is_empty()),
            Action::CheckCore => instance.is_some_and(|it| !it.assumed().is_empty()),
            Action::SetOption => !self.abilities.options.is_empty(),
            Action::Misuse => self.misuse,
            Action::Function => self.abilities.sorts.contains(&crate::adapter::SortFamily::Function),
            _ => true,
        }
    }

    /// The arguments of a call, and what it makes.
    fn arguments(&mut self, row: Transition, session: &mut Session<'_>) -> Option<(Vec<Arg>, Option<Kind>)> {
        let solver = Arg::Handle(Handle { kind: Kind::Solver, number: self.solver });
        let args = match row.action {
            Action::New => Vec::new(),
            Action::SetLogic => return None,
            Action::SetOption => {
                let option = self.dice.pick(&self.abilities.options)?;
                let value = option.values.nth(self.dice.below(1 << 16));
                vec![solver, Arg::Text(option.name.as_str().into()), Arg::Text(value.into())]
            }
            Action::Sort => {
                let next = session.book.next(Kind::Sort) as usize;
                vec![Arg::Text(self.swarm.sorts.get(next)?.as_str().into())]
            }
            Action::Constant => self.declaration(session, 0)?,
            Action::Function => self.declaration(session, 1)?,
            Action::Value => {
                let (number, sort) = self.sort(session, |ctor| {
                    !matches!(ctor, SortCtor::Array | SortCtor::RegLan | SortCtor::RoundingMode)
                })?;
                let text = draw::value(&session.book, &mut self.sampler, sort)?;
                vec![Arg::Handle(Handle { kind: Kind::Sort, number }), Arg::Text(text.into())]
            }
            Action::Term if self.dice.chance(self.swarm.rivals) => {
                let rival = self.rival(session)?;
                self.rivalry = true;
                rival
            }
            Action::Term => {
                let bools = self.dice.chance(60);
                let op = *self.dice.pick(&self.swarm.ops[usize::from(!bools)])?;
                let bounds = Bounds { width: self.swarm.width, linear: self.abilities.linear };
                draw::application(op, &session.book, &self.pool, bounds, &mut self.dice)?
            }
            Action::Misuse => {
                let op = *self.dice.pick(&self.swarm.ops[self.dice.clone().below(2)])?;
                let args = draw::misuse(op, &self.pool, &mut self.dice)?;
                let mut call = Call::plain(Action::Misuse, args);
                session.book.enter(&mut call).ok()?;
                call.args
            }
            Action::Apply => self.call_of_function(session)?,
            Action::Assert => vec![solver, term(self.formula(session)?)],
            Action::Push | Action::Pop => {
                let depth = session.book.instance(self.solver)?.depth();
                let most = if row.action == Action::Pop { depth } else { 2 };
                vec![solver, Arg::Number(self.dice.between(1, most.min(3)) as u32)]
            }
            Action::CheckSat => {
                let mut args = vec![solver];
                if self.dice.chance(self.swarm.assume) {
                    for _ in 0..self.dice.between(1, 4) {
                        args.push(term(self.formula(session)?));
                    }
                }
                args
            }
            Action::GetValue => vec![solver, term(self.valued(session)?)],
            Action::Simplify => vec![solver, term(self.pool.any(&mut self.dice)?)],
            Action::Substitute => {
                let constants = session.book.symbols().iter().filter(|it| it.handle.kind == Kind::Term);
                let constants: Vec<u32> = constants.map(|it| it.handle.number).collect();
                let &from = self.dice.pick(&constants)?;
                let to = self.pool.pick(session.book.sort_of(from)?, &mut self.dice)?;
                vec![term(self.pool.any(&mut self.dice)?), term(from), term(to)]
            }
            Action::Delete => {
                let alive: Vec<u32> = session.book.instances().map(|(number, _)| number).collect();
                vec![Arg::Handle(Handle { kind: Kind::Solver, number: *self.dice.pick(&alive)? })]
            }
            _ => vec![solver],
        };
        Some((args, row.action.row().gives))
    }

    /// A sort handle whose constructor will do.
    fn sort(&mut self, session: &Session<'_>, will_do: impl Fn(SortCtor) -> bool) -> Option<(u32, SortId)> {
        let sorts = &session.book.script.arena.sorts;
        let all = (0..session.book.next(Kind::Sort)).filter_map(|n| Some((n, session.book.sort(n)?)));
        let all: Vec<(u32, SortId)> = all.filter(|&(_, sort)| will_do(sorts.ctor(sort))).collect();
        self.dice.pick(&all).copied()
    }

    /// A constant, or a function with one or two parameters.
    fn declaration(&mut self, session: &Session<'_>, least: usize) -> Option<Vec<Arg>> {
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

    fn call_of_function(&mut self, session: &Session<'_>) -> Option<Vec<Arg>> {
        let funs: Vec<_> = session.book.symbols().iter().filter(|it| it.handle.kind == Kind::Fun).collect();
        let symbol = *self.dice.pick(&funs)?;
        let params = session.book.script.arena.fun(symbol.fun).params.clone();
        let mut args = vec![Arg::Handle(symbol.handle)];
        for param in params {
            args.push(term(self.pool.pick(param, &mut self.dice)?));
        }
        Some(args)
    }

    /// A formula to be asserted or assumed: mostly one that the witness satisfies.
    fn formula(&mut self, session: &mut Session<'_>) -> Option<u32> {
        let honest = self.dice.chance(self.swarm.truth);
        if !honest && self.dice.chance(70) && !self.rivals.is_empty() {
            return self.dice.pick(&self.rivals).copied();
        }
        for _ in 0..8 {
            let term = self.pool.pick(SortId::BOOL, &mut self.dice)?;
            if !honest || session.holds(term) == Some(true) {
                return Some(term);
            }
        }
        None
    }

    /// A formula that contradicts an assertion: its rival, or its negation.
    fn rival(&mut self, session: &Session<'_>) -> Option<Vec<Arg>> {
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
    fn valued(&mut self, session: &Session<'_>) -> Option<u32> {
        let term = self.pool.any(&mut self.dice)?;
        let ctor = session.book.script.arena.sorts.ctor(session.book.sort_of(term)?);
        (!matches!(ctor, SortCtor::RegLan)).then_some(term)
    }
}
