//! One round: a walk through the model.

use eval::Sampler;
use rustc_hash::FxHashMap;
use smtlib::theory::Op;
use smtlib::{SortCtor, SortId};
use strategy::Dice;

use super::conflicts::Conflicts;
use super::draw::{self, Bounds, term};
use super::pool::Pool;
use super::swarm::Swarm;
use super::table::{MODEL, State, Transition};
use crate::adapter::Abilities;
use crate::book::Answer;
use crate::run::{Session, operator};
use crate::trace::{Action, Arg, Call, Handle, Kind, Line, Said};

/// A round under way.
pub struct Round<'a> {
    pub(super) abilities: &'a Abilities,
    conflicts: &'a Conflicts,
    pub(super) misuse: bool,
    pub(super) abuses: bool,
    pub(super) dice: Dice,
    pub(super) swarm: Swarm,
    pub(super) sampler: Sampler,
    pub(super) pool: Pool,
    pub(super) state: State,
    /// What the mode still sets, the first at the end.
    pub(super) settings: Vec<(&'static str, &'static str)>,
    /// What is still to be done before a state with a plan is left.
    pub(super) planned: usize,
    pub(super) calls: usize,
    /// The solver that is being talked to.
    pub(super) solver: u32,
    /// How each formula was made.
    pub(super) formulas: FxHashMap<u32, (Op, Vec<u32>)>,
    /// Formulas that contradict one that is asserted, or was.
    pub(super) rivals: Vec<u32>,
    /// Formulas that bind something.
    pub(super) bound: Vec<u32>,
    /// Whether the call under way makes such a formula.
    pub(super) rivalry: bool,
}

/// Microseconds until a check is interrupted: most are over by then.
const DELAYS: &[u32] = &[0, 20, 50, 100, 300, 1000, 3000, 10_000];

/// Draws of an action that come to nothing before the round is over.
const PATIENCE: usize = 60;

impl<'a> Round<'a> {
    /// The round of this number.
    pub fn new(
        (abilities, conflicts): (&'a Abilities, &'a Conflicts),
        (seed, number): (u64, u64),
        length: usize,
        misuse: bool,
        session: &Session<'_>,
    ) -> Round<'a> {
        let mut dice = Dice::new(&[seed, number]);
        let swarm = Swarm::draw(abilities, length, &mut dice);
        let sampler = Sampler::new(&session.book.script, dice.number());
        Round {
            abilities,
            conflicts,
            misuse: misuse && abilities.tells_misuse,
            abuses: misuse,
            dice,
            swarm,
            sampler,
            pool: Pool::default(),
            state: State::Begin,
            settings: Vec::new(),
            planned: 1,
            calls: 0,
            solver: 0,
            formulas: FxHashMap::default(),
            rivals: Vec::new(),
            bound: Vec::new(),
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
                    self.settings = self.swarm.mode.settings.to_vec();
                    self.settings.reverse();
                    self.planned = self.settings.len() + self.swarm.options;
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
                if line.call.action == Action::Quantify {
                    self.bound.push(number);
                }
                if std::mem::take(&mut self.rivalry) {
                    self.rivals.push(number);
                }
            }
            Some(Handle { kind: Kind::Solver, number }) => self.solver = number,
            _ => {}
        }
        if let (Action::Release, Some(&given)) = (line.call.action, line.call.numbers(Kind::Term).first())
            && let (Some(sort), false) =
                (session.book.sort_of(given), matches!(line.said, Some(Said::Refused(_))))
        {
            self.pool.remove(sort, given);
            self.rivals.retain(|rival| *rival != given);
            self.bound.retain(|bound| *bound != given);
        }
        if line.call.action == Action::Datatype {
            // Its values are drawn by what is known of its constructors.
            self.sampler = Sampler::new(&session.book.script, self.dice.number());
        }
        if matches!(line.call.action, Action::CheckSat | Action::Interrupt) {
            self.state = match session.book.instance(self.solver).and_then(|it| it.answer()) {
                Some(Answer::Sat) => State::Sat,
                Some(Answer::Unsat) => State::Unsat,
                _ => State::Main,
            };
        }
    }

    /// Leaves states whose plan is done.
    fn advance(&mut self, session: &Session<'_>) {
        // After its only check, a solver is asked about the answer and told nothing more.
        let done = self.swarm.mode.once
            && self.state == State::Main
            && session.book.instance(self.solver).is_some_and(|it| it.checks() > 0);
        if (self.calls >= self.swarm.length || done) && self.state != State::End {
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
        if !self.settings.is_empty() {
            return MODEL
                .iter()
                .find(|row| row.from == self.state && row.action == Action::SetOption)
                .copied();
        }
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

    /// The arguments of a call, and what it makes.
    fn arguments(&mut self, row: Transition, session: &mut Session<'_>) -> Option<(Vec<Arg>, Option<Kind>)> {
        let solver = Arg::Handle(Handle { kind: Kind::Solver, number: self.solver });
        let args = match row.action {
            Action::New => Vec::new(),
            Action::SetLogic => vec![solver, Arg::Text(self.swarm.logic.as_str().into())],
            Action::SetOption => {
                if let Some((name, value)) = self.settings.pop() {
                    return Some((vec![solver, Arg::Text(name.into()), Arg::Text(value.into())], None));
                }
                let option = self.dice.pick(&self.abilities.options)?;
                if self.swarm.mode.without.contains(&option.name.as_str()) {
                    return None;
                }
                let value = option.values.nth(self.dice.below(1 << 16));
                let before = session.book.instance(self.solver)?.settings();
                if !self.conflicts.allow(before, &option.name, &value) {
                    return None;
                }
                vec![solver, Arg::Text(option.name.as_str().into()), Arg::Text(value.into())]
            }
            Action::Sort | Action::Datatype => {
                let next = session.book.next(Kind::Sort) as usize;
                vec![Arg::Text(self.swarm.sorts.get(next)?.as_str().into())]
            }
            Action::Part => {
                let parts = self.parts(session);
                let &(number, fun) = self.dice.pick(&parts)?;
                let arena = &session.book.script.arena;
                let name = arena.name(arena.fun(fun).name);
                vec![Arg::Handle(Handle { kind: Kind::Sort, number }), Arg::Text(name.into())]
            }
            Action::Constant => self.declaration(session, 0)?,
            Action::Function => self.declaration(session, 1)?,
            Action::Value => {
                let (number, sort) = self.sort(session, |ctor| {
                    let made = [SortCtor::Array, SortCtor::RegLan, SortCtor::RoundingMode].contains(&ctor);
                    !made && !matches!(ctor, SortCtor::User(_))
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
                if !self.swarm.mode.once && self.dice.chance(self.swarm.assume) {
                    for _ in 0..self.dice.between(1, 4) {
                        args.push(term(self.formula(session)?));
                    }
                }
                args
            }
            Action::Interrupt => vec![solver, Arg::Number(*self.dice.pick(DELAYS)?)],
            Action::Quantify => {
                let bound = self.dice.pick(&self.bound).copied().filter(|_| self.dice.clone().chance(50));
                let body = bound.or_else(|| self.pool.pick(SortId::BOOL, &mut self.dice))?;
                let word = if self.dice.chance(50) { "forall" } else { "exists" };
                let mut args = vec![Arg::Text(word.into()), term(body)];
                args.extend(draw::bindable(&session.book, body, &mut self.dice)?.into_iter().map(term));
                args
            }
            Action::Define => {
                let body = self.pool.any(&mut self.dice)?;
                let name = format!("g{}", session.book.next(Kind::Fun));
                let mut args = vec![Arg::Text(name.into()), term(body)];
                args.extend(draw::bindable(&session.book, body, &mut self.dice)?.into_iter().map(term));
                args
            }
            Action::Inspect => vec![term(self.pool.any(&mut self.dice)?)],
            Action::Release => {
                let given = self.pool.any(&mut self.dice)?;
                let declared = session.book.symbols().iter().any(|it| it.handle.number == given);
                (!declared).then(|| vec![term(given)])?
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
}
