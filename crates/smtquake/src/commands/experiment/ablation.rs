//! `smtquake experiment ablation`: what learning and searching are worth (Falcon, tables 5 and 6).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use campaign::{
    Confirmed, Counts, Observer, Plan, Skipped, Store, Strategies, Summary, Tuning, Variant, again, at_once,
    be_one_of_them, check_tuning,
};
use indicatif::{ProgressBar, ProgressStyle};
use oracle::{Class, Severity};
use serde::{Deserialize, Serialize};
use solver::catalogue::Catalogue;
use solver::process::processor_time;
use solver::profile::Profiles;
use solver::target::Target;
use tune::Level;

use super::page::publish;
use crate::document::Block;
use crate::exit::Exit;
use crate::plot::{Bar, bars};
use crate::quantity::duration;
use crate::signals::stop_on_signals;

/// Compare the search for options with parts of it left out
///
/// Four campaigns of one worker: with all of it (`full`), without what was learnt (`search`), without the search (`learn`),
/// without other options at all (`none`). All run at the same time, so that whatever else the machine does slows them down
/// alike; the processor time of each is told. What they reach is counted in edges of the solver's code, if it was built for
/// that, else in its own counters by their size; and in bugs.
#[derive(clap::Args)]
pub struct Args {
    /// The solver
    #[arg(value_name = "TARGET")]
    target: String,

    /// The time of all campaigns; with fewer than four cores, each gets less of it
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = duration)]
    time: Duration,

    /// How tests are made
    #[arg(long, value_name = "NAMES", default_value = "grammar")]
    strategy: Strategies,

    /// How far options may lead
    #[arg(long, value_name = "LEVEL", default_value = "regular")]
    options: Level,

    /// What was learnt by `smtquake learn`; without it, what comes with the program
    #[arg(long, value_name = "FILE", num_args = 1..)]
    correlations: Vec<PathBuf>,

    /// The number that all random choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The folder that the campaigns are kept in; without it, they are thrown away
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The page with table and plots
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,

    /// Do one of the four: for this program itself
    #[arg(long, hide = true, value_name = "VARIANT")]
    only: Option<String>,
}

const VARIANTS: &[(Variant, &str)] = &[
    (Variant::Full, "full"),
    (Variant::Search, "search"),
    (Variant::Learn, "learn"),
    (Variant::Plain, "none"),
];

/// What a variant came to.
#[derive(Serialize, Deserialize)]
struct Row {
    variant: String,
    seconds: f64,
    processor_seconds: f64,
    tests: u64,
    configurations: u64,
    reached: u64,
    new_behaviour: u64,
    wrong: usize,
    crashes: usize,
    bugs: usize,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let profiles = Profiles::of_user()?;
    let known: Vec<&str> = profiles.names().collect();
    let target = Target::parse_with(&args.target, &known)?;
    let stop = stop_on_signals()?;
    if let Some((variant, name)) = VARIANTS.iter().find(|(_, name)| args.only.as_deref() == Some(*name)) {
        let plan = plan(args, target, *variant);
        be_one_of_them(|| one(args, &plan, name, &profiles, &stop))?;
        return Ok(Exit::Success);
    }
    check_tuning(&plan(args, target, Variant::Full), &Catalogue::open_default()?, &profiles)?;
    let scratch = std::env::temp_dir().join(format!("smtquake-ablation-{}", std::process::id()));
    let folder = args.out.clone().unwrap_or_else(|| scratch.clone());
    let rows = all(args, &folder);
    if args.out.is_none() {
        // What cannot be removed is in a folder for such things.
        let _ = std::fs::remove_dir_all(&scratch);
    }
    let rows = rows?;
    if args.json {
        anstream::println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(Exit::Success);
    }
    publish("Ablation", &blocks(args, &rows), args.output.as_deref())?;
    Ok(Exit::Success)
}

/// Runs all campaigns at the same time, each in a process of its own.
fn all(args: &Args, folder: &Path) -> anyhow::Result<Vec<Row>> {
    let start = |name: &str| -> anyhow::Result<Command> {
        let mut command = again(&["experiment", "ablation", &args.target, "--only", name])?;
        command.arg("--for").arg(format!("{}s", args.time.as_secs_f64().ceil()));
        command.args(["--strategy", &args.strategy.to_string(), "--options", args.options.name()]);
        command.args(["--seed", &args.seed.to_string(), "--out"]).arg(folder);
        if !args.correlations.is_empty() {
            command.arg("--correlations").args(&args.correlations);
        }
        Ok(command)
    };
    let progress = clock(args.time);
    let commands = VARIANTS.iter().map(|(_, name)| start(name)).collect::<anyhow::Result<_>>()?;
    let rows = at_once(commands);
    progress.finish_and_clear();
    Ok(rows?)
}

/// Tells how much of the time is over.
fn clock(time: Duration) -> ProgressBar {
    let bar = ProgressBar::new(time.as_secs()).with_style(
        ProgressStyle::with_template("{elapsed_precise} of {msg}, four campaigns at the same time")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.set_message(format!("{:.0} s", time.as_secs_f64()));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn plan(args: &Args, target: Target, variant: Variant) -> Plan {
    Plan {
        targets: vec![target],
        strategy: args.strategy.clone(),
        seed: args.seed,
        jobs: 1,
        time: Some(args.time),
        tune: Some(Tuning { options: args.options, correlations: args.correlations.clone(), variant }),
        ..Plan::default()
    }
}

fn one(args: &Args, plan: &Plan, name: &str, profiles: &Profiles, stop: &AtomicBool) -> anyhow::Result<Row> {
    let folder = args.out.as_deref().unwrap_or(Path::new("."));
    let mut store = Store::create(&folder.join(name), plan)?;
    let catalogue = Catalogue::open_default()?;
    let summary = campaign::run(plan, &mut store, &catalogue, profiles, stop, &mut Nobody)?;
    let classes: Vec<Class> = store.bugs()?.into_iter().map(|bug| bug.class).collect();
    Ok(row(name, &summary, &classes, processor_time()?.as_secs_f64()))
}

fn row(variant: &str, summary: &Summary, classes: &[Class], processor_seconds: f64) -> Row {
    let graver = |severity: Severity| classes.iter().filter(|class| class.severity() == severity).count();
    Row {
        variant: variant.to_owned(),
        seconds: summary.seconds,
        processor_seconds,
        tests: summary.counts.tests,
        configurations: summary.counts.configurations,
        reached: summary.counts.reached,
        new_behaviour: summary.counts.strategies.iter().map(|effort| effort.new_behaviour).sum(),
        wrong: graver(Severity::Soundness),
        crashes: graver(Severity::Crash),
        bugs: classes.len(),
    }
}

fn blocks(args: &Args, rows: &[Row]) -> Vec<Block> {
    let head = [
        "variant",
        "processor s",
        "tests",
        "configurations",
        "reached",
        "new behaviour",
        "wrong",
        "crashes",
        "bugs",
    ];
    let cells = |row: &Row| {
        let numbers =
            [row.tests, row.configurations, row.reached, row.new_behaviour].map(|it| it.to_string());
        let [tests, configurations, reached, new] = numbers;
        let [wrong, crashes, bugs] = [row.wrong, row.crashes, row.bugs].map(|it| it.to_string());
        let processor = format!("{:.0}", row.processor_seconds);
        [row.variant.clone(), processor, tests, configurations, reached, new, wrong, crashes, bugs]
    };
    let bar = |row: &Row, size: u64| Bar { name: row.variant.clone(), parts: vec![size as f64] };
    let reached: Vec<Bar> = rows.iter().map(|row| bar(row, row.reached)).collect();
    let bug = |row: &Row| Bar {
        name: row.variant.clone(),
        parts: vec![row.wrong as f64, row.crashes as f64, (row.bugs - row.wrong - row.crashes) as f64],
    };
    let bugs: Vec<Bar> = rows.iter().map(bug).collect();
    vec![
        Block::heading(1, format!("Ablation on {}", args.target)),
        Block::text(format!(
            "{:.0} s, all variants at the same time, one worker each, strategy {}, options {}, seed {}.",
            args.time.as_secs_f64(),
            args.strategy,
            args.options,
            args.seed
        )),
        Block::table(head, rows.iter().map(cells).collect()),
        Block::Plot(bars("reached: edges, or counters by size", &["reached"], &reached)),
        Block::Plot(bars("bugs", &["wrong answers", "crashes", "others"], &bugs)),
    ]
}

/// An experiment is watched by its result.
struct Nobody;

impl Observer for Nobody {
    fn progress(&mut self, _: &Counts, _: Duration) {}
    fn found(&mut self, _: &Confirmed, _: Option<i64>) {}
    fn skipped(&mut self, _: &Skipped) {}
    fn damaged(&mut self, _: &[guide::Problem]) {}
}
