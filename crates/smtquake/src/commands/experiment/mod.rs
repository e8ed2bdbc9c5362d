//! `smtquake experiment`: what strategies are worth, by one command each.

mod coverage;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake solver build yices --coverage
  smtquake experiment coverage yices@2.6.4+cov --strategy storm,grammar --tests 5000";

/// Measure what strategies are worth
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

/// What to do; each variant's help is the doc comment of its arguments.
#[derive(clap::Subcommand)]
enum Action {
    Coverage(coverage::Args),
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Coverage(args) => coverage::run(args),
    }
}
