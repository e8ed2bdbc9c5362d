//! A solver that judges claims.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustc_hash::FxHashMap;
use smtlib::theory::{Naming, Op, Theory};
use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Request, Session, SessionProtocol};
use solver::catalogue::{Catalogue, Launch};
use solver::process::{Limits, Program};
use solver::profile::Profiles;
use solver::run::{Marks, Run};
use solver::target::Target;

use super::report::Report;

/// A ground term and the value we claim for it.
pub(super) struct Claim {
    pub(super) term: String,
    pub(super) value: String,
}

pub(super) struct Referee {
    pub(super) name: String,
    family: String,
    session: Session,
    limits: Limits,
    /// Operators that it refused so often, and never took.
    refusals: FxHashMap<Op, u32>,
}

/// After so many refusals in a row an operator is not sent any more.
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
        let target: Target = text.parse()?;
        let catalogue = Catalogue::open_default()?;
        let resolved = match catalogue.resolve(&target) {
            Ok(resolved) => resolved,
            Err(_) => {
                catalogue.add(&target, &mut |_, _| {})?;
                catalogue.resolve(&target)?
            }
        };
        let profiles = Profiles::built_in()?;
        let profile = profiles.get_or_generic(resolved.profile.as_deref())?;
        let Launch::Process { program, args } = &resolved.launch else {
            bail!("{} is a library; give an executable of it", resolved.name)
        };
        let mut start = Program::new(program);
        for arg in args.iter().chain(&profile.run.session).chain(&profile.run.incremental) {
            start = start.arg(arg);
        }
        for (name, value) in &profile.run.environment {
            start = start.env(name, value);
        }
        let protocol = SessionProtocol {
            reset: profile.session.reset.clone(),
            echo: profile.session.echo.text(),
            restart_on_error: profile.session.restart_on_error,
            recycle: profile.session.recycle,
        };
        let session = Session::new(&start, protocol, Marks::default()).context("cannot start it")?;
        let limits = Limits { wall: timeout, cpu: timeout, ..Limits::default() };
        let family = resolved.family.or(resolved.profile.as_deref()).unwrap_or_default().to_owned();
        Ok(Referee { name: resolved.name, family, session, limits, refusals: FxHashMap::default() })
    }

    /// The logic to announce; `None` where the solver has nothing to do with the operator.
    fn logic(&self, op: Op) -> Option<&'static str> {
        let naming = op.row().names[0].0;
        match (self.family.as_str(), op.theory()) {
            // Z3's own operators mean nothing, or something else, to others, and the other way round.
            (family, _) if naming == Naming::Z3 && family != "z3" => None,
            ("z3", theory) if naming == Naming::Cvc && theory != Theory::Seq && theory != Theory::BitVec => None,
            ("yices", Theory::BitVec) => Some("QF_BV"),
            ("yices", Theory::Core | Theory::Arith) => Some("QF_NIRA"),
            ("bitwuzla", Theory::BitVec | Theory::Float | Theory::Array | Theory::Core) => Some("QF_ABVFP"),
            ("yices" | "bitwuzla" | "boolector", _) => None,
            _ => Some("ALL"),
        }
    }

    /// Judges claims about one operator: all at once, and one by one where that is not a clear yes.
    pub(super) fn judge(&mut self, op: Op, claims: &[Claim], report: &mut Report, index: usize) {
        let Some(logic) = self.logic(op) else { return };
        if claims.is_empty() {
            return;
        }
        if self.refusals.get(&op).is_some_and(|&n| n >= PATIENCE) {
            report.tally(op, index).refused += claims.len() as u64;
            return;
        }
        if self.ask(logic, claims).0 == Verdict::Agrees {
            report.tally(op, index).agreed += claims.len() as u64;
            self.refusals.remove(&op);
            return;
        }
        for claim in claims {
            let (verdict, script) = self.ask(logic, std::slice::from_ref(claim));
            let tally = report.tally(op, index);
            match verdict {
                Verdict::Agrees => tally.agreed += 1,
                Verdict::Undecided => tally.undecided += 1,
                Verdict::Refuses => {
                    tally.refused += 1;
                    *self.refusals.entry(op).or_default() += 1;
                    continue;
                }
                Verdict::Denies => report.deny(op, index, &script),
            }
            self.refusals.remove(&op);
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
        let refused = run.stdout.windows(6).any(|w| w == b"(error") || run.stderr.windows(5).any(|w| w == b"error");
        let verdict = match run.replies.get(2) {
            _ if refused => Verdict::Refuses,
            Some(Reply::Unsat) => Verdict::Agrees,
            Some(Reply::Sat) => Verdict::Denies,
            _ => Verdict::Undecided,
        };
        (verdict, script)
    }
}
