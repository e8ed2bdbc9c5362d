//! Candidates on their way into the store.

use std::fs;
use std::path::PathBuf;

use oracle::Signature;

use super::error::Result;
use super::{DOUBTS, FINDINGS, FindingFile, Store, StoreError, folder, schema};
use crate::confirmed::{Confirmed, Verdict};

/// Folders kept per bug: more of the same tell nothing new. The rows stay.
const FOLDERS_PER_BUG: u64 = 3;

/// What became of a candidate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// Whether it is a finding that was not there before: a test that is run again after an interruption shows nothing new.
    pub is_new: bool,
    /// The number of its bug, when that is new, too.
    pub bug: Option<i64>,
    /// Its folder, from the store's own folder on; empty when it has none.
    pub folder: String,
}

impl Store {
    /// Records a candidate: a finding, or a doubt of ours.
    pub fn record(&mut self, confirmed: &Confirmed, tests: u64, seconds: f64) -> Result<Stored> {
        match &confirmed.verdict {
            Verdict::Confirmed => self.finding(confirmed, tests, seconds),
            Verdict::Excused(_) => Ok(Stored::default()),
            Verdict::NotAgain | Verdict::Doubtful(_) => {
                let known = fs::read_dir(self.root.join(DOUBTS)).map_or(0, Iterator::count);
                // A few are enough to learn from.
                if known < 100 {
                    let name = format!("{known:04}-{}", confirmed.finding.class);
                    folder::write(&self.root.join(DOUBTS), &name, confirmed).map_err(|e| self.folder(e))?;
                }
                Ok(Stored::default())
            }
        }
    }

    /// Adds a file to the folder of a finding, whole or not at all.
    pub fn attach(&self, folder: &str, name: &str, bytes: &[u8]) -> Result<()> {
        let folder = self.root.join(folder);
        let (draft, whole) = (folder.join(format!(".{name}")), folder.join(name));
        let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, &whole));
        written.map_err(|error| StoreError::File(whole, error))
    }

    fn finding(&mut self, confirmed: &Confirmed, tests: u64, seconds: f64) -> Result<Stored> {
        let known = schema::is_known(&self.database, confirmed);
        if known.map_err(|error| self.wrap(error))? {
            return Ok(Stored::default());
        }
        let bug = self.bug_of(&confirmed.signature)?;
        let times = bug.as_ref().map_or(0, |bug| bug.times);
        let id = match &bug {
            Some(bug) => bug.id,
            None => self.next_id()?,
        };
        let mut folder = String::new();
        if times < FOLDERS_PER_BUG {
            let file = format!("{id:04}-{}-{}", confirmed.finding.class, times + 1);
            folder::write(&self.root.join(FINDINGS), &file, confirmed).map_err(|e| self.folder(e))?;
            folder = format!("{FINDINGS}/{file}");
        }
        let row = schema::FindingRow::new(id, confirmed, &folder, tests, seconds);
        row.insert(&self.database).map_err(|error| self.wrap(error))?;
        Ok(Stored { is_new: true, bug: bug.is_none().then_some(id), folder })
    }

    fn next_id(&self) -> Result<i64> {
        let query = "SELECT COALESCE(MAX(bug), 0) + 1 FROM findings";
        self.database.query_row(query, [], |row| row.get(0)).map_err(|error| self.wrap(error))
    }

    /// Takes in folders that were finished when smtquake was killed, but not written down.
    pub(super) fn adopt(&mut self) -> Result<()> {
        let known: Vec<String> = self.bugs()?.into_iter().map(|bug| bug.folder).collect();
        let folders = fs::read_dir(self.root.join(FINDINGS)).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
        folders.sort();
        for path in folders {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if file.starts_with('.') {
                // Half a folder: its test is made again when the campaign goes on.
                let _ = fs::remove_dir_all(&path);
                continue;
            }
            let name = format!("{FINDINGS}/{file}");
            let has_row = schema::has_folder(&self.database, &name).map_err(|error| self.wrap(error))?;
            if known.contains(&name) || has_row {
                continue;
            }
            let Ok(finding) = FindingFile::read(&path) else { continue };
            let id = match self.bug_of(&Signature(finding.signature.clone()))? {
                Some(bug) => bug.id,
                None => self.next_id()?,
            };
            let row = schema::FindingRow::of_file(id, &finding, &name);
            row.insert(&self.database).map_err(|error| self.wrap(error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use oracle::{Class, Finding};

    use super::*;
    use crate::plan::Plan;

    fn confirmed(signature: &str, text: &str, instance: u64) -> Confirmed {
        let finding = Finding {
            class: Class::Refutation,
            check: Some(0),
            evidence: "check 1: unsat, but the witness satisfies it".to_owned(),
            place: None,
        };
        let provenance = strategy::Provenance { instance, ..Default::default() };
        Confirmed {
            signature: Signature(signature.to_owned()),
            ..Confirmed::new(finding, "z3@4.8.7", text.as_bytes().to_vec(), provenance)
        }
    }

    #[test]
    fn one_bug_is_one_line_however_often_it_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), &Plan::default()).unwrap();
        assert_eq!(store.record(&confirmed("a", "(check-sat)(exit)", 0), 1, 0.1).unwrap().bug, Some(1));
        assert_eq!(store.record(&confirmed("b", "(check-sat)", 1), 2, 0.2).unwrap().bug, Some(2));
        for i in 0..5 {
            assert_eq!(store.record(&confirmed("a", "(check-sat)", 2 + i), 3 + i, 0.3).unwrap().bug, None);
        }
        let bugs = store.bugs().unwrap();
        assert_eq!(bugs.len(), 2);
        assert_eq!((bugs[0].times, bugs[0].tests, bugs[0].bytes), (6, 1, 11));
        assert_eq!(fs::read_dir(folder.path().join("findings")).unwrap().count(), 4);
        assert!(store.bug("7").is_err());
    }

    #[test]
    fn a_finding_that_is_made_again_is_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), &Plan::default()).unwrap();
        let again = confirmed("a", "(check-sat)", 7);
        assert!(store.record(&again, 1, 0.1).unwrap().is_new);
        assert_eq!(store.record(&again, 1, 0.1).unwrap(), Stored::default());
        assert_eq!(store.bugs().unwrap()[0].times, 1);
        assert_eq!(fs::read_dir(folder.path().join("findings")).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_without_a_row_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        {
            let mut store = Store::create(folder.path(), &Plan::default()).unwrap();
            store.record(&confirmed("a", "(check-sat)", 0), 1, 0.1).unwrap();
            store.database.execute("DELETE FROM findings", []).unwrap();
            fs::create_dir(folder.path().join("findings/.half")).unwrap();
        }
        let bugs = Store::open(folder.path()).unwrap().bugs().unwrap();
        assert_eq!(bugs.len(), 1);
        assert_eq!((bugs[0].signature.as_str(), bugs[0].class), ("a", Class::Refutation));
        assert!(!folder.path().join("findings/.half").exists());
    }
}
