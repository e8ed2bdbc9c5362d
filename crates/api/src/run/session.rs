//! A world and its book: calls are made, and what comes back is judged.
//!
//! The oracles are part of the calls, so a replayed trace is judged as the round was that made it.

use ::oracle::{Class, Finding};
use eval::{Ledger, Model};
use rustc_hash::FxHashMap;

use super::make::make;
use crate::adapter::{Done, Library, Refused, World};
use crate::book::{Answer, Book};
use crate::oracle::{witness_meaning, witness_of};
use crate::trace::{Action, Arg, Call, Handle, Kind, Line, Said};

/// What is being called.
pub struct Session<'l> {
    pub(crate) library: &'l dyn Library,
    pub(crate) world: Box<dyn World + 'l>,
    /// What was made.
    pub book: Book,
    witness: Ledger,
    /// The lines that made something, by what they made.
    made: FxHashMap<Handle, Line>,
}

/// What came of a line.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What the library answered.
    pub said: Option<Said>,
    /// What is wrong with that.
    pub found: Option<Finding>,
}

impl<'l> Session<'l> {
    /// A new world.
    pub fn open(library: &'l dyn Library) -> Session<'l> {
        let book = Book::new();
        let witness = Ledger::new(&book.script.arena, Model::new());
        Session { library, world: library.open(), book, witness, made: FxHashMap::default() }
    }

    /// Makes the call of a line. An error says that it makes no sense after the lines before it.
    pub fn step(&mut self, line: &mut Line) -> Result<Outcome, String> {
        let before = line.call.solver().and_then(|number| self.book.instance(number).cloned());
        // What was refused once has no handle to make, but is called all the same.
        let lost = line.call.action.row().gives.filter(|_| line.call.result.is_none());
        if let Some(kind) = lost {
            line.call.result = Some(self.book.next(kind));
        }
        self.book.enter(&mut line.call)?;
        let outcome = match self.call(line) {
            Ok(outcome) => outcome,
            Err(Refused(why)) => {
                let saved = line.call.solver().zip(before);
                self.book.undo(&line.call, saved);
                let spoils = spoils(line.call.action, self.library.abilities().tells_misuse);
                if let Some(number) = line.call.solver().filter(|_| spoils)
                    && let Some(instance) = self.book.instance_mut(number)
                {
                    instance.spoil();
                }
                line.call.result = None;
                Outcome { said: Some(Said::Refused(why)), found: None }
            }
        };
        let mut outcome = outcome;
        if let Some(difference) = self.world.difference() {
            let finding =
                Finding { class: Class::Contradiction, check: None, evidence: difference, place: None };
            outcome.found.get_or_insert(finding);
        }
        line.said = outcome.said.clone();
        if let Some(handle) = line.call.makes() {
            if let (Action::Constant | Action::Function, Some(symbol)) =
                (line.call.action, self.book.symbols().last())
            {
                self.witness.set(symbol.fun, witness_meaning(symbol));
            }
            self.made.insert(handle, line.clone());
        }
        Ok(outcome)
    }

    fn call(&mut self, line: &Line) -> Done<Outcome> {
        let call = &line.call;
        let (world, solver) = (&mut self.world, call.solver().unwrap_or(0));
        let count = call.args.iter().find_map(|arg| if let Arg::Number(n) = arg { Some(*n) } else { None });
        let (terms, texts) = (call.numbers(Kind::Term), call.texts());
        match call.action {
            Action::New => world.solver(call.result.unwrap_or(0), line.seed)?,
            Action::SetLogic => world.set_logic(solver, texts[0])?,
            Action::SetOption => world.set_option(solver, texts[0], texts[1])?,
            Action::Assert => world.assert(solver, terms[0], line.seed)?,
            Action::Push => world.push(solver, count.unwrap_or(1))?,
            Action::Pop => world.pop(solver, count.unwrap_or(1))?,
            Action::ResetAssertions => world.reset_assertions(solver)?,
            Action::Delete => world.delete(solver)?,
            Action::Simplify => world.simplify(call.result.unwrap_or(0), solver, terms[0])?,
            Action::Release => world.release(terms[0])?,
            Action::Clone => world.shadow()?,
            Action::Inspect => return Ok(told(world.inspect(terms[0], &self.book)?)),
            Action::Print => return Ok(told(world.print(solver, line.seed, &self.book)?)),
            Action::Abuse => return Ok(told(world.abuse(line.seed)?)),
            Action::CheckSat => return self.check_sat(solver, &terms, line.seed),
            Action::Interrupt => return self.check_interrupted(solver, count.unwrap_or(0)),
            Action::GetValue => return self.get_value(solver, terms[0]),
            Action::CheckModel => return self.check_model(solver),
            Action::CheckCore => return self.check_core(solver),
            Action::CheckFresh => return self.check_fresh(solver),
            Action::CheckClone => return self.check_clone(solver),
            Action::CheckDump => return self.check_dump(solver, line.seed),
            Action::CheckScript => return self.check_retold(solver, line.seed),
            Action::CheckBroken => return self.check_broken(solver, line.seed),
            _ => make(&mut **world, &self.book, line)?,
        }
        Ok(Outcome::default())
    }

    /// The truth of a term under the witness, if it is known.
    pub fn holds(&mut self, term: u32) -> Option<bool> {
        let term = self.book.term(term)?;
        self.witness.value(&self.book.script.arena, term).ok()?.as_bool()
    }

    /// Whether the witness satisfies all of these, by a fresh evaluation.
    pub(crate) fn witnessed(&mut self, premises: &[u32]) -> bool {
        premises.iter().all(|&term| self.holds(term) == Some(true)) && {
            let terms: Vec<_> = premises.iter().filter_map(|&term| self.book.term(term)).collect();
            let mut evaluator = witness_of(&self.book, &terms);
            (0..terms.len()).all(|i| evaluator.value(i).is_ok_and(|value| value.as_bool() == Some(true)))
        }
    }

    /// A new world that does what this solver's settings let it do, and is else as it comes: another opinion.
    pub(crate) fn opened_as(&self, solver: u32) -> Done<Box<dyn World + 'l>> {
        let (mut world, needed) = (self.library.open(), self.library.abilities().needed);
        for (name, value) in self.book.instance(solver).map(|it| it.settings()).unwrap_or_default() {
            if needed.contains(&name.as_str()) {
                world.set_option(0, name, value)?;
            }
        }
        Ok(world)
    }

    /// A new world with these asserted, and nothing else in it; simplified terms stand as they were before.
    pub(crate) fn fresh(&self, solver: u32, premises: &[u32]) -> Done<(Box<dyn World + 'l>, Answer)> {
        let mut world = self.opened_as(solver)?;
        let mut done = FxHashMap::default();
        let mut open: Vec<Handle> =
            premises.iter().map(|&number| Handle { kind: Kind::Term, number }).collect();
        open.reverse();
        while let Some(&handle) = open.last() {
            let Some(line) = self.made.get(&handle) else {
                return Err(Refused::because("its past is not known"));
            };
            let before = open.len();
            open.extend(needs(&line.call).filter(|needed| !done.contains_key(needed)));
            if open.len() > before {
                continue;
            }
            open.pop();
            if done.contains_key(&handle) {
                continue;
            }
            let mut again = line.clone();
            if line.call.action == Action::Simplify {
                done.insert(handle, resolved(&done, line.call.numbers(Kind::Term)[0]));
                continue;
            }
            for arg in &mut again.call.args {
                if let Arg::Handle(Handle { kind: Kind::Term, number }) = arg {
                    *number = resolved(&done, *number);
                }
            }
            make(&mut *world, &self.book, &again)?;
            done.insert(handle, handle.number);
        }
        world.solver(0, 0)?;
        for &premise in premises {
            world.assert(0, resolved(&done, premise), 0)?;
        }
        let answer = world.check(0, &[], 0)?;
        Ok((world, answer))
    }
}

/// What a library says of itself is wrong, or there is nothing to say.
/// Whether a solver is in no state to be judged after this call has failed. One that tells errors may look at an assertion
/// only when it is given the next level, and complain about it then.
fn spoils(action: Action, tells: bool) -> bool {
    match action {
        Action::Assert | Action::CheckSat | Action::Interrupt => true,
        Action::Push | Action::Pop | Action::ResetAssertions => tells,
        _ => false,
    }
}

fn told(wrong: Option<String>) -> Outcome {
    let finding = |evidence| Finding { class: Class::Contradiction, check: None, evidence, place: None };
    Outcome { said: None, found: wrong.map(finding) }
}

fn needs(call: &Call) -> impl Iterator<Item = Handle> + '_ {
    call.uses().filter(|handle| handle.kind != Kind::Solver)
}

fn resolved(done: &FxHashMap<Handle, u32>, number: u32) -> u32 {
    done.get(&Handle { kind: Kind::Term, number }).copied().unwrap_or(number)
}
