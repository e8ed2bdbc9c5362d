//! Sources as a worker keeps them between its visits.

use std::sync::mpsc::SyncSender;

use strategy::Seed;

use super::Worker;
use crate::corpus::{SeedFile, Skipped};
use crate::event::Event;
use crate::kitchen::Kitchen;
use crate::prepared::Prepared;
use crate::sources::Source;

/// Memory of prepared seeds per worker.
const STOCK_BYTES: usize = 128 << 20;

impl<'a> Worker<'a> {
    pub(super) fn source_name(&self, source: usize) -> &'a str {
        match self.sources[source] {
            Source::Seed(number, _) => &self.shared.corpus.seeds[number].name,
            Source::Logic(logic, _) => logic,
            Source::Kept(..) => "the corpus",
        }
    }

    /// Takes a prepared seed, or prepares it; it is given back after its visit.
    pub(super) fn take(&mut self, source: usize, events: &SyncSender<Event>) -> Option<Prepared> {
        if let Some(prepared) = self.prepared.remove(&source) {
            return prepared;
        }
        if self.prepared_bytes > STOCK_BYTES {
            self.prepared.retain(|_, prepared| prepared.is_none());
            self.prepared_bytes = 0;
        }
        let plan = self.shared.plan;
        let number = source;
        let source = self.sources[source];
        let mut kitchen = Kitchen {
            plan,
            lanes: &mut self.lanes,
            // To look for a model takes longer than all tests of a script that the guide has chosen.
            helper: self.helper.as_mut().filter(|_| !self.is_steered),
            referees: &mut self.referees,
            labels: self.shared.labels,
            corpus: self.shared.corpus,
            learnt: Vec::new(),
        };
        let (name, made) = match source {
            Source::Seed(number, strategy) => {
                let file = &self.shared.corpus.seeds[number];
                let made = kitchen.seed(strategy, file);
                let readable = || file.read().is_ok_and(|text| Seed::parse(&file.name, &text).is_ok());
                (Some(strategy).filter(|_| made.is_ok() || readable()), made)
            }
            Source::Logic(logic, _) => (None, kitchen.logic(logic)),
            Source::Kept(number, strategy) => {
                let entry = &self.kept[number];
                let name = format!("corpus/{}", entry.name());
                // Not every strategy can do something with every script, and nobody has named this one.
                let made = kitchen.seed(strategy, &SeedFile::of_text(name, entry.script().to_vec()));
                let Ok(prepared) = made else { return None };
                (Some(strategy), Ok(prepared))
            }
        };
        kitchen.learnt.into_iter().for_each(|learnt| drop(events.send(Event::Learnt(learnt))));
        match made {
            Ok(prepared) => {
                self.prepared_bytes += prepared.material.bytes();
                Some(prepared)
            }
            Err(why) => {
                let skipped = Skipped { name: self.source_name(number).to_owned(), why };
                let _ = events.send(Event::Skipped(name, skipped));
                None
            }
        }
    }
}
