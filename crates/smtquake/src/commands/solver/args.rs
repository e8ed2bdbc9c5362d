//! The command line of `smtquake solver`.

use super::{add, build, doctor, list, options, remove, versions};

const EXAMPLES: &str = "\
Examples:
  smtquake solver versions z3                  which releases can be had?
  smtquake solver add z3@4.8.12 z3 cvc5        fetch two releases of Z3, and the newest cvc5
  smtquake solver list                         what is here, and what is on PATH
  smtquake solver options z3 --filter arith    what can be set on it
  smtquake solver build yices --coverage       one that tells which of its code a test reaches
  smtquake solver doctor                       is everything in place?

A target names a solver: `z3` (the newest), `z3@4.8.12` (that release), `z3@system` (the one on PATH), `./build/z3`
(a program), `z3:./mine` (a program to be treated as Z3), `lib:./libz3.so` (a library).

Solvers are kept in $SMTQUAKE_CACHE, else in $XDG_CACHE_HOME/smtquake, else in ~/.cache/smtquake. They are fetched with
the pip of `python3`, or of the Python that $SMTQUAKE_PYTHON names.";

/// Fetch solvers, list them, look after them
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub action: Action,
}

/// What to do; each variant's help is the doc comment of its arguments.
#[derive(clap::Subcommand)]
pub enum Action {
    Versions(versions::Args),
    Add(add::Args),
    Build(build::Args),
    List(list::Args),
    Remove(remove::Args),
    Doctor(doctor::Args),
    Options(options::Args),
}
