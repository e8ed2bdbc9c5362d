//! `smtquake experiment coverage`: how much of a solver's code each strategy reaches.
//!
//! One campaign after the other, alike but for their strategy. [`result`] adds up what they reached, [`page`] shows it.

mod page;
mod result;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use campaign::{Plan, Reach, Reached, Store, Strategies, run_reaching};
use solver::backend::{BackendKind, Found};
use solver::catalogue::Catalogue;
use solver::coverage::Names;
use solver::profile::Profiles;
use solver::target::Target;

use crate::commands::fuzz::log::Log;
use crate::exit::Exit;
use crate::quantity::duration;
use crate::signals::stop_on_signals;
use crate::terminal::tell;
use result::{Course, Outcome};

/// Measure how much of a solver's code each strategy reaches
///
/// Runs one campaign for each strategy on a build that counts (`smtquake solver build TARGET --coverage`), and compares
/// the edges, lines and functions that their tests reach.
#[derive(clap::Args)]
#[command(
    after_help = "The folder has then: coverage.html (the table and the plot), coverage.svg, functions.tsv (every \
                        function, its edges, and how many of them each strategy has reached), and the campaigns.\n\n\
                        Exit codes: 0 done, 2 bad use"
)]
pub struct Args {
    /// The solver, built to count: yices@2.6.4+cov
    #[arg(value_name = "TARGET")]
    target: String,

    /// The strategies to compare, with commas in between
    #[arg(long, value_name = "NAMES", default_value = "all")]
    strategy: Strategies,

    /// Tests of each strategy; without it and without `--for`, 2000
    #[arg(long, value_name = "N", conflicts_with = "time")]
    tests: Option<u64>,

    /// Time of each strategy: `30s`, `10m`
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Files or folders of seeds; without any, the built-in ones
    #[arg(long, value_name = "PATH", num_args = 1..)]
    seeds: Vec<PathBuf>,

    /// Workers; without it, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// The number that all random choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Where the result is kept; the folder must not be there yet
    #[arg(long, value_name = "DIR", default_value = "experiment-coverage")]
    out: PathBuf,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `target`, `in_all` and `together` (of all strategies), each of `edges`, `lines` and `functions`, and
    /// `strategies`, a list of `name`, `tests`, `seconds`, `bugs`, `edges`, `lines`, `functions` and `alone` (edges that
    /// no other reached).
    #[arg(long)]
    json: bool,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (catalogue, profiles) = (Catalogue::open_default()?, Profiles::of_user()?);
    let known: Vec<&str> = profiles.names().collect();
    let target = Target::parse_with(&args.target, &known)?;
    let names = names(&Found::find(&catalogue, &profiles, &target)?)?;
    ensure!(!args.out.exists(), "{} is there already: choose another `--out`", args.out.display());
    let stop = stop_on_signals()?;
    let mut courses = Vec::new();
    for strategy in args.strategy.names() {
        let name = strategy.row().name;
        anstream::eprintln!("{name}:");
        let plan = plan(args, &target, name)?;
        let course = measure(name, &plan, &args.out.join(name), &catalogue, &profiles, &stop)?;
        courses.push(course);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let outcome = Outcome::new(&args.target, &courses, &names);
    page::write(&args.out, &outcome, &courses, &names)?;
    tell(args.json, &outcome, |out| page::table(out, &outcome))?;
    anstream::eprintln!("the plot and the functions are in {}", args.out.display());
    Ok(Exit::Success)
}

/// The functions and lines of the program or library that counts.
fn names(found: &Found) -> anyhow::Result<Names> {
    let kind = BackendKind::Spawn { incremental: false };
    let (Some(_), Some(file)) = (found.edges(kind), found.counting_file(kind)) else {
        bail!(
            "{} does not count what it runs: `smtquake solver build {} --coverage` makes one that does",
            found.name,
            found.resolved.family.unwrap_or("TARGET")
        );
    };
    Names::read(file).with_context(|| file.display().to_string())
}

fn plan(args: &Args, target: &Target, strategy: &str) -> anyhow::Result<Plan> {
    let tests = args.tests.or_else(|| args.time.is_none().then_some(2000));
    let plan = Plan::default();
    Ok(Plan {
        targets: vec![target.clone()],
        strategy: strategy.parse().map_err(anyhow::Error::msg)?,
        seeds: args.seeds.iter().map(std::path::absolute).collect::<Result<_, _>>()?,
        seed: args.seed,
        jobs: args.jobs.map_or(plan.jobs, usize::from),
        time: args.time,
        tests,
        reduce: false,
        ..plan
    })
}

fn measure(
    name: &'static str,
    plan: &Plan,
    folder: &Path,
    catalogue: &Catalogue,
    profiles: &Profiles,
    stop: &AtomicBool,
) -> anyhow::Result<Course> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut store = Store::create(folder, plan)?;
    let reach = Reach::default();
    let summary =
        run_reaching(plan, &mut store, catalogue, profiles, stop, &mut Log::new(false), Some(&reach));
    let summary = summary.with_context(|| format!("the strategy {name}"))?;
    let reached: Reached = reach.reached().into_iter().next().unwrap_or_default();
    Ok(Course { name, reached, bugs: summary.counts.bugs, seconds: summary.counts.worked.as_secs_f64() })
}
