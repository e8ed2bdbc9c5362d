//! `cargo xtask compare-tuned`: campaigns with other options against campaigns without, at equal cost.
//!
//! Both have all strategies, the same seeds and one worker, in a process of their own, at the same time, so that whatever else
//! the machine does slows both down. The newest Z3 and cvc5 are believed in both: a wrong `sat` can only be made small, and told
//! from others, by somebody who says `unsat`. `settle.rs` asks newer releases about each bug, `report.rs` counts those that one
//! of them confirms, and lists the others.

mod report;
mod settle;

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use campaign::{
    Bug, Confirmed, Counts, Observer, Plan, Skipped, Store, Tuning, again, at_once, be_one_of_them,
};
use serde::{Deserialize, Serialize};
use solver::catalogue::{Catalogue, Resolved, compare_versions};
use solver::process::processor_time;
use solver::profile::Profiles;
use solver::target::{Target, VersionRequest};
use tune::Level;

use crate::folder::new_folder;
use crate::target::present;
pub use report::Report;
use settle::{Judge, Settled};

/// Run campaigns with other options and without, and count the bugs by the options that they need
#[derive(clap::Args)]
pub struct Args {
    /// The solvers, old releases mostly, one after another
    #[arg(value_name = "TARGET", required = true)]
    targets: Vec<String>,

    /// The time of each campaign, in seconds
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 600)]
    seconds: u64,

    /// Who is asked about the bugs, in this order; without it, all installed releases of the target's family that are newer,
    /// the newest first
    #[arg(long, value_name = "TARGET,…", value_delimiter = ',')]
    newer: Vec<String>,

    /// How tests are made
    #[arg(long, value_name = "NAMES", default_value = "all")]
    strategy: String,

    /// How far options may lead
    #[arg(long, value_name = "LEVEL", default_value = "regular")]
    options: Level,

    /// The number that all choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The folder that the campaigns are kept in; it must not be there yet
    #[arg(long, value_name = "DIR", default_value = "compare-tuned")]
    out: PathBuf,

    /// Do one of the two: for this program itself
    #[arg(long, hide = true, value_enum)]
    only: Option<Way>,
}

/// Whether options are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    Plain,
    Tuned,
}

impl Way {
    const BOTH: [Way; 2] = [Way::Plain, Way::Tuned];

    fn name(self) -> &'static str {
        match self {
            Way::Plain => "plain",
            Way::Tuned => "tuned",
        }
    }
}

/// What one campaign came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Outcome {
    tests: u64,
    /// What tests were tried with besides the target's own options.
    configurations: u64,
    /// Processor time of the campaign and of all its solvers.
    processor_seconds: f64,
}

/// A bug, and whether it is one.
struct Judged {
    bug: Bug,
    /// How many options it needs.
    options: usize,
    settled: Settled,
}

/// Does what the command line asks; with `--only`, prints what came of it as JSON and gives nothing.
pub fn run(args: &Args) -> Result<Option<Report>> {
    if let Some(way) = args.only {
        be_one_of_them(|| one(args, way))?;
        return Ok(None);
    }
    new_folder(&args.out)?;
    let mut report = Report::new(args.seconds);
    for text in &args.targets {
        let (catalogue, target) = present(text)?;
        let newer = newer(args, &catalogue, &target)?;
        let outcomes = both(args, text)?;
        let judge = Judge { newer, catalogue: &catalogue, profiles: &Profiles::built_in()? };
        for (way, outcome) in Way::BOTH.into_iter().zip(outcomes) {
            let bugs = judged(&folder(&args.out, text, way), &target, &judge)?;
            report.add(text, way.name(), &outcome, &bugs);
        }
    }
    Ok(Some(report))
}

/// Who is asked about the bugs of a target.
fn newer(args: &Args, catalogue: &Catalogue, target: &Target) -> Result<Vec<Target>> {
    let own = catalogue.resolve(target)?;
    let newer = match &args.newer[..] {
        [] => installed_after(catalogue, target, &own)?,
        named => named.iter().map(|text| Ok(present(text)?.1)).collect::<Result<_>>()?,
    };
    let is_own = |it: &Target| catalogue.resolve(it).is_ok_and(|resolved| resolved.name == own.name);
    ensure!(
        !newer.is_empty() && !newer.iter().any(is_own),
        "{} is the newest release here: add one by `smtquake solver add`, or name another solver by `--newer`",
        own.name
    );
    Ok(newer)
}

/// The installed releases of the target's family that came after it, the newest first. A solver that does not tell its
/// version is taken to be older than all.
fn installed_after(catalogue: &Catalogue, target: &Target, own: &Resolved) -> Result<Vec<Target>> {
    let family =
        own.family.or_else(|| target.named_profile()).context("name a newer release by `--newer`")?;
    let version = own.version.as_deref().unwrap_or_default();
    let mut versions: Vec<String> = catalogue
        .list()?
        .into_iter()
        .filter(|it| it.manifest.family == family)
        .map(|it| it.manifest.version)
        .filter(|it| compare_versions(it, version) == Ordering::Greater)
        .collect();
    versions.sort_by(|one, other| compare_versions(other, one));
    Ok(versions.into_iter().map(|it| Target::release(family, VersionRequest::Exact(it))).collect())
}

/// The folder of one campaign.
fn folder(out: &Path, target: &str, way: Way) -> PathBuf {
    let name: String = target.chars().map(|c| if "/[]= ".contains(c) { '-' } else { c }).collect();
    out.join(name).join(way.name())
}

/// Runs both campaigns on a target at the same time.
fn both(args: &Args, target: &str) -> Result<Vec<Outcome>> {
    let start = |way: Way| -> Result<Command> {
        let mut command =
            again(&["compare-tuned", target, "--only", way.name(), "--strategy", &args.strategy])?;
        command.args(["--for", &args.seconds.to_string(), "--seed", &args.seed.to_string()]);
        command.args(["--options", args.options.name(), "--out"]).arg(&args.out);
        Ok(command)
    };
    at_once(vec![start(Way::Plain)?, start(Way::Tuned)?]).with_context(|| format!("on {target}"))
}

fn one(args: &Args, way: Way) -> Result<Outcome> {
    let text = &args.targets[0];
    let (catalogue, target) = present(text)?;
    let installed = catalogue.list()?;
    let newest = |family: &&str| installed.iter().any(|it| it.manifest.family == **family);
    let newest = |families: &[&str]| -> Vec<Target> {
        families
            .iter()
            .filter(|it| newest(it))
            .map(|it| Target::release(it, VersionRequest::Newest))
            .collect()
    };
    let plan = Plan {
        targets: vec![target],
        strategy: args.strategy.parse().map_err(anyhow::Error::msg)?,
        seed: args.seed,
        jobs: 1,
        time: Some(Duration::from_secs(args.seconds)),
        // As `smtquake fuzz` has it.
        helper: newest(&["z3"]).pop(),
        reference: newest(&["z3", "cvc5"]),
        tune: (way == Way::Tuned).then(|| Tuning { options: args.options, ..Tuning::default() }),
        ..Plan::default()
    };
    let mut store = Store::create(&folder(&args.out, text, way), &plan)?;
    let (profiles, stop) = (Profiles::built_in()?, AtomicBool::new(false));
    let summary = campaign::run(&plan, &mut store, &catalogue, &profiles, &stop, &mut Log(way))?;
    Ok(Outcome {
        tests: summary.counts.tests,
        configurations: summary.counts.configurations,
        processor_seconds: processor_time()?.as_secs_f64(),
    })
}

/// The bugs of a campaign, each with what became of it.
fn judged(folder: &Path, target: &Target, judge: &Judge<'_>) -> Result<Vec<Judged>> {
    let store = Store::open(folder)?;
    let mut bugs = Vec::new();
    for bug in store.bugs()? {
        let found: Target = bug.target.parse()?;
        // The target's own are none that were found out.
        let options = found.options.iter().filter(|setting| !target.options.contains(setting)).count();
        let settled = judge.settle(&store.root().join(&bug.folder), &found.options)?;
        bugs.push(Judged { bug, options, settled });
    }
    Ok(bugs)
}

/// Says what is found.
struct Log(Way);

impl Observer for Log {
    fn progress(&mut self, _: &Counts, _: Duration) {}

    fn found(&mut self, confirmed: &Confirmed, bug: Option<i64>) {
        if let Some(bug) = bug {
            let (class, target) = (confirmed.finding.class, &confirmed.target);
            eprintln!("{} #{bug}: {class} {target}: {}", self.0.name(), confirmed.finding.evidence);
        }
    }

    fn skipped(&mut self, _: &Skipped) {}

    fn damaged(&mut self, _: &[guide::Problem]) {}
}
