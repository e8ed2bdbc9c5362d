//! `cargo xtask api-throughput`: rounds of calls per second of processor time, beside what Murxla reaches.

use std::fmt;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use api::{Fuzz, Tally};

use crate::target::library;

/// Rounds per second of processor time that Murxla reached on such a machine, by the solver's family.
const MURXLA: &[(&str, f64)] = &[("boolector", 106.0), ("yices", 179.0), ("cvc5", 37.0), ("bitwuzla", 62.0)];

/// Measure how many rounds of calls are made in a second of processor time
#[derive(clap::Args)]
pub struct Args {
    /// The solvers whose libraries are called
    #[arg(value_name = "TARGET", default_values_t = ["boolector", "yices", "cvc5", "z3"].map(str::to_owned))]
    targets: Vec<String>,

    /// Rounds of each
    #[arg(long, value_name = "N", default_value_t = 2000)]
    rounds: u64,

    /// The number that all rounds come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// A row of the table.
struct Row {
    target: String,
    tally: Tally,
    murxla: Option<f64>,
}

/// The table.
pub struct Report(Vec<Row>);

/// Does what the command line asks.
pub fn run(args: &Args) -> Result<Report> {
    let mut rows = Vec::new();
    for text in &args.targets {
        let (target, guest) = library(text)?;
        let murxla = MURXLA.iter().find(|row| row.0 == guest.family).map(|row| row.1);
        let plan = Fuzz::of_rounds(guest, target.clone(), args.seed, args.rounds);
        let (tally, _, _) = api::fuzz(&plan, &AtomicBool::new(false), |_, _| {}, |_| {})?;
        if tally.rounds == 0 {
            bail!("{target}: no round was made");
        }
        rows.push(Row { target, tally, murxla });
    }
    Ok(Report(rows))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<18} {:>8} {:>12} {:>14} {:>8} {:>6}",
            "solver", "rounds", "calls/round", "rounds/CPU-s", "Murxla", "ratio"
        )?;
        for Row { target, tally, murxla } in &self.0 {
            let calls = tally.calls as f64 / tally.rounds as f64;
            let rate = tally.rounds as f64 / tally.cpu.max(1e-9);
            let (peer, ratio) = match murxla {
                Some(murxla) => (format!("{murxla:.0}"), format!("{:.1}", rate / murxla)),
                None => ("-".to_owned(), "-".to_owned()),
            };
            writeln!(f, "{target:<18} {:>8} {calls:>12.0} {rate:>14.0} {peer:>8} {ratio:>6}", tally.rounds)?;
        }
        Ok(())
    }
}
