//! What a visit has come to, and who is told.

use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use strategy::Test;

use super::Lately;
use crate::confirmed::Confirmed;
use crate::event::{Event, Visited};

/// What a long visit has come to is told this often, so that little has to be done again after a kill.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// What a visit has come to since it was last told.
pub(super) struct Ledger<'e> {
    since: Instant,
    pub visited: Visited,
    /// By target, with its own options; then by target again for each level of others.
    pub lately: Vec<Lately>,
    events: &'e SyncSender<Event>,
}

impl<'e> Ledger<'e> {
    pub(super) fn new(visited: Visited, events: &'e SyncSender<Event>) -> Ledger<'e> {
        Ledger { since: Instant::now(), visited, lately: Vec::new(), events }
    }

    /// Tells something at once; false when nobody listens any more.
    pub(super) fn tell(&self, event: Event) -> bool {
        self.events.send(event).is_ok()
    }

    /// Tells a candidate that was looked at again.
    pub(super) fn tell_of(&self, confirmed: Confirmed) {
        self.tell(Event::Found(Box::new(confirmed), self.visited.tests));
    }

    /// A bug of ours, to be seen by everybody.
    pub(super) fn flaw(&mut self, test: &Test, why: String) {
        self.visited.suppressed += 1;
        self.tell_of(Confirmed::doubtful(test, why));
    }

    /// Whether it is time to tell what the visit has come to.
    pub(super) fn is_due(&self) -> bool {
        self.since.elapsed() >= TELL_EVERY
    }

    /// Begins anew, and gives what there was.
    pub(super) fn turn_over(&mut self, fresh: Visited) -> Visited {
        let mut visited = std::mem::replace(&mut self.visited, fresh);
        visited.wall = self.since.elapsed();
        self.since = Instant::now();
        visited
    }
}
