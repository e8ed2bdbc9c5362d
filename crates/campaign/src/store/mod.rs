//! The store: what a campaign found and where it is, safe from anything but the loss of the disk.
//!
//! One SQLite file for what is counted and looked up, and a folder per finding for people. A finding's folder is
//! made whole under another name and then renamed; its row follows. Whatever moment smtquake is killed at, a folder
//! without a row is taken in at the next start, and a row never points to nothing.

mod folder;
mod progress;
mod schema;
mod smallest;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use oracle::{Class, Signature};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use strategy::Label;
use thiserror::Error;

use crate::confirmed::{Confirmed, Verdict};
use crate::event::Position;
use crate::labels::Learnt;
use crate::plan::Plan;
pub use folder::{FindingFile, FolderError, StepTaken};
pub use progress::Progress;
pub use smallest::Smallest;
pub(crate) use smallest::keeps_truth;

/// The store of one campaign.
pub struct Store {
    root: PathBuf,
    database: Connection,
}

/// Findings with one signature.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bug {
    /// Its number in this campaign.
    pub id: i64,
    /// What kind of bug.
    pub class: Class,
    /// The target it was first found on.
    pub target: String,
    /// What its findings have in common.
    pub signature: String,
    /// How often it was found.
    pub times: u64,
    /// Tests made before the first.
    pub tests: u64,
    /// Seconds before the first.
    pub seconds: f64,
    /// Bytes of its smallest test.
    pub bytes: u64,
    /// The folder of that test, from the store's own folder on.
    pub folder: String,
}

/// A finding as the store knows it without its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The number of its bug.
    pub bug: i64,
    /// What kind of bug.
    pub class: Class,
    /// The target.
    pub target: String,
    /// The strategy that made the test.
    pub strategy: String,
    /// Bytes of its smallest test.
    pub bytes: u64,
    /// Seconds before it was found.
    pub seconds: f64,
    /// Its folder, from the store's own folder on; empty when it has none.
    pub folder: String,
}

/// How far a campaign was when that was written down.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// Seconds worked.
    pub seconds: f64,
    /// Everything that is counted.
    pub counts: crate::summary::Counts,
    /// Whether the budget was used up: the next one begins anew.
    pub finished: bool,
    /// By worker: how far it has come with each strategy, where the bandit chooses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cursors: Vec<crate::schedule::Cursors>,
}

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file or folder.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// The database.
    #[error("the store {0} cannot be used: {1}")]
    Database(PathBuf, rusqlite::Error),
    /// The folder holds a campaign already.
    #[error("{0} holds a campaign already: go on with it by `--resume`, or choose another `--out`")]
    Taken(PathBuf),
    /// The folder holds no campaign.
    #[error("{0} holds no campaign of smtquake")]
    NoCampaign(PathBuf),
    /// What was written down cannot be read.
    #[error("the store {0} is damaged: {1}")]
    Damaged(PathBuf, String),
    /// There is no such bug.
    #[error("there is no bug `{0}` in {1} (`smtquake bugs` lists them)")]
    NoBug(String, PathBuf),
}

type Result<T> = std::result::Result<T, StoreError>;

const FILE: &str = "campaign.sqlite";
const FINDINGS: &str = "findings";
const DOUBTS: &str = "doubts";
/// Folders kept per bug: more of the same tell nothing new. The rows stay.
const FOLDERS_PER_BUG: u64 = 3;

impl Store {
    /// Begins a campaign in a folder that has none.
    pub fn create(root: &Path, plan: &Plan) -> Result<Store> {
        if root.join(FILE).exists() {
            return Err(StoreError::Taken(root.to_owned()));
        }
        for folder in [FINDINGS, DOUBTS] {
            let folder = root.join(folder);
            fs::create_dir_all(&folder).map_err(|error| StoreError::File(folder, error))?;
        }
        let store = Store::connect(root)?;
        let text = serde_json::to_string(plan).unwrap_or_default();
        store.set("plan", &text)?;
        Ok(store)
    }

    /// Opens the store of a campaign that was begun.
    pub fn open(root: &Path) -> Result<Store> {
        if !root.join(FILE).is_file() {
            return Err(StoreError::NoCampaign(root.to_owned()));
        }
        let mut store = Store::connect(root)?;
        store.adopt()?;
        Ok(store)
    }

    fn connect(root: &Path) -> Result<Store> {
        let wrap = |error| StoreError::Database(root.join(FILE), error);
        let database = Connection::open(root.join(FILE)).map_err(wrap)?;
        schema::prepare(&database).map_err(wrap)?;
        Ok(Store { root: root.to_owned(), database })
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The plan it was begun with.
    pub fn plan(&self) -> Result<Plan> {
        let text = self.get("plan")?.ok_or_else(|| StoreError::NoCampaign(self.root.clone()))?;
        serde_json::from_str(&text).map_err(|error| self.damaged(error))
    }

    /// Writes down how far the campaign is, all at once.
    pub fn save(&mut self, positions: &[Position], saved: &Saved) -> Result<()> {
        let file = self.root.join(FILE);
        let text = serde_json::to_string(saved).unwrap_or_default();
        let write = |database: &mut Connection| {
            let transaction = database.transaction()?;
            for position in positions {
                transaction.execute(
                    "INSERT OR REPLACE INTO workers (worker, unit, instance, tests, chain)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![
                        position.worker as i64,
                        position.unit as i64,
                        position.instance as i64,
                        position.tests as i64,
                        position.chain
                    ],
                )?;
            }
            transaction.execute("INSERT OR REPLACE INTO facts (name, value) VALUES ('saved', ?1)", [text])?;
            progress::write(&transaction, saved)?;
            transaction.commit()
        };
        write(&mut self.database).map_err(|error| StoreError::Database(file, error))
    }

    /// How far the campaign was.
    pub fn saved(&self) -> Result<(Vec<Position>, Saved)> {
        let saved = match self.get("saved")? {
            Some(text) => serde_json::from_str(&text).map_err(|error| self.damaged(error))?,
            None => Saved::default(),
        };
        let read = || {
            let mut query = self
                .database
                .prepare("SELECT worker, unit, instance, tests, chain FROM workers ORDER BY worker")?;
            let rows = query.query_map([], |row| {
                Ok(Position {
                    worker: row.get::<_, i64>(0)? as usize,
                    unit: row.get::<_, i64>(1)? as u64,
                    instance: row.get::<_, i64>(2)? as u64,
                    tests: row.get::<_, i64>(3)? as u64,
                    chain: row.get(4)?,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        Ok((read().map_err(|error| self.wrap(error))?, saved))
    }

    /// The campaign over time. Empty for one that was made before this was kept.
    pub fn progress(&self) -> Result<Vec<Progress>> {
        progress::read(&self.database).map_err(|error| self.wrap(error))
    }

    /// What solvers said of scripts, by the hashes of these.
    pub fn labels(&self) -> Result<HashMap<String, Label>> {
        schema::labels(&self.database).map_err(|error| self.wrap(error))
    }

    /// Remembers what solvers said of a script.
    pub fn remember(&mut self, learnt: &Learnt) -> Result<()> {
        schema::remember(&self.database, learnt).map_err(|error| self.wrap(error))
    }

    /// All findings, in the order they were made.
    pub fn findings(&self) -> Result<Vec<Recorded>> {
        schema::findings(&self.database).map_err(|error| self.wrap(error))
    }

    /// Records a candidate: a finding, or a doubt of ours. Gives the bug's number when it is a new one.
    pub fn record(&mut self, confirmed: &Confirmed, tests: u64, seconds: f64) -> Result<Option<i64>> {
        match &confirmed.verdict {
            Verdict::Confirmed => self.finding(confirmed, tests, seconds),
            Verdict::Excused(_) => Ok(None),
            Verdict::NotAgain | Verdict::Doubtful(_) => {
                let known = fs::read_dir(self.root.join(DOUBTS)).map_or(0, Iterator::count);
                // A few are enough to learn from.
                if known < 100 {
                    let name = format!("{known:04}-{}", confirmed.finding.class);
                    folder::write(&self.root.join(DOUBTS), &name, confirmed).map_err(|e| self.folder(e))?;
                }
                Ok(None)
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

    fn finding(&mut self, confirmed: &Confirmed, tests: u64, seconds: f64) -> Result<Option<i64>> {
        let bug = self.bug_of(&confirmed.signature)?;
        let times = bug.as_ref().map_or(0, |bug| bug.times);
        let id = match &bug {
            Some(bug) => bug.id,
            None => self.next_id()?,
        };
        let mut name = String::new();
        if times < FOLDERS_PER_BUG {
            let file = format!("{id:04}-{}-{}", confirmed.finding.class, times + 1);
            folder::write(&self.root.join(FINDINGS), &file, confirmed).map_err(|e| self.folder(e))?;
            name = format!("{FINDINGS}/{file}");
        }
        let row = schema::FindingRow::new(id, confirmed, &name, tests, seconds);
        row.insert(&self.database).map_err(|error| self.wrap(error))?;
        Ok(bug.is_none().then_some(id))
    }

    /// One line per bug, in the order they were found.
    pub fn bugs(&self) -> Result<Vec<Bug>> {
        schema::bugs(&self.database).map_err(|error| self.wrap(error))
    }

    /// The bug with this number, or the finding in this folder.
    pub fn bug(&self, text: &str) -> Result<Bug> {
        let number = text.trim_start_matches('#').parse::<i64>().ok();
        let found = self.bugs()?.into_iter().find(|bug| Some(bug.id) == number);
        found.ok_or_else(|| StoreError::NoBug(text.to_owned(), self.root.clone()))
    }

    fn bug_of(&self, signature: &Signature) -> Result<Option<Bug>> {
        let covers = |bug: &Bug| Signature(bug.signature.clone()).covers(signature);
        Ok(self.bugs()?.into_iter().find(covers))
    }

    fn next_id(&self) -> Result<i64> {
        let query = "SELECT COALESCE(MAX(bug), 0) + 1 FROM findings";
        self.database.query_row(query, [], |row| row.get(0)).map_err(|error| self.wrap(error))
    }

    /// Takes in folders that were finished when smtquake was killed, but not written down.
    fn adopt(&mut self) -> Result<()> {
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

    fn set(&self, name: &str, value: &str) -> Result<()> {
        let statement = "INSERT OR REPLACE INTO facts (name, value) VALUES (?1, ?2)";
        self.database.execute(statement, [name, value]).map(|_| ()).map_err(|error| self.wrap(error))
    }

    fn get(&self, name: &str) -> Result<Option<String>> {
        let query = "SELECT value FROM facts WHERE name = ?1";
        let found = self.database.query_row(query, [name], |row| row.get(0)).optional();
        found.map_err(|error| self.wrap(error))
    }

    fn wrap(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Database(self.root.join(FILE), error)
    }

    fn damaged(&self, error: impl ToString) -> StoreError {
        StoreError::Damaged(self.root.join(FILE), error.to_string())
    }

    fn folder(&self, error: FolderError) -> StoreError {
        StoreError::File(error.path, error.error)
    }
}

#[cfg(test)]
mod tests {
    use oracle::Finding;

    use super::*;

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
        assert_eq!(store.record(&confirmed("a", "(check-sat)(exit)", 0), 1, 0.1).unwrap(), Some(1));
        assert_eq!(store.record(&confirmed("b", "(check-sat)", 1), 2, 0.2).unwrap(), Some(2));
        for i in 0..5 {
            assert_eq!(store.record(&confirmed("a", "(check-sat)", 2 + i), 3 + i, 0.3).unwrap(), None);
        }
        let bugs = store.bugs().unwrap();
        assert_eq!(bugs.len(), 2);
        assert_eq!((bugs[0].times, bugs[0].tests, bugs[0].bytes), (6, 1, 11));
        assert_eq!(fs::read_dir(folder.path().join("findings")).unwrap().count(), 4);
        assert!(store.bug("7").is_err());
    }

    #[test]
    fn what_was_written_down_is_there_again() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { seed: 7, ..Plan::default() };
        let position = Position { worker: 1, unit: 5, instance: 7, tests: 64, chain: [3; 32] };
        let saved = Saved { seconds: 1.5, ..Saved::default() };
        {
            let mut store = Store::create(folder.path(), &plan).unwrap();
            store.save(&[position], &saved).unwrap();
        }
        assert!(matches!(Store::create(folder.path(), &plan), Err(StoreError::Taken(_))));
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.plan().unwrap(), plan);
        assert_eq!(store.saved().unwrap(), (vec![position], saved));
    }

    #[test]
    fn labels_that_were_asked_for_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let learnt = Learnt { hash: "ab".to_owned(), label: Label::Unsat, by: "a and b".to_owned() };
        Store::create(folder.path(), &Plan::default()).unwrap().remember(&learnt).unwrap();
        let labels = Store::open(folder.path()).unwrap().labels().unwrap();
        assert_eq!(labels.get("ab"), Some(&Label::Unsat));
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

    #[test]
    fn what_is_no_store_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Store::open(folder.path()), Err(StoreError::NoCampaign(_))));
        fs::write(folder.path().join(FILE), b"this is no database at all, is it?").unwrap();
        let error = Store::open(folder.path()).err().unwrap().to_string();
        assert!(error.contains("cannot be used"), "{error}");
    }
}
