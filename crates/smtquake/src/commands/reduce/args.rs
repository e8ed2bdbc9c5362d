//! The command line of `smtquake reduce`.

use std::path::PathBuf;
use std::time::Duration;

use campaign::reduction::Matching;
use clap::ValueEnum;
use reduce::{Often, Predicate};
use solver::process::Limits;

use crate::quantity::{duration, size};

/// Make a script smaller as long as it shows the same bug
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  smtquake reduce bug.smt2 --on z3@4.8.12 --against z3\n  \
                  smtquake reduce bug.smt2 --on ./build/cvc5 --expect crash -o small.smt2\n  \
                  smtquake reduce lost.smt2 --on z3 --expect unknown --against z3@4.8.5\n  \
                  smtquake reduce bug.smt2 --check './still_fails.sh'\n\n\
                  Without --expect it keeps what TARGET does wrong: a crash, an invalid model, or an answer that the\n\
                  solvers of --against (else all installed ones, at least two) contradict. Options of TARGET that it does\n\
                  not take are dropped.\n\n\
                  Exit codes: 0 reduced, 2 bad use, or the script does not show it")]
pub struct Args {
    /// The script
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The solver that is wrong about it
    #[arg(long, value_name = "TARGET", required_unless_present = "check", conflicts_with = "check")]
    pub on: Option<String>,

    /// What the solver does wrong
    #[arg(long, value_name = "WHAT", conflicts_with = "check")]
    pub expect: Option<Expect>,

    /// Solvers that are right about it; every smaller script needs one of them, and none may contradict it
    #[arg(long, value_name = "TARGET", num_args = 1.., value_delimiter = ',', conflicts_with = "check")]
    pub against: Vec<String>,

    /// A model that satisfies the script, in a file: a wrong `unsat` is kept as long as it evaluates to true
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub witness: Option<PathBuf>,

    /// A shell command that is given a script's name, for `{}` or as its last argument; its exit code and output must
    /// stay what they are
    #[arg(long, value_name = "COMMAND")]
    pub check: Option<String>,

    /// With --check: the output must contain this, instead of staying the same
    #[arg(long = "match", value_name = "TEXT", requires = "check")]
    pub matching: Option<String>,

    /// With --check: only the exit code counts
    #[arg(long, requires = "check", conflicts_with = "matching")]
    pub ignore_output: bool,

    /// Where the smallest script goes, written anew with every step [default: FILE's name with .reduced.smt2]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// How many candidates are tried at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// The time for each run of a solver or command
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// The memory for each run
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    memory: u64,

    /// The time for the whole reduction
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub budget: Option<Duration>,

    /// How many runs must show it, of how many, for one that does so only sometimes
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = runs)]
    pub runs: (u32, u32),

    /// Print one JSON object: `before`, `after`, `seconds`, `checks`, `output`, `target`, `shows`, …
    #[arg(long)]
    pub json: bool,

    /// No progress
    #[arg(short, long)]
    pub quiet: bool,
}

/// What a solver does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Expect {
    Sat,
    Unsat,
    Unknown,
    Crash,
    InvalidModel,
    Timeout,
}

impl Args {
    /// How many candidates are tried at a time.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// What each run may use.
    pub fn limits(&self) -> Limits {
        let (wall, cpu) = (self.timeout, self.timeout.saturating_mul(4));
        Limits { wall, cpu, memory: self.memory, ..Limits::default() }
    }

    /// A predicate that has to hold as often as the user wants.
    pub fn often<'p>(&self, predicate: impl Predicate + 'p) -> Box<dyn Predicate + 'p> {
        let (needed, of) = self.runs;
        Box::new(Often { predicate, needed, of })
    }

    /// What a command's output has to be.
    pub fn matching(&self) -> Matching {
        match &self.matching {
            Some(text) => Matching::Contains(text.clone()),
            None if self.ignore_output => Matching::Anything,
            None => Matching::Same,
        }
    }
}

fn runs(text: &str) -> Result<(u32, u32), String> {
    let (needed, of) = text.split_once('/').unwrap_or((text, text));
    match (needed.trim().parse(), of.trim().parse()) {
        (Ok(needed), Ok(of)) if 0 < needed && needed <= of && of <= 1000 => Ok((needed, of)),
        _ => Err("write for example `2/5`: two of five runs".to_owned()),
    }
}
