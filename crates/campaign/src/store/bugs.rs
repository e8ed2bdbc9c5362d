//! What was recorded, by bug and by finding.

use oracle::{Class, Signature};
use serde::Serialize;

use super::error::Result;
use super::{Store, StoreError, schema};

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

impl Store {
    /// All findings, in the order they were made.
    pub fn findings(&self) -> Result<Vec<Recorded>> {
        schema::findings(&self.database).map_err(|error| self.wrap(error))
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

    pub(super) fn bug_of(&self, signature: &Signature) -> Result<Option<Bug>> {
        let covers = |bug: &Bug| Signature(bug.signature.clone()).covers(signature);
        Ok(self.bugs()?.into_iter().find(covers))
    }
}
