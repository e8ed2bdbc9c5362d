//! The script of a finding's folder that is best shown: the smallest one that there is.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use oracle::Class;
use smtlib::Script;
use strategy::{Check, Doubt, Refutation, Truth, Witness, recheck};

use super::folder::{FindingFile, FolderError};

/// A script that a folder may hold, and what belongs to it.
struct Held {
    script: &'static str,
    /// The same by the standard, where its target has other escapes in its strings.
    standard: &'static str,
    /// Its witness.
    witness: &'static str,
    /// What it is compared with.
    compared: &'static str,
}

/// The best first.
const SCRIPTS: &[Held] = &[
    Held {
        script: "reduced.smt2",
        standard: "reduced.standard.smt2",
        witness: "reduced-witness.smt2",
        compared: "reduced-plain.smt2",
    },
    Held { script: "smaller.smt2", standard: "", witness: WITNESS, compared: "" },
    Held { script: "test.smt2", standard: "test.standard.smt2", witness: WITNESS, compared: "previous.smt2" },
];
/// The witness of the test.
const WITNESS: &str = "witness.smt2";

/// The smallest script that shows a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The file's name.
    pub file: &'static str,
    /// What is in it.
    pub text: Vec<u8>,
    /// A model of it, for a script that is satisfiable; of a core, for one whose core is none.
    pub witness: Option<String>,
    /// The name of the witness's file.
    pub witness_file: Option<&'static str>,
    /// The same by the standard, where its target has other escapes in its strings.
    pub standard: Option<Vec<u8>>,
    /// The script that it is compared with: one step before, or in plain words.
    pub compared: Option<String>,
}

impl Smallest {
    /// Reads it from a finding's folder.
    pub fn read(folder: &Path) -> Result<Smallest, FolderError> {
        let mut missing = None;
        for held in SCRIPTS {
            let path = folder.join(held.script);
            match fs::read(&path) {
                Ok(text) => return Ok(Smallest::of(folder, held, text)),
                Err(error) => missing = Some(FolderError { path, error }),
            }
        }
        Err(missing.unwrap_or_else(|| FolderError {
            path: folder.to_owned(),
            error: std::io::ErrorKind::NotFound.into(),
        }))
    }

    fn of(folder: &Path, held: &Held, text: Vec<u8>) -> Smallest {
        let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
        let mut smallest = Smallest {
            file: held.script,
            text,
            witness: read(held.witness),
            witness_file: Some(held.witness),
            standard: fs::read(folder.join(held.standard)).ok(),
            compared: read(held.compared),
        };
        // A script that was reduced by what solvers say has none of its own; that of the test may do all the same.
        if smallest.witness.is_none() && held.witness != WITNESS && keeps_truth(folder, held.script) {
            smallest.witness_file = Some(WITNESS);
            smallest.witness = read(WITNESS);
            let holds = |file: FindingFile| smallest.recheck(&file).is_some_and(|checked| checked.is_ok());
            if !FindingFile::read(folder).is_ok_and(holds) {
                smallest.witness = None;
            }
        }
        smallest.witness_file = smallest.witness_file.filter(|_| smallest.witness.is_some());
        smallest
    }
}

/// Whether the right answers of the test are those of one of the folder's scripts too: a reducer does not care for them where
/// they do not matter.
pub(crate) fn keeps_truth(folder: &Path, file: &str) -> bool {
    let whatever =
        |file: FindingFile| matches!(file.class, Class::Model | Class::Crash | Class::Core | Class::Slow);
    file != "reduced.smt2" || !FindingFile::read(folder).is_ok_and(whatever)
}

impl Smallest {
    /// The script as the standard reads it: what is evaluated, and what other solvers are asked.
    pub fn by_standard(&self) -> &[u8] {
        self.standard.as_ref().unwrap_or(&self.text)
    }

    /// Evaluates it under its witness; `None` when it has none. An error says what does not hold.
    pub fn recheck(&self, file: &FindingFile) -> Option<Result<(), Doubt>> {
        let witness = Arc::new(Witness { model: self.witness.clone()? });
        let script = match Script::parse(self.by_standard()) {
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
        Some(recheck(self.by_standard(), &checks))
    }
}

impl FindingFile {
    /// What was seen of a script of the folder.
    pub fn evidence_of(&self, file: &str) -> &str {
        self.reduced.as_ref().filter(|_| file == "reduced.smt2").unwrap_or(&self.evidence)
    }

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
            reduced: None,
            doubt: None,
            check,
            place: None,
            outcome: String::new(),
            answers: answers.iter().map(|&answer| answer.to_owned()).collect(),
            step: None,
            neighbour: None,
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
            (smallest.file, smallest.witness.unwrap_or_default(), smallest.compared.unwrap_or_default())
        };
        let of = |file: &'static str, witness: &str, compared: &str| {
            (file, witness.to_owned(), compared.to_owned())
        };
        assert!(Smallest::read(folder.path()).unwrap_err().path.ends_with("test.smt2"));
        write("test.smt2");
        assert_eq!(read(), of("test.smt2", "", ""));
        write("previous.smt2");
        assert_eq!(read(), of("test.smt2", "", "previous.smt2"));
        write("witness.smt2");
        write("smaller.smt2");
        assert_eq!(read(), of("smaller.smt2", "witness.smt2", ""));
        write("reduced.smt2");
        assert_eq!(read(), of("reduced.smt2", "", ""));
        write("reduced-witness.smt2");
        write("reduced-plain.smt2");
        assert_eq!(read(), of("reduced.smt2", "reduced-witness.smt2", "reduced-plain.smt2"));
    }

    /// An invalid model is one, whatever the answer would be: its reducer lets go of the truth. Elsewhere the witness of the
    /// test is that of a smaller script, too, when it evaluates to true.
    #[test]
    fn a_reduced_script_has_the_witness_of_its_test_where_that_holds() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("witness.smt2", "((define-fun x () Int 2))");
        let rows = [
            (Class::Refutation, "(> x 1)", true),
            (Class::Incomplete, "(> x 2)", false),
            (Class::Model, "(> x 1)", false),
            (Class::Crash, "(> x 1)", false),
        ];
        for (class, assertion, kept) in rows {
            let text = format!("(declare-const x Int)(assert {assertion})(check-sat)");
            write("reduced.smt2", &text);
            let file = FindingFile { class, ..file(&["sat"], Some(0)) };
            write("finding.toml", &toml::to_string(&file).unwrap());
            let smallest = Smallest::read(folder.path()).unwrap();
            assert_eq!(
                (smallest.witness.is_some(), smallest.witness_file.is_some()),
                (kept, kept),
                "{class:?}"
            );
        }
    }

    #[test]
    fn a_witness_is_checked_on_the_script_that_is_shown() {
        let smallest = |witness: Option<&str>| Smallest {
            file: "test.smt2",
            text: b"(declare-const x Int)(assert (> x 1))(check-sat)".to_vec(),
            witness: witness.map(str::to_owned),
            witness_file: None,
            standard: None,
            compared: None,
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
