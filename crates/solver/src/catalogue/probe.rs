//! Dialects are per release: which operators and names a solver knows is asked once and remembered.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::CatalogueError;
use super::launch::short_hash;
use super::{Catalogue, Resolved};

/// A question to a solver: does it accept this script?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What the answer is filed under, such as an operator's name.
    pub key: String,
    /// A small script that uses it.
    pub script: String,
}

/// What a solver made of the probes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// Keys of the scripts it accepted.
    pub accepted: BTreeSet<String>,
    /// Keys of the scripts it refused.
    pub refused: BTreeSet<String>,
}

impl Dialect {
    /// Whether the solver accepted the script of this key. What was not asked is taken as known: an
    /// error costs one test, a silent gap costs all of them.
    pub fn knows(&self, key: &str) -> bool {
        !self.refused.contains(key)
    }
}

impl Catalogue {
    /// Asks a solver the probes, or remembers what it answered. `accepts` runs a script and tells
    /// whether it was accepted, or `None` when it could not be run; then nothing is remembered.
    pub fn dialect(
        &self,
        solver: &Resolved,
        probes: &[Probe],
        mut accepts: impl FnMut(&str) -> Option<bool>,
    ) -> Result<Dialect, CatalogueError> {
        let path = file_for(&solver.facts, probes);
        if let Some(dialect) = remembered(&path) {
            return Ok(dialect);
        }
        let mut dialect = Dialect::default();
        let mut complete = true;
        for probe in probes {
            match accepts(&probe.script) {
                Some(true) => dialect.accepted.insert(probe.key.clone()),
                Some(false) => dialect.refused.insert(probe.key.clone()),
                None => {
                    complete = false;
                    continue;
                }
            };
        }
        if complete {
            let text = serde_json::to_vec_pretty(&dialect).unwrap_or_default();
            self.write_whole(&path, &text)?;
        }
        Ok(dialect)
    }
}

/// Other probes are other questions: their hash is part of the file's name.
fn file_for(facts: &Path, probes: &[Probe]) -> PathBuf {
    let mut all = Vec::new();
    for probe in probes {
        all.extend_from_slice(probe.key.as_bytes());
        all.push(0);
        all.extend_from_slice(probe.script.as_bytes());
        all.push(0);
    }
    facts.join(format!("dialect-{}.json", short_hash(&all)))
}

fn remembered(path: &Path) -> Option<Dialect> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
