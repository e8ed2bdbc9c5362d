//! `smtquake run`: scripts on solvers, and whether the answers agree.
//!
//! [`source`] reads the scripts, [`lane`] runs one target, [`ran`] says what it did, [`model`] checks its model,
//! [`compare`] finds disagreements, [`table`] shows it all.

mod args;
mod compare;
mod lane;
mod model;
mod ran;
pub mod source;
mod table;

use std::io::{self, Write};

use anyhow::Context;
use serde::Serialize;
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

pub use args::Args;

use crate::exit::Exit;
use crate::files::Inputs;
use crate::quantity;
use compare::{Disagreement, disagreements};
use lane::Lane;
use ran::Ran;
use source::Source;
use table::Table;

/// Everything that was found; the result of `--json`.
#[derive(Default, Serialize)]
struct Report {
    runs: Vec<Ran>,
    disagreements: Vec<Disagreement>,
    advice: Vec<Advice>,
}

/// What to know before a finding is reported to a solver's developers.
#[derive(Serialize)]
struct Advice {
    target: String,
    notes: Vec<String>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let inputs = Inputs::find(&args.paths)?.list;
    let sources = inputs.iter().map(Source::of).collect::<anyhow::Result<Vec<_>>>()?;
    let limits = limits(args);
    let mut lanes = lanes(args, &limits)?;
    let checks = sources.iter().map(Source::checks).max().unwrap_or(0);
    let names = sources.iter().map(|source| source.name.as_str());
    let table = Table::new(names, lanes.iter().map(Lane::name).collect::<Vec<_>>().into_iter(), checks);
    let mut out = anstream::stdout().lock();
    if !args.json {
        table.write_head(&mut out)?;
    }
    let mut report = Report::default();
    for source in &sources {
        let (runs, disagreements) = compared(&mut lanes, source, &limits)?;
        if !args.json {
            table.write(&mut out, &runs, &disagreements)?;
            out.flush()?;
        }
        report.runs.extend(runs);
        report.disagreements.extend(disagreements);
    }
    report.advise(&lanes, &sources);
    if !args.json {
        for Advice { target, notes } in &report.advice {
            writeln!(out, "before you report to the developers of {target}: {}", notes.join("; "))?;
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    }
    Ok(report.exit())
}

fn lanes(args: &Args, limits: &Limits) -> anyhow::Result<Vec<Lane>> {
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let known: Vec<&str> = profiles.names().collect();
    let mut lanes = Vec::new();
    for list in &args.on {
        for target in Target::parse_list(list, &known).with_context(|| format!("--on {list}"))? {
            lanes.push(Lane::open(&catalogue, &profiles, &target, args.backend, limits)?);
        }
    }
    Ok(lanes)
}

fn limits(args: &Args) -> Limits {
    // The user's limit is on the clock; a solver with several threads may use all cores until then.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let cpu = args.timeout.saturating_mul(cores);
    Limits { wall: args.timeout, cpu, memory: args.memory, ..Limits::default() }
}

/// Runs a script on all targets. What a living process finds is confirmed by a new one before it counts.
fn compared(
    lanes: &mut [Lane],
    source: &Source,
    limits: &Limits,
) -> anyhow::Result<(Vec<Ran>, Vec<Disagreement>)> {
    let mut runs = Vec::new();
    for lane in lanes.iter_mut() {
        runs.push(lane.run(source, limits)?);
    }
    let found = disagreements(&runs);
    for (run, lane) in runs.iter_mut().zip(lanes) {
        let involved = |d: &Disagreement| d.sat.contains(&run.target) || d.unsat.contains(&run.target);
        if !run.fresh && (run.is_faulty() || found.iter().any(involved)) {
            *run = lane.confirm(source, limits, run)?;
        }
    }
    let disagreements = disagreements(&runs);
    Ok((runs, disagreements))
}

impl Report {
    /// Collects what the developers of each solver that a finding is about want to be known.
    fn advise(&mut self, lanes: &[Lane], sources: &[Source]) {
        let faulty = |name: &str| self.runs.iter().any(|run| run.target == name && run.is_faulty());
        let denied = |name: &str| {
            self.disagreements.iter().any(|d| d.sat.iter().chain(&d.unsat).any(|target| target == name))
        };
        let advice = lanes.iter().filter(|lane| faulty(lane.name()) || denied(lane.name()));
        let advice =
            advice.map(|lane| Advice { target: lane.name().to_owned(), notes: lane.advice(sources) });
        self.advice = advice.filter(|advice| !advice.notes.is_empty()).collect();
    }

    fn exit(&self) -> Exit {
        if !self.disagreements.is_empty() || self.runs.iter().any(Ran::is_faulty) {
            Exit::Rejected
        } else if self.runs.iter().any(|run| run.outcome == "not-started") {
            Exit::BadUse
        } else {
            Exit::Success
        }
    }
}
