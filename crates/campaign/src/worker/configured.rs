//! A visit under other options: all its tests, with one configuration of one target.

use std::collections::BTreeSet;
use std::time::Duration;

use guide::Under;
use smtlib::Script;
use solver::backend::OpenError;
use solver::process::Limits;
use solver::target::Setting;
use strategy::Dice;
use tune::search::Vector;
use tune::{Knob, Level, operations};

use super::given::Given;
use super::ledger::Ledger;
use super::tune::{Hunt, MOST_FINDINGS, MOST_LATE, Plain, Trial};
use super::tuner::Course;
use super::{Lately, Worker};
use crate::contestant::Contestant;
use crate::lane::{Fit, Lane};
use crate::slowness::slow_after;
use crate::tuning::{Tuned, Variant};

/// A configuration of a target.
pub(super) struct Configuration {
    target: usize,
    /// Its place among the shares of a visit's time.
    arm: usize,
    settings: Vec<Setting>,
    /// The operations of the visit's first test.
    operations: BTreeSet<String>,
    contestant: Contestant,
}

/// A configuration with the process that has it.
pub(super) struct Outfit<'c> {
    configuration: &'c Configuration,
    lane: Lane<'c>,
    late: u64,
    found: usize,
}

impl<'c> Outfit<'c> {
    /// Whether more tests would only take all the time that they have, or show the same bugs again.
    pub(super) fn is_spent(&self) -> bool {
        self.late >= MOST_LATE / 2 || self.found >= MOST_FINDINGS
    }
}

/// Tells these dice from all others.
const CONFIGURED: u64 = 0x636f_6e66;

impl Worker<'_> {
    /// A configuration for a visit that begins with this test: by what was `inherited`, by what worked before, or by lot.
    /// Nothing where no option matters.
    pub(super) fn configure(
        &mut self,
        given: &Given<'_>,
        inherited: Option<&Under>,
    ) -> Option<Configuration> {
        let Given { test, ref standing, .. } = *given;
        let mut dice = Dice::new(&[CONFIGURED, self.shared.plan.seed, self.position.tests]);
        let contestants = self.shared.contestants;
        let is_open = |it: &usize| self.shared.tuned[*it].is_some() && standing.fits[*it] != Fit::Not;
        let open: Vec<usize> = (0..self.lanes.len()).filter(is_open).collect();
        let heir = |under: &Under| open.iter().copied().find(|&it| contestants[it].name == under.target);
        let (target, set) = match inherited.and_then(|under| Some((heir(under)?, &under.settings[..]))) {
            Some(inherited) => inherited,
            None => (*dice.pick(&open)?, &[][..]),
        };
        let tuned = self.shared.tuned[target].as_ref()?;
        let operations = operations(&Script::parse(&test.text).ok()?);
        let (number, level) = self.level(tuned, target, set, &mut dice)?;
        let knobs = tuned.knobs(level, &operations, set, &mut dice);
        let settings = match self.course {
            Course::Repeated => set.to_vec(),
            Course::Evolved => self.bred(target, &knobs, &operations, set, &mut dice).settings(&knobs),
            _ => self.drawn(tuned, target, &knobs, &mut dice).settings(&knobs),
        };
        let arm = Lately::arm(self.lanes.len(), number, target);
        let contestant = self.configured(target, &settings);
        (!settings.is_empty()).then_some(Configuration { target, arm, settings, operations, contestant })
    }

    /// A configuration by lot: where what it reaches is looked at, of what was tried least.
    fn drawn(&self, tuned: &Tuned, target: usize, knobs: &[Knob], dice: &mut Dice) -> Vector {
        match tuned.tuning.variant {
            Variant::Learn | Variant::Lot => Vector::draw(knobs, dice),
            _ => self.tuner.tried[target].draw(knobs, dice),
        }
    }

    /// What is `set`, or a child of it and of what worked for such tests before.
    fn bred(
        &self,
        target: usize,
        knobs: &[Knob],
        operations: &BTreeSet<String>,
        set: &[Setting],
        dice: &mut Dice,
    ) -> Vector {
        let known = self.tuner.memories[target].recall(operations, 2, dice);
        let own = Some(set).filter(|set| !set.is_empty());
        let parents = own.into_iter().chain(known.iter().map(Vec::as_slice));
        let mut parents = parents.map(|settings| Vector::of(knobs, settings));
        match (parents.next(), parents.next(), dice.below(3)) {
            (Some(own), _, 0) if !set.is_empty() => own,
            (Some(own), Some(other), 1) => own.cross(&other, dice).0.mutated(knobs, dice),
            (Some(own), _, _) => own.mutated(knobs, dice),
            (None, _, _) => self.tuner.tried[target].draw(knobs, dice),
        }
    }

    /// The first level that has what is set, with its number; else one by what each has shown.
    fn level(
        &mut self,
        tuned: &Tuned,
        target: usize,
        set: &[Setting],
        dice: &mut Dice,
    ) -> Option<(usize, Level)> {
        let levels: Vec<(usize, Level)> = tuned.tuning.levels().enumerate().collect();
        let least = levels.iter().position(|(_, level)| tuned.has(*level, set));
        let at = match least.filter(|_| !set.is_empty()) {
            Some(least) => least,
            None => self.weighted(&levels, target, dice),
        };
        levels.get(at).copied()
    }

    /// One of the levels, by what each has shown.
    fn weighted(&mut self, levels: &[(usize, Level)], target: usize, dice: &mut Dice) -> usize {
        let (targets, strategy) = (self.lanes.len(), self.turn.strategy);
        let is_blind = self.shared.plan.is_blind();
        let weight = |number: usize| match self.schedule.bandit() {
            Some(bandit) if !is_blind => bandit.weight(strategy, Lately::arm(targets, number, target)),
            _ => 1.0,
        };
        let weights: Vec<f64> = levels.iter().map(|(number, _)| *number).map(weight).collect();
        let mut drawn = dice.below(1 << 20) as f64 / f64::from(1 << 20) * weights.iter().sum::<f64>();
        let here = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        here.unwrap_or_default()
    }

    /// Starts a target with a configuration.
    pub(super) fn dress<'c>(&self, configuration: &'c Configuration) -> Result<Outfit<'c>, OpenError> {
        let own = &self.lanes[configuration.target];
        let limits = own.limits().clone();
        let cpu = self.patience.map_or(limits.cpu, |patience| patience.min(limits.cpu));
        let limits = Limits { wall: own.pace.patience(self.hurried()), cpu, ..limits };
        let lane = Lane::open(&configuration.contestant, self.shared.plan.backend, &limits)?;
        Ok(Outfit { configuration, lane, late: 0, found: 0 })
    }

    /// Gives a test to a target under other options. What it says with its own is asked for only where that decides something.
    pub(super) fn one_under(
        &mut self,
        outfit: &mut Outfit<'_>,
        given: &Given<'_>,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), OpenError> {
        let Given { test, ref standing, storm } = *given;
        // Its tests are counted all the same, so that their numbers do not depend on what a target does.
        if outfit.is_spent() || !self.is_sound(test, ledger) {
            ledger.visited.skipped += u64::from(outfit.is_spent());
            return Ok(());
        }
        let Configuration { target, arm, ref settings, ref operations, .. } = *outfit.configuration;
        let (fit, logic) = (standing.fits[target], standing.logic.as_str());
        let hunt = Hunt { target, arm, test, fit, logic, operations, storm };
        let lane = &mut outfit.lane;
        let trial = Trial::run(&hunt, settings, lane, self.reaches_by_counters(target))?;
        outfit.late += trial.examined.tally.timeouts;
        self.note_under(&hunt, &trial, lane.last(), ledger);
        let slow = lane.last().cpu_time >= slow_after(Duration::ZERO);
        let plain = match test.is_open() || slow {
            true => {
                let own = &mut self.lanes[target];
                let examined = own.run_usually(test, fit, logic)?;
                Plain::of(own.last(), &examined.said)
            }
            false => Plain::default(),
        };
        outfit.found += self.judge(&hunt, &plain, &trial, lane, ledger)?;
        Ok(())
    }
}
