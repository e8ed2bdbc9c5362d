//! Models of real solvers, checked by the evaluator.
//!
//! Each script with one `check-sat` that a solver answers with `sat` is asked for its model; every assertion must be
//! true in it, or unknown for a stated reason. A false one is a finding: ours, the solver's, or the standard's.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use eval::text::Escapes;
use eval::{Evaluator, Missing, Value};
use smtlib::{Command, Printer, Script};
use solver::answer::{Expected, Reply};
use solver::backend::{Backend, BackendKind, Request};
use solver::process::Limits;

use crate::target::fetched;

/// Which scripts to take, and whose models.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Scripts, or folders of them
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// The solvers
    #[arg(long = "on", value_name = "TARGET", default_values = ["z3"])]
    pub targets: Vec<String>,
    /// The time a script may take, in milliseconds
    #[arg(long, default_value_t = 2_000)]
    pub timeout: u64,
    /// Take every so many-th script only
    #[arg(long, default_value_t = 1)]
    pub every: usize,
}

#[derive(Default)]
struct Tally {
    files: u64,
    /// Scripts of which the solver did not take every command: its model is one of another script.
    refused: u64,
    models: u64,
    all_true: u64,
    unknown: BTreeMap<String, u64>,
    unreadable: u64,
    wrong: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.files += other.files;
        self.refused += other.refused;
        self.models += other.models;
        self.all_true += other.all_true;
        self.unreadable += other.unreadable;
        self.wrong += other.wrong;
        for (reason, count) in &other.unknown {
            *self.unknown.entry(reason.clone()).or_default() += count;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { files, refused, models, all_true, unknown, unreadable, wrong } = self;
        let unknown: u64 = unknown.values().sum();
        write!(
            f,
            "{files:>6} {refused:>8} {models:>7} {all_true:>6} {unknown:>8} {unreadable:>11} {wrong:>6}"
        )
    }
}

/// What the check found, by solver and logic.
pub struct Report {
    tallies: BTreeMap<(String, String), Tally>,
    notes: Vec<String>,
}

impl Report {
    /// How many models make an assertion false.
    pub fn wrong(&self) -> u64 {
        self.tallies.values().map(|t| t.wrong).sum()
    }
}

/// Runs the check.
pub fn run(args: &Args) -> Result<Report> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files);
    }
    files.sort();
    let mut report = Report { tallies: BTreeMap::new(), notes: Vec::new() };
    let wall = Duration::from_millis(args.timeout);
    let limits = Limits { wall, cpu: wall, ..Limits::default() };
    for target in &args.targets {
        let (found, mut backend) = fetched(target, BackendKind::Spawn { incremental: true })?;
        for file in files.iter().step_by(args.every.max(1)) {
            check(file, &found.name, &mut *backend, &limits, &mut report);
        }
    }
    Ok(report)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            collect(&entry.path(), files);
        }
    } else if path.extension().is_some_and(|e| e == "smt2") {
        files.push(path.to_owned());
    }
}

/// The script reduced to declarations, assertions and one question for a model.
fn question(script: &Script) -> Option<(Vec<u8>, usize)> {
    let mut text = b"(set-option :produce-models true)\n".to_vec();
    let mut count = 1;
    let checks = script.commands.iter().filter(|c| c.is_check()).count();
    let plain = checks == 1 && script.type_errors.is_empty() && script.opaque == 0;
    if !plain {
        return None;
    }
    for command in &script.commands {
        match command {
            Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions => return None,
            Command::CheckSatAssuming(_) | Command::CheckSatUsing(_) => return None,
            command
                if command.is_declaration()
                    || matches!(command, Command::SetLogic(_) | Command::Assert(_)) =>
            {
                Printer::new().command(&script.arena, command, &mut text);
                text.push(b'\n');
                count += 1;
            }
            _ => {}
        }
    }
    text.extend_from_slice(b"(check-sat)\n(get-model)\n");
    Some((text, count))
}

fn check(file: &Path, solver: &str, backend: &mut dyn Backend, limits: &Limits, report: &mut Report) {
    let Ok(source) = std::fs::read(file) else { return };
    let Ok(mut script) = Script::parse(&source) else { return };
    let Some((text, silent)) = question(&script) else { return };
    let key = (solver.to_owned(), script.least_logic().name().to_string());
    report.tallies.entry(key.clone()).or_default().files += 1;
    let mut expected = vec![Expected::Silent; silent];
    expected.extend([Expected::CheckSat, Expected::Model]);
    let run = backend.run(&Request { input: &text, expected: &expected, limits });
    let (Some(Reply::Sat), Some(Reply::Text(place))) = (run.replies.get(silent), run.replies.get(silent + 1))
    else {
        return;
    };
    if run.replies.iter().any(|reply| reply.error().is_some()) {
        report.tallies.entry(key).or_default().refused += 1;
        return;
    }
    let model_text = String::from_utf8_lossy(run.text(*place)).into_owned();
    let assertions: Vec<_> = script.assertions().collect();
    let tally = report.tallies.entry(key).or_default();
    tally.models += 1;
    let model = match eval::model_text::read_model(&mut script, &model_text) {
        Ok(model) => model,
        Err(error) => {
            tally.unreadable += 1;
            report.notes.push(format!("{}: {solver}'s model cannot be read: {error}", file.display()));
            return;
        }
    };
    let escapes = Escapes::of_script(&script);
    let mut strict = Evaluator::reading(&script.arena, &assertions, escapes).with_missing(Missing::Unknown);
    strict.set_model(model.clone());
    let mut lenient = Evaluator::reading(&script.arena, &assertions, escapes);
    lenient.set_model(model);
    let mut unknown = None;
    for root in 0..assertions.len() {
        match (strict.value(root), lenient.value(root)) {
            (Ok(Value::Bool(true)), _) | (_, Ok(Value::Bool(true))) => {}
            (Ok(Value::Bool(false)), _) => {
                tally.wrong += 1;
                report
                    .notes
                    .push(format!("{}: {solver}'s model makes assertion {root} false", file.display()));
                return;
            }
            (Err(reason), _) => unknown = Some(reason.to_string()),
            (Ok(_), _) => unknown = Some("not a truth value".to_owned()),
        }
    }
    match unknown {
        None => tally.all_true += 1,
        Some(reason) => *tally.unknown.entry(reason).or_default() += 1,
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<20} {:<16} {:>6} {:>8} {:>7} {:>6} {:>8} {:>11} {:>6}",
            "solver", "logic", "files", "refused", "models", "true", "unknown", "unreadable", "false"
        )?;
        let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
        for ((solver, logic), t) in &self.tallies {
            writeln!(f, "{solver:<20} {logic:<16} {t}")?;
            sums.entry(solver).or_default().add(t);
        }
        for (solver, sum) in &sums {
            writeln!(f, "{solver:<20} {:<16} {sum}", "all")?;
            for (reason, count) in &sum.unknown {
                writeln!(f, "{solver} unknown: {count:>5}  {reason}")?;
            }
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}
