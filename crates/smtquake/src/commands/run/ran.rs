//! What a target did with a script.

use serde::Serialize;
use solver::answer::{Expected, Reply};
use solver::knowledge::{Knowledge, Missing};
use solver::process::Limit;
use solver::profile::{MessageClass, Profile};
use solver::run::{Outcome, Run};

use super::model::{self, Checked};
use super::source::Source;
use solver::backend::Found;

/// What a target did with a script; as JSON it is one of the `runs`.
#[derive(Clone, Debug, Serialize)]
pub struct Ran {
    /// The script's name.
    pub file: String,
    /// The target's name.
    pub target: String,
    /// What it was sent.
    pub sent: Sent,
    /// The answers to its checks: `sat`, `unsat`, `unknown`, …
    pub answers: Vec<&'static str>,
    /// How it ended, in a word.
    pub outcome: &'static str,
    /// Real time.
    pub seconds: f64,
    /// Peak resident bytes, where they were seen.
    pub memory: Option<u64>,
    /// How many edges of its code it took, if it is a coverage build.
    pub edges: Option<usize>,
    /// What evaluation says about the model, where there is one.
    pub model: Option<Checked>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// So many answers came before the first error; the others answer another question.
    #[serde(skip)]
    pub sound: usize,
    /// Whether its process was started for it.
    #[serde(skip)]
    pub fresh: bool,
}

/// What a target was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sent {
    /// The script's own bytes.
    AsWritten,
    /// The script with the names and string escapes that this release knows.
    InItsDialect,
    /// Nothing: it cannot be told the script at all.
    Nothing,
}

impl Ran {
    /// Of a solver that was not run, because it lacks what the script uses.
    pub fn unsupported(source: &Source, found: &Found, missing: &Missing) -> Ran {
        Ran {
            file: source.name.clone(),
            target: found.name.clone(),
            sent: Sent::Nothing,
            answers: vec!["unsupported"; source.checks()],
            outcome: "unsupported",
            seconds: 0.0,
            memory: None,
            edges: None,
            model: None,
            notes: vec![format!("it does not know {missing}")],
            sound: 0,
            fresh: true,
        }
    }

    /// Reads a run.
    pub fn new(source: &Source, found: &Found, knowledge: &Knowledge, sent: Sent, run: &Run) -> Ran {
        let Source { expected, script, .. } = source;
        let failed = first_failure(run, expected);
        let pairs = || expected.iter().zip(&run.replies).enumerate();
        let checks = || pairs().filter(|(_, (expected, _))| **expected == Expected::CheckSat);
        let model = source.question.as_ref().and_then(|question| {
            let (Some(Reply::Sat), Some(Reply::Text(text))) =
                (run.replies.get(question.check), run.replies.get(question.model))
            else {
                return None;
            };
            Some(match failed {
                Some((place, _)) if place < question.check => {
                    Checked::Unknown("an error came before it".to_owned())
                }
                _ => model::check(script, question, run.text(*text), model::escapes_of(found, knowledge)),
            })
        });
        let (outcome, detail) = said(&run.outcome);
        let mut notes: Vec<String> = detail.into_iter().collect();
        if let Some((_, message)) = &failed {
            notes.push(format!("error: {message}"));
        }
        if sent == Sent::InItsDialect {
            notes.push("sent in its dialect".to_owned());
        }
        let mut ran = Ran {
            sent,
            file: source.name.clone(),
            target: found.name.clone(),
            answers: checks().map(|(_, (_, reply))| reply.word()).collect(),
            outcome,
            seconds: run.wall_time.as_secs_f64(),
            memory: run.peak_memory,
            edges: run.coverage.as_ref().map(|counts| counts.iter().filter(|&&count| count > 0).count()),
            model,
            notes,
            sound: checks().filter(|(place, _)| failed.as_ref().is_none_or(|(at, _)| place < at)).count(),
            fresh: run.fresh,
        };
        ran.accuse(&found.profile, run);
        ran
    }

    /// A solver that notices a fault of its own has crashed, even when it lives on.
    fn accuse(&mut self, profile: &Profile, run: &Run) {
        let errors = run.replies.iter().filter_map(|reply| reply.error()).chain(run.strays.iter().copied());
        let mut text = String::from_utf8_lossy(&run.stderr).into_owned();
        for error in errors {
            text.push('\n');
            text.push_str(&String::from_utf8_lossy(run.text(error)));
        }
        let class = profile.messages.classify_output(&text);
        if run.outcome == Outcome::Finished && class.is_some_and(|class| class >= MessageClass::Assertion) {
            self.outcome = "crashed";
            if self.notes.is_empty() {
                self.notes.push(one_line(&text));
            }
        }
    }

    /// Whether this run alone is a finding.
    pub fn is_faulty(&self) -> bool {
        self.outcome == "crashed" || matches!(self.model, Some(Checked::Invalid(_)))
    }
}

/// The first command that was to be silent, or to check, and failed: what comes after it is about another script.
fn first_failure(run: &Run, expected: &[Expected]) -> Option<(usize, String)> {
    let text = |text| one_line(&String::from_utf8_lossy(run.text(text)));
    let stray = run.strays.iter().find(|stray| run.text(**stray).starts_with(b"(error"));
    if let Some(stray) = stray {
        return Some((0, text(*stray)));
    }
    expected.iter().zip(&run.replies).enumerate().find_map(|(place, (expected, reply))| {
        match (expected, reply) {
            (Expected::Silent | Expected::Success | Expected::CheckSat, Reply::Error(message)) => {
                Some((place, text(*message)))
            }
            _ => None,
        }
    })
}

/// An outcome in a word, and what else is known about it.
fn said(outcome: &Outcome) -> (&'static str, Option<String>) {
    match outcome {
        Outcome::Finished => ("finished", None),
        Outcome::Failed(code) => ("failed", Some(format!("exit code {code}"))),
        Outcome::Crashed(crash) => {
            let signal = crash.signal.map(|signal| format!("signal {signal}"));
            let parts: Vec<String> =
                signal.into_iter().chain(crash.message.as_deref().map(one_line)).collect();
            ("crashed", Some(parts.join(", ")))
        }
        Outcome::Exceeded(Limit::Wall | Limit::Cpu) => ("timeout", None),
        Outcome::Exceeded(Limit::Memory) => ("memory", None),
        Outcome::Exceeded(Limit::Output) => ("output", Some("it printed too much".to_owned())),
        Outcome::Exceeded(Limit::Processes) => ("processes", Some("it started too many".to_owned())),
        Outcome::Killed(signal) => ("killed", Some(format!("signal {signal}"))),
        Outcome::NotStarted(why) => ("not-started", Some(why.clone())),
    }
}

/// The beginning of a message, fit for a table, with nothing in it that moves a terminal's cursor.
fn one_line(text: &str) -> String {
    const SHOWN: usize = 120;
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
