//! Our reducer beside ddSMT: the same scripts, the same solvers, the same number of jobs, one after the other.
//!
//! Real wrong answers of Z3 4.8.12 are kept as long as Z3 5.4.0 contradicts them; large synthetic scripts as long as three
//! of their operators are left and Z3 5.4.0 accepts them.

mod case;
mod peer;

use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use case::{Case, Kind};
use peer::Peer;
pub(crate) use peer::program;

/// Which scripts, and how long.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The folder of scripts to reduce
    #[arg(default_value = "../shared/corpus/reduce")]
    pub folder: PathBuf,
    /// ddSMT's strategies; that with the smallest valid result counts, the fastest of equals
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',', default_values = ["ddmin", "hierarchical", "hybrid"])]
    pub strategies: Vec<String>,
    /// Seconds that each may take for a script
    #[arg(long, default_value_t = 60)]
    pub limit: u64,
    /// Jobs of each
    #[arg(long, default_value_t = 2)]
    pub jobs: u32,
    /// Only scripts whose names contain this
    #[arg(long, default_value = "")]
    pub only: String,
}

/// What one reducer made of one script.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Real time.
    pub time: Duration,
    /// Bytes of the result; none when there is none.
    pub bytes: Option<usize>,
    /// Whether the result is a script: our type checker and the newest Z3 take it.
    pub valid: bool,
    /// Whether it came to its end.
    pub finished: bool,
}

/// What became of one script.
struct Row {
    name: String,
    bytes: usize,
    ours: Outcome,
    /// By strategy.
    theirs: Vec<(String, Outcome)>,
}

/// The table.
#[derive(Default)]
pub struct Report {
    rows: Vec<Row>,
}

/// Runs the comparison; rows are printed as they come.
pub fn run(args: &Args) -> Result<Report> {
    ensure!(args.folder.is_dir(), "{} is no folder of scripts", args.folder.display());
    let peer = Peer::install()?;
    let built = Command::new("cargo").args(["build", "--release", "--quiet", "-p", "smtquake"]).status();
    ensure!(built.context("cargo")?.success(), "smtquake does not build");
    let ours = std::env::current_exe()?.with_file_name("smtquake");
    let mut report = Report::default();
    for case in case::collect(&args.folder, &args.only)? {
        let mine = timed(args, &case, || {
            let mut command = Command::new(&ours);
            command.arg("reduce").arg(&case.file).arg("-q").arg("-o").arg(&case.output);
            command.args(["--jobs", &args.jobs.to_string(), "--for", &format!("{}s", args.limit)]);
            match &case.kind {
                Kind::WrongAnswer => command.args(["--on", "z3@4.8.12", "--against", "z3@5.4.0"]),
                Kind::Predicate(script) => command.arg("--ignore-output").arg("--check").arg(script),
            };
            command
        })?;
        let mut theirs = Vec::new();
        for strategy in &args.strategies {
            theirs.push((strategy.clone(), timed(args, &case, || peer.command(args, &case, strategy))?));
        }
        report.rows.push(Row { name: case.name.clone(), bytes: case.bytes, ours: mine, theirs });
        eprintln!("{}", report.row(report.rows.len() - 1));
    }
    Ok(report)
}

fn timed(args: &Args, case: &Case, command: impl Fn() -> Command) -> Result<Outcome> {
    let _ = std::fs::remove_file(&case.output);
    let start = Instant::now();
    let mut limited = Command::new("timeout");
    let inner = command();
    limited.arg((args.limit + 10).to_string()).arg(inner.get_program()).args(inner.get_args());
    let status = limited.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).status()?;
    let time = start.elapsed();
    let text = std::fs::read(&case.output).ok();
    let valid = text.as_deref().is_some_and(|text| case.is_valid(text));
    let finished = status.success() && time < Duration::from_secs(args.limit);
    Ok(Outcome { time, bytes: text.map(|text| text.len()), valid, finished })
}

impl Report {
    fn row(&self, at: usize) -> String {
        let Row { name, bytes, ours, theirs } = &self.rows[at];
        let shown = |it: &Outcome| {
            let size = it.bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
            let word = if !it.valid {
                " invalid"
            } else if !it.finished {
                " cut"
            } else {
                ""
            };
            format!("{:8.2} s {size:>6} B{word}", it.time.as_secs_f64())
        };
        let theirs: Vec<String> = theirs.iter().map(|(name, it)| format!("{name} {}", shown(it))).collect();
        format!("{name:22} {bytes:6} B   ours {}   ddsmt {}", shown(ours), theirs.join("  "))
    }

    /// ddSMT's run with the smallest valid result, the fastest of equals: giving up early is no merit.
    fn best(theirs: &[(String, Outcome)]) -> Option<&Outcome> {
        let merit = |it: &Outcome| (!it.valid, it.bytes.unwrap_or(usize::MAX), it.time);
        theirs.iter().map(|(_, it)| it).min_by_key(|it| merit(it))
    }

    /// Our figures as shares of ddSMT's: time of all, size of those whose results are valid.
    fn ratios(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut times, mut sizes) = (Vec::new(), Vec::new());
        for Row { ours, theirs, .. } in &self.rows {
            let Some(best) = Self::best(theirs) else { continue };
            times.push(ours.time.as_secs_f64() / best.time.as_secs_f64());
            let smallest = theirs.iter().filter(|(_, it)| it.valid).filter_map(|(_, it)| it.bytes).min();
            if let (Some(mine), Some(smallest)) = (ours.bytes, smallest) {
                sizes.push(mine as f64 / smallest as f64);
            }
        }
        (times, sizes)
    }

    /// Our times as shares of one strategy's.
    fn times_of(&self, strategy: &str) -> Vec<f64> {
        let share = |row: &Row| {
            let (_, its) = row.theirs.iter().find(|(name, _)| name == strategy)?;
            Some(row.ours.time.as_secs_f64() / its.time.as_secs_f64())
        };
        self.rows.iter().filter_map(share).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for at in 0..self.rows.len() {
            writeln!(f, "{}", self.row(at))?;
        }
        let (times, sizes) = self.ratios();
        let most = sizes.iter().copied().fold(0.0, f64::max);
        writeln!(
            f,
            "median time {:.3} of ddSMT's, median size {:.3}, at most {most:.3}",
            median(times),
            median(sizes)
        )?;
        for strategy in self.rows.first().iter().flat_map(|row| &row.theirs).map(|(name, _)| name) {
            writeln!(f, "median time {:.3} of ddSMT's with {strategy}", median(self.times_of(strategy)))?;
        }
        let invalid = self.rows.iter().filter(|row| !row.ours.valid).count();
        writeln!(f, "{invalid} of our {} results are no valid scripts", self.rows.len())
    }
}

/// The middle value; of two, what lies between them.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = |i: usize| values.get(i).copied().unwrap_or(f64::NAN);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { at(half) } else { (at(half.wrapping_sub(1)) + at(half)) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn half_of_the_values_lie_below_a_median() {
        assert_eq!(median(vec![3.0, 1.0, 9.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 9.0, 2.0]), 3.0);
        assert!(median(Vec::new()).is_nan());
    }
}
