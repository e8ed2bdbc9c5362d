//! `cargo xtask compare-guided`: guided against blind generation, at equal cost.
//!
//! All are campaigns of the strategy `grammar` with one worker, in a process of their own, at the same time, so that whatever
//! else the machine does slows all of them down. The blind one looks at the same features and lets them decide nothing. With
//! `--options` the guided one changes options, too, by what was reached under which; a third one, as blind as the first, sets
//! any of them to values by lot on every other visit, and so tells how much of the gain is the options' and how much the guide's.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use campaign::{
    Confirmed, Counts, Guidance, Kept, Observer, Plan, Skipped, Store, Tuning, Variant, again, at_once,
    be_one_of_them,
};
use oracle::Class;
use serde::{Deserialize, Serialize};
use solver::process::processor_time;
use solver::profile::Profiles;
use tune::Level;

use crate::folder::new_folder;
use crate::target::present;

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

/// How tests are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    Blind,
    Lot,
    Guided,
}

impl Way {
    const ALL: [Way; 3] = [Way::Blind, Way::Lot, Way::Guided];

    fn name(self) -> &'static str {
        match self {
            Way::Blind => "blind",
            Way::Lot => "lot",
            Way::Guided => "guided",
        }
    }

    /// What it lets decide, and how it changes options, if any are to be changed.
    fn rules(self) -> (Guidance, Variant) {
        match self {
            Way::Blind => (Guidance::Watch, Variant::Plain),
            Way::Lot => (Guidance::Watch, Variant::Lot),
            Way::Guided => (Guidance::On, Variant::Full),
        }
    }
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

/// All of them.
pub struct Report {
    target: String,
    seconds: u64,
    /// The last is the guided one, and is compared with each of the others.
    outcomes: Vec<(Way, Outcome)>,
}

/// The course is told at so many points.
const POINTS: u64 = 10;

/// Does what the command line asks; with `--only`, prints what came of it as JSON and gives nothing.
pub fn run(args: &Args) -> Result<Option<Report>> {
    if let Some(way) = args.only {
        be_one_of_them(|| one(args, way))?;
        return Ok(None);
    }
    new_folder(&args.out)?;
    present(&args.target)?;
    let ways: Vec<Way> =
        Way::ALL.into_iter().filter(|way| args.options.is_some() || *way != Way::Lot).collect();
    let commands = ways.iter().map(|way| start(args, *way)).collect::<Result<_>>()?;
    let outcomes = ways.into_iter().zip(at_once(commands)?).collect();
    Ok(Some(Report { target: args.target.clone(), seconds: args.seconds, outcomes }))
}

fn start(args: &Args, way: Way) -> Result<Command> {
    let words = ["compare-guided", &args.target, "--only", way.name(), "--strategy", &args.strategy];
    let mut command = again(&words)?;
    command.args(["--for", &args.seconds.to_string(), "--seed", &args.seed.to_string(), "--out"]);
    command.arg(&args.out);
    if let Some(level) = args.options {
        command.args(["--options", level.name()]);
    }
    Ok(command)
}

fn one(args: &Args, way: Way) -> Result<Outcome> {
    let (catalogue, target) = present(&args.target)?;
    let (guided, variant) = way.rules();
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
    let mut store = Store::create(&args.out.join(way.name()), &plan)?;
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
        let Report { target, seconds, outcomes } = self;
        writeln!(f, "{target}, {seconds} s each, at the same time")?;
        write!(f, "{:<20}", "")?;
        for (way, _) in outcomes {
            write!(f, " {:>10}", way.name())?;
        }
        for (way, _) in &outcomes[..outcomes.len() - 1] {
            write!(f, " {:>14}", format!("more than {}", way.name()))?;
        }
        writeln!(f)?;
        let mut row = |what: &str, of: &dyn Fn(&Outcome) -> f64| {
            let numbers: Vec<f64> = outcomes.iter().map(|(_, outcome)| of(outcome)).collect();
            write!(f, "{what:<20}")?;
            numbers.iter().try_for_each(|number| write!(f, " {number:>10.0}"))?;
            if let Some((guided, others)) = numbers.split_last() {
                let more = |other: &f64| if *other > 0.0 { 100.0 * (guided / other - 1.0) } else { 0.0 };
                others.iter().try_for_each(|other| write!(f, " {:>+12.1} %", more(other)))?;
            }
            writeln!(f)
        };
        row("tests", &|it| it.tests as f64)?;
        row("processor seconds", &|it| it.processor_seconds)?;
        row("edges", &|it| it.kept.edges as f64)?;
        row("edges and counters", &|it| it.kept.places as f64)?;
        row("features", &|it| it.kept.features as f64)?;
        row("inputs kept", &|it| it.kept.entries as f64)?;
        let points = outcomes.iter().map(|(_, outcome)| outcome.course.len()).min().unwrap_or(0);
        for point in 0..points {
            let seen = |it: &Outcome| match it.course.get(point).copied().unwrap_or_default() {
                Kept { edges: 0, features, .. } => features as f64,
                Kept { edges, .. } => edges as f64,
            };
            row(&format!("after {} s", seconds * (point as u64 + 1) / POINTS), &seen)?;
        }
        Ok(())
    }
}
