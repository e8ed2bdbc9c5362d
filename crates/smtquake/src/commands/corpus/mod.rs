//! `smtquake corpus`: what can be done with a folder of scripts, or with the inputs that guided search keeps.

mod export;
mod import;
mod min;
mod place;
mod scripts;
mod stats;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake corpus stats benchmarks > profile.toml            what real scripts are like
  smtquake generate --logic QF_BV --profile profile.toml     scripts like these
  smtquake corpus min smtquake-out --on z3                   drop what shows nothing of its own
  smtquake corpus min benchmarks --on z3,cvc5 --out few      few real scripts that make both do all that all do
  smtquake corpus import mine benchmarks                     begin guided search with these
  smtquake corpus export smtquake-out --out scripts";

/// Folders of scripts, and what guided search keeps: learn from them, make them smaller
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

/// What to do; each variant's help is the doc comment of its arguments.
#[derive(clap::Subcommand)]
enum Action {
    Stats(stats::Args),
    Min(min::Args),
    Import(import::Args),
    Export(export::Args),
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Stats(args) => stats::run(args),
        Action::Min(args) => min::run(args),
        Action::Import(args) => import::run(args),
        Action::Export(args) => export::run(args),
    }
}
