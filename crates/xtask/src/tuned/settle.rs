//! What newer releases say of a bug.
//!
//! A bug is confirmed when one of them does the same script right, with its own options or with those that the finding needs.
//! Where none decides a script that has a witness, they are asked about the script with the witness's values: whoever says
//! `sat` to that says that the script is satisfiable.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use campaign::bisect::{Mark, Probe, Question, Sought, consult};
use campaign::{FindingFile, ReplayVerdict, Smallest, replay};
use oracle::Class;
use smtlib::Script;
use solver::backend::OpenError;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::{Setting, Target};
use strategy::{Check, Guise, Label, Test, Truth, Witness};

/// The time that it has for a script.
const TIMEOUT: Duration = Duration::from_secs(5);
/// What takes less is not slow, and what takes so many times as long as without options is.
const QUICK: f64 = 0.2;
const RATIO: f64 = 20.0;

/// Who is asked.
pub(super) struct Judge<'a> {
    /// In this order, until one confirms the bug.
    pub newer: Vec<Target>,
    pub catalogue: &'a Catalogue,
    pub profiles: &'a Profiles,
}

/// What became of a bug.
#[derive(Debug)]
pub(super) struct Settled {
    /// Who says that it is one; nobody, where that is open.
    pub by: Option<By>,
    /// What the newer releases did, by their options.
    pub notes: Vec<String>,
}

/// Who says that a bug is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A newer release does the same script right.
    Newer,
    /// A model of the script evaluates to true, though it was refuted.
    Evaluation,
    /// The newer releases break or give up, too: that is wrong whatever the answer would be.
    Both,
}

impl By {
    /// What that is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            By::Newer => "a newer release does it right",
            By::Evaluation => "a model evaluates to true, no newer release decides it",
            By::Both => "the newer releases asked do it, too",
        }
    }
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notes.join("; "))
    }
}

/// What one look at the newer release tells.
struct Look {
    mark: Mark,
    note: String,
    seconds: f64,
}

/// What one newer release tells.
struct Told {
    /// Whether it does right what was wrong.
    right: bool,
    /// Whether it shows the bug, too.
    still: bool,
    notes: Vec<String>,
}

impl Judge<'_> {
    /// Asks the newer releases, one after the other, until one confirms the bug.
    pub(super) fn settle(&self, folder: &Path, options: &[Setting]) -> Result<Settled> {
        let file =
            FindingFile::read(folder).map_err(|it| anyhow::anyhow!("{}: {}", it.path.display(), it.error))?;
        let (mut notes, mut still) = (Vec::new(), false);
        for newer in &self.newer {
            let told = self.tell(newer, folder, &file, options)?;
            notes.extend(told.notes);
            still |= told.still;
            if told.right {
                return Ok(Settled { by: Some(By::Newer), notes });
            }
        }
        let witnessed = witnessed(folder, &file);
        if let Some(question) = witnessed.as_ref().and_then(fixed) {
            for newer in &self.newer {
                let probe = consult(&question, newer, TIMEOUT, self.catalogue, self.profiles)?;
                let right = mark(file.class, &probe) == Mark::Good;
                notes.push(format!("{newer} with its witness: {}", said(&probe)));
                if right {
                    return Ok(Settled { by: Some(By::Newer), notes });
                }
            }
        }
        let by = match file.class {
            Class::Crash | Class::Incomplete | Class::Slow if still => Some(By::Both),
            _ => witnessed.map(|_| By::Evaluation),
        };
        Ok(Settled { by, notes })
    }

    /// Asks a newer release about the smallest script of a finding, with its default options and with those that the finding
    /// needs.
    fn tell(&self, newer: &Target, folder: &Path, file: &FindingFile, options: &[Setting]) -> Result<Told> {
        let plain = self.look(newer, folder, file, &[])?;
        let same = if options.is_empty() { None } else { Some(self.look(newer, folder, file, options)?) };
        let looks = || [Some(&plain), same.as_ref()].into_iter().flatten();
        let (right, still) = match file.class {
            // With the defaults nothing is slow: that is what it was compared with.
            Class::Slow => {
                let quick = same.as_ref().map(|same| is_as_quick(same, &plain));
                let good = same.as_ref().is_some_and(|it| it.mark == Mark::Good);
                (quick == Some(true) && good, quick == Some(false))
            }
            _ => (looks().any(|look| look.mark == Mark::Good), looks().any(|look| look.mark == Mark::Bad)),
        };
        Ok(Told { right, still, notes: looks().map(|look| look.note.clone()).collect() })
    }

    fn look(&self, newer: &Target, folder: &Path, file: &FindingFile, options: &[Setting]) -> Result<Look> {
        let target = Target { options: options.to_vec(), ..newer.clone() };
        let skipped =
            |why: String| Look { mark: Mark::Skipped, note: format!("{target}: {why}"), seconds: 0.0 };
        let Ok((_, question)) = Question::of_finding(folder) else {
            // What is no script is sent as it is.
            let replayed = match replay(folder, Some(&target), 1, TIMEOUT, self.catalogue, self.profiles) {
                Ok(replayed) => replayed,
                Err(error) => return Ok(skipped(error.to_string())),
            };
            let gone = replayed.verdict == ReplayVerdict::Gone;
            let (mark, word) =
                if gone { (Mark::Good, "does not do it") } else { (Mark::Bad, "does it, too") };
            return Ok(Look { mark, note: format!("{target} {word}"), seconds: 0.0 });
        };
        match consult(&question, &target, TIMEOUT, self.catalogue, self.profiles) {
            Ok(probe) => Ok(Look {
                mark: mark(file.class, &probe),
                note: format!("{target}: {}", said(&probe)),
                seconds: probe.seconds,
            }),
            Err(OpenError::Option { error, .. }) => Ok(skipped(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where nothing is known but what the target said, only a decision tells that something is right.
fn mark(class: Class, probe: &Probe) -> Mark {
    let decides = |word: &str| probe.answer.split_whitespace().any(|said| said == word);
    match class {
        Class::Refutation | Class::Solution | Class::Contradiction
            if probe.mark == Mark::Good && !decides("sat") && !decides("unsat") =>
        {
            Mark::Skipped
        }
        // What has no model has no valid one.
        Class::Model if probe.mark == Mark::Skipped && decides("unsat") && !decides("sat") => Mark::Good,
        _ => probe.mark,
    }
}

fn said(probe: &Probe) -> String {
    match &probe.note {
        Some(note) => format!("{} ({note})", probe.answer),
        None => probe.answer.clone(),
    }
}

fn is_as_quick(same: &Look, plain: &Look) -> bool {
    same.seconds < QUICK || same.seconds < RATIO * plain.seconds
}

/// The smallest script of what was refuted, if a model says that this is wrong, without any solver.
fn witnessed(folder: &Path, file: &FindingFile) -> Option<Smallest> {
    let smallest = Smallest::read(folder).ok()?;
    let holds = || smallest.recheck(file).is_some_and(|it| it.is_ok());
    (matches!(file.class, Class::Refutation | Class::Contradiction) && holds()).then_some(smallest)
}

/// The question about a script of one check with the values of its witness.
fn fixed(smallest: &Smallest) -> Option<Question> {
    let witness = Arc::new(Witness { model: smallest.witness.clone()? });
    let checks = vec![Check { truth: Truth::Sat(witness), model: false }];
    let test = Test { text: smallest.by_standard().to_vec(), checks, ..Test::default() };
    let text = Guise::Fixed.of(&test)?.text;
    let script = Script::parse(&text).ok()?;
    if script.commands.iter().filter(|command| command.is_check()).count() != 1 {
        return None;
    }
    let known = "its witness is a model of it".to_owned();
    Some(Question::new(text, script, &[Some(Label::Sat)], Sought::wrong_answer(), known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(mark: Mark, answer: &str) -> Probe {
        Probe { mark, answer: answer.to_owned(), ..Probe::default() }
    }

    #[test]
    fn only_a_decision_says_what_is_right() {
        assert_eq!(mark(Class::Contradiction, &probe(Mark::Good, "unknown")), Mark::Skipped);
        assert_eq!(mark(Class::Contradiction, &probe(Mark::Good, "sat unknown")), Mark::Good);
        assert_eq!(mark(Class::Crash, &probe(Mark::Good, "unknown")), Mark::Good);
        assert_eq!(mark(Class::Refutation, &probe(Mark::Bad, "unsat")), Mark::Bad);
    }

    #[test]
    fn the_values_of_a_witness_are_asked_about_one_check() {
        let smallest = |text: &str| Smallest {
            file: "reduced.smt2",
            text: text.as_bytes().to_vec(),
            witness: Some("((define-fun x () Int 2))".to_owned()),
            witness_file: None,
            standard: None,
            compared: None,
        };
        let script = "(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n";
        let question = fixed(&smallest(script)).unwrap();
        let text = String::from_utf8(question.text).unwrap();
        assert_eq!(text, script.replace("(check-sat)", "(assert (= x 2))\n(check-sat)"));
        assert!(matches!(question.checks[..], [Check { truth: Truth::Sat(_), .. }]));
        assert!(fixed(&smallest(&format!("{script}(check-sat)\n"))).is_none());
    }

    #[test]
    fn a_script_without_models_has_no_valid_one() {
        assert_eq!(mark(Class::Model, &probe(Mark::Skipped, "unsat")), Mark::Good);
        assert_eq!(mark(Class::Model, &probe(Mark::Skipped, "sat")), Mark::Skipped);
        assert_eq!(mark(Class::Refutation, &probe(Mark::Skipped, "unsat")), Mark::Skipped);
    }

    #[test]
    fn what_is_slow_is_so_beside_the_defaults() {
        let look = |seconds| Look { mark: Mark::Good, note: String::new(), seconds };
        assert!(is_as_quick(&look(0.1), &look(0.001)));
        assert!(is_as_quick(&look(3.0), &look(0.5)));
        assert!(!is_as_quick(&look(3.0), &look(0.02)));
    }
}
