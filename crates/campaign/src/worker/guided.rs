//! What the guide would rather have visited.

use guide::Input;
use strategy::Dice;

use super::Worker;
use crate::guidance::Brood;
use crate::schedule::Turn;
use crate::sources::Source;

/// The share of the visits of strategies that take seeds that go to what was kept, in percent.
const KEPT: u32 = 50;
/// Tells the guide's dice from all others.
const GUIDE: u64 = 0x6775_6964;

impl Worker<'_> {
    /// Turns a visit to where the guide expects more. For strategies that decode bytes it says what of.
    pub(super) fn steer(&mut self, turn: Turn) -> (Turn, Option<Brood>) {
        self.guide.new = 0;
        if !self.guide.is_on() {
            return (turn, None);
        }
        let (worker, tests) = (self.position.worker as u64, self.position.tests);
        let mut dice = Dice::new(&[self.shared.plan.seed, worker, tests, GUIDE]);
        if self.schedule.name(turn).takes_seeds() {
            let turn = if dice.chance(KEPT) { self.kept(turn, &mut dice) } else { turn };
            return (turn, None);
        }
        let brood = self.guide.brood(dice);
        let logic = brood.parent.as_ref().map(|parent| parent.input.logic());
        let of_parent = self.sources.iter().position(|source| match (source, logic) {
            (Source::Logic(name, strategy), Some(logic)) => {
                *name == logic && *strategy == self.schedule.name(turn)
            }
            _ => false,
        });
        let of_parent = of_parent.filter(|source| !matches!(self.prepared.get(source), Some(None)));
        match (logic, of_parent) {
            (Some(_), Some(source)) => (Turn { source, ..turn }, Some(brood)),
            // A logic that no target takes any more.
            (Some(_), None) => (turn, Some(Brood { parent: None, donor: None, as_is: false, ..brood })),
            (None, _) => (turn, Some(brood)),
        }
    }

    /// A visit of the same strategy to a script that was kept.
    fn kept(&mut self, turn: Turn, dice: &mut Dice) -> Turn {
        let Some(entry) = self.guide.script(dice) else { return turn };
        let Input::Script(_) = &entry.input else { return turn };
        let strategy = self.schedule.name(turn);
        let place = self.kept.iter().position(|known| known.input == entry.input).unwrap_or_else(|| {
            self.kept.push(entry);
            self.kept.len() - 1
        });
        let source = Source::Kept(place, strategy);
        let source = self.sources.iter().position(|known| *known == source).unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        });
        let visits = self.kept_visits.entry(source).or_insert(0);
        *visits += 1;
        // No two workers make the same tests of a script.
        let (worker, jobs) = (self.position.worker as u64, self.shared.plan.jobs.max(1) as u64);
        Turn { source, visit: *visits * jobs + worker, ..turn }
    }
}
