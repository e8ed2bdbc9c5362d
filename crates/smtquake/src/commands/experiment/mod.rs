//! `smtquake experiment`: measurements that anybody can repeat, each with a table and a plot.

mod ablation;
mod correlations;
mod page;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake experiment ablation z3 --for 10m -o ablation.html
  smtquake experiment correlations -o correlations.html";

/// Measure what parts of this program are worth
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

/// Which experiment; each variant's help is the doc comment of its arguments.
#[derive(clap::Subcommand)]
enum Action {
    Ablation(ablation::Args),
    Correlations(correlations::Args),
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Ablation(args) => ablation::run(args),
        Action::Correlations(args) => correlations::run(args),
    }
}
