//! How far a campaign is, written down all at once.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use super::error::Result;
use super::{FILE, Store, StoreError, progress};
use crate::event::Position;

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

impl Store {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

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
}
