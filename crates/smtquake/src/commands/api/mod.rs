//! `smtquake api`: the C functions of solver libraries, called in ways that a model thinks of.
//!
//! [`library`] finds what is to be loaded, [`source`] reads traces, [`keep`] keeps what was found, [`rounds`] shows how far it is; [`fuzz`], [`replay`], [`reduce`] and [`model`] are one action each.

mod fuzz;
mod keep;
mod library;
mod model;
mod reduce;
pub mod replay;
mod rounds;
mod source;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake api fuzz z3 --rounds 10000             call Z3's functions in 10000 different ways
  smtquake api fuzz boolector --for 10m --out DIR keep what is found, for bugs, replay and report
  smtquake api replay found.trace                 make the same calls again
  smtquake api replay found.trace --as smt2       say them in SMT-LIB
  smtquake api replay found.trace --as c          say them in C
  smtquake api replay seed.smt2 --on yices        make the calls that a script stands for
  smtquake api reduce found.trace                 make it small, as long as it shows the same
  smtquake api model z3 --coverage                what is called, and how often

A trace has one call per line, with the handles of what it makes; it can be written by hand.";

/// Test solver libraries through their C functions: fuzz, replay or reduce a trace, look at the model
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

/// What to do; each variant's help is the doc comment of its arguments.
#[derive(clap::Subcommand)]
enum Action {
    Fuzz(fuzz::Args),
    Replay(replay::Args),
    Reduce(reduce::Args),
    Model(model::Args),
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Fuzz(args) => fuzz::run(args),
        Action::Replay(args) => replay::run(args),
        Action::Reduce(args) => reduce::run(args),
        Action::Model(args) => model::run(args),
    }
}
