//! Whether a call makes sense.

use super::round::Round;
use super::table::{State, Transition};
use crate::book::LOGIC;
use crate::run::Session;
use crate::trace::Action;

impl Round<'_> {
    /// Whether an action makes sense now.
    pub(super) fn can(&self, row: &Transition, session: &Session<'_>) -> bool {
        let book = &session.book;
        let instance = book.instance(self.solver);
        let alive = book.instances().count();
        let mode = &self.swarm.mode;
        match row.action {
            Action::New => alive < self.abilities.solvers && (alive == 0 || row.from != State::Begin),
            Action::Delete => alive > 1 || row.from == State::End,
            Action::Pop => instance.is_some_and(|it| it.depth() > 0),
            Action::Push => instance.is_some_and(|it| it.depth() < 5 && !mode.once),
            // The one check of a mode that has no other should be about something.
            Action::CheckSat if mode.once => {
                instance.is_some_and(|it| it.checks() == 0) && 10 * self.calls > 6 * self.swarm.length
            }
            Action::CheckSat => instance.is_some_and(|it| it.checks() < self.swarm.checks),
            // Its answer is a matter of time: rounds that must be the same everywhere do without.
            Action::Interrupt => {
                self.abuses && instance.is_some_and(|it| it.checks() < self.swarm.checks) && !mode.once
            }
            Action::Sort => !self.declares(session),
            Action::Datatype => self.declares(session),
            Action::Part => !self.parts(session).is_empty(),
            Action::CheckDump => instance.is_some_and(|it| it.assumed().is_empty()),
            Action::CheckClone | Action::Clone => !mode.once,
            Action::SetLogic => {
                instance.is_some_and(|it| it.settings().iter().all(|(name, _)| name != LOGIC))
            }
            Action::Quantify => mode.quantifiers,
            Action::Define => !mode.scalars,
            Action::Abuse => self.abuses,
            Action::CheckCore => instance.is_some_and(|it| !it.assumed().is_empty()),
            Action::SetOption => !self.abilities.options.is_empty(),
            Action::Misuse => self.misuse,
            Action::Function => {
                !mode.scalars && self.abilities.sorts.contains(&crate::adapter::SortFamily::Function)
            }
            _ => true,
        }
    }
}
