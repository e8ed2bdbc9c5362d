//! What is told about assertions, to people and to programs.

use std::io::{self, Write};

use eval::Explanation;
use serde::Serialize;
use smtlib::Arena;

use super::judge::Verdict;
use super::shown;
use super::source::Assertion;
use crate::exit::Exit;

/// The assertions of a script under one model; as JSON it is the result of `--json`.
#[derive(Debug, Serialize)]
pub struct Judged<'a> {
    /// The script's name.
    pub file: &'a str,
    /// Its assertions in order.
    pub assertions: Vec<Line>,
}

/// What became of an assertion.
#[derive(Debug, Serialize)]
pub struct Line {
    line: usize,
    term: String,
    value: Truth,
    reason: Option<String>,
    explanation: Option<String>,
}

/// One of three truth values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    fn name(self) -> &'static str {
        match self {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Unknown => "unknown",
        }
    }
}

impl Line {
    /// The verdict on an assertion, with an explanation where it is false.
    pub fn new(
        arena: &Arena,
        assertion: &Assertion,
        verdict: &Verdict,
        explanation: Option<&Explanation>,
    ) -> Line {
        let (value, reason) = match verdict {
            Verdict::True => (Truth::True, None),
            Verdict::False => (Truth::False, None),
            Verdict::Unknown(reason) => (Truth::Unknown, Some(reason.to_string())),
        };
        let explanation = explanation.map(|explanation| shown::explanation(arena, explanation));
        Line { line: assertion.line, term: shown::term(arena, assertion.term), value, reason, explanation }
    }
}

impl Judged<'_> {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        exit(self.count(Truth::False) as u64, self.count(Truth::Unknown) as u64)
    }

    /// A line for each assertion, below it why it is not true, and a sum.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = width(self.assertions.iter().map(|assertion| assertion.line as u64));
        for Line { line, term, value, reason, explanation } in &self.assertions {
            writeln!(out, "{line:>width$}  {:<7}  {term}", value.name())?;
            if let Some(why) = reason.as_ref().or(explanation.as_ref()) {
                writeln!(out, "{:>width$}           {why}", "")?;
            }
        }
        let count = |truth| self.count(truth);
        writeln!(
            out,
            "{}: {}: {} true, {} false, {} unknown",
            self.file,
            counted(self.assertions.len()),
            count(Truth::True),
            count(Truth::False),
            count(Truth::Unknown)
        )
    }

    fn count(&self, truth: Truth) -> usize {
        self.assertions.iter().filter(|assertion| assertion.value == truth).count()
    }
}

/// The exit code for so many values.
pub fn exit(falsehoods: u64, unknowns: u64) -> Exit {
    match (falsehoods, unknowns) {
        (0, 0) => Exit::Success,
        (0, _) => Exit::Unknown,
        _ => Exit::Rejected,
    }
}

/// The width of a column of numbers.
pub fn width(numbers: impl Iterator<Item = u64>) -> usize {
    numbers.max().unwrap_or(0).to_string().len()
}

/// `2 assertions`
pub fn counted(assertions: usize) -> String {
    format!("{assertions} assertion{}", if assertions == 1 { "" } else { "s" })
}
