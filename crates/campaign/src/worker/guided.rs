//! What the guide would rather have visited.

use std::sync::Arc;

use guide::Entry;
use strategy::Dice;

use super::Worker;
use super::tuner::Course;
use crate::event::Position;
use crate::guidance::{Brood, Way};
use crate::schedule::Turn;
use crate::sources::Source;
use crate::strategies::StrategyName;

/// The share of the visits of strategies that take seeds that go to what was kept, in percent.
const KEPT: u32 = 50;
/// Tells the guide's dice from all others.
const GUIDE: u64 = 0x6775_6964;

impl Worker<'_> {
    /// Turns a visit to where the guide expects more. For strategies that make tests from nothing it says what of.
    pub(super) fn steer(&mut self, turn: Turn) -> (Turn, Option<Brood>) {
        self.guide.new = 0;
        if !self.guide.is_on() {
            return (turn, None);
        }
        let Position { worker, unit, tests, .. } = self.position;
        // A visit that gives nothing must not be chosen again and again.
        let mut dice = Dice::new(&[self.shared.plan.seed, worker as u64, unit, tests, GUIDE]);
        let strategy = self.schedule.name(turn);
        if strategy.takes_seeds() {
            let evolved = self.course == Course::Evolved;
            let entry =
                (dice.chance(KEPT) || evolved).then(|| self.guide.script(evolved, &mut dice)).flatten();
            return (entry.map_or(turn, |entry| self.kept(turn, strategy, entry)), None);
        }
        let brood = self.guide.brood(self.course == Course::Evolved, dice);
        let Some(parent) = &brood.parent else { return (turn, Some(brood)) };
        if let Way::Mutated(strategy) = brood.way {
            return (self.kept(turn, strategy, Arc::clone(parent)), Some(brood));
        }
        let logic = parent.input.logic();
        let of_parent = self.sources.iter().position(
            |source| matches!(source, Source::Logic(name, it) if *name == logic && *it == strategy),
        );
        match of_parent.filter(|source| !matches!(self.prepared.get(source), Some(None))) {
            Some(source) => (Turn { source, ..turn }, Some(brood)),
            // A logic that no target takes any more.
            None => (turn, Some(Brood::fresh(brood.dice))),
        }
    }

    /// The entry that a visit goes on from, if its source is one.
    pub(super) fn kept_in(&self, turn: Turn) -> Option<Arc<Entry>> {
        match self.sources[turn.source] {
            Source::Kept(number, _) => Some(Arc::clone(&self.kept[number])),
            Source::Seed(..) | Source::Logic(..) => None,
        }
    }

    /// A visit of a strategy to a script that was kept.
    fn kept(&mut self, turn: Turn, strategy: StrategyName, entry: Arc<Entry>) -> Turn {
        let key = (entry.name(), strategy);
        let source = *self.kept_sources.entry(key).or_insert_with(|| {
            self.kept.push(entry);
            self.sources.push(Source::Kept(self.kept.len() - 1, strategy));
            self.sources.len() - 1
        });
        let visits = self.kept_visits.entry(source).or_insert(0);
        *visits += 1;
        // No two workers make the same tests of a script.
        let (worker, jobs) = (self.position.worker as u64, self.shared.plan.jobs.max(1) as u64);
        Turn { source, visit: *visits * jobs + worker, ..turn }
    }
}
