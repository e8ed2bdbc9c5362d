//! What is asked of every release: a script, its right answers, and what would be bad.

use std::sync::Arc;

use oracle::{Class, Finding};
use smtlib::{Command, Printer, Script};
use solver::answer::{Expected, expected};
use strategy::{Check, Label, Refutation, Truth, Witness};

use crate::replay::is_shown_by;

/// A script and what would be bad about a release that runs it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The script as it is written.
    pub text: Vec<u8>,
    /// The script.
    pub script: Script,
    /// What its commands print.
    pub expected: Vec<Expected>,
    /// Its right answers.
    pub checks: Vec<Check>,
    /// What would be bad.
    pub sought: Sought,
    /// How the right answers are known, in a sentence.
    pub known_by: String,
    /// What satisfies the core that is wrong, where one is.
    pub core_model: Option<String>,
}

/// What would be bad about a release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// Findings of one of these classes.
    pub classes: Vec<Class>,
    /// About this check only.
    pub check: Option<usize>,
    /// At this place.
    pub place: Option<String>,
}

/// What a label says of a check.
fn truth(label: Option<Label>) -> Truth {
    match label {
        // Whoever asks this way has no witness to show, and none is needed to compare words.
        Some(Label::Sat) => Truth::Sat(Arc::new(Witness { model: String::new() })),
        Some(Label::Unsat) => Truth::Unsat(Refutation::Negation),
        None => Truth::Unknown,
    }
}

impl Sought {
    /// Any wrong answer.
    pub fn wrong_answer() -> Sought {
        Sought { classes: vec![Class::Refutation, Class::Solution], ..Sought::default() }
    }

    /// Any crash.
    pub fn crash() -> Sought {
        Sought { classes: vec![Class::Crash], ..Sought::default() }
    }

    /// Whether a finding is what is sought. Lines move from release to release, so a place is only its file.
    pub(super) fn is(&self, finding: &Finding) -> bool {
        let file = |place: &str| place.split(':').next().unwrap_or_default().to_owned();
        self.classes.iter().any(|&class| is_shown_by(class, finding.class))
            && (self.check.is_none() || finding.check.is_none() || self.check == finding.check)
            && (self.place.is_none() || self.place.as_deref().map(file) == finding.place.as_deref().map(file))
    }
}

impl Question {
    /// About a script with these right answers, one per check; what is missing is not known.
    pub fn new(
        text: Vec<u8>,
        script: Script,
        answers: &[Option<Label>],
        sought: Sought,
        known_by: String,
    ) -> Question {
        let mut checks: Vec<Check> = Vec::new();
        for command in &script.commands {
            if command.is_check() {
                let answer = answers.get(checks.len()).copied().flatten();
                checks.push(Check { truth: truth(answer), model: false });
            } else if matches!(command, Command::GetModel)
                && let Some(check) = checks.last_mut()
            {
                check.model = true;
            }
        }
        Question { expected: expected(&script), text, script, checks, sought, known_by, core_model: None }
    }

    /// The same question with plain checks, for solvers that have no tactics: the answer is the same.
    pub fn without_tactics(&self) -> Question {
        let mut question = self.clone();
        let mut changed = false;
        for command in &mut question.script.commands {
            if matches!(command, Command::CheckSatUsing(_)) {
                *command = Command::CheckSat;
                changed = true;
            }
        }
        if changed {
            question.text = Printer::new().script_text(&question.script).into_bytes();
        }
        question
    }

    /// Its logic, or nothing.
    pub(super) fn logic(&self) -> &str {
        let logic = self.script.commands.iter().find_map(|command| match command {
            Command::SetLogic(logic) => Some(self.script.arena.name(*logic)),
            _ => None,
        });
        logic.unwrap_or_default()
    }

    /// Whether a process has to be told that one check is not all.
    pub(super) fn is_incremental(&self) -> bool {
        self.script.is_incremental()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_the_same_in_another_line_of_its_file() {
        let sought = Sought { place: Some("a.cpp:7".to_owned()), ..Sought::crash() };
        let at = |class, place: &str| Finding {
            class,
            check: None,
            evidence: String::new(),
            place: Some(place.to_owned()),
        };
        assert!(sought.is(&at(Class::Crash, "a.cpp:9")));
        assert!(!sought.is(&at(Class::Crash, "b.cpp:7")));
        assert!(!sought.is(&at(Class::Model, "a.cpp:7")));
        assert!(Sought::crash().is(&at(Class::Crash, "SIGSEGV")));
    }

    #[test]
    fn tactics_change_how_an_answer_is_found_and_not_the_answer() {
        let text = b"(declare-const x Int)(check-sat-using (then simplify smt))(check-sat)".to_vec();
        let script = Script::parse(&text).unwrap();
        let question = Question::new(text, script, &[], Sought::crash(), String::new());
        let plain = String::from_utf8(question.without_tactics().text).unwrap();
        assert_eq!(plain, "(declare-const x Int)\n(check-sat)\n(check-sat)\n");
        assert_eq!(question.without_tactics().expected, question.expected);
    }

    #[test]
    fn only_the_check_in_question_counts() {
        let sought = Sought { check: Some(1), ..Sought::wrong_answer() };
        let at = |check| Finding { class: Class::Refutation, check, evidence: String::new(), place: None };
        assert!(sought.is(&at(Some(1))) && !sought.is(&at(Some(0))));
    }
}
