//! `smtquake corpus`: what can be done with a folder of scripts.

mod stats;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake corpus stats benchmarks > profile.toml            what real scripts are like
  smtquake generate --logic QF_BV --profile profile.toml     scripts like these";

/// Folders of scripts: learn what they are like
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
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Stats(args) => stats::run(args),
    }
}
