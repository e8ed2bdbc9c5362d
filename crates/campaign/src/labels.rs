//! Labels of seeds: what a file's surroundings say of it, or what solvers agree on (W5).

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::{Label, SeedHash};

use crate::lane::Lane;

/// What is said of a file: by a sidecar `NAME.status` beside `NAME.smt2` that holds one word, else by the nearest folder
/// whose name is a label.
pub fn of_path(path: &Path) -> Option<Label> {
    let sidecar = fs::read_to_string(path.with_extension("status")).ok();
    let sidecar = sidecar.and_then(|text| Label::named(text.trim()));
    let folders = || path.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
    sidecar.or_else(|| folders().find_map(Label::named))
}

/// What solvers said of scripts, by the hashes of these; the store keeps it for the next time.
#[derive(Debug, Default)]
pub struct Labels(Mutex<HashMap<String, Label>>);

/// A label that was just learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// The hash of the script.
    pub hash: String,
    /// The label.
    pub label: Label,
    /// Who says so.
    pub by: String,
}

impl Labels {
    /// Those that are known.
    pub fn new(known: HashMap<String, Label>) -> Labels {
        Labels(Mutex::new(known))
    }

    /// What a script answers: as it is remembered, or as solvers of two families agree while nobody contradicts. One
    /// solver alone is not trusted, nor several releases of it.
    pub fn ask(
        &self,
        referees: &mut [Lane<'_>],
        text: &[u8],
    ) -> Result<Option<(Label, Option<Learnt>)>, OpenError> {
        let hash = SeedHash::of(text).to_string();
        if let Some(label) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&hash) {
            return Ok(Some((*label, None)));
        }
        let Ok(script) = Script::parse(text) else { return Ok(None) };
        let (mut label, mut families, mut names) = (None, Vec::new(), Vec::new());
        for referee in referees {
            if !referee.give(&script, text, true)? {
                continue;
            }
            let said = match referee.last().answers(referee.expected()).next() {
                Some(Reply::Sat) => Label::Sat,
                Some(Reply::Unsat) => Label::Unsat,
                _ => continue,
            };
            if *label.get_or_insert(said) != said {
                return Ok(None);
            }
            let family = referee.contestant.family().to_owned();
            if !families.contains(&family) {
                families.push(family);
            }
            names.push(referee.contestant.name.clone());
        }
        let Some(label) = label.filter(|_| families.len() >= 2) else { return Ok(None) };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(hash.clone(), label);
        Ok(Some((label, Some(Learnt { hash, label, by: names.join(" and ") }))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sidecar_says_more_than_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("unsat/deep");
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.smt2");
        assert_eq!(of_path(&file), Some(Label::Unsat));
        fs::write(folder.join("a.status"), "sat\n").unwrap();
        assert_eq!(of_path(&file), Some(Label::Sat));
        assert_eq!(of_path(&folder.join("b.smt2")), Some(Label::Unsat));
        assert_eq!(of_path(Path::new("saturn/b.smt2")), None);
    }
}
