//! A formula to learn from.

use std::collections::BTreeSet;

use smtlib::{Command, Printer, Script};
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
    /// Its operations; one that is [blank](Lesson::blank) has none.
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

    /// The same without assertions, and without questions that may have no answer then: what a solver does with it, it does
    /// for the logic, the options and the checks. Nothing is learnt from it.
    pub fn blank(&self) -> Option<Lesson> {
        let mut script = Script::parse(&self.text).ok()?;
        let mut asked = expected(&script).into_iter();
        script.commands.retain(|command| {
            let asked = asked.next().unwrap_or(Expected::Silent);
            let stays = [Expected::Silent, Expected::Success, Expected::CheckSat, Expected::Statistics];
            stays.contains(&asked) && !matches!(command, Command::Assert(_))
        });
        let mut text = Vec::new();
        Printer::new().script(&script, &mut text);
        let (expected, incremental) = (expected(&script), self.incremental);
        Some(Lesson { text, expected, incremental, operations: BTreeSet::new() })
    }

    /// Whether it was made so.
    pub fn is_blank(&self) -> bool {
        self.operations.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_lesson_checks_nothing_in_the_same_way() {
        let script =
            b"(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n(get-model)\n";
        let lesson = Lesson::new(script, true).unwrap();
        let blank = lesson.blank().unwrap();
        let text = "(set-logic QF_LIA)\n(declare-const x Int)\n(check-sat)\n(get-info :all-statistics)\n";
        assert_eq!(String::from_utf8(blank.text.clone()).unwrap(), text);
        let asked = [Expected::Silent, Expected::Silent, Expected::CheckSat, Expected::Statistics];
        assert_eq!(blank.expected, asked);
        assert!(blank.is_blank() && !lesson.is_blank());
    }
}
