//! The campaign over time: one row per second in which something was written down.

use rusqlite::{Connection, Result, params};
use serde::Serialize;

use super::Saved;

/// How far the campaign was at a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Seconds worked.
    pub second: u64,
    /// Tests made.
    pub tests: u64,
    /// Findings confirmed.
    pub findings: u64,
    /// Bugs they are of.
    pub bugs: u64,
}

/// Stores that were begun before it was kept have none: it is made when they are opened.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS progress (
    second INTEGER PRIMARY KEY, tests INTEGER NOT NULL, findings INTEGER NOT NULL, bugs INTEGER NOT NULL);";

/// Writes down how far the campaign is; the last word of a second counts.
pub(super) fn write(database: &Connection, saved: &Saved) -> Result<()> {
    let findings: u64 = saved.counts.findings.values().sum();
    let second = saved.seconds.max(0.0) as i64;
    database
        .prepare_cached(
            "INSERT OR REPLACE INTO progress (second, tests, findings, bugs) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![second, saved.counts.tests as i64, findings as i64, saved.counts.bugs as i64])
        .map(|_| ())
}

/// All rows in order.
pub(super) fn read(database: &Connection) -> Result<Vec<Progress>> {
    let mut query =
        database.prepare_cached("SELECT second, tests, findings, bugs FROM progress ORDER BY second")?;
    let rows = query.query_map([], |row| {
        let number = |column| row.get::<_, i64>(column).map(|number| number as u64);
        Ok(Progress { second: number(0)?, tests: number(1)?, findings: number(2)?, bugs: number(3)? })
    })?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use crate::plan::Plan;
    use crate::store::{Saved, Store};

    #[test]
    fn the_course_of_a_campaign_is_kept_by_the_second() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), &Plan::default()).unwrap();
        let at = |seconds: f64, tests: u64| {
            let findings = [("crash".to_owned(), 2), ("model".to_owned(), 1)].into();
            Saved {
                seconds,
                counts: crate::summary::Counts { tests, findings, ..Default::default() },
                ..Saved::default()
            }
        };
        for (seconds, tests) in [(0.2, 1), (0.9, 5), (3.1, 9)] {
            store.save(&[], &at(seconds, tests)).unwrap();
        }
        let rows: Vec<_> =
            store.progress().unwrap().iter().map(|row| (row.second, row.tests, row.findings)).collect();
        assert_eq!(rows, [(0, 5, 3), (3, 9, 3)]);
    }

    #[test]
    fn a_store_from_before_the_course_was_kept_still_opens() {
        let folder = tempfile::tempdir().unwrap();
        {
            let store = Store::create(folder.path(), &Plan::default()).unwrap();
            store.database.execute("DROP TABLE progress", []).unwrap();
        }
        let mut store = Store::open(folder.path()).unwrap();
        assert!(store.progress().unwrap().is_empty());
        store.save(&[], &Saved::default()).unwrap();
        assert_eq!(store.progress().unwrap().len(), 1);
    }
}
