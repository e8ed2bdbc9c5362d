//! What a script from nothing answers, by construction.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An answer that a script can be built to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
}

impl Answer {
    /// Both.
    pub const ALL: [Answer; 2] = [Answer::Sat, Answer::Unsat];

    /// How solvers say it.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
        }
    }

    /// The number of the test of a visit that has this answer, and no other.
    pub fn instance(self) -> u64 {
        self as u64
    }
}

impl FromStr for Answer {
    type Err = String;

    fn from_str(name: &str) -> Result<Answer, String> {
        let found = Answer::ALL.into_iter().find(|answer| answer.name() == name);
        found.ok_or_else(|| format!("`{name}` is neither `sat` nor `unsat`"))
    }
}
