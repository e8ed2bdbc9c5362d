//! `smtquake solver remove`: takes an installed release away.

use anyhow::{bail, ensure};
use serde::Serialize;
use solver::catalogue::{Catalogue, CatalogueError};
use solver::profile::Profiles;
use solver::target::{Source, VersionRequest};

use super::{plain_target, tell};
use crate::exit::Exit;

/// Remove an installed release
#[derive(clap::Args)]
pub struct Args {
    /// Which one, with its version: z3@4.8.12
    #[arg(value_name = "TARGET")]
    pub target: String,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `removed` (the target) and `bytes` (what it took).
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Removed {
    removed: String,
    bytes: u64,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let target = plain_target(&args.target, &Profiles::of_user()?)?;
    if let Source::Release { family, version } = &target.source {
        ensure!(
            *version != VersionRequest::System,
            "{target} is not smtquake's: what is on PATH stays there"
        );
        if *version == VersionRequest::Newest {
            bail!("which {family}? {}", which(catalogue, family)?);
        }
    }
    let solver = match catalogue.remove(&target) {
        // Whoever removes does not want to be told how to add.
        Err(CatalogueError::NotInstalled { target }) => {
            bail!("{target} is not installed, so it cannot be removed: `smtquake solver list` shows what is")
        }
        other => other?,
    };
    let removed = Removed { removed: solver.name(), bytes: solver.size() };
    tell(args.json, &removed, |out| {
        writeln!(out, "removed {} ({} MB)", removed.removed, removed.bytes.div_ceil(1_000_000))
    })?;
    Ok(Exit::Success)
}

/// The releases of a family that could be meant.
fn which(catalogue: &Catalogue, family: &str) -> anyhow::Result<String> {
    let solvers = catalogue.list_all()?;
    let names: Vec<String> = solvers
        .iter()
        .filter(|solver| solver.manifest.family == family)
        .map(|solver| solver.name())
        .collect();
    Ok(match names.is_empty() {
        true => "none is installed".to_owned(),
        false => format!("installed: {}", names.join(", ")),
    })
}
