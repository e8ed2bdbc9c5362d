//! A visit of a source: its tests, and what is told of them.

use std::cell::OnceCell;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use guide::Under;
use oracle::Tally;
use solver::backend::OpenError;
use strategy::walk::Made;
use strategy::{Dice, Test};

use super::configured::{Configuration, Outfit};
use super::given::Given;
use super::ledger::Ledger;
use super::tuner::Course;
use super::{Lately, Worker};
use crate::event::{Event, Position, Visited};
use crate::guidance::{Brood, Way};
use crate::lateness::Lateness;
use crate::prepared::Prepared;
use crate::schedule::Turn;
use crate::sources::Source;

/// What a visit may take of a target's time for each of its tests, so that hard seeds do not starve the others: when all
/// is used up, its remaining tests are made, because the stream of tests is the same however fast a machine is, but not
/// given to it.
const TIME_PER_TEST: Duration = Duration::from_micros(31_250);
/// Tests of a script that the guide has chosen: it may have a better one in mind by then.
const STEERED: u64 = 32;

/// Tells the dice of courses from all others.
const COURSE: u64 = 0x636f_7572;

impl Worker<'_> {
    /// Does one unit, or the rest of one; false when nobody listens any more.
    pub(super) fn visit(&mut self, turn: Turn, quota: Option<u64>, events: &SyncSender<Event>) -> bool {
        self.course = self.course();
        let (turn, brood) = self.steer(turn);
        let way = brood.as_ref().map(|brood| brood.way);
        self.patience = brood.as_ref().and_then(Brood::patience);
        self.is_steered = matches!(way, Some(Way::Mutated(_)));
        // A script is visited by its strategy as any seed is.
        let parent = brood.as_ref().and_then(|brood| brood.parent.clone()).or_else(|| self.kept_in(turn));
        let inherited = parent.and_then(|parent| parent.under.clone());
        if way == Some(Way::Seen) && inherited.is_some() && self.tuner.is_on() {
            self.course = Course::Repeated;
        }
        let brood = brood.filter(|brood| !matches!(brood.way, Way::Mutated(_)));
        self.turn = turn;
        let start = Instant::now();
        let (before, reduced) = (self.position.tests, self.workshop.spent());
        let mut ledger = Ledger::new(self.nothing_yet(), events);
        let mut whole = true;
        let mut taken = self.take(turn.source, events);
        if let Some(prepared) = &mut taken {
            if turn.visit == 0 && self.position.instance == 0 {
                ledger.visited.seed = Some(self.source_name(turn.source).to_owned());
                ledger.visited.fragments = prepared.material.fragments();
            }
            match self.tests(prepared, brood, inherited.as_ref(), quota, &mut ledger) {
                Ok(all) => whole = all,
                Err(error) => {
                    ledger.tell(Event::Failed(error));
                    return false;
                }
            }
        }
        self.prepared.insert(turn.source, taken);
        // Making findings small is no fault of the strategy that made them.
        let own = start.elapsed().saturating_sub(self.workshop.spent().saturating_sub(reduced));
        if let Some(way) = way {
            self.guide.learn(way, own.as_secs_f64());
        }
        self.tuner.learn(self.course, own.as_secs_f64());
        let reward = std::mem::take(&mut self.reward);
        if let Some(bandit) = self.schedule.bandit() {
            bandit.learn(turn.strategy, reward, own.as_secs_f64());
        }
        if whole {
            // That a kept script is of no use to a mutator says nothing about the logics.
            let of_logic = !matches!(self.sources[turn.source], Source::Kept(..));
            let gave = self.position.tests != before || !of_logic;
            self.schedule.done(turn, &mut self.position, gave);
        }
        self.tell(&mut ledger)
    }

    /// What the visit that begins does about options.
    fn course(&self) -> Course {
        let Position { worker, unit, tests, .. } = self.position;
        let mut dice = Dice::new(&[self.shared.plan.seed, worker as u64, unit, tests, COURSE]);
        let jobs = self.shared.plan.jobs.max(1) as u64;
        let in_turn = !self.shared.plan.is_free() || self.shared.plan.is_blind();
        self.tuner.course(in_turn.then_some(unit / jobs), &mut dice)
    }

    /// Makes the tests of a visit; false when it was interrupted.
    fn tests(
        &mut self,
        prepared: &mut Prepared,
        brood: Option<Brood>,
        inherited: Option<&Under>,
        quota: Option<u64>,
        ledger: &mut Ledger<'_>,
    ) -> Result<bool, OpenError> {
        // The strategies' memory is borrowed for the whole visit, the rest of the worker is not.
        let mut makers = std::mem::take(&mut self.makers);
        let mut test = std::mem::take(&mut self.test);
        let mut result = Ok(true);
        let Prepared { material, standing } = prepared;
        standing.lateness.iter_mut().for_each(Lateness::begin_visit);
        // What was interrupted is gone on with, but the guide has something new in mind.
        let first = if brood.is_some() { 0 } else { self.position.instance };
        if let Some(mut visit) = match brood {
            Some(brood) => material.guided(brood),
            None => material.visit(&mut makers, self.shared.plan, self.turn.visit),
        } {
            let most_tests = if self.is_steered { STEERED } else { u64::MAX };
            ledger.lately = self.shares(visit.tests());
            let configuration = OnceCell::new();
            let mut outfit: Option<Outfit<'_>> = None;
            for instance in first..visit.tests().min(most_tests) {
                if self.is_over(quota) {
                    result = Ok(false);
                    break;
                }
                let made = visit.test(instance, &mut test);
                ledger.lately.iter_mut().for_each(|lately| lately.comes_to(instance, visit.tests()));
                if made == Made::Nothing {
                    break;
                }
                self.count(&test, &mut ledger.visited);
                if let Made::Flaw(why) = made {
                    ledger.flaw(&test, why);
                } else {
                    let mut given = Given { test: &test, standing, storm: visit.storm() };
                    let dressed = self.outfit(&given, inherited, &configuration, &mut outfit);
                    let done = dressed.and_then(|()| match &mut outfit {
                        Some(outfit) => self.one_under(outfit, &given, ledger),
                        None => self.one(&mut given, ledger),
                    });
                    if let Err(error) = done {
                        result = Err(error);
                        break;
                    }
                }
                self.position.instance = instance + 1;
                if ledger.is_due() {
                    self.tell(ledger);
                }
                if outfit.as_ref().is_some_and(Outfit::is_spent) && self.shared.plan.is_free() {
                    break;
                }
            }
            self.settle(ledger);
        }
        ledger.visited.walk.add(&makers.statistics());
        self.makers = makers;
        self.test = test;
        result
    }

    /// The time of a visit with so many tests, by target and by the options that it has.
    fn shares(&mut self, tests: u64) -> Vec<Lately> {
        let targets = self.lanes.len();
        let most = TIME_PER_TEST.saturating_mul(u32::try_from(tests).unwrap_or(u32::MAX));
        let mut lately = vec![Lately { most, ..Lately::default() }; targets * self.shared.plan.arms()];
        // Other options have as much time as a target's own, all levels together.
        let levels = u32::try_from(self.shared.plan.arms() - 1).unwrap_or(1).max(1);
        lately[targets..].iter_mut().for_each(|lately| lately.most = most / levels);
        let strategy = self.turn.strategy;
        if let Some(bandit) = self.schedule.bandit() {
            for (arm, lately) in lately.iter_mut().enumerate() {
                lately.most = lately.most.mul_f64(bandit.weight(strategy, arm));
            }
        }
        lately
    }

    /// Takes note of what each target has shown for its time.
    fn settle(&mut self, ledger: &mut Ledger<'_>) {
        let strategy = self.turn.strategy;
        for (arm, lately) in ledger.lately.iter().enumerate() {
            self.reward += lately.new as f64;
            ledger.visited.new += lately.new;
            if let Some(bandit) = self.schedule.bandit() {
                bandit.learn_target(strategy, arm, lately.new as f64, lately.spent.as_secs_f64());
            }
        }
    }

    /// Makes the outfit of a visit under other options, by its first test.
    fn outfit<'c>(
        &mut self,
        given: &Given<'_>,
        inherited: Option<&Under>,
        configuration: &'c OnceCell<Option<Configuration>>,
        outfit: &mut Option<Outfit<'c>>,
    ) -> Result<(), OpenError> {
        if outfit.is_none() && self.course.is_configured() && !given.test.is_broken() {
            let made = configuration.get_or_init(|| self.configure(given, inherited));
            *outfit = made.as_ref().map(|made| self.dress(made)).transpose()?;
        }
        Ok(())
    }

    fn nothing_yet(&self) -> Visited {
        let strategy = self.schedule.name(self.turn).to_string();
        Visited { strategy, tallies: vec![Tally::default(); self.lanes.len()], ..Visited::default() }
    }

    /// Tells what happened since the last time; false when nobody listens any more.
    fn tell(&mut self, ledger: &mut Ledger<'_>) -> bool {
        let mut visited = ledger.turn_over(self.nothing_yet());
        let inside = self.lanes.iter_mut().map(|lane| &mut lane.inside);
        for inside in inside.chain(self.helper.iter_mut().map(|helper| &mut helper.inside)) {
            visited.inside += std::mem::take(inside);
        }
        visited.position = self.position;
        visited.cursors = self.schedule.cursors();
        ledger.tell(Event::Visited(Box::new(visited)))
    }

    fn count(&mut self, test: &Test, visited: &mut Visited) {
        self.position.chain =
            *blake3::Hasher::new().update(&self.position.chain).update(&test.text).finalize().as_bytes();
        self.position.tests += 1;
        visited.tests += 1;
        visited.bytes += test.text.len() as u64;
    }
}
