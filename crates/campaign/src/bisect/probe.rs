//! A look at one release: it is given the script in its own dialect, in a fresh process.

use std::borrow::Cow;
use std::time::Duration;

use oracle::{Class, Evidence, Exam, Examined, core_script, examine, weigh};
use serde::{Deserialize, Serialize};
use smtlib::Printer;
use solver::answer::{Expected, Reply};
use solver::backend::{BackendKind, Found, OpenError, Request};
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::process::Limits;
use solver::run::{Outcome, Run};
use strategy::{Label, Truth};

use super::question::Question;
use super::search::Mark;

/// The time a release has for each process that asks it what it knows: the user's, within these.
const ASKING: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(20));

/// What a release did with the script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// The release.
    pub version: String,
    /// What that tells.
    pub mark: Mark,
    /// Its answers, one word per check, or how it ended.
    pub answer: String,
    /// Why it tells nothing, or where it broke.
    pub note: Option<String>,
    /// Real time.
    pub seconds: f64,
}

impl Default for Probe {
    fn default() -> Probe {
        Probe { version: String::new(), mark: Mark::Skipped, answer: String::new(), note: None, seconds: 0.0 }
    }
}

impl Probe {
    /// Of a release that could not be given the script.
    pub(super) fn skipped(version: &str, answer: &str, note: String) -> Probe {
        let answer = answer.to_owned();
        Probe { version: version.to_owned(), answer, note: Some(one_line(&note)), ..Probe::default() }
    }
}

/// What a solver said to the checks of a script, before any error.
pub(super) struct Said {
    pub(super) answers: Vec<Option<Label>>,
    /// What goes into tables.
    pub(super) shown: String,
    pub(super) seconds: f64,
    run: Run,
}

/// Why a solver could not be given a script.
pub(super) enum Refused {
    /// It cannot be told.
    Lacks(String),
    /// It cannot be run.
    Open(OpenError),
}

/// Gives a script to a solver.
pub(super) fn ask(
    question: &Question,
    found: &Found,
    catalogue: &Catalogue,
    limits: &Limits,
) -> Result<(Said, Vec<u8>, Knowledge), Refused> {
    let knowledge =
        Knowledge::of(found, catalogue, limits.wall.clamp(ASKING.0, ASKING.1)).map_err(Refused::Open)?;
    knowledge.can_express(&question.script).map_err(|missing| Refused::Lacks(missing.to_string()))?;
    let input = match knowledge.reads_as_written(&question.script) {
        true => Cow::Borrowed(&question.text),
        false => {
            let mut text = Vec::new();
            let printer = Printer::new().dialect(knowledge.dialect().clone());
            printer.script(&question.script, &mut text);
            Cow::Owned(text)
        }
    };
    let kind = BackendKind::Spawn { incremental: question.is_incremental() };
    let mut backend = found.open(kind).map_err(Refused::Open)?;
    let run = backend.run(&Request { input: &input, expected: &question.expected, limits });
    Ok((Said::new(question, run), input.into_owned(), knowledge))
}

/// Looks at a release that is here.
pub(super) fn probe(
    version: &str,
    question: &Question,
    found: &Found,
    catalogue: &Catalogue,
    limits: &Limits,
) -> Result<Probe, OpenError> {
    let (said, sent, knowledge) = match ask(question, found, catalogue, limits) {
        Ok(said) => said,
        Err(Refused::Lacks(what)) => {
            return Ok(Probe::skipped(version, "unsupported", format!("it does not know {what}")));
        }
        Err(Refused::Open(error)) => return Err(error),
    };
    let exam = Exam {
        text: &sent,
        checks: &question.checks,
        expected: &question.expected,
        logic: question.logic(),
        // Our evaluator reads strings as the standard does.
        models: knowledge.reads_strings_by_the_standard(&sent, &said.run.stdout),
    };
    let examined = examine(&exam, &said.run, &found.profile);
    let (mark, note) = match is_wrong_core(question, &sent, &examined) {
        true => (Mark::Bad, None),
        false => judge(question, &said, &examined),
    };
    Ok(Probe {
        version: version.to_owned(),
        mark,
        answer: said.shown,
        note: note.map(|note| one_line(&note)),
        seconds: said.seconds,
    })
}

/// Whether the model that satisfies the wrong core satisfies one that this release gives.
fn is_wrong_core(question: &Question, sent: &[u8], examined: &Examined) -> bool {
    let Some(model) = &question.core_model else { return false };
    let satisfied = |text: Vec<u8>| weigh(&text, 0, model) == Evidence::Satisfies;
    examined.cores.iter().any(|core| core_script(sent, core).is_some_and(satisfied))
}

/// What a run tells, and why it tells nothing.
fn judge(question: &Question, said: &Said, examined: &Examined) -> (Mark, Option<String>) {
    let sought = &question.sought;
    let broke = examined.findings.iter().find(|finding| finding.class == Class::Crash);
    let place = || broke.and_then(|finding| finding.place.clone());
    if examined.findings.iter().any(|finding| sought.is(finding)) {
        return (Mark::Bad, place().filter(|_| sought.classes.contains(&Class::Crash)));
    }
    if broke.is_some() {
        return (Mark::Skipped, Some(format!("it breaks in another way: {}", place().unwrap_or_default())));
    }
    if let Some(why) = said.why_silent(examined) {
        return (Mark::Skipped, Some(why));
    }
    if sought.classes.contains(&Class::Crash) {
        return (Mark::Good, None);
    }
    let about = |check: usize| sought.check.is_none_or(|about| about == check);
    let known = question
        .checks
        .iter()
        .enumerate()
        .filter(|(check, known)| about(*check) && matches!(known.truth, Truth::Sat(_) | Truth::Unsat(_)));
    for (check, known) in known {
        let right = match known.truth {
            Truth::Sat(_) => Label::Sat,
            _ => Label::Unsat,
        };
        match said.answers.get(check).copied().flatten() {
            Some(answer) if answer == right => {}
            Some(_) => return (Mark::Skipped, Some("its answer is wrong in another way".to_owned())),
            None if sought.classes.contains(&Class::Incomplete) => return (Mark::Bad, None),
            None => return (Mark::Skipped, Some("it does not decide it".to_owned())),
        }
    }
    if sought.classes.contains(&Class::Core) && examined.tally.cores == 0 {
        return (Mark::Skipped, Some("it gives no core".to_owned()));
    }
    if sought.classes.contains(&Class::Model) && examined.tally.models == 0 {
        return (Mark::Skipped, Some("its model could not be evaluated".to_owned()));
    }
    (Mark::Good, None)
}

impl Said {
    fn new(question: &Question, run: Run) -> Said {
        let mut answers = Vec::new();
        let mut words = Vec::new();
        let mut failed = false;
        for (expected, reply) in question.expected.iter().zip(&run.replies) {
            // What comes after an error answers another question.
            let matters = matches!(expected, Expected::Silent | Expected::Success | Expected::CheckSat);
            failed |= matters && reply.error().is_some();
            if *expected == Expected::CheckSat {
                words.push(if failed { "error" } else { reply.word() });
                answers.push(match reply {
                    Reply::Sat if !failed => Some(Label::Sat),
                    Reply::Unsat if !failed => Some(Label::Unsat),
                    _ => None,
                });
            }
        }
        let shown = match &run.outcome {
            Outcome::Crashed(_) => "crash".to_owned(),
            Outcome::Exceeded(_) if answers.iter().all(Option::is_none) => "timeout".to_owned(),
            _ => words.join(" "),
        };
        Said { answers, shown, seconds: run.wall_time.as_secs_f64(), run }
    }

    /// Why it said nothing that counts, if so.
    fn why_silent(&self, examined: &Examined) -> Option<String> {
        match &self.run.outcome {
            Outcome::Exceeded(limit) => {
                return Some(format!("it went over a limit ({limit:?})").to_lowercase());
            }
            Outcome::Killed(signal) => return Some(format!("somebody killed it (signal {signal})")),
            Outcome::NotStarted(why) => return Some(format!("it was not started: {why}")),
            Outcome::Finished | Outcome::Failed(_) | Outcome::Crashed(_) => {}
        }
        if let Some(why) = &examined.rejection
            && self.answers.iter().all(Option::is_none)
        {
            return Some(why.clone());
        }
        let stray = self.run.strays.first()?;
        Some(format!("it says: {}", String::from_utf8_lossy(self.run.text(*stray))))
    }
}

/// The beginning of a message, fit for a table, with nothing in it that moves a terminal's cursor.
fn one_line(text: &str) -> String {
    let parts = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ").chars().take(160).collect()
}
