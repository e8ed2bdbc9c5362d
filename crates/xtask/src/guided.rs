//! `cargo xtask compare-guided`: guided against blind generation, at equal cost.
//!
//! Both are campaigns of the strategy `grammar` with one worker, in a process of their own, at the same time, so that whatever
//! else the machine does slows both down. The blind one looks at the same features and lets them decide nothing. With
//! `--options` both change options, those that matter to a test: the blind one to values by lot, the guided one by what was
//! reached under which.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use campaign::{Confirmed, Counts, Guidance, Kept, Observer, Plan, Skipped, Store, Tuning, Variant};
use oracle::Class;
use serde::{Deserialize, Serialize};
use solver::process::processor_time;
use solver::profile::Profiles;
use tune::Level;

use crate::target::present;
use crate::twins::{again, both};

/// Generate scripts with and without guidance, and count the features that they show
#[derive(clap::Args)]
pub struct Args {
    /// The solver
    #[arg(value_name = "TARGET")]
    target: String,

    /// The time of each campaign, in seconds
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 900)]
    seconds: u64,

    /// How tests are made
    #[arg(long, value_name = "NAMES", default_value = "grammar")]
    strategy: String,

    /// Change options of the solver, too, up to this level
    #[arg(long, value_name = "LEVEL")]
    options: Option<Level>,

    /// The number that all choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The folder that the campaigns are kept in; it must not be there yet
    #[arg(long, value_name = "DIR", default_value = "compare-guided")]
    out: PathBuf,

    /// Do one of the two: for this program itself
    #[arg(long, hide = true, value_enum)]
    only: Option<Way>,
}

/// How scripts are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    Blind,
    Guided,
}

/// What one campaign came to.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Outcome {
    tests: u64,
    /// Processor time of the campaign and of all its solvers.
    processor_seconds: f64,
    kept: Kept,
    /// What had been seen after each part of the time.
    course: Vec<Kept>,
}

/// Both.
pub struct Report {
    target: String,
    seconds: u64,
    blind: Outcome,
    guided: Outcome,
}

/// The course is told at so many points.
const POINTS: u64 = 10;

/// Does what the command line asks; with `--only`, prints what came of it as JSON and gives nothing.
pub fn run(args: &Args) -> Result<Option<Report>> {
    if let Some(way) = args.only {
        println!("{}", serde_json::to_string(&one(args, way)?)?);
        return Ok(None);
    }
    ensure!(!args.out.exists(), "{} is there already: choose another `--out`", args.out.display());
    fs::create_dir_all(&args.out)?;
    present(&args.target)?;
    let start = |way: &str| -> Result<Command> {
        let mut command =
            again(&["compare-guided", &args.target, "--only", way, "--strategy", &args.strategy])?;
        command.args(["--for", &args.seconds.to_string(), "--seed", &args.seed.to_string(), "--out"]);
        command.arg(&args.out);
        if let Some(level) = args.options {
            command.args(["--options", level.name()]);
        }
        Ok(command)
    };
    let [blind, guided] = both([start("blind")?, start("guided")?])?;
    Ok(Some(Report { target: args.target.clone(), seconds: args.seconds, blind, guided }))
}

fn one(args: &Args, way: Way) -> Result<Outcome> {
    let (catalogue, target) = present(&args.target)?;
    let (guided, folder, variant) = match way {
        Way::Blind => (Guidance::Watch, "blind", Variant::Learn),
        Way::Guided => (Guidance::On, "guided", Variant::Full),
    };
    let plan = Plan {
        targets: vec![target],
        strategy: args.strategy.parse().map_err(anyhow::Error::msg)?,
        seed: args.seed,
        jobs: 1,
        time: Some(Duration::from_secs(args.seconds)),
        // What is measured is generation, not what comes after it.
        reduce: false,
        contradict: 0,
        class: Class::all().filter(|class| *class != Class::Slow).collect(),
        tune: args.options.map(|options| Tuning { options, variant, ..Tuning::default() }),
        guided,
        ..Plan::default()
    };
    let mut store = Store::create(&args.out.join(folder), &plan)?;
    let mut watcher = Watcher { every: args.seconds as f64 / POINTS as f64, course: Vec::new() };
    let (profiles, stop) = (Profiles::built_in()?, AtomicBool::new(false));
    let summary = campaign::run(&plan, &mut store, &catalogue, &profiles, &stop, &mut watcher)?;
    Ok(Outcome {
        tests: summary.counts.tests,
        processor_seconds: processor_time()?.as_secs_f64(),
        kept: summary.counts.corpus.unwrap_or_default(),
        course: watcher.course,
    })
}

/// Notes what was seen by when.
struct Watcher {
    every: f64,
    course: Vec<Kept>,
}

impl Observer for Watcher {
    fn progress(&mut self, counts: &Counts, elapsed: Duration) {
        while elapsed.as_secs_f64() >= self.every * (self.course.len() + 1) as f64 {
            self.course.push(counts.corpus.unwrap_or_default());
        }
    }

    fn found(&mut self, confirmed: &Confirmed, bug: Option<i64>) {
        if bug.is_some() {
            eprintln!("found: {} {}", confirmed.finding.class, confirmed.target);
        }
    }

    fn skipped(&mut self, _: &Skipped) {}

    fn damaged(&mut self, _: &[guide::Problem]) {}
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { target, seconds, blind, guided } = self;
        writeln!(f, "{target}, {seconds} s each, at the same time")?;
        writeln!(f, "{:<20} {:>12} {:>12} {:>9}", "", "blind", "guided", "more")?;
        let mut row = |what: &str, blind: f64, guided: f64| {
            let more = if blind > 0.0 { 100.0 * (guided / blind - 1.0) } else { 0.0 };
            writeln!(f, "{what:<20} {blind:>12.0} {guided:>12.0} {more:>+8.1} %")
        };
        row("tests", blind.tests as f64, guided.tests as f64)?;
        row("processor seconds", blind.processor_seconds, guided.processor_seconds)?;
        row("edges", blind.kept.edges as f64, guided.kept.edges as f64)?;
        row("edges and counters", blind.kept.places as f64, guided.kept.places as f64)?;
        row("features", blind.kept.features as f64, guided.kept.features as f64)?;
        row("inputs kept", blind.kept.entries as f64, guided.kept.entries as f64)?;
        for (i, (blind, guided)) in blind.course.iter().zip(&guided.course).enumerate() {
            let at = seconds * (i as u64 + 1) / POINTS;
            let (one, other) = match blind.edges {
                0 => (blind.features, guided.features),
                edges => (edges, guided.edges),
            };
            row(&format!("after {at} s"), one as f64, other as f64)?;
        }
        Ok(())
    }
}
