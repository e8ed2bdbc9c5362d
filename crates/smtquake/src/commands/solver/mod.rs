//! `smtquake solver`: which solvers can be had, which are here, what can be set on them.
//!
//! One file for each subcommand, with its `Args` and `run`. [`verify`] tries an installed solver out, [`bar`] draws how
//! far fetching has come, [`table`] aligns what people read.

mod add;
mod args;
mod bar;
mod build;
mod doctor;
mod list;
mod options;
mod remove;
pub mod table;
mod verify;
mod versions;

use anyhow::ensure;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::Target;

pub use args::Args;
pub use bar::Bar;

use crate::exit::Exit;
use crate::terminal::tell;
use args::Action;

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let catalogue = Catalogue::open_default()?;
    match &args.action {
        Action::Versions(args) => versions::run(args, &catalogue),
        Action::Add(args) => add::run(args, &catalogue),
        Action::Build(args) => build::run(args, &catalogue),
        Action::List(args) => list::run(args, &catalogue),
        Action::Remove(args) => remove::run(args, &catalogue),
        Action::Doctor(args) => doctor::run(args, &catalogue),
        Action::Options(args) => options::run(args, &catalogue),
    }
}

/// Reads a target that names a solver and nothing about how it runs.
fn plain_target(text: &str, profiles: &Profiles) -> anyhow::Result<Target> {
    let known: Vec<&str> = profiles.names().collect();
    let target = Target::parse_with(text, &known)?;
    ensure!(
        target.options.is_empty(),
        "`{target}` has options, which matter only when the solver runs: write `{}`",
        target.source
    );
    Ok(target)
}

/// A text on one line: what a solver or a tool said may have many.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
