//! The command line of `smtquake run`.

use std::path::PathBuf;
use std::time::Duration;

use super::quantity::{duration, size};

const EXAMPLES: &str = "\
Examples:
  smtquake run bug.smt2 --on z3,cvc5                       do they agree?
  smtquake run benchmarks --on z3@4.8.12,z3 --timeout 2s   an old release against the newest one here
  smtquake run bug.smt2 --on './build/z3 -T:5' --memory 512M
  smtquake run bug.smt2 --on 'z3,z3[smt.arith.solver=2]' --json

Exit codes: 0 all agree, 1 a disagreement, a wrong model or a crash, 2 bad use";

/// Run scripts on solvers and compare their answers
///
/// Each script is sent as it is to a solver that knows all its names. To another release it is sent in that release's
/// dialect (old names, old string escapes), which the notes say; what a solver cannot be told is `unsupported`, with what
/// it lacks. Each release is asked once what it knows.
///
/// The answers to the checks are put side by side; `sat` against `unsat` is a disagreement, unless an error came before
/// one of them: it is then the answer to another question. Where the script has one (get-model), the model is checked by
/// evaluation.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The scripts: files, folders with `.smt2` files anywhere below, or `-`
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// The solvers, separated by commas: `z3`, `z3@4.8.12`, `cvc5@system`, `./build/z3 -T:5`, `z3[option=value]`
    #[arg(long, value_name = "TARGET,…", required = true)]
    pub on: Vec<String>,

    /// The time a solver has for a script: `500ms`, `10s`, `2m`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub timeout: Duration,

    /// The memory a solver has for a script: `512M`, `2G`
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    pub memory: u64,

    /// How scripts are given to a solver
    #[arg(long, value_enum, default_value_t = Way::Spawn)]
    pub backend: Way,

    /// Print the result as one JSON object
    ///
    /// Its keys: `runs`, a list of `file`, `target`, `sent` (`as-written`, `in-its-dialect` or `nothing`), `answers`,
    /// `outcome`, `seconds`, `memory`, `edges` (taken by a coverage build, else null), `model` and `notes`; `disagreements`; and `advice` for those who report a finding.
    #[arg(long)]
    pub json: bool,
}

/// How scripts are given to a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Way {
    /// A new process for each script
    Spawn,
    /// One process for all scripts, reset between them; what it finds is confirmed by a new process
    Session,
    /// The solver's library, loaded in a process that forks for each script; chosen by itself where a solver has no
    /// executable
    Library,
}
