//! Another solver, which is asked about what a library refutes.

use std::time::Duration;

use ::oracle::Class;
use solver::answer::{Reply, expected};
use solver::backend::{Backend, BackendKind, Request, open};
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

use super::client::{Host, RunError};
use super::wire::{Ended, Found};
use crate::oracle::{Refuted, refuted, with_model};
use crate::trace::Trace;

/// The time that the other solver has for a question.
const PATIENCE: Duration = Duration::from_secs(2);
/// Questions about one round.
const MOST: usize = 3;

/// A solver in processes of its own.
pub(super) struct Other {
    name: String,
    backend: Box<dyn Backend>,
}

impl Other {
    pub(super) fn open(target: &Target) -> Result<Other, RunError> {
        let wrong = |error: &dyn std::fmt::Display| RunError::Library(error.to_string());
        let catalogue = Catalogue::open_default().map_err(|error| wrong(&error))?;
        let profiles = Profiles::of_user().map_err(|error| wrong(&error))?;
        let kind = BackendKind::Spawn { incremental: false };
        let (found, backend) = open(&catalogue, &profiles, target, kind).map_err(|error| wrong(&error))?;
        Ok(Other { name: found.name, backend })
    }

    /// Asks about what a round's trace refutes; gives how many questions were answered, and what the answers show to be wrong.
    pub(super) fn crossed(
        &mut self,
        host: &mut Host,
        (text, round): (&str, u64),
        timeout: Duration,
    ) -> Result<(u64, Option<Found>), RunError> {
        let Ok(trace) = Trace::read(text) else { return Ok((0, None)) };
        let mut answered = 0;
        for question in refuted(&trace).iter().take(MOST) {
            let Some(model) = self.asked(question, &mut answered) else { continue };
            let Some(witnessed) = with_model(&trace, question, &model) else { continue };
            let again = host.replay(&witnessed.to_string(), timeout)?;
            if let Ended::Found { class: class @ Class::Refutation, evidence, place } = again.ended {
                let evidence = format!("{evidence}; the witness is a model of {}", self.name);
                let (trace, printed) = (again.trace, again.printed);
                let found = Found { class, evidence, place, round, trace, printed, confirmed: true };
                return Ok((answered, Some(found)));
            }
        }
        Ok((answered, None))
    }

    /// The model of the other solver, if it has one.
    fn asked(&mut self, question: &Refuted, answered: &mut u64) -> Option<String> {
        let script = smtlib::Script::parse(question.script.as_bytes()).ok()?;
        let limits = Limits { wall: PATIENCE, cpu: PATIENCE, ..Limits::default() };
        let expected = expected(&script);
        let request = Request { input: question.script.as_bytes(), expected: &expected, limits: &limits };
        let run = self.backend.run(&request);
        let checked = run.replies.iter().any(|reply| matches!(reply, Reply::Sat | Reply::Unsat));
        *answered += u64::from(checked);
        match run.replies[..] {
            [.., Reply::Sat, Reply::Text(model)] => {
                Some(String::from_utf8_lossy(run.text(model)).into_owned())
            }
            _ => None,
        }
    }
}
