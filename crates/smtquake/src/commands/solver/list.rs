//! `smtquake solver list`: what is here.

use std::path::PathBuf;

use serde::Serialize;
use solver::catalogue::{Catalogue, Installed, Kind, SystemSolver, on_path};

use super::{table, tell};
use crate::exit::Exit;

/// List the solvers that are here: installed ones, and those on PATH as `@system`
#[derive(clap::Args)]
pub struct Args {
    /// Give the result as one JSON object on standard output
    ///
    /// Its key: `solvers`, a list of `target`, `family`, `version` (null if it does not tell), `from` (`cache` or
    /// `path`), `kind` (`executable`, `library` or `python`), `bytes` (null for those on PATH) and `path`.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Listed {
    solvers: Vec<Solver>,
}

#[derive(Serialize)]
struct Solver {
    target: String,
    family: String,
    version: Option<String>,
    from: &'static str,
    kind: Kind,
    bytes: Option<u64>,
    path: PathBuf,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let installed = catalogue.list_all()?.into_iter().map(Solver::from);
    let listed = Listed { solvers: installed.chain(on_path().into_iter().map(Solver::from)).collect() };
    tell(args.json, &listed, |out| {
        if listed.solvers.is_empty() {
            return writeln!(
                out,
                "no solver in {} and none on PATH: `smtquake solver add z3` fetches one",
                catalogue.root().display()
            );
        }
        let row = |solver: &Solver| {
            [
                solver.target.clone(),
                solver.version.clone().unwrap_or_else(|| "?".to_owned()),
                kind(solver.kind).to_owned(),
                solver.bytes.map(|bytes| format!("{} MB", bytes.div_ceil(1_000_000))).unwrap_or_default(),
                solver.path.display().to_string(),
            ]
        };
        let rows: Vec<_> = listed.solvers.iter().map(row).collect();
        table::write(out, ["target", "version", "kind", "size", "place"], &rows)
    })?;
    Ok(Exit::Success)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Executable => "executable",
        Kind::Library => "library",
        Kind::Python => "Python module",
    }
}

impl From<Installed> for Solver {
    fn from(solver: Installed) -> Solver {
        Solver {
            target: solver.name(),
            bytes: Some(solver.size()),
            from: "cache",
            kind: solver.manifest.kind,
            family: solver.manifest.family,
            version: Some(solver.manifest.version),
            path: solver.dir,
        }
    }
}

impl From<SystemSolver> for Solver {
    fn from(solver: SystemSolver) -> Solver {
        Solver {
            target: format!("{}@system", solver.family),
            family: solver.family.to_owned(),
            version: solver.version,
            from: "path",
            kind: Kind::Executable,
            bytes: None,
            path: solver.path,
        }
    }
}
