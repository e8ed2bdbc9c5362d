//! What a worker visits next.
//!
//! Every strategy goes through its own sources again and again. A plan with a number of tests goes round the strategies,
//! so that its tests are the same on every machine; one that is ended by the clock lets the bandit choose.

use std::collections::BTreeMap;

use crate::bandit::Bandit;
use crate::event::Position;
use crate::plan::Plan;
use crate::sources::Source;
use crate::strategies::StrategyName;

/// By strategy: visits that a worker has done, where the bandit chooses.
pub type Cursors = BTreeMap<String, u64>;

/// A visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The strategy, by its number.
    pub strategy: usize,
    /// The source, by its number among all.
    pub source: usize,
    /// How often it has been visited before.
    pub visit: u64,
}

/// A strategy and its sources.
struct Lot {
    name: StrategyName,
    sources: Vec<usize>,
    /// Where the bandit chooses: visits done.
    done: u64,
    /// Visits without a single test, one after the other.
    barren: u64,
}

/// The order of one worker's visits.
pub struct Schedule {
    lots: Vec<Lot>,
    bandit: Option<Bandit>,
    worker: u64,
    jobs: u64,
}

impl Schedule {
    /// The visits of a worker to these sources; `cursors` says how far it has come.
    pub fn new(plan: &Plan, sources: &[Source], worker: usize, cursors: Option<&Cursors>) -> Schedule {
        let mut lots: Vec<Lot> = Vec::new();
        for (number, source) in sources.iter().enumerate() {
            let name = source.strategy();
            match lots.iter_mut().find(|lot| lot.name == name) {
                Some(lot) => lot.sources.push(number),
                None => {
                    let done = cursors.and_then(|cursors| cursors.get(&name.to_string())).copied();
                    lots.push(Lot { name, sources: vec![number], done: done.unwrap_or(0), barren: 0 });
                }
            }
        }
        let targets = (plan.targets.len() + usize::from(plan.null)) * plan.arms();
        let several = lots.len() > 1 || plan.tune.is_some() && !plan.is_blind();
        let bandit = (plan.is_free() && several).then(|| Bandit::new(lots.len(), targets));
        Schedule { lots, bandit, worker: worker as u64, jobs: plan.jobs.max(1) as u64 }
    }

    /// The next visit; nothing when no source gives any test.
    pub fn next(&self, position: &Position) -> Option<Turn> {
        let is_open = |lot: &Lot| lot.barren <= lot.sources.len() as u64;
        if !self.lots.iter().any(is_open) {
            return None;
        }
        let (strategy, number) = match &self.bandit {
            Some(bandit) => {
                let strategy = bandit.choose(&|strategy| is_open(&self.lots[strategy]))?;
                (strategy, self.worker + self.lots[strategy].done * self.jobs)
            }
            None => {
                let lots = self.lots.len() as u64;
                let (round, place) = (position.unit / lots, position.unit % lots);
                // Otherwise two workers would share two strategies in a way that leaves each with one.
                (((place + round) % lots) as usize, round)
            }
        };
        let sources = &self.lots[strategy].sources;
        let length = sources.len() as u64;
        let (at, visit) = ((number % length) as usize, number / length);
        Some(Turn { strategy, source: sources[at], visit })
    }

    /// Notes that a visit is over, and whether it gave any test.
    pub fn done(&mut self, turn: Turn, position: &mut Position, gave: bool) {
        let lot = &mut self.lots[turn.strategy];
        lot.done += 1;
        lot.barren = if gave { 0 } else { lot.barren + 1 };
        position.unit += self.jobs;
        position.instance = 0;
    }

    /// The strategy's name.
    pub fn name(&self, turn: Turn) -> StrategyName {
        self.lots[turn.strategy].name
    }

    /// The bandit, where it chooses.
    pub fn bandit(&mut self) -> Option<&mut Bandit> {
        self.bandit.as_mut()
    }

    /// How far the worker has come, where the bandit chooses.
    pub fn cursors(&self) -> Cursors {
        let lots = self.lots.iter().filter(|_| self.bandit.is_some());
        lots.map(|lot| (lot.name.to_string(), lot.done)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::sources;

    fn plan(strategy: &str, tests: Option<u64>, jobs: usize) -> Plan {
        Plan { strategy: strategy.parse().unwrap(), tests, jobs, ..Plan::default() }
    }

    fn visits(schedule: &mut Schedule, worker: usize, count: usize) -> Vec<Turn> {
        let mut position = Position::start(worker);
        let visit = |_| {
            let turn = schedule.next(&position).unwrap();
            schedule.done(turn, &mut position, true);
            turn
        };
        (0..count).map(visit).collect()
    }

    #[test]
    fn one_strategy_goes_through_its_seeds() {
        let plan = plan("storm", Some(9), 2);
        let all = sources(&plan, 3);
        let of = |worker| visits(&mut Schedule::new(&plan, &all, worker, None), worker, 3);
        let places = |turns: Vec<Turn>| turns.iter().map(|it| (it.source, it.visit)).collect::<Vec<_>>();
        assert_eq!(places(of(0)), [(0, 0), (2, 0), (1, 1)]);
        assert_eq!(places(of(1)), [(1, 0), (0, 1), (2, 1)]);
    }

    #[test]
    fn with_a_number_of_tests_strategies_take_turns_with_every_worker() {
        let plan = plan("storm,walk", Some(9), 2);
        let all = sources(&plan, 3);
        for worker in [0, 1] {
            let turns = visits(&mut Schedule::new(&plan, &all, worker, None), worker, 4);
            let mine = |strategy| turns.iter().filter(|it| it.strategy == strategy).count();
            assert_eq!((mine(0), mine(1)), (2, 2), "{turns:?}");
        }
    }

    #[test]
    fn with_the_clock_the_bandit_chooses_and_goes_on_where_it_was() {
        let plan = plan("storm,walk", None, 1);
        let all = sources(&plan, 5);
        let mut schedule = Schedule::new(&plan, &all, 0, None);
        let mut position = Position::start(0);
        for _ in 0..50 {
            let turn = schedule.next(&position).unwrap();
            schedule.bandit().unwrap().learn(turn.strategy, turn.strategy as f64, 1.0);
            schedule.done(turn, &mut position, true);
        }
        let cursors = schedule.cursors();
        assert!(cursors["walk"] > 2 * cursors["storm"] && cursors["storm"] > 1, "{cursors:?}");
        let again = Schedule::new(&plan, &all, 0, Some(&cursors));
        let turn = again.next(&position).unwrap();
        assert_eq!((turn.strategy, turn.visit), (0, cursors["storm"] / 5));
    }

    #[test]
    fn where_no_source_gives_a_test_there_is_no_next() {
        let plan = plan("storm,walk", None, 1);
        let mut schedule = Schedule::new(&plan, &sources(&plan, 2), 0, None);
        let mut position = Position::start(0);
        let mut turns = 0;
        while let Some(turn) = schedule.next(&position) {
            schedule.bandit().unwrap().learn(turn.strategy, 0.0, 0.0);
            schedule.done(turn, &mut position, false);
            turns += 1;
        }
        assert!((4..10).contains(&turns), "{turns}");
    }
}
