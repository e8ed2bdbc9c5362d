//! `smtquake experiment`: measurements that anybody can repeat, each with a table and a plot.

mod ablation;
mod correlations;
mod coverage;
mod page;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake solver build yices --coverage
  smtquake experiment coverage yices@2.6.4+cov --strategy storm,grammar --tests 5000
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
    Coverage(coverage::Args),
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Ablation(args) => ablation::run(args),
        Action::Correlations(args) => correlations::run(args),
        Action::Coverage(args) => coverage::run(args),
    }
}
