//! Trying an installed solver out: one problem of each theory it knows.

use std::ffi::OsString;

use serde::Serialize;
use solver::backend::{Backend, Forks, Library, Request, Spawn};
use solver::catalogue::{Installed, Launch, SampleResult, solve_samples};
use solver::host::Guest;
use solver::process::{Limits, Program};
use solver::profile::{Profile, Profiles};
use solver::run::{Marks, Outcome};

use super::one_line;

/// So much of what a solver said is repeated.
const SHOWN: usize = 100;

/// What is known about an installed solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It solves a problem of every theory that its kind knows.
    Ready,
    /// It solves those of some theories.
    Limited,
    /// It solves nothing.
    Failed,
}

/// What a solver made of the problem of a theory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Theory {
    /// The theory.
    pub theory: &'static str,
    /// Whether it gave the right answer.
    pub solved: bool,
    /// What it said instead.
    pub said: Option<String>,
}

/// Gives an installed solver its problems.
pub fn verify(solver: &Installed, profiles: &Profiles) -> anyhow::Result<(Status, Vec<Theory>)> {
    let results = solve(solver, profiles)?;
    Ok((status(&results), results.into_iter().map(Theory::from).collect()))
}

/// What an installed solver makes of its problems.
pub fn solve(solver: &Installed, profiles: &Profiles) -> anyhow::Result<Vec<SampleResult>> {
    let profile = profiles.get(solver.profile())?;
    let mut backend = open(solver, profile)?;
    Ok(solve_samples(profile, |script| answer(&mut *backend, profile, script)))
}

fn open(solver: &Installed, profile: &Profile) -> anyhow::Result<Box<dyn Backend>> {
    let text = |text: &String| OsString::from(text);
    Ok(match Launch::of(solver) {
        Launch::Process { program, args } => {
            let program = Program {
                path: program,
                args: args.iter().chain(&profile.run.stdin).map(text).collect(),
                env: profile.run.environment.iter().map(|(name, value)| (text(name), text(value))).collect(),
                ..Program::default()
            };
            Box::new(Spawn::new(&program, Marks::default())?)
        }
        Launch::Library { library, parser } => {
            let family = solver.manifest.family.clone();
            let guest = Guest { family, library, parser, incremental: false, settings: Vec::new() };
            Box::new(Library::new(&guest, Forks::PerTest, Marks::default())?)
        }
    })
}

/// Everything that a solver prints for a script, and how it ended if not well.
fn answer(backend: &mut dyn Backend, profile: &Profile, script: &str) -> String {
    let input = format!("{script}\n(exit)\n");
    let limits = Limits::default();
    let run = backend.run(&Request { input: input.as_bytes(), expected: &[], limits: &limits });
    let mut said = [&run.stdout[..], &run.stderr[..]].map(String::from_utf8_lossy).join("\n");
    match run.outcome {
        Outcome::Finished | Outcome::Failed(_) => {}
        Outcome::NotStarted(why) => said += &format!("\nit does not start: {why}"),
        Outcome::Crashed(_) => said += "\nit crashed",
        Outcome::Exceeded(limit) => said += &format!("\nit went over the limit of {}", name(limit)),
        Outcome::Killed(signal) => said += &format!("\nit was killed by signal {signal}"),
    }
    if said.trim().is_empty() {
        said = format!("it said nothing (profile `{}`)", profile.name);
    }
    said
}

fn name(limit: solver::process::Limit) -> &'static str {
    use solver::process::Limit;
    match limit {
        Limit::Wall | Limit::Cpu => "time",
        Limit::Memory => "memory",
        Limit::Output => "output",
        Limit::Processes => "processes",
    }
}

/// A release that does not know a theory yet is good for the others.
fn status(results: &[SampleResult]) -> Status {
    match results.iter().filter(|result| result.wrong.is_none()).count() {
        n if n == results.len() => Status::Ready,
        0 => Status::Failed,
        _ => Status::Limited,
    }
}

impl From<SampleResult> for Theory {
    fn from(result: SampleResult) -> Theory {
        let said = result.wrong.map(|said| one_line(&said).chars().take(SHOWN).collect());
        Theory { theory: result.theory, solved: said.is_none(), said }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(wrong: &[Option<&str>]) -> Vec<SampleResult> {
        let result = |wrong: &Option<&str>| SampleResult { theory: "ints", wrong: wrong.map(str::to_owned) };
        wrong.iter().map(result).collect()
    }

    #[test]
    fn a_solver_is_limited_when_it_solves_some_and_failed_when_none() {
        assert_eq!(status(&results(&[None, None])), Status::Ready);
        assert_eq!(status(&results(&[None, Some("unknown")])), Status::Limited);
        assert_eq!(status(&results(&[Some("unknown"), Some("")])), Status::Failed);
    }

    #[test]
    fn what_it_said_is_cut_to_a_line() {
        let long = format!("a\n  b {}", "c".repeat(2 * SHOWN));
        let theory = Theory::from(results(&[Some(&long)]).remove(0));
        let said = theory.said.unwrap();
        assert!(!theory.solved && said.starts_with("a b cc") && said.len() == SHOWN, "{said}");
    }
}
