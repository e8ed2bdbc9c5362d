//! `smtquake learn`: which options of a solver matter to which operations.

mod bar;
mod shown;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::profile::Profiles;
use solver::target::Target;
use tune::learn::{Curriculum, Look, Pupil, SolverLook, learn};
use tune::{ANY, Correlations, Effect, Space};

use crate::exit::Exit;
use crate::quantity::duration;
use crate::signals::stop_on_signals;
use bar::Bar;
use shown::Learnt;

const EXAMPLES: &str = "\
Examples:
  smtquake learn z3 --for 1h                        into z3-VERSION.tsv
  smtquake learn z3 --for 1h --resume               go on with it, also after a kill
  smtquake learn ./build/z3 --for 20m -o mine.tsv   your build
  smtquake fuzz z3 --tune --correlations mine.tsv   use it

What is learnt is written down every few seconds. For the newest Z3 and cvc5 it comes with the program.

Exit codes: 0 done, 2 bad use";

/// Learn which options of a solver matter to which operations
///
/// Makes formulas of a few operations each, and looks at what the solver does with them when options are changed: its answers,
/// its coverage or its own counters, and its time where these say nothing. Options are changed in groups, and each group that
/// does something is halved, until it is known which option does it; the operations of the next formula are those that it
/// would tell most about. `smtquake fuzz --tune` uses what was learnt to leave alone what does nothing to a test.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The solver
    #[arg(value_name = "TARGET")]
    target: String,

    /// Stop after this time: `20m`, `1h`; without it, when all is known, or at Ctrl-C
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Go on with what the file holds
    #[arg(long)]
    resume: bool,

    /// The file; without it, SOLVER-VERSION.tsv here
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Workers; without it, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Print what was learnt as one JSON object
    #[arg(long)]
    json: bool,
}

/// What was learnt is written down this often.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (catalogue, profiles) = (Catalogue::open_default()?, Profiles::of_user()?);
    let known: Vec<&str> = profiles.names().collect();
    let target = Target::parse_with(&args.target, &known)?;
    let found = Found::find(&catalogue, &profiles, &target)?;
    let file = args.output.clone().unwrap_or_else(|| default_file(&found));
    let space = Space::new(&catalogue.options(&found.resolved, &found.profile)?, &found.profile);
    ensure!(!space.knobs.is_empty(), "{} tells of no option that could be changed in a test", found.name);
    let table = table(args, &file, &found, &space)?;
    let before = table.seconds;
    let knowledge = Knowledge::of(&found, &catalogue, Duration::from_secs(20))?;
    let rules = &found.profile;
    let curriculum = Curriculum::new(&knowledge, &rules.dialect.inquiries, rules.run.statistics);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut eyes: Vec<Box<dyn Look + Send>> = Vec::new();
    for _ in 0..args.jobs.map_or(cores, usize::from) {
        eyes.push(Box::new(SolverLook::open(found.clone())?));
    }
    let stop = stop_on_signals()?;
    let begin = Instant::now();
    let deadline = args.time.map(|time| begin + time);
    let pupil = Pupil::new(&space, &curriculum, table);
    let mut bar = Bar::new(args.time);
    let mut saved = Instant::now();
    let mut failed = None;
    learn(&pupil, eyes, &stop, deadline, &mut |pupil| {
        bar.show(begin.elapsed(), &pupil.progress());
        if saved.elapsed() >= SAVE_EVERY && failed.is_none() {
            saved = Instant::now();
            let mut table = pupil.table();
            if refuses_all(&table) {
                // That does not change any more, and is nothing to keep.
                stop.store(true, Ordering::Relaxed);
                return;
            }
            table.seconds = before + begin.elapsed().as_secs_f64();
            failed = table.write(&file).err();
        }
    });
    bar.finish();
    if let Some(error) = failed {
        return Err(error.into());
    }
    let mut table = pupil.table();
    table.seconds = before + begin.elapsed().as_secs_f64();
    if table.formulas == 0 {
        bail!("{} answered no formula twice in the same way: there is nothing to learn from", found.name);
    }
    ensure!(
        !refuses_all(&table),
        "{} refuses each of its {} options: it cannot be told any in this way (see `smtquake solver options {}`)",
        found.name,
        table.options().len(),
        args.target
    );
    let learnt = Learnt::of(&table, pupil.progress());
    table.write(&file)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &learnt).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        learnt.write(&mut out, &file)?;
    }
    Ok(Exit::Success)
}

/// Whether every option is in the way of every formula.
fn refuses_all(table: &Correlations) -> bool {
    (0..table.options().len()).all(|option| table.effect(ANY, option) == Effect::Conflict)
}

fn default_file(found: &Found) -> PathBuf {
    let name = found.resolved.name.replace(|c: char| !c.is_ascii_alphanumeric() && !".-_".contains(c), "-");
    PathBuf::from(format!("{name}.tsv"))
}

/// What is known before: nothing, or what the file holds.
fn table(args: &Args, file: &std::path::Path, found: &Found, space: &Space) -> anyhow::Result<Correlations> {
    let names = || space.knobs.iter().map(|knob| knob.name.clone());
    if !args.resume {
        ensure!(
            !file.exists(),
            "{} is there already: go on with it by `--resume`, or name another file by `-o`",
            file.display()
        );
        return Ok(Correlations::new(&found.resolved.name, names()));
    }
    ensure!(file.exists(), "there is no {} to go on with: leave out `--resume`", file.display());
    let table = Correlations::read(file)?;
    ensure!(
        table.solver == found.resolved.name,
        "{} was learnt from {}, not from {}: name another file by `-o`",
        file.display(),
        table.solver,
        found.resolved.name
    );
    ensure!(
        table.options().iter().cloned().eq(names()),
        "{} is about other options than {} has now: learn anew into another file by `-o`",
        file.display(),
        found.resolved.name
    );
    Ok(table)
}
