//! `smtquake reduce`: a smaller script that shows the same.
//!
//! [`args`] reads the command line, [`question`] finds out what the script shows, [`shown`] shows the work.

mod args;
mod question;
mod shown;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use campaign::reduction::{Goal, Shell, Trial, Witnesses, drop_options};
use reduce::{Ended, Predicate, Reduced, Settings, Subject};
use serde::Serialize;
use smtlib::Script;

pub use args::Args;

use crate::exit::Exit;
use crate::signals::stop_on_signals;
use question::Seen;
use shown::Shown;

/// What came of it; the object of `--json`.
#[derive(Serialize)]
struct Told {
    file: String,
    output: String,
    /// The target, with the options that it takes.
    target: Option<String>,
    /// What every step kept.
    shows: String,
    before: usize,
    after: usize,
    seconds: f64,
    checks: u64,
    accepted: u64,
    remembered: u64,
    ended: &'static str,
    witness: Option<String>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let script = read(&args.file)?;
    let subject = Subject::new(script.clone());
    let output = args.output.clone().unwrap_or_else(|| beside(&args.file));
    let stop = stop_on_signals()?;
    let deadline = args.budget.map(|budget| Instant::now() + budget);
    let settings = |seen| Settings { stop: &stop, deadline, seen };
    let mut shown = Shown::new(&output, args.quiet || args.json);
    let mut target = None;
    let (reduced, goal, witness) = match &args.check {
        Some(command) => {
            let here = std::env::current_dir().context("there is no current folder")?;
            let mut predicates: Vec<Box<dyn Predicate>> = Vec::new();
            for _ in 0..args.jobs() {
                let mut shell = Shell::open(command, &here, &args.limits(), args.matching())?;
                shell.learn(&subject)?;
                predicates.push(args.often(shell));
            }
            (reduce::reduce(script, predicates, settings(0), &mut shown), format!("`{command}`"), None)
        }
        None => {
            let mut bench = question::bench(args)?;
            let Seen { goal, pace, trial } = question::look(args, &bench, &subject)?;
            if !args.quiet && !args.json {
                anstream::eprintln!("{} shows {goal}", bench.target.name);
            }
            let witness = args.witness.as_deref().map(fs::read_to_string).transpose();
            let witness = witness.context("cannot read the witness")?;
            let witnesses = Arc::new(Witnesses::new(&script, witness));
            // Solvers that run already go on; with other options they would be others.
            let first = if bench.target.has_options() {
                drop(trial);
                bench.pace = pace.clone();
                drop_options(&mut bench, &goal, &witnesses, &subject)?;
                None
            } else {
                Some(trial)
            };
            let mut trials: Vec<Trial<'_>> = first.into_iter().collect();
            while trials.len() < args.jobs() {
                trials.push(Trial::open(&bench, goal.clone(), Arc::clone(&witnesses))?);
            }
            let aimed = trials.into_iter().map(|it| it.aimed(goal.clone(), Arc::clone(&witnesses), &pace));
            let predicates = aimed.map(|trial| args.often(trial)).collect();
            // To learn the goal was to see it.
            let reduced = reduce::reduce(script, predicates, settings(1), &mut shown);
            bench.pace = pace;
            drop_options(&mut bench, &goal, &witnesses, &reduced.subject)?;
            let witness = matches!(goal, Goal::Answer(..)).then(|| witnesses.witness()).flatten();
            target = Some(bench.target.name);
            (reduced, goal.to_string(), witness)
        }
    };
    shown.finish(&reduced)?;
    tell(args, &output, &reduced, target, goal, witness)
}

fn tell(
    args: &Args,
    output: &Path,
    reduced: &Reduced,
    target: Option<String>,
    shows: String,
    witness: Option<String>,
) -> anyhow::Result<Exit> {
    let ended = match &reduced.ended {
        Ended::Fixpoint => "nothing makes it smaller",
        Ended::Stopped => "stopped",
        Ended::OutOfTime => "out of time",
        Ended::NeverHeld => {
            bail!("{} does not show {shows}: there is nothing to reduce", args.file.display())
        }
        Ended::Flaky { shown, of } => bail!(
            "{} shows {shows} only in {shown} of {of} runs: say how often is enough, as in `--runs 1/5`",
            args.file.display()
        ),
        Ended::Broken(broken) => bail!("{broken}"),
    };
    let progress = reduced.progress;
    let told = Told {
        file: args.file.display().to_string(),
        output: output.display().to_string(),
        target,
        shows,
        before: progress.before,
        after: progress.bytes,
        seconds: reduced.time.as_secs_f64(),
        checks: progress.checks,
        accepted: progress.accepted,
        remembered: progress.remembered,
        ended,
        witness,
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &told).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(
            out,
            "{} to {} bytes in {:.1} s, {} checks, {ended}: {}",
            told.before, told.after, told.seconds, told.checks, told.output
        )?;
        if let Some(target) = told.target.filter(|target| Some(target) != args.on.as_ref()) {
            writeln!(out, "shown by {target}")?;
        }
        out.write_all(&reduced.subject.text)?;
    }
    Ok(Exit::Success)
}

/// Reads a script that can be reduced: one that is well-typed.
fn read(path: &Path) -> anyhow::Result<Script> {
    let source = super::run::source::Source::read(path)?;
    if let Some(error) = source.script.type_errors.first() {
        let place = smtlib::Place::of(&source.bytes, error.span.start);
        bail!("{}:{place}: {error}; only well-typed scripts are reduced", path.display());
    }
    Ok(source.script)
}

/// `dir/a.smt2` becomes `a.reduced.smt2` in the current folder.
fn beside(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("{stem}.reduced.smt2"))
}
