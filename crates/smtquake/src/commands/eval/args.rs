//! The command line of `smtquake eval`.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  smtquake eval ground.smt2                        no free symbols: no model is needed
  smtquake eval bug.smt2 --model bug.model         is this a model of the script?
  z3 -model bug.smt2 | smtquake eval bug.smt2 --model -
  smtquake eval bug.smt2 --random 1000 --seed 7    how often are the assertions true?

Exit codes: 0 all are true, 1 some are false, 3 some are unknown and none is false, 2 bad use";

/// Evaluate the assertions of a script, exactly and without a solver
///
/// All assertions of the script are evaluated in their order, whatever push, pop and reset-assertions say. An
/// assertion is false only when the model alone decides it. A symbol that the model leaves out, or a result that the
/// standard leaves open (x/0, …) and the model does not fix, gets a plain value: if the assertion is then true, the
/// model can be completed so that it is; if not, its value is unknown.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The script, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// What the free symbols mean: a solver's answer to (get-model), or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,

    /// Try so many random assignments and count
    #[arg(long, value_name = "N", conflicts_with = "model", value_parser = clap::value_parser!(u64).range(1..))]
    pub random: Option<u64>,

    /// Where the random assignments start: the same seed gives the same ones
    #[arg(long, value_name = "S", requires = "random", default_value_t = 0)]
    pub seed: u64,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `file` and `assertions`, a list of `line`, `term` (cut when it is long), `value` (`true`, `false` or
    /// `unknown`), `reason` (why it is unknown) and `explanation` (why it is false). With --random also `random`,
    /// `seed` and `all_true`, and an assertion has `counts` (`true`, `false` and `unknown`) instead of a value.
    #[arg(long)]
    pub json: bool,
}
