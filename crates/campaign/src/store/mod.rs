//! The store: what a campaign found and where it is, safe from anything but the loss of the disk.
//!
//! One SQLite file for what is counted and looked up, and a folder per finding for people. A finding's folder is
//! made whole under another name and then renamed; its row follows. Whatever moment smtquake is killed at, a folder
//! without a row is taken in at the next start, and a row never points to nothing.

mod bugs;
mod error;
mod folder;
mod progress;
mod record;
mod saved;
mod schema;
mod smallest;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension};
use strategy::Label;

use crate::labels::Learnt;
use crate::plan::Plan;
pub use bugs::{Bug, Recorded};
use error::Result;
pub use error::StoreError;
pub use folder::{FindingFile, FolderError, StepTaken};
pub use progress::Progress;
pub use record::Stored;
pub use saved::Saved;
pub use smallest::Smallest;
pub(crate) use smallest::keeps_truth;

/// The store of one campaign.
pub struct Store {
    root: PathBuf,
    database: Connection,
}

const FILE: &str = "campaign.sqlite";
const FINDINGS: &str = "findings";
const DOUBTS: &str = "doubts";

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
    use super::*;

    #[test]
    fn labels_that_were_asked_for_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let learnt = Learnt { hash: "ab".to_owned(), label: Label::Unsat, by: "a and b".to_owned() };
        Store::create(folder.path(), &Plan::default()).unwrap().remember(&learnt).unwrap();
        let labels = Store::open(folder.path()).unwrap().labels().unwrap();
        assert_eq!(labels.get("ab"), Some(&Label::Unsat));
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
