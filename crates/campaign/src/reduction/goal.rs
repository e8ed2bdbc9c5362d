//! What a script shows.

use std::fmt;

use oracle::{ModelVerdict, check_model, crash_place};
use reduce::Subject;
use solver::answer::{Expected, Reply};
use solver::run::{Outcome, Run};

/// What a reduced script has to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The target breaks here.
    Crash(String),
    /// The target gives the first answer to a check whose right answer is the second. Without a right answer, whatever it
    /// is.
    Answer(Reply, Option<Reply>),
    /// The target gives a model that is none.
    Model,
    /// The target runs out of time.
    Timeout,
}

impl Goal {
    /// Whether somebody has to know better.
    pub fn is_about_truth(&self) -> bool {
        matches!(self, Goal::Answer(_, Some(_)))
    }

    /// The crash that a run shows.
    pub fn crash(run: &Run) -> Option<Goal> {
        match &run.outcome {
            Outcome::Crashed(crash) => Some(Goal::Crash(crash_place(crash))),
            _ => None,
        }
    }

    /// The invalid model that a run of a script shows: one under which something asserted is false. After an error it is a
    /// model of something else.
    pub fn model(subject: &Subject, expected: &[Expected], run: &Run) -> Option<Goal> {
        let (mut checks, mut failed) = (0, false);
        let mut replies = expected.iter().zip(&run.replies);
        let shown = replies.any(|(expected, reply)| {
            checks += usize::from(*expected == Expected::CheckSat);
            failed |= matches!(expected, Expected::Silent | Expected::Success) && reply.error().is_some();
            let text =
                (*expected == Expected::Model && checks > 0 && !failed).then(|| reply.text()).flatten();
            text.is_some_and(|text| {
                let model = String::from_utf8_lossy(run.text(text));
                matches!(check_model(&subject.text, checks - 1, &model), ModelVerdict::Fails(_))
            })
        });
        shown.then_some(Goal::Model)
    }

    /// The answer that is wrong where this one is right.
    pub fn opposite(reply: Reply) -> Option<Reply> {
        match reply {
            Reply::Sat => Some(Reply::Unsat),
            Reply::Unsat => Some(Reply::Sat),
            _ => None,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |reply: &Reply| match reply {
            Reply::Sat => "sat",
            Reply::Unsat => "unsat",
            _ => "unknown",
        };
        match self {
            Goal::Crash(place) => write!(f, "a crash ({place})"),
            Goal::Answer(wrong, Some(right)) => write!(f, "{}, where {} is right", word(wrong), word(right)),
            Goal::Answer(wrong, None) => f.write_str(word(wrong)),
            Goal::Model => f.write_str("an invalid model"),
            Goal::Timeout => f.write_str("a timeout"),
        }
    }
}

#[cfg(test)]
mod tests {
    use smtlib::Script;

    use super::*;
    use crate::mock::{lane, solver};

    /// The goal that a solver shows which prints this.
    fn shown(output: &str) -> Option<Goal> {
        let folder = tempfile::tempdir().unwrap();
        let target = solver(folder.path(), "target", &format!("cat > /dev/null; printf '{output}'"));
        let text = b"(declare-const x Int)(assert (> x 1))(check-sat)(get-model)";
        let subject = Subject::new(Script::parse(text).unwrap());
        let mut lane = lane(&target);
        assert!(lane.give(&subject.script, &subject.text, true).unwrap());
        Goal::model(&subject, lane.expected(), lane.last())
    }

    #[test]
    fn a_model_after_an_error_is_one_of_something_else() {
        assert_eq!(shown("sat\\n((define-fun x () Int 0))\\n"), Some(Goal::Model));
        assert_eq!(shown("sat\\n((define-fun x () Int 2))\\n"), None);
        assert_eq!(shown("(error \"no such sort\")\\nsat\\n((define-fun x () Int 0))\\n"), None);
    }
}
