//! A solver that judges claims.

use std::time::Duration;

use anyhow::Result;
use rustc_hash::FxHashMap;
use smtlib::theory::{Naming, Op, Theory};
use solver::answer::{Expected, Reply};
use solver::backend::{Backend, BackendKind, Request};
use solver::process::Limits;
use solver::run::Run;

use super::report::Report;
use crate::target::fetched;

/// A ground term and the value we claim for it.
pub(super) struct Claim {
    pub(super) term: String,
    pub(super) value: String,
}

pub(super) struct Referee {
    pub(super) name: String,
    family: String,
    session: Box<dyn Backend>,
    limits: Limits,
    /// How often in a row it did not take a claim about an operator.
    refusals: FxHashMap<Op, u32>,
    /// How often it did not decide one, which costs the whole time limit.
    undecided: FxHashMap<Op, u32>,
}

/// After so many claims in a row that it did not take, or so many at all that it did not decide, a solver is not asked
/// about an operator any more.
const PATIENCE: u32 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Agrees,
    Denies,
    Undecided,
    Refuses,
}

impl Referee {
    pub(super) fn open(text: &str, timeout: Duration) -> Result<Referee> {
        let (found, session) = fetched(text, BackendKind::Session)?;
        let limits = Limits { wall: timeout, cpu: timeout, ..Limits::default() };
        let family =
            found.resolved.family.or(found.resolved.profile.as_deref()).unwrap_or_default().to_owned();
        Ok(Referee {
            name: found.name,
            family,
            session,
            limits,
            refusals: FxHashMap::default(),
            undecided: FxHashMap::default(),
        })
    }

    /// The logic to announce; `None` where the solver has nothing to do with the operator.
    fn logic(&self, op: Op) -> Option<&'static str> {
        let naming = op.row().names[0].0;
        match (self.family.as_str(), op.theory()) {
            // Z3's own operators mean nothing, or something else, to others, and the other way round.
            (family, _) if naming == Naming::Z3 && family != "z3" => None,
            ("z3", theory) if naming == Naming::Cvc && theory != Theory::Seq && theory != Theory::BitVec => {
                None
            }
            ("yices", Theory::BitVec) => Some("QF_BV"),
            ("yices", Theory::Core | Theory::Arith) => Some("QF_NIRA"),
            ("bitwuzla", Theory::BitVec | Theory::Float | Theory::Array | Theory::Core) => Some("QF_ABVFP"),
            ("yices" | "bitwuzla" | "boolector", _) => None,
            _ => Some("ALL"),
        }
    }

    fn is_tired_of(&self, op: Op) -> bool {
        [&self.refusals, &self.undecided].iter().any(|counts| counts.get(&op).is_some_and(|&n| n >= PATIENCE))
    }

    /// Judges claims about one operator.
    pub(super) fn judge(&mut self, op: Op, claims: &[Claim], report: &mut Report, index: usize) {
        let Some(logic) = self.logic(op) else { return };
        if claims.is_empty() {
            return;
        }
        if self.is_tired_of(op) {
            report.tally(op, index).refused += claims.len() as u64;
            return;
        }
        self.split(op, logic, claims, report, index);
    }

    /// Asks about all claims, and where that is not a clear yes about each half of them.
    fn split(&mut self, op: Op, logic: &str, claims: &[Claim], report: &mut Report, index: usize) {
        let (verdict, script) = self.ask(logic, claims);
        let tally = report.tally(op, index);
        let many = claims.len() as u64;
        match verdict {
            Verdict::Agrees => {
                tally.agreed += many;
                self.refusals.remove(&op);
            }
            _ if many > 1 => {
                let (left, right) = claims.split_at(claims.len() / 2);
                self.split(op, logic, left, report, index);
                if self.is_tired_of(op) {
                    report.tally(op, index).refused += right.len() as u64;
                } else {
                    self.split(op, logic, right, report, index);
                }
            }
            Verdict::Denies => report.deny(op, index, &script),
            Verdict::Undecided => {
                tally.undecided += 1;
                *self.undecided.entry(op).or_default() += 1;
            }
            Verdict::Refuses => {
                tally.refused += 1;
                *self.refusals.entry(op).or_default() += 1;
            }
        }
    }

    fn ask(&mut self, logic: &str, claims: &[Claim]) -> (Verdict, String) {
        let mut script = format!("(set-logic {logic})\n(assert ");
        let many = claims.len() > 1;
        if many {
            script.push_str("(or");
        }
        for claim in claims {
            script.push_str(&format!(" (distinct {} {})", claim.term, claim.value));
        }
        script.push_str(if many { "))\n(check-sat)\n" } else { ")\n(check-sat)\n" });
        let expected = [Expected::Silent, Expected::Silent, Expected::CheckSat];
        let mut run = Run::default();
        let request = Request { input: script.as_bytes(), expected: &expected, limits: &self.limits };
        self.session.run_into(&request, &mut run);
        // An error before the answer means that the answer is to another question.
        let refused =
            run.stdout.windows(6).any(|w| w == b"(error") || run.stderr.windows(5).any(|w| w == b"error");
        let verdict = match run.replies.get(2) {
            _ if refused => Verdict::Refuses,
            Some(Reply::Unsat) => Verdict::Agrees,
            Some(Reply::Sat) => Verdict::Denies,
            _ => Verdict::Undecided,
        };
        (verdict, script)
    }
}
