//! The script of a finding's folder that is best shown: the smallest one that there is.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use oracle::Class;
use smtlib::Script;
use strategy::{Check, Doubt, Refutation, Truth, Witness, recheck};

use super::folder::{FindingFile, FolderError};

/// Scripts that a folder may hold, the best first, each with the witnesses that may belong to it.
const SCRIPTS: &[(&str, &[&str])] = &[
    ("reduced.smt2", &["reduced-witness.smt2", "witness.smt2"]),
    ("smaller.smt2", &["witness.smt2"]),
    ("test.smt2", &["witness.smt2"]),
];

/// The smallest script that shows a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The file's name.
    pub file: &'static str,
    /// What is in it.
    pub text: Vec<u8>,
    /// A model of it, for a script that is satisfiable.
    pub witness: Option<String>,
    /// The name of the witness's file.
    pub witness_file: Option<&'static str>,
}

impl Smallest {
    /// Reads it from a finding's folder.
    pub fn read(folder: &Path) -> Result<Smallest, FolderError> {
        let mut missing = None;
        for (file, witnesses) in SCRIPTS {
            let path = folder.join(file);
            match fs::read(&path) {
                Ok(text) => {
                    let mut names = witnesses.iter().copied().filter(|_| keeps_truth(folder, file));
                    let witness_file = names.find(|name| folder.join(name).is_file());
                    let witness = witness_file.and_then(|name| fs::read_to_string(folder.join(name)).ok());
                    return Ok(Smallest { file, text, witness, witness_file });
                }
                Err(error) => missing = Some(FolderError { path, error }),
            }
        }
        Err(missing.unwrap_or_else(|| FolderError {
            path: folder.to_owned(),
            error: std::io::ErrorKind::NotFound.into(),
        }))
    }
}

/// Whether the right answers of the test are those of one of the folder's scripts too: a reducer does not care for them where
/// they do not matter.
pub(crate) fn keeps_truth(folder: &Path, file: &str) -> bool {
    let whatever = |file: FindingFile| matches!(file.class, Class::Model | Class::Crash);
    file != "reduced.smt2" || !FindingFile::read(folder).is_ok_and(whatever)
}

impl Smallest {
    /// Evaluates it under its witness; `None` when it has none. An error says what does not hold.
    pub fn recheck(&self, file: &FindingFile) -> Option<Result<(), Doubt>> {
        let witness = Arc::new(Witness { model: self.witness.clone()? });
        let script = match Script::parse(&self.text) {
            Ok(script) => script,
            Err(error) => return Some(Err(error.into())),
        };
        let checks = script.commands.iter().filter(|command| command.is_check()).count();
        let truth = |answer: &str| match answer {
            "sat" => Truth::Sat(witness.clone()),
            "unsat" => Truth::Unsat(Refutation::Negation),
            _ => Truth::Unknown,
        };
        let answers = file.answers_of(checks);
        let checks: Vec<Check> =
            answers.into_iter().map(|answer| Check { truth: truth(answer), model: false }).collect();
        Some(recheck(&self.text, &checks))
    }
}

impl FindingFile {
    /// The right answers of a script of the folder with so many checks. A reducer leaves only the check that the
    /// finding is about; any other number of checks than the test's has unknown answers.
    pub fn answers_of(&self, checks: usize) -> Vec<&str> {
        let about = self.check.and_then(|check| self.answers.get(check));
        match (checks, about) {
            (count, _) if count == self.answers.len() => self.answers.iter().map(String::as_str).collect(),
            (1, Some(answer)) => vec![answer],
            _ => vec!["unknown"; checks],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(answers: &[&str], check: Option<usize>) -> FindingFile {
        FindingFile {
            class: oracle::Class::Refutation,
            target: String::new(),
            signature: String::new(),
            evidence: String::new(),
            doubt: None,
            check,
            place: None,
            outcome: String::new(),
            answers: answers.iter().map(|&answer| answer.to_owned()).collect(),
            step: None,
            provenance: Default::default(),
        }
    }

    #[test]
    fn the_smallest_script_that_is_there_is_taken_with_its_own_witness() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
        let read = || {
            let smallest = Smallest::read(folder.path()).unwrap();
            assert_eq!(smallest.text, smallest.file.as_bytes());
            (smallest.file, smallest.witness.unwrap_or_default())
        };
        assert!(Smallest::read(folder.path()).unwrap_err().path.ends_with("test.smt2"));
        write("test.smt2");
        assert_eq!(read(), ("test.smt2", String::new()));
        write("witness.smt2");
        write("smaller.smt2");
        assert_eq!(read(), ("smaller.smt2", "witness.smt2".to_owned()));
        write("reduced.smt2");
        assert_eq!(read(), ("reduced.smt2", "witness.smt2".to_owned()));
        write("reduced-witness.smt2");
        assert_eq!(read(), ("reduced.smt2", "reduced-witness.smt2".to_owned()));
    }

    /// An invalid model is one, whatever the answer would be: its reducer lets go of the truth.
    #[test]
    fn a_reduced_script_has_no_witness_where_none_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        for name in ["test.smt2", "reduced.smt2", "witness.smt2"] {
            write(name, name);
        }
        for (class, kept) in [(Class::Refutation, true), (Class::Model, false), (Class::Crash, false)] {
            let file = FindingFile { class, ..file(&["sat"], Some(0)) };
            write("finding.toml", &toml::to_string(&file).unwrap());
            assert_eq!(Smallest::read(folder.path()).unwrap().witness.is_some(), kept, "{class:?}");
        }
    }

    #[test]
    fn a_witness_is_checked_on_the_script_that_is_shown() {
        let smallest = |witness: Option<&str>| Smallest {
            file: "test.smt2",
            text: b"(declare-const x Int)(assert (> x 1))(check-sat)".to_vec(),
            witness: witness.map(str::to_owned),
            witness_file: None,
        };
        let file = file(&["sat"], Some(0));
        assert!(smallest(None).recheck(&file).is_none());
        assert!(smallest(Some("((define-fun x () Int 2))")).recheck(&file).unwrap().is_ok());
        assert!(smallest(Some("((define-fun x () Int 1))")).recheck(&file).unwrap().is_err());
    }

    #[test]
    fn a_script_of_one_check_has_the_answer_that_the_finding_is_about() {
        let file = file(&["unsat", "sat", "unsat"], Some(1));
        assert_eq!(file.answers_of(3), ["unsat", "sat", "unsat"]);
        assert_eq!(file.answers_of(1), ["sat"]);
        assert_eq!(file.answers_of(2), ["unknown", "unknown"]);
    }
}
