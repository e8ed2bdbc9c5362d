//! `cargo xtask defects`: how many of Boolector's statements can be spoiled before rounds of calls notice it.
//!
//! The paper's third experiment. [`sources`] gets Boolector, [`schemata`] puts a mutant at every statement, [`build`]
//! makes one library of all of them, [`page`] brings one to life, [`hunt`] makes rounds, [`report`] has the result.

mod build;
mod hunt;
mod page;
mod reduction;
mod report;
mod schemata;
mod sources;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail};
use strategy::Dice;

use build::{Built, build};
use hunt::{Plan, hunt};
use page::{Kind, Page};
pub use report::Report;
use report::{Fate, Mutant};
use schemata::Site;
use sources::Sources;

/// Spoil statements of Boolector, and see how many of them rounds of calls notice
#[derive(clap::Args)]
pub struct Args {
    /// Where sources and libraries are kept
    #[arg(long, value_name = "DIR", default_value = "target/defects")]
    dir: PathBuf,

    /// Statements of each kind that are spoiled
    #[arg(long, value_name = "N", default_value_t = 200)]
    mutants: usize,

    /// Rounds for each of them
    #[arg(long, value_name = "N", default_value_t = 500)]
    rounds: u64,

    /// The number that the choice of statements and all rounds come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Libraries at work at a time
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,

    /// Only make the rounds of the library as it was written, and tell what they reach
    #[arg(long)]
    coverage: bool,

    /// Only reduce long traces of this many mutants
    #[arg(long, value_name = "N")]
    reduce: Option<usize>,

    /// Calls of a round
    #[arg(long, value_name = "N", default_value_t = 2 * api::LENGTH)]
    calls: usize,

    /// List every mutant
    #[arg(long)]
    list: bool,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> Result<Report> {
    let sources = Sources::get(&args.dir)?;
    let built = build(&sources, &args.dir.join("mutated"), &[])?;
    let plan = Plan { rounds: args.rounds, seed: args.seed, length: args.calls };
    let pages: Vec<Page> = (0..args.jobs.max(1))
        .map(|n| Page::new(&built.library, &args.dir.join(format!("worker-{n}")), built.sites.len()))
        .collect::<Result<_>>()?;
    eprintln!("{} rounds with the library as it was written", plan.rounds);
    let clean = hunt(&pages[0], plan)?;
    if let Some(notice) = clean.notice() {
        let evidence = clean.found.map(|found| format!("{}\n{}", found.evidence, found.trace));
        bail!(
            "without any mutant there is a {} already: {}",
            notice.name(),
            evidence.or(clean.tally.complaint).or(clean.tally.late).unwrap_or_default()
        );
    }
    let reached = pages[0].reached()?;
    let mut report = Report::new(&built.sites, &reached, &clean.tally, args.list);
    let sample = sampled(&built, args.mutants, args.seed);
    if let Some(count) = args.reduce {
        let reached: Vec<(usize, Site)> = sample.into_iter().filter(|(n, _)| reached[*n]).collect();
        report.reductions = Some(reduction::reductions(&reached, &pages[0], plan, count)?);
    } else if !args.coverage {
        report.mutants = tried(&sample, &reached, &pages, plan)?;
    }
    Ok(report)
}

/// The same statements for both kinds.
fn sampled(built: &Built, count: usize, seed: u64) -> Vec<(usize, Site)> {
    let mut all: Vec<(usize, Site)> =
        built.sites.iter().enumerate().filter_map(|(n, site)| Some((n, site.clone()?))).collect();
    let mut dice = Dice::new(&[seed, 0x5A4D]);
    let mut sample = Vec::new();
    while sample.len() < count && !all.is_empty() {
        sample.push(all.swap_remove(dice.below(all.len())));
    }
    sample
}

/// Each mutant of a sample, in both kinds; one that nothing reaches need not be run.
fn tried(sample: &[(usize, Site)], reached: &[bool], pages: &[Page], plan: Plan) -> Result<Vec<Mutant>> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let jobs: Vec<(usize, &Site, Kind)> = [Kind::Abort, Kind::Delete]
        .into_iter()
        .flat_map(|kind| sample.iter().map(move |(n, site)| (*n, site, kind)))
        .collect();
    thread::scope(|scope| {
        for page in pages {
            let (next, done, jobs) = (&next, &done, &jobs);
            scope.spawn(move || {
                while let Some(&(number, site, kind)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fate =
                        if reached[number] { fate(page, number, kind, plan) } else { Ok(Fate::Unreached) };
                    let mut done = done.lock().unwrap_or_else(|poison| poison.into_inner());
                    done.push(fate.map(|fate| Mutant { number, kind, site: site.clone(), fate }));
                    if done.len().is_multiple_of(20) {
                        eprintln!("{} of {} mutants", done.len(), jobs.len());
                    }
                }
            });
        }
    });
    let mut mutants: Vec<Mutant> =
        done.into_inner().unwrap_or_else(|poison| poison.into_inner()).into_iter().collect::<Result<_>>()?;
    mutants.sort_by_key(|mutant| (mutant.kind as u32, mutant.number));
    Ok(mutants)
}

fn fate(page: &Page, number: usize, kind: Kind, plan: Plan) -> Result<Fate> {
    page.choose(number, kind)?;
    let hunted = hunt(page, plan);
    page.choose_none()?;
    let hunted = hunted.with_context(|| format!("mutant {number}, {kind:?}"))?;
    Ok(match hunted.notice() {
        Some(notice) => Fate::Noticed {
            notice,
            rounds: hunted.tally.rounds,
            how: hunted.found.map(|it| it.evidence).or(hunted.tally.complaint),
        },
        None => Fate::Survived,
    })
}
