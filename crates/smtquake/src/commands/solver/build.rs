//! `smtquake solver build`: makes a solver that tells which of its code a test reaches.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::{Context, ensure};
use serde::Serialize;
use solver::catalogue::Catalogue;
use solver::catalogue::build::{Order, Tree};
use solver::profile::Profiles;

use super::bar::Bar;
use super::verify::{Status, verify};
use super::{plain_target, tell};
use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake solver build boolector --coverage                  gives boolector@3.2.4+cov
  smtquake solver build z3@4.13.0 --coverage --jobs 8         takes long
  smtquake solver build z3 --coverage --source ~/z3 --build 'cmake -S . -B cov && make -C cov' --program cov/z3
  smtquake solver build ./mine/solver --coverage --source mine --build make
  smtquake fuzz boolector@3.2.4+cov

The sources come from the package indexes, by pip and cargo. The command of `--build` finds compilers that count by CC,
CXX and PATH. An interrupted build goes on where it was; one that is here is not built again.

Exit codes: 0 it is here, 1 it could not be built, 2 bad use";

/// Build a solver that tells which edges of its code a test reaches
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to build: z3, z3@4.13.0, yices, boolector, bitwuzla; with --source, any solver, or the program that comes out
    #[arg(value_name = "TARGET")]
    pub target: String,

    /// Have it count its edges, which is what there is to build it for
    #[arg(long, required = true)]
    pub coverage: bool,

    /// Sources of yours, in this folder
    #[arg(long, value_name = "DIR", requires = "build")]
    pub source: Option<PathBuf>,

    /// The command that builds them there
    #[arg(long, value_name = "COMMAND", requires = "source")]
    pub build: Option<String>,

    /// The program that comes out, below the folder of the sources
    #[arg(long, value_name = "FILE", requires = "source")]
    pub program: Option<PathBuf>,

    /// Compilers at work at a time; without it, one for each core
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZero<usize>>,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `target` (as it is used from now on), `path` (the program or library), `edges` (how many it counts),
    /// `status` (`ready`, `limited`: it fails some theories; null for a program of yours) and `error` (null if there
    /// is none).
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Line {
    target: String,
    path: Option<PathBuf>,
    edges: Option<usize>,
    status: Option<Status>,
    error: Option<String>,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let profiles = Profiles::of_user()?;
    let target = plain_target(&args.target, &profiles)?;
    let tree = args.source.as_ref().zip(args.build.as_ref()).map(|(folder, command)| Tree {
        folder: folder.clone(),
        command: command.clone(),
        program: args.program.clone(),
    });
    let cores = || available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let order = Order { target, tree, jobs: args.jobs.unwrap_or_else(cores).get() };
    let bar = Bar::new();
    let built = catalogue.build(&order, &mut |name, stage| bar.show(0, 1, name, &stage));
    let line = match built {
        Ok(built) => {
            bar.verifying();
            let solved = built.installed.as_ref().map(|solver| verify(solver, &profiles)).transpose();
            let solved = solved.with_context(|| built.target.clone())?;
            let status = solved.map(|(status, _)| status);
            ensure!(status != Some(Status::Failed), "{} was built but solves nothing", built.target);
            let (path, edges) = (Some(built.file), Some(built.edges));
            Line { target: built.target, path, edges, status, error: None }
        }
        Err(error) => Line {
            target: order.target.to_string(),
            path: None,
            edges: None,
            status: None,
            error: Some(error.to_string()),
        },
    };
    bar.finish();
    tell(args.json, &line, |out| match (&line.error, line.edges) {
        (None, Some(edges)) => writeln!(out, "{}  ready: counts {edges} edges", line.target),
        _ => Ok(()),
    })?;
    match line.error {
        Some(error) => {
            anstream::eprintln!("error: {error}");
            Ok(Exit::Rejected)
        }
        None => Ok(Exit::Success),
    }
}
