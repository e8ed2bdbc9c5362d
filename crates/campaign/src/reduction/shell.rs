//! A user's own command as the predicate, as ddSMT has it.

use std::path::Path;

use reduce::{Broken, Patience, Predicate, Shows, Subject};
use solver::backend::{Backend, Request, Spawn};
use solver::process::{Limits, Program};
use solver::run::{Exit, Marks, Outcome, Run};

/// What the command's output has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matching {
    /// What it is for the script itself.
    Same,
    /// Something that contains this.
    Contains(String),
    /// Whatever.
    Anything,
}

/// A shell command that is given a file; its exit code, and what it prints, say whether the script is still of interest.
pub struct Shell {
    backend: Spawn,
    limits: Limits,
    matching: Matching,
    golden: Option<Seen>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    exit: Option<Exit>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Shell {
    /// `command` runs in `directory`, with the file's name in the place of `{}`, or as its last argument.
    pub fn open(
        command: &str,
        directory: &Path,
        limits: &Limits,
        matching: Matching,
    ) -> Result<Shell, Broken> {
        let command = match command.contains("{}") {
            true => command.replace("{}", "\"$FILE\""),
            false => format!("{command} \"$FILE\""),
        };
        let script =
            format!("FILE=\"$TMPDIR/candidate.smt2\"\ncat > \"$FILE\"\ncd \"$HERE\" || exit 126\n{command}");
        let mut program = Program::new("sh").arg("-c").arg(script).env("HERE", directory);
        program.trusted = true;
        let backend = Spawn::new(&program, Marks::default()).map_err(|error| Broken(error.to_string()))?;
        Ok(Shell { backend, limits: limits.clone(), matching, golden: None })
    }

    /// Runs it on the script itself, to know what later ones are compared with.
    pub fn learn(&mut self, subject: &Subject) -> Result<(), Broken> {
        let seen = self.run(subject).map_err(|outcome| match outcome {
            Outcome::Exceeded(limit) => Broken(format!(
                "the command goes over its limit ({limit:?}) on the script itself; give it more with --timeout or --memory"
            )),
            outcome => Broken(format!("the command cannot be run on the script itself: {outcome:?}")),
        })?;
        match seen.exit {
            Some(Exit::Code(code @ (126 | 127))) => {
                let said = String::from_utf8_lossy(&seen.stderr).trim().to_owned();
                Err(Broken(format!("the command cannot be run (exit code {code}): {said}")))
            }
            _ => {
                self.golden = Some(seen);
                Ok(())
            }
        }
    }

    fn run(&mut self, subject: &Subject) -> Result<Seen, Outcome> {
        let request = Request { input: &subject.text, expected: &[], limits: &self.limits };
        let mut run = Run::default();
        self.backend.run_into(&request, &mut run);
        match run.outcome {
            Outcome::Exceeded(_) | Outcome::NotStarted(_) => Err(run.outcome),
            _ => Ok(Seen { exit: run.exit, stdout: run.stdout, stderr: run.stderr }),
        }
    }
}

impl Predicate for Shell {
    fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
        if self.golden.is_none() {
            self.learn(subject)?;
        }
        let seen = match self.run(subject) {
            Ok(seen) => seen,
            Err(Outcome::NotStarted(why)) => return Err(Broken(why)),
            Err(_) => return Ok(Shows::No),
        };
        let Some(golden) = &self.golden else { return Ok(Shows::No) };
        let contains = |text: &[u8], part: &str| String::from_utf8_lossy(text).contains(part);
        let same = seen.exit == golden.exit
            && match &self.matching {
                Matching::Same => seen.stdout == golden.stdout && seen.stderr == golden.stderr,
                Matching::Contains(part) => contains(&seen.stdout, part) || contains(&seen.stderr, part),
                Matching::Anything => true,
            };
        Ok(same.into())
    }
}
