//! What a newer release says of a bug.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use campaign::bisect::{Mark, Probe, Question, consult};
use campaign::{FindingFile, ReplayVerdict, Smallest, replay};
use oracle::Class;
use solver::backend::OpenError;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::{Setting, Target};

/// The time that it has for a script.
const TIMEOUT: Duration = Duration::from_secs(5);
/// What takes less is not slow, and what takes so many times as long as without options is.
const QUICK: f64 = 0.2;
const RATIO: f64 = 20.0;

/// Who is asked.
pub(super) struct Judge<'a> {
    pub newer: Target,
    pub catalogue: &'a Catalogue,
    pub profiles: &'a Profiles,
}

/// What became of a bug.
#[derive(Debug)]
pub(super) struct Settled {
    /// Who says that it is one; nobody, where that is open.
    pub by: Option<By>,
    /// Whether the newer release shows it, too.
    pub still: bool,
    /// What the newer release did, by its options.
    pub notes: Vec<String>,
}

/// Who says that a bug is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The newer release does the same script right.
    Newer,
    /// A model of the script evaluates to true, though it was refuted.
    Evaluation,
    /// The newer release breaks or gives up, too: that is wrong whatever the answer would be.
    Both,
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

impl Judge<'_> {
    /// Asks the newer release about the smallest script of a finding, with its default options and with those that the
    /// finding needs.
    pub(super) fn settle(&self, folder: &Path, options: &[Setting]) -> Result<Settled> {
        let file =
            FindingFile::read(folder).map_err(|it| anyhow::anyhow!("{}: {}", it.path.display(), it.error))?;
        let plain = self.look(folder, &file, &[])?;
        let same = if options.is_empty() { None } else { Some(self.look(folder, &file, options)?) };
        let looks = || [Some(&plain), same.as_ref()].into_iter().flatten();
        let (newer, still) = match file.class {
            // With the defaults nothing is slow: that is what it was compared with.
            Class::Slow => {
                let quick = same.as_ref().map(|same| is_as_quick(same, &plain));
                (
                    quick == Some(true) && same.as_ref().is_some_and(|it| it.mark == Mark::Good),
                    quick == Some(false),
                )
            }
            _ => (looks().any(|look| look.mark == Mark::Good), looks().any(|look| look.mark == Mark::Bad)),
        };
        let by = match file.class {
            _ if newer => Some(By::Newer),
            Class::Crash | Class::Incomplete if still => Some(By::Both),
            _ => is_witnessed(folder, &file).then_some(By::Evaluation),
        };
        Ok(Settled { by, still, notes: looks().map(|look| look.note.clone()).collect() })
    }

    fn look(&self, folder: &Path, file: &FindingFile, options: &[Setting]) -> Result<Look> {
        let target = Target { options: options.to_vec(), ..self.newer.clone() };
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

/// Whether a model says that the answer is wrong, without any solver.
fn is_witnessed(folder: &Path, file: &FindingFile) -> bool {
    matches!(file.class, Class::Refutation | Class::Contradiction)
        && Smallest::read(folder).is_ok_and(|smallest| smallest.recheck(file).is_some_and(|it| it.is_ok()))
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
