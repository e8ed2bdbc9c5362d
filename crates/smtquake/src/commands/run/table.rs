//! The runs as a table.

use std::io::{self, Write};

use super::compare::Disagreement;
use super::model::Checked;
use super::quantity::size_text;
use super::ran::Ran;

/// A table whose columns are as wide as their names need, written script by script.
pub struct Table {
    file: usize,
    target: usize,
    answers: usize,
}

const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";
/// Longer lists of answers push the columns behind them to the right.
const ANSWERS: usize = 30;

impl Table {
    /// A table of these files and targets, with at most so many answers in a row.
    pub fn new<'a>(
        files: impl Iterator<Item = &'a str>,
        targets: impl Iterator<Item = &'a str>,
        checks: usize,
    ) -> Table {
        let longest = |names: &mut dyn Iterator<Item = &'a str>, least| {
            names.map(|name| name.chars().count()).max().unwrap_or(0).max(least)
        };
        let (file, target) = (longest(&mut { files }, 4), longest(&mut { targets }, 6));
        Table { file, target, answers: (checks * 6).clamp(7, ANSWERS) }
    }

    /// The names of the columns.
    pub fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let Table { file, target, answers } = *self;
        writeln!(
            out,
            "{:<file$}  {:<target$}  {:<answers$}  {:<11}  {:>8}  {:>7}  notes",
            "file", "target", "answers", "outcome", "seconds", "memory"
        )
    }

    /// The runs of one script, and what they disagree on.
    pub fn write(&self, out: &mut dyn Write, runs: &[Ran], disagreements: &[Disagreement]) -> io::Result<()> {
        let Table { file, target, answers } = *self;
        for run in runs {
            let (list, width) = listed(run, disagreements);
            let padding = answers.saturating_sub(width);
            let (before, after) = if run.outcome == "crashed" { (RED, PLAIN) } else { ("", "") };
            let memory = run.memory.map_or("-".to_owned(), size_text);
            write!(
                out,
                "{:<file$}  {:<target$}  {list}{:padding$}  {before}{:<11}{after}  {:>8.3}  {memory:>7}",
                run.file, run.target, "", run.outcome, run.seconds
            )?;
            let model = run.model.as_ref().map(|model| match model {
                Checked::True => "model true".to_owned(),
                Checked::Unknown(why) => format!("model unknown: {why}"),
                Checked::Invalid(term) => format!("{RED}model INVALID{PLAIN}: it makes {term} false"),
            });
            let edges = run.edges.map(|edges| format!("{edges} edges"));
            let notes: Vec<&str> = model.iter().chain(&run.notes).chain(&edges).map(String::as_str).collect();
            writeln!(out, "{}{}", if notes.is_empty() { "" } else { "  " }, notes.join("; "))?;
        }
        for Disagreement { file, check, sat, unsat } in disagreements {
            let (sat, unsat) = (sat.join(", "), unsat.join(", "));
            writeln!(
                out,
                "{RED}DISAGREEMENT{PLAIN} {file}, check {check}: sat from {sat}; unsat from {unsat}"
            )?;
        }
        Ok(())
    }
}

/// The answers of a run, those in red that somebody denies, and their width on a terminal.
fn listed(run: &Ran, disagreements: &[Disagreement]) -> (String, usize) {
    let denied = |i: usize| {
        disagreements.iter().any(|d| d.check == i + 1) && matches!(run.answers[i], "sat" | "unsat")
    };
    let words = run.answers.iter().enumerate().map(|(i, &answer)| match denied(i) {
        true => format!("{RED}{answer}{PLAIN}"),
        false => answer.to_owned(),
    });
    let list = words.collect::<Vec<_>>().join(" ");
    let width = run.answers.iter().map(|answer| answer.len() + 1).sum::<usize>().saturating_sub(1);
    (list, width)
}
