//! A target that is asked to refute the negations of rules.

use std::time::Duration;

use smtlib::{Printer, Script};
use solver::answer::{Reply, expected};
use solver::backend::{Backend, BackendKind, Found, OpenError, Request};
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

/// The time a release has for each process that asks it what it knows.
const ASKING: Duration = Duration::from_secs(10);

/// What a target says about an instance of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Its negation is unsatisfiable.
    Proved,
    /// Its negation has a model.
    Refuted(String),
    /// It does not know, or cannot be told.
    Undecided,
}

/// A target, ready to be asked.
pub struct Prover {
    /// The target's name.
    pub name: String,
    knowledge: Knowledge,
    backend: Box<dyn Backend>,
    limits: Limits,
}

impl Prover {
    /// Finds a target and opens it: a fresh process per question.
    pub fn open(
        catalogue: &Catalogue,
        profiles: &Profiles,
        target: &Target,
        timeout: Duration,
    ) -> Result<Prover, OpenError> {
        let limits = Limits { wall: timeout, cpu: timeout, ..Limits::default() };
        let found = Found::find(catalogue, profiles, target)?;
        let knowledge = Knowledge::of(&found, catalogue, ASKING)?;
        let found = found.told_of(&limits);
        let backend = found.open(BackendKind::Spawn { incremental: false })?;
        Ok(Prover { name: found.name, knowledge, backend, limits })
    }

    /// Asks about the script that a rule's instance makes of its negation.
    pub fn ask(&mut self, refutation: &str) -> Verdict {
        match self.reply(refutation) {
            Some((Reply::Unsat, _)) => Verdict::Proved,
            Some((Reply::Sat, _)) => {
                // Only who denies a rule has to explain.
                let models = format!("(set-option :produce-models true)\n{refutation}(get-model)\n");
                Verdict::Refuted(self.reply(&models).and_then(|(_, model)| model).unwrap_or_default())
            }
            _ => Verdict::Undecided,
        }
    }

    fn reply(&mut self, text: &str) -> Option<(Reply, Option<String>)> {
        let script = Script::parse(text.as_bytes()).ok()?;
        self.knowledge.can_express(&script).ok()?;
        let mut input = Vec::new();
        Printer::new().dialect(self.knowledge.dialect().clone()).script(&script, &mut input);
        let expected = expected(&script);
        let run = self.backend.run(&Request { input: &input, expected: &expected, limits: &self.limits });
        // After an error, an answer is to another question.
        if run.replies.iter().any(|reply| matches!(reply, Reply::Error(_))) {
            return None;
        }
        let check =
            run.replies.iter().find(|reply| matches!(reply, Reply::Sat | Reply::Unsat | Reply::Unknown))?;
        let model = run.replies.iter().find_map(|reply| match reply {
            Reply::Text(text) => Some(String::from_utf8_lossy(run.text(*text)).into_owned()),
            _ => None,
        });
        Some((*check, model))
    }
}
