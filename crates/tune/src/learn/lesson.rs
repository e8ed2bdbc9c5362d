//! A formula to learn from.

use std::collections::BTreeSet;

use smtlib::{Command, Script};
use solver::answer::{Expected, expected};

use crate::operations::operations;

/// Kinds of operations in a formula, besides those without which there is none: the paper's k.
pub const OPERATIONS: usize = 4;

/// A formula with a few operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The script, with the question for the solver's counters at its end.
    pub text: Vec<u8>,
    /// What it prints.
    pub expected: Vec<Expected>,
    /// Whether it takes a process that goes on after a check.
    pub incremental: bool,
    /// Its operations.
    pub operations: BTreeSet<String>,
}

/// What has a solver tell its counters.
const COUNTERS: &[u8] = b"(get-info :all-statistics)\n";

impl Lesson {
    /// The lesson of a script; nothing when it checks nothing, or is none.
    pub fn new(script: &[u8], counters: bool) -> Option<Lesson> {
        let parsed = Script::parse(script).ok()?;
        let checks = parsed.commands.iter().filter(|command| command.is_check()).count();
        if checks == 0 || !parsed.type_errors.is_empty() {
            return None;
        }
        let scoped = |command: &Command| matches!(command, Command::Push(_) | Command::CheckSatAssuming(_));
        let mut lesson = Lesson {
            text: script.to_vec(),
            expected: expected(&parsed),
            incremental: checks > 1 || parsed.commands.iter().any(scoped),
            operations: operations(&parsed),
        };
        if counters {
            lesson.text.extend_from_slice(COUNTERS);
            lesson.expected.push(Expected::Statistics);
        }
        Some(lesson)
    }
}
