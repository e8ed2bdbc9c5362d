//! The tables.

use std::collections::HashMap;

use oracle::Class;
use rusqlite::{Connection, Result, params};
use strategy::Label;

use super::{Bug, FindingFile, Recorded, progress};
use crate::confirmed::Confirmed;
use crate::labels::Learnt;

/// Makes the tables that are not there. A kill in the middle of anything leaves the last transaction whole (WAL).
pub(super) fn prepare(database: &Connection) -> Result<()> {
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "NORMAL")?;
    database.busy_timeout(std::time::Duration::from_secs(10))?;
    database.execute_batch(
        "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
         CREATE TABLE IF NOT EXISTS workers (
             worker INTEGER PRIMARY KEY, unit INTEGER NOT NULL, instance INTEGER NOT NULL, tests INTEGER NOT NULL,
             chain BLOB NOT NULL);
         CREATE TABLE IF NOT EXISTS findings (
             id INTEGER PRIMARY KEY, bug INTEGER NOT NULL, class TEXT NOT NULL, target TEXT NOT NULL,
             signature TEXT NOT NULL, provenance TEXT NOT NULL, bytes INTEGER NOT NULL, folder TEXT NOT NULL,
             tests INTEGER NOT NULL, seconds REAL NOT NULL,
             UNIQUE (target, class, provenance));
         CREATE TABLE IF NOT EXISTS labels (hash TEXT PRIMARY KEY, label TEXT NOT NULL, said_by TEXT NOT NULL);
         CREATE INDEX IF NOT EXISTS findings_by_signature ON findings (signature);",
    )?;
    database.execute_batch(progress::TABLE)
}

/// What solvers said of scripts.
pub(super) fn labels(database: &Connection) -> Result<HashMap<String, Label>> {
    let mut query = database.prepare_cached("SELECT hash, label FROM labels")?;
    let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let rows: Vec<(String, String)> = rows.collect::<Result<_>>()?;
    Ok(rows.into_iter().filter_map(|(hash, label)| Some((hash, Label::named(&label)?))).collect())
}

pub(super) fn remember(database: &Connection, learnt: &Learnt) -> Result<()> {
    database
        .prepare_cached("INSERT OR REPLACE INTO labels (hash, label, said_by) VALUES (?1, ?2, ?3)")?
        .execute(params![learnt.hash, learnt.label.name(), learnt.by])
        .map(|_| ())
}

/// A finding as it is written down.
pub(super) struct FindingRow<'a> {
    bug: i64,
    class: Class,
    target: &'a str,
    signature: &'a str,
    provenance: String,
    bytes: usize,
    folder: &'a str,
    tests: u64,
    seconds: f64,
}

impl<'a> FindingRow<'a> {
    pub(super) fn new(
        bug: i64,
        confirmed: &'a Confirmed,
        folder: &'a str,
        tests: u64,
        seconds: f64,
    ) -> FindingRow<'a> {
        FindingRow {
            bug,
            class: confirmed.finding.class,
            target: &confirmed.target,
            signature: &confirmed.signature.0,
            provenance: serde_json::to_string(&confirmed.provenance).unwrap_or_default(),
            bytes: confirmed.smaller.as_ref().map_or(&confirmed.text, |smaller| &smaller.text).len(),
            folder,
            tests,
            seconds,
        }
    }

    pub(super) fn of_file(bug: i64, file: &'a FindingFile, folder: &'a str) -> FindingRow<'a> {
        FindingRow {
            bug,
            class: file.class,
            target: &file.target,
            signature: &file.signature,
            provenance: serde_json::to_string(&file.provenance).unwrap_or_default(),
            bytes: 0,
            folder,
            tests: 0,
            seconds: 0.0,
        }
    }

    /// A finding that was made before, by a campaign that was interrupted, is not written down twice.
    pub(super) fn insert(&self, database: &Connection) -> Result<()> {
        database
            .execute(
                "INSERT OR IGNORE INTO findings
                 (bug, class, target, signature, provenance, bytes, folder, tests, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    self.bug,
                    self.class.name(),
                    self.target,
                    self.signature,
                    self.provenance,
                    self.bytes as i64,
                    self.folder,
                    self.tests as i64,
                    self.seconds
                ],
            )
            .map(|_| ())
    }
}

/// Whether a finding is written down.
pub(super) fn is_known(database: &Connection, confirmed: &Confirmed) -> Result<bool> {
    let FindingRow { target, class, provenance, .. } = FindingRow::new(0, confirmed, "", 0, 0.0);
    database
        .prepare_cached("SELECT 1 FROM findings WHERE target = ?1 AND class = ?2 AND provenance = ?3")?
        .exists(params![target, class.name(), provenance])
}

pub(super) fn has_folder(database: &Connection, folder: &str) -> Result<bool> {
    database.prepare_cached("SELECT 1 FROM findings WHERE folder = ?1")?.exists([folder])
}

pub(super) fn bugs(database: &Connection) -> Result<Vec<Bug>> {
    let mut query = database.prepare_cached(
        "SELECT bug, class, target,
                (SELECT signature FROM findings AS f WHERE f.bug = findings.bug ORDER BY length(signature) LIMIT 1),
                COUNT(*), MIN(tests), MIN(seconds),
                MIN(CASE WHEN folder <> '' THEN bytes END),
                (SELECT folder FROM findings AS f WHERE f.bug = findings.bug AND folder <> '' ORDER BY bytes LIMIT 1)
         FROM findings GROUP BY bug ORDER BY bug",
    )?;
    let rows = query.query_map([], |row| {
        let class: String = row.get(1)?;
        Ok(Bug {
            id: row.get(0)?,
            class: Class::named(&class).unwrap_or(Class::Crash),
            target: row.get(2)?,
            signature: row.get(3)?,
            times: row.get::<_, i64>(4)? as u64,
            tests: row.get::<_, i64>(5)? as u64,
            seconds: row.get(6)?,
            bytes: row.get::<_, Option<i64>>(7)?.unwrap_or(0) as u64,
            folder: row.get::<_, Option<String>>(8)?.unwrap_or_default(),
        })
    })?;
    rows.collect()
}

/// All findings in the order they were made.
pub(super) fn findings(database: &Connection) -> Result<Vec<Recorded>> {
    let mut query = database.prepare_cached(
        "SELECT bug, class, target, provenance, bytes, seconds, folder FROM findings ORDER BY id",
    )?;
    let rows = query.query_map([], |row| {
        let (class, provenance): (String, String) = (row.get(1)?, row.get(3)?);
        let provenance: Option<strategy::Provenance> = serde_json::from_str(&provenance).ok();
        Ok(Recorded {
            bug: row.get(0)?,
            class: Class::named(&class).unwrap_or(Class::Crash),
            target: row.get(2)?,
            strategy: provenance.map(|provenance| provenance.strategy.to_string()).unwrap_or_default(),
            bytes: row.get::<_, i64>(4)? as u64,
            seconds: row.get(5)?,
            folder: row.get(6)?,
        })
    })?;
    rows.collect()
}
