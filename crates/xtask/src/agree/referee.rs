//! A solver that judges claims.

use std::time::Duration;

use anyhow::Result;
use rustc_hash::FxHashMap;
use smtlib::theory::{Naming, Table, Theory};
use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Request};
use solver::process::Limits;
use solver::run::Run;

use super::claim::{Claim, Claims};
use super::generate::Flavor;
use super::known::known;
use super::report::Report;
use super::subject::Subject;
use crate::target::fastest;

pub(super) struct Referee {
    pub(super) name: String,
    family: String,
    backend: Box<dyn Backend>,
    limits: Limits,
    /// Options that let it read more of the language.
    options: Vec<&'static str>,
    /// Whether it takes the logic of all theories; to old releases that is one without arrays.
    announces: bool,
    /// Whether it reads the escapes of SMT-LIB 2.6 in strings.
    unescapes: bool,
    moods: FxHashMap<(Subject, Flavor), Mood>,
}

/// What a solver made of a subject so far.
#[derive(Default, Clone, Copy)]
struct Mood {
    /// Claims in a row that it did not take.
    refused: u32,
    /// Claims that it did not decide, which costs the whole time limit.
    undecided: u32,
    agreed: u64,
    /// Whether it is asked under the names of before.
    old: bool,
}

/// After so many claims in a row that it did not take, or so many more than it usually leaves undecided, a solver is
/// not asked about a subject any more; sooner where it never agreed to anything.
const PATIENCE: u32 = 8;

/// One claim in so many may be undecided.
const USUAL: u64 = 400;

impl Mood {
    fn is_tired(self) -> bool {
        let patience = if self.agreed == 0 { PATIENCE / 4 } else { PATIENCE };
        self.refused >= patience || u64::from(self.undecided) >= u64::from(patience) + self.agreed / USUAL
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Agrees,
    Denies,
    Undecided,
    Refuses,
}

/// cvc5's options for parts of the language that it calls experimental. Versions differ in which they have.
const EXPERIMENTAL: &[&str] = &["fp-exp", "arrays-exp", "sets-ext", "sets-exp", "ff-exp", "arith-exp"];

/// What a query is about besides its claims.
struct Question<'a> {
    subject: Subject,
    logic: &'a str,
    claims: &'a Claims,
}

impl Referee {
    pub(super) fn open(text: &str, timeout: Duration) -> Result<Referee> {
        let (found, backend) = fastest(text)?;
        let limits = Limits { wall: timeout, ..Limits::default() };
        let family =
            found.resolved.family.or(found.resolved.profile.as_deref()).unwrap_or_default().to_owned();
        let (name, options, moods) = (found.name, Vec::new(), FxHashMap::default());
        let mut referee =
            Referee { name, family, backend, limits, options, announces: true, unescapes: true, moods };
        let zeros = "((as const (Array Int Int)) 0)";
        let all = format!("(set-logic ALL)\n(assert (distinct {zeros} {zeros}))\n(check-sat)\n");
        referee.announces = referee.verdict(&all, 2) == Verdict::Agrees;
        let letter = r#"(assert (distinct (str.len "\u{41}") 1))"#;
        let logic = if referee.announces { "(set-logic ALL)\n" } else { "" };
        let silent = usize::from(referee.announces) + 1;
        referee.unescapes =
            referee.verdict(&format!("{logic}{letter}\n(check-sat)\n"), silent) == Verdict::Agrees;
        if referee.family == "cvc5" {
            referee.options = EXPERIMENTAL.iter().copied().filter(|&option| referee.takes(option)).collect();
        }
        Ok(referee)
    }

    fn takes(&mut self, option: &str) -> bool {
        let script = format!("(set-option :{option} true)\n(set-logic ALL)\n(assert false)\n(check-sat)\n");
        self.verdict(&script, 3) == Verdict::Agrees
    }

    /// The logic to announce; `None` where the solver has nothing to do with the subject.
    fn logic(&self, subject: Subject, higher_order: bool) -> Option<&'static str> {
        if let Subject::Op(op) = subject
            && self.family != "z3"
            && op.row().names[0].0 == Naming::Z3
            && Table::get().rows().iter().any(|row| row.op != op && row.name() == op.name())
        {
            // Z3's reading of a name that others read in their way.
            return None;
        }
        match (self.family.as_str(), subject.theory()) {
            ("yices", Some(Theory::BitVec)) => Some("QF_BV"),
            ("yices", Some(Theory::Core | Theory::Arith)) => Some("QF_NIRA"),
            ("bitwuzla", Some(Theory::BitVec | Theory::Float | Theory::Array | Theory::Core)) => {
                Some("QF_ABVFP")
            }
            ("yices" | "bitwuzla" | "boolector", _) => None,
            ("z3", Some(Theory::Relation | Theory::Bag)) => None,
            ("cvc5", _) if higher_order => Some("HO_ALL"),
            _ => Some("ALL"),
        }
    }

    /// Judges claims about one subject.
    pub(super) fn judge(&mut self, subject: Subject, claims: &Claims, report: &mut Report, index: usize) {
        let Some(logic) = self.logic(subject, claims.higher_order) else { return };
        let question = Question { subject, logic, claims };
        if self.unescapes {
            self.split(&question, &claims.claims, report, index);
        } else {
            let plain: Vec<Claim> = claims.claims.iter().filter(|c| !c.has_escapes()).cloned().collect();
            report.tally(subject, index).refused += (claims.claims.len() - plain.len()) as u64;
            self.split(&question, &plain, report, index);
        }
    }

    /// Asks about all claims, and where that is not a clear yes about each half of them.
    fn split(&mut self, question: &Question, claims: &[Claim], report: &mut Report, index: usize) {
        let subject = question.subject;
        let key = (subject, question.claims.flavor);
        let mood = *self.moods.entry(key).or_default();
        let many = claims.len() as u64;
        if many == 0 {
            return;
        }
        if mood.is_tired() {
            // It may know an older name.
            if mood.old || mood.agreed > 0 || claims.iter().all(|claim| claim.old_term.is_none()) {
                report.tally(subject, index).refused += many;
                return;
            }
            self.moods.insert(key, Mood { old: true, ..Mood::default() });
        }
        let (verdict, script) = self.ask(question, claims);
        let tally = report.tally(subject, index);
        let mood = self.moods.entry(key).or_default();
        match verdict {
            Verdict::Agrees => {
                tally.agreed += many;
                mood.agreed += many;
                mood.refused = 0;
            }
            _ if many > 1 => {
                // A subject of which it takes nothing is found out by the fewest questions one at a time.
                let middle = if mood.agreed == 0 { 1 } else { claims.len() / 2 };
                let (left, right) = claims.split_at(middle);
                self.split(question, left, report, index);
                self.split(question, right, report, index);
            }
            Verdict::Denies => match known(&self.family, subject, question.claims.flavor, &script) {
                Some(file) => {
                    report.deny_as_known(subject, index, file);
                    // Nothing new is to be learnt by asking on.
                    mood.refused += u32::from(mood.agreed == 0);
                }
                None => report.deny(subject, index, &script),
            },
            Verdict::Undecided => {
                tally.undecided += 1;
                mood.undecided += 1;
                report.example(subject, index, "leaves undecided", &script);
            }
            Verdict::Refuses => {
                tally.refused += 1;
                mood.refused += 1;
                report.example(subject, index, "refuses", &script);
            }
        }
    }

    fn ask(&mut self, question: &Question, claims: &[Claim]) -> (Verdict, String) {
        let old = self.moods.get(&(question.subject, question.claims.flavor)).is_some_and(|mood| mood.old);
        let mut script = String::new();
        for option in &self.options {
            script.push_str(&format!("(set-option :{option} true)\n"));
        }
        let announced = self.announces || question.logic != "ALL";
        if announced {
            script.push_str(&format!("(set-logic {})\n", question.logic));
        }
        script.push_str(&format!("{}(assert ", question.claims.prelude));
        let many = claims.len() > 1;
        if many {
            script.push_str("(or");
        }
        for claim in claims {
            let term = claim.old_term.as_ref().filter(|_| old).unwrap_or(&claim.term);
            script.push_str(&format!(" (distinct {term} {})", claim.value));
        }
        script.push_str(if many { "))\n(check-sat)\n" } else { ")\n(check-sat)\n" });
        if self.family == "z3" && question.subject.theory() == Some(Theory::Set) {
            // Where Z3 says `Set` it means an array.
            script = script.replace("(Set ", "(FiniteSet ");
        }
        let silent =
            self.options.len() + usize::from(announced) + question.claims.prelude.lines().count() + 1;
        (self.verdict(&script, silent), script)
    }

    /// What the solver says to a script of so many silent commands and one check.
    fn verdict(&mut self, script: &str, silent: usize) -> Verdict {
        let mut expected = vec![Expected::Silent; silent];
        expected.push(Expected::CheckSat);
        let mut run = Run::default();
        let request = Request { input: script.as_bytes(), expected: &expected, limits: &self.limits };
        self.backend.run_into(&request, &mut run);
        // An error before the answer means that the answer is to another question.
        let refused =
            run.stdout.windows(6).any(|w| w == b"(error") || run.stderr.windows(5).any(|w| w == b"error");
        match run.replies.get(silent) {
            _ if refused => Verdict::Refuses,
            Some(Reply::Unsat) => Verdict::Agrees,
            Some(Reply::Sat) => Verdict::Denies,
            _ => Verdict::Undecided,
        }
    }
}
