//! The classes of findings, one row each.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What kind of bug a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Class {
    Refutation,
    Solution,
    Model,
    Core,
    Proof,
    Contradiction,
    Crash,
    Incomplete,
    Slow,
    Parser,
    Leak,
}

/// How grave a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Slower than it should be.
    Performance,
    /// No answer where there was one.
    Completeness,
    /// It breaks.
    Crash,
    /// A wrong answer, or a wrong model, core or proof.
    Soundness,
}

struct Row {
    class: Class,
    name: &'static str,
    /// The letter of the STORM paper.
    letter: Option<char>,
    severity: Severity,
    meaning: &'static str,
}

const ROWS: &[Row] = &[
    row(Class::Refutation, "refutation", Some('A'), Severity::Soundness, "says unsat, but a model exists"),
    row(Class::Solution, "solution", Some('B'), Severity::Soundness, "says sat, but no model exists"),
    row(Class::Model, "model", None, Severity::Soundness, "gives a model that does not satisfy the script"),
    row(Class::Core, "core", None, Severity::Soundness, "gives an unsat core that is satisfiable"),
    row(Class::Proof, "proof", None, Severity::Soundness, "gives a proof that does not hold"),
    row(Class::Contradiction, "contradiction", None, Severity::Soundness, "contradicts itself"),
    row(Class::Crash, "crash", Some('D'), Severity::Crash, "breaks"),
    row(Class::Incomplete, "incomplete", Some('C'), Severity::Completeness, "says unknown where it need not"),
    row(Class::Slow, "slow", None, Severity::Performance, "takes much longer than its neighbours"),
    row(Class::Parser, "parser", None, Severity::Crash, "mistreats malformed input"),
    row(Class::Leak, "leak", None, Severity::Performance, "keeps memory that it should give back"),
];

const fn row(
    class: Class,
    name: &'static str,
    letter: Option<char>,
    severity: Severity,
    meaning: &'static str,
) -> Row {
    Row { class, name, letter, severity, meaning }
}

impl Class {
    /// All classes, the gravest first.
    pub fn all() -> impl Iterator<Item = Class> {
        ROWS.iter().map(|row| row.class)
    }

    /// The class of this name.
    pub fn named(name: &str) -> Option<Class> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.class)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its letter in the STORM paper.
    pub fn letter(self) -> Option<char> {
        self.row().letter
    }

    /// How grave it is.
    pub fn severity(self) -> Severity {
        self.row().severity
    }

    /// What the solver does.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    fn row(self) -> &'static Row {
        // The rows stand in the order of the classes, which a test keeps.
        &ROWS[self as usize]
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_row() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.class as usize, i);
            assert_eq!(Class::named(row.name), Some(row.class));
        }
        assert_eq!(Class::all().last(), Some(Class::Leak));
    }
}
