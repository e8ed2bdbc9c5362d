//! The command line of `smtquake bisect`.

use std::path::PathBuf;
use std::time::Duration;

use campaign::DEFAULT_FOLDER;

use crate::quantity::duration;

const HELP: &str = "\
Examples:
  smtquake bisect 3 --out DIR                              a bug of a campaign, on the solver it was found on
  smtquake bisect bug.smt2 --on z3 --expect unsat          a script of yours
  smtquake bisect crash.smt2 --on cvc5 --expect crash --all
  smtquake bisect 3 --from 4.8.5 --to 4.13.0

Releases are fetched as needed and kept. One that cannot be told the script, does not decide it, or goes over the time
is skipped: it counts neither as good nor as bad.

Exit codes: 0 done, 2 bad use";

/// Find out which releases of a solver show a bug
///
/// Looks at a few releases, then halves the distances between good and bad ones. Where the bug came and went more than
/// once, every release is looked at. The result of a campaign's bug is kept in its folder, for `bugs` and `report`,
/// unless only a part of the releases was to be searched.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The number of a bug, the folder of a finding, or a script
    #[arg(value_name = "ID|FILE|FOLDER")]
    pub what: String,

    /// The solver, with options if need be: `z3`, `z3[smt.arith.solver=2]`; a bug's own when not given
    #[arg(long, value_name = "SOLVER")]
    pub on: Option<String>,

    /// The folder of the campaign, for a number
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub out: PathBuf,

    /// The right answers of a script, one per check (`sat`, `unsat`, `unknown`), or `crash` to look for a crash
    ///
    /// Without it, the script's own `(set-info :status …)` counts, or else what the newest release and another installed
    /// solver agree on.
    #[arg(long, value_name = "ANSWER", value_delimiter = ',', value_parser = ["sat", "unsat", "unknown", "crash"])]
    pub expect: Vec<String>,

    /// The time each release has
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub timeout: Duration,

    /// The oldest release to look at
    #[arg(long, value_name = "VERSION")]
    pub from: Option<String>,

    /// The newest release to look at
    #[arg(long, value_name = "VERSION")]
    pub to: Option<String>,

    /// Look at every release
    #[arg(long)]
    pub all: bool,

    /// Print the result as one JSON object
    ///
    /// Its keys: `target`, `known_by`, `method` (`binary` or `scan`), `releases` (how many there are), `first_bad`,
    /// `last_good` (before it), `last_bad`, `fixed_in`, `still_bad`, `newest`, `lives` (stretches of bad releases) and
    /// `matrix`, a list of `version`, `mark` (`good`, `bad` or `skipped`), `answer`, `note` and `seconds`.
    #[arg(long)]
    pub json: bool,
}
