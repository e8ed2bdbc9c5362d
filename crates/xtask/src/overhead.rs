//! `cargo xtask coverage-overhead`: what counting edges costs a solver, in processor time per test.
//!
//! Both solvers get the same scripts, in turns, each in a fresh process or, with `--session`, in one that is kept.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, ensure};
use smtlib::Script;
use solver::answer::expected;
use solver::backend::{Backend, BackendKind, Request};
use solver::process::Limits;
use solver::run::Outcome;
use strategy::grammar::{Generator, Grammar};

use crate::target::{fastest, fetched};

/// Measure what counting costs a solver, beside one that does not count
#[derive(clap::Args)]
pub struct Args {
    /// The solver that counts
    #[arg(value_name = "TARGET")]
    target: String,

    /// The same solver without counters
    #[arg(value_name = "PLAIN")]
    plain: String,

    /// The logics of the scripts
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "QF_BV,QF_ABV,QF_UFBV")]
    logics: Vec<String>,

    /// Scripts of each logic
    #[arg(long, value_name = "N", default_value_t = 200)]
    scripts: u64,

    /// Keep the solvers from script to script, where they can be
    #[arg(long)]
    session: bool,
}

/// A row of the table: scripts that both came to an end with, and their times.
struct Row {
    logic: String,
    scripts: usize,
    counting: Duration,
    plain: Duration,
}

/// The table.
pub struct Report(Vec<Row>);

/// What takes longer says more about the formula than about counting.
const LIMIT: Duration = Duration::from_secs(5);

/// Does what the command line asks.
pub fn run(args: &Args) -> Result<Report> {
    let open = |target: &str| match args.session {
        true => fastest(target),
        false => fetched(target, BackendKind::Spawn { incremental: true }),
    };
    let (mut counting, mut plain) = (open(&args.target)?.1, open(&args.plain)?.1);
    let mut rows = Vec::new();
    for logic in &args.logics {
        let mut generator = Generator::new(Grammar::new(logic)?);
        let mut row =
            Row { logic: logic.clone(), scripts: 0, counting: Duration::ZERO, plain: Duration::ZERO };
        for number in 0..args.scripts {
            let mut text = Vec::new();
            generator.script(0, number, &mut text);
            if let (Some(with), Some(without)) = (time(&mut *counting, &text)?, time(&mut *plain, &text)?) {
                row.scripts += 1;
                row.counting += with;
                row.plain += without;
            }
        }
        rows.push(row);
    }
    ensure!(rows.iter().any(|row| row.scripts > 0), "no script was answered by both");
    Ok(Report(rows))
}

/// The processor time of a script; nothing when it does not come to its end.
fn time(backend: &mut dyn Backend, text: &[u8]) -> Result<Option<Duration>> {
    let expected = expected(&Script::parse(text)?);
    let limits = Limits { wall: LIMIT, ..Limits::default() };
    let run = backend.run(&Request { input: text, expected: &expected, limits: &limits });
    Ok((run.outcome == Outcome::Finished).then_some(run.cpu_time))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |time: Duration, scripts: usize| 1e3 * time.as_secs_f64() / scripts.max(1) as f64;
        writeln!(f, "{:<10} {:>8} {:>12} {:>12} {:>6}", "logic", "scripts", "counting", "plain", "ratio")?;
        let sum = |part: fn(&Row) -> Duration| self.0.iter().map(part).sum::<Duration>();
        let all = Row {
            logic: "all".to_owned(),
            scripts: self.0.iter().map(|row| row.scripts).sum(),
            counting: sum(|row| row.counting),
            plain: sum(|row| row.plain),
        };
        for Row { logic, scripts, counting, plain } in self.0.iter().chain([&all]) {
            let ratio = counting.as_secs_f64() / plain.as_secs_f64().max(1e-9);
            let (with, without) = (each(*counting, *scripts), each(*plain, *scripts));
            writeln!(f, "{logic:<10} {scripts:>8} {with:>9.2} ms {without:>9.2} ms {ratio:>6.2}")?;
        }
        Ok(())
    }
}
