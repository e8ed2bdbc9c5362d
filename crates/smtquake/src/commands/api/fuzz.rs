//! `smtquake api fuzz`: rounds of calls.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use api::{Found, Fuzz, Tally};
use serde::Serialize;

use super::keep::Keeper;
use super::library::{self, Library};
use super::rounds::Rounds;
use crate::exit::Exit;
use crate::quantity::{duration, size};
use crate::signals::stop_on_signals;

/// Call a library's functions in rounds that a model draws
///
/// A round makes solvers, sorts, terms, assertions and checks, about 100 calls, and looks at what comes back: models are
/// evaluated, cores checked, clones, dumps and new solvers compared. Many rounds share a process; what one of them finds
/// is shown again by its trace alone, in a process of its own, before it counts.
#[derive(clap::Args)]
pub struct Args {
    /// The solver whose library is called: `z3`, `cvc5@1.4.2`, `lib:PATH`
    #[arg(value_name = "TARGET")]
    target: String,

    /// Stop after this many rounds
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    /// Stop after this time: `30s`, `10m`, `2h`
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Processes at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// The number that all random choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The folder of a campaign, for `bugs`, `replay` and `report`; findings are made small for it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The time of a round
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    timeout: Duration,

    /// The memory of a process
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    memory: u64,

    /// Also call functions with what they do not take, where the library says that this is an error, and interrupt checks
    #[arg(long)]
    misuse: bool,

    /// Also ask this solver about what some rounds refute: a model that it has must not exist
    #[arg(long, value_name = "TARGET")]
    against: Option<String>,

    /// Write the result as JSON
    #[arg(long)]
    json: bool,
}

/// The result, as `--json` writes it.
#[derive(Serialize)]
struct Report {
    target: String,
    rounds: u64,
    rounds_per_cpu_second: f64,
    calls: u64,
    refused: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    timeouts: u64,
    late: Option<String>,
    out_of_memory: u64,
    contracts: u64,
    complaint: Option<String>,
    unrepeated: u64,
    crossed: u64,
    seconds: f64,
    cpu_seconds: f64,
    findings: Vec<Shown>,
}

#[derive(Serialize)]
struct Shown {
    class: String,
    round: u64,
    evidence: String,
    place: Option<String>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let library = Library::find(&args.target)?;
    let mut keeper = match &args.out {
        Some(out) => Some(Keeper::create(out, &library.guest, &library.name, args.seed, args.timeout)?),
        None => None,
    };
    let plan = Fuzz {
        guest: library.guest,
        target: library.name.clone(),
        seed: args.seed,
        rounds: args.rounds,
        time: args.time,
        jobs: args.jobs.into(),
        batch: api::BATCH,
        length: api::LENGTH,
        timeout: args.timeout,
        memory: args.memory,
        misuse: args.misuse,
        against: args.against.as_deref().map(library::target).transpose()?,
    };
    let (stop, start) = (stop_on_signals()?, Instant::now());
    let (mut findings, mut failed) = (Vec::new(), Ok(()));
    let bar = Rounds::new(args.rounds, args.json);
    let found = |found: Found, tally: &Tally| {
        if !args.json {
            let doubt = if found.confirmed { "" } else { " (its trace alone does not show it)" };
            bar.suspend(|| {
                anstream::eprintln!("round {}: {}: {}{doubt}", found.round, found.class, found.evidence);
            });
        }
        if let Some(keeper) = &mut keeper
            && let Err(error) = keeper.keep(&found, tally)
        {
            failed = Err(error);
        }
        if found.confirmed {
            let (class, place) = (found.class.to_string(), found.place);
            findings.push(Shown { class, round: found.round, evidence: found.evidence, place });
        }
    };
    let (tally, _, _) = api::fuzz(&plan, &stop, found, |tally| bar.show(tally))?;
    drop(bar);
    failed?;
    let report = Report::new(library.name, &tally, start.elapsed(), findings);
    let mut out = anstream::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?,
        false => report.write(&mut out)?,
    }
    Ok(if report.findings.is_empty() { Exit::Success } else { Exit::Rejected })
}

impl Report {
    fn new(target: String, tally: &Tally, time: Duration, findings: Vec<Shown>) -> Report {
        let per_second = if tally.cpu > 0.0 { tally.rounds as f64 / tally.cpu } else { 0.0 };
        Report {
            target,
            rounds: tally.rounds,
            rounds_per_cpu_second: (per_second * 10.0).round() / 10.0,
            calls: tally.calls,
            refused: tally.refused,
            sat: tally.sat,
            unsat: tally.unsat,
            unknown: tally.unknown,
            timeouts: tally.timeouts,
            late: tally.late.clone(),
            out_of_memory: tally.memory,
            contracts: tally.contracts,
            complaint: tally.complaint.clone(),
            unrepeated: tally.unrepeated,
            crossed: tally.crossed,
            seconds: time.as_secs_f64(),
            cpu_seconds: tally.cpu,
            findings,
        }
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(
            out,
            "{}: {} rounds of {} calls, {} a second of processor time",
            self.target,
            self.rounds,
            self.calls.checked_div(self.rounds).unwrap_or(0),
            self.rounds_per_cpu_second,
        )?;
        writeln!(
            out,
            "answers: {} sat, {} unsat, {} unknown; {} calls refused, {} rounds timed out",
            self.sat, self.unsat, self.unknown, self.refused, self.timeouts
        )?;
        if let Some(late) = &self.late {
            writeln!(out, "the first that timed out: {late}")?;
        }
        if self.crossed > 0 {
            writeln!(out, "{} refutations were shown to the other solver", self.crossed)?;
        }
        writeln!(out, "findings: {}", self.findings.len())?;
        if self.contracts + self.unrepeated > 0 {
            writeln!(
                out,
                "{} rounds ended by the library as misuse, {} findings that their traces alone do not show",
                self.contracts, self.unrepeated
            )?;
        }
        match &self.complaint {
            Some(complaint) => writeln!(out, "the library complained first: {complaint}"),
            None => Ok(()),
        }
    }
}
