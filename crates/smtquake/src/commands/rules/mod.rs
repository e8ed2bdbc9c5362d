//! `smtquake rules`: the rules by which walks weaken and strengthen, and their proofs.
//!
//! [`list`] shows the tables, [`prove`] has solvers refute the negation of each rule, through a [`prover`] per target.

mod list;
mod prove;
mod prover;

use anyhow::anyhow;
use strategy::rules::{Rule, Theory};

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  smtquake rules list --theory bv                 the rules of bit-vectors, and whether they are proved
  smtquake rules prove                            have the newest Z3 and cvc5 prove all of them
  smtquake rules prove --on z3@4.8.12,cvc5 --theory string --timeout 10s";

/// The rules by which walks weaken and strengthen: list and prove them
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

/// What to do; each variant's help is the doc comment of its arguments.
#[derive(clap::Subcommand)]
enum Action {
    List(list::Args),
    Prove(prove::Args),
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::List(args) => list::run(args),
        Action::Prove(args) => prove::run(args),
    }
}

/// Reads the name of a table.
fn theory(text: &str) -> anyhow::Result<Theory> {
    let names = Theory::ALL.map(Theory::name);
    let found = Theory::ALL.into_iter().find(|theory| theory.name() == text);
    found.ok_or_else(|| anyhow!("there are rules of {}", names.join(", ")))
}

/// The rules of one table, or of all.
fn rules(of: Option<Theory>) -> impl Iterator<Item = &'static Rule> {
    Theory::ALL.into_iter().filter(move |&theory| of.is_none_or(|of| of == theory)).flat_map(Theory::rules)
}
