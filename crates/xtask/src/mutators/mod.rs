//! Our mutators beside yinyang's opfuzz and typefuzz: the same seeds, the same solvers, the same time, one core each.
//!
//! Three races per pair of tools: with a target that answers at once, with two configurations of Z3, and for bugs of an old
//! Z3. CPU seconds are those of the tool and of all that it started. Then a sample of the mutants of each is given to the newest
//! Z3, which says how many are no scripts.

mod measure;
mod ours;
mod peer;
mod sample;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;

use ours::Ours;
use peer::Peer;
use sample::Sample;

/// The newest Z3, which judges scripts, and one with known bugs.
const NEW: &str = "z3@5.4.0";
const OLD: &str = "z3@4.8.12";
/// What tells the second configuration from the first.
const SETTING: &str = "smt.arith.solver=2";

/// A tool of theirs, and ours that does the same.
const PAIRS: &[(&str, &str)] = &[("opfuzz", "operator"), ("typefuzz", "typed")];

/// How long, and on what.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The folder of seeds
    #[arg(long, value_name = "DIR", default_value = "seeds")]
    pub seeds: PathBuf,
    /// The time of each tool: a tenth for a target that answers at once, four for two solvers, five for bugs
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = duration)]
    pub time: Duration,
    /// Mutants of each that the newest Z3 looks at
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub sample: usize,
    /// Only these of opfuzz and typefuzz
    #[arg(long, value_name = "TOOL", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The races, and their shares of a tool's time in tenths.
#[derive(Clone, Copy)]
enum Kind {
    Instant = 1,
    Solving = 4,
    Hunting = 5,
}

impl Args {
    fn time(&self, kind: Kind) -> Duration {
        self.time * kind as u32 / 10
    }
}

/// What came of a race.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Race {
    /// Mutants that were made.
    pub mutants: u64,
    /// Solvers that were called.
    pub calls: u64,
    /// Bugs: ours by signature, theirs by seed.
    pub bugs: u64,
    /// CPU seconds of the whole tree of processes.
    pub cpu: f64,
}

/// All about one tool.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The tool.
    pub tool: String,
    /// With a target that answers at once.
    pub instant: Race,
    /// With two configurations of Z3.
    pub solving: Race,
    /// On an old Z3.
    pub hunting: Race,
    /// A sample of its mutants.
    pub sample: Sample,
}

/// The table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    rows: Vec<Row>,
}

/// Runs the comparison; rows are told as they come.
pub fn run(args: &Args) -> Result<Report> {
    ensure!(args.seeds.is_dir(), "{} is no folder of seeds", args.seeds.display());
    let seeds = args.seeds.canonicalize().context("the seeds")?;
    let work = std::env::temp_dir().join(format!("compare-yinyang-{}", std::process::id()));
    std::fs::create_dir_all(&work)?;
    let (peer, ours) = (Peer::install(&work)?, Ours::build(&work)?);
    let mut report = Report::default();
    for (theirs, mine) in PAIRS {
        if !args.only.is_empty() && !args.only.iter().any(|only| only == theirs) {
            continue;
        }
        report.add(peer.row(theirs, &seeds, args)?);
        report.add(ours.row(mine, &seeds, args)?);
    }
    std::fs::remove_dir_all(&work)?;
    Ok(report)
}

impl Report {
    fn add(&mut self, row: Row) {
        eprintln!("{}", line(&row));
        self.rows.push(row);
    }

    /// The table as JSON.
    pub fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)?)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "per CPU second       mutants    calls   invalid  duplicate   bugs on {OLD}")?;
        for row in &self.rows {
            writeln!(f, "{}", line(row))?;
        }
        for pair in self.rows.chunks_exact(2) {
            let ratio = |rate: fn(&Row) -> f64| rate(&pair[1]) / rate(&pair[0]).max(f64::MIN_POSITIVE);
            let (mutants, calls) =
                (ratio(|row| row.instant.mutants_rate()), ratio(|row| row.solving.calls_rate()));
            writeln!(
                f,
                "{} has {mutants:.0} × the mutants and {calls:.1} × the calls of {}",
                pair[1].tool, pair[0].tool
            )?;
        }
        Ok(())
    }
}

fn line(row: &Row) -> String {
    let Row { tool, instant, solving, hunting, sample } = row;
    format!(
        "{tool:18} {:9.0} {:8.1} {:8.1} % {:8.1} % {:6}",
        instant.mutants_rate(),
        solving.calls_rate(),
        100.0 * sample.invalid,
        100.0 * sample.duplicates,
        hunting.bugs
    )
}

impl Race {
    fn mutants_rate(&self) -> f64 {
        self.mutants as f64 / self.cpu.max(0.01)
    }

    fn calls_rate(&self) -> f64 {
        self.calls as f64 / self.cpu.max(0.01)
    }
}

fn duration(text: &str) -> Result<Duration> {
    let (number, unit) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
    let seconds = match unit {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => bail!("a time is a number with s, m or h"),
    };
    Ok(Duration::from_secs(number.parse::<u64>()? * seconds))
}
