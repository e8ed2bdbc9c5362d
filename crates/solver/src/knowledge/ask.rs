//! Asking a solver many questions in few processes.
//!
//! Each question is followed by a word that the solver echoes. One that goes on after an error answers them all in one
//! process; one that ends at an error is started again behind the question that it did not survive.

use std::time::Duration;

use memchr::memmem;

use crate::backend::{Backend, Request};
use crate::process::Limits;
use crate::profile::Template;
use crate::run::Outcome;

/// Somebody to ask.
pub(super) struct Asker<'a> {
    backend: Box<dyn Backend>,
    echo: &'a Template,
    limits: Limits,
}

/// The solver did not take part: it does not start, does not echo, or does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Silent;

impl<'a> Asker<'a> {
    pub fn new(backend: Box<dyn Backend>, echo: &'a Template, limit: Duration) -> Asker<'a> {
        Asker { backend, echo, limits: Limits { wall: limit, cpu: limit, ..Limits::default() } }
    }

    /// Whether the solver accepts each of the scripts after the prelude.
    pub fn ask(&mut self, prelude: &str, scripts: &[&str]) -> Result<Vec<bool>, Silent> {
        let mut accepted = vec![false; scripts.len()];
        let mut from = 0;
        while from < scripts.len() {
            let mut input = format!("{prelude}\n{}\n", self.echo.fill(&word(0)));
            for (i, script) in scripts.iter().enumerate().skip(from) {
                // A line each: an error message that quotes its line must not quote the next word.
                input.push_str(&format!("{script}\n{}\n", self.echo.fill(&word(i + 1))));
            }
            let output = self.run(&input)?;
            let mut rest = &output[..];
            let (_, after) = until_word(rest, 0).ok_or(Silent)?;
            rest = after;
            let mut reached = from;
            while let Some((said, after)) = until_word(rest, reached + 1) {
                accepted[reached] = !complains(said);
                rest = after;
                reached += 1;
                if reached == scripts.len() {
                    return Ok(accepted);
                }
            }
            // It ended at this one.
            from = reached + 1;
        }
        Ok(accepted)
    }

    /// Everything that it prints for a script.
    pub fn run(&mut self, input: &str) -> Result<Vec<u8>, Silent> {
        let run = self.backend.run(&Request { input: input.as_bytes(), expected: &[], limits: &self.limits });
        match run.outcome {
            Outcome::NotStarted(_) | Outcome::Exceeded(_) => Err(Silent),
            _ => Ok(run.stdout),
        }
    }
}

/// Of one length, so that no word is the beginning of another.
fn word(number: usize) -> String {
    format!("question-{number:05}")
}

/// What stands before a word that has a line of its own, and what after it.
fn until_word(output: &[u8], number: usize) -> Option<(&[u8], &[u8])> {
    let word = word(number);
    memmem::find_iter(output, word.as_bytes()).find_map(|at| {
        let (before, after) = (&output[..at], &output[at + word.len()..]);
        let before = before.strip_suffix(b"\"").unwrap_or(before);
        let after = after.strip_prefix(b"\"").unwrap_or(after);
        let own_line = before.last().is_none_or(|&byte| byte == b'\n')
            && after.first().is_none_or(|&byte| matches!(byte, b'\n' | b'\r'));
        own_line.then_some((before, after))
    })
}

fn complains(said: &[u8]) -> bool {
    ["(error", "rror:", "unsupported"].iter().any(|sign| memmem::find(said, sign.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Confinement;
    use crate::run::Run;

    /// A solver that knows `good`, and lives on after an error or does not.
    struct Fake {
        survives: bool,
        echoes: bool,
        runs: std::sync::Arc<std::sync::atomic::AtomicUsize>,
    }

    impl Backend for Fake {
        fn run_into(&mut self, request: &Request<'_>, run: &mut Run) {
            run.clear();
            self.runs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            for line in String::from_utf8_lossy(request.input).lines() {
                if let Some(word) = line.strip_prefix("(echo \"").filter(|_| self.echoes) {
                    run.stdout.extend_from_slice(format!("{}\n", &word[..word.len() - 2]).as_bytes());
                } else if line.contains("bad") {
                    run.stdout
                        .extend_from_slice(format!("(error \"in {line} question-00009\")\n").as_bytes());
                    if !self.survives {
                        return;
                    }
                }
            }
        }

        fn confinement(&self) -> Confinement {
            Confinement::None
        }
    }

    fn asked(survives: bool, echoes: bool) -> (Result<Vec<bool>, Silent>, usize) {
        let runs = std::sync::Arc::default();
        let fake = Fake { survives, echoes, runs: std::sync::Arc::clone(&runs) };
        let echo = Template::try_from("(echo \"{}\")".to_owned()).unwrap();
        let mut asker = Asker::new(Box::new(fake), &echo, Duration::from_secs(1));
        let answer = asker.ask("(prelude)", &["(good)", "(bad)", "(bad)", "(good)", "(bad)"]);
        (answer, runs.load(std::sync::atomic::Ordering::Relaxed))
    }

    #[test]
    fn a_solver_that_lives_on_answers_in_one_process() {
        assert_eq!(asked(true, true), (Ok(vec![true, false, false, true, false]), 1));
    }

    #[test]
    fn a_solver_that_ends_is_asked_again_behind_the_error() {
        assert_eq!(asked(false, true), (Ok(vec![true, false, false, true, false]), 3));
    }

    #[test]
    fn one_that_does_not_echo_is_silent() {
        assert_eq!(asked(true, false), (Err(Silent), 1));
    }
}
