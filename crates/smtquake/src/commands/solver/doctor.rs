//! `smtquake solver doctor`: is everything in place?

use serde::Serialize;
use solver::catalogue::{Catalogue, Check, Health};
use solver::profile::Profiles;

use super::{one_line, table, tell, verify};
use crate::exit::Exit;

/// Look at Python, network, disk, kernel and every installed solver
///
/// Every installed file is compared with what was fetched, and every solver solves a problem of each theory it
/// knows. What is limited works in part; what is broken has to be put right, and the table says how.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 nothing is broken, 1 something is, 2 bad use")]
pub struct Args {
    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `broken` (how many) and `checks`, a list of `what`, `health` (`good`, `limited` or `broken`) and
    /// `detail`.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Diagnosis {
    broken: usize,
    checks: Vec<Check>,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let profiles = Profiles::of_user()?;
    let checks = catalogue
        .doctor(&mut |solver| verify::solve(solver, &profiles).map_err(|error| format!("{error:#}")));
    let broken = checks.iter().filter(|check| check.health == Health::Broken).count();
    let diagnosis = Diagnosis { broken, checks };
    tell(args.json, &diagnosis, |out| {
        let row =
            |check: &Check| [check.what.clone(), name(check.health).to_owned(), one_line(&check.detail)];
        let rows: Vec<_> = diagnosis.checks.iter().map(row).collect();
        table::write(out, ["what", "health", "detail"], &rows)
    })?;
    Ok(if broken == 0 { Exit::Success } else { Exit::Rejected })
}

fn name(health: Health) -> &'static str {
    match health {
        Health::Good => "good",
        Health::Limited => "limited",
        Health::Broken => "BROKEN",
    }
}
