//! A visit under other options: all its tests, with one configuration of one target.

use std::collections::BTreeSet;
use std::sync::mpsc::SyncSender;

use guide::Under;
use smtlib::Script;
use solver::backend::OpenError;
use solver::process::Limits;
use solver::target::Setting;
use strategy::{Dice, Test, Truth, storm};
use tune::search::Vector;
use tune::{Level, operations};

use super::tune::{Hunt, MOST_FINDINGS, MOST_LATE, Plain};
use super::tuner::Course;
use super::{Lately, Worker};
use crate::contestant::Contestant;
use crate::event::{Event, Visited};
use crate::lane::{Fit, Lane};
use crate::prepared::Standing;
use crate::tuning::{Variant, slow_after};

/// A configuration of a target.
pub(super) struct Configuration {
    target: usize,
    /// Its place among the shares of a visit.
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
        test: &Test,
        standing: &Standing,
        inherited: Option<&Under>,
    ) -> Option<Configuration> {
        let mut dice = Dice::new(&[CONFIGURED, self.shared.plan.seed, self.position.tests]);
        let is_open =
            |target: &usize| self.shared.tuned[*target].is_some() && standing.fits[*target] != Fit::Not;
        let open: Vec<usize> = (0..self.lanes.len()).filter(is_open).collect();
        let named = |under: &&Under| open.iter().any(|&it| self.shared.contestants[it].name == under.target);
        let inherited = inherited.filter(named);
        let target = match inherited {
            Some(under) => open.into_iter().find(|&it| self.shared.contestants[it].name == under.target)?,
            None => *dice.pick(&open)?,
        };
        let tuned = self.shared.tuned[target].as_ref()?;
        let inherited = inherited.map_or(&[][..], |under| &under.settings);
        let operations = operations(&Script::parse(&test.text).ok()?);
        let levels: Vec<(usize, Level)> = tuned.tuning.levels().enumerate().collect();
        let at = match levels.iter().position(|(_, level)| tuned.has(*level, inherited)) {
            Some(at) if !inherited.is_empty() => at,
            _ => self.weighted(&levels, target, &mut dice),
        };
        let (number, level) = *levels.get(at)?;
        let knobs = tuned.knobs(level, &operations, inherited, &mut dice);
        let vector = match tuned.tuning.variant {
            Variant::Learn => Vector::draw(&knobs, &mut dice),
            _ if self.course == Course::Drawn => self.tuner.tried[target].draw(&knobs, &mut dice),
            _ => {
                let known = self.tuner.memories[target].recall(&operations, 2, &mut dice);
                let known = known.iter().map(Vec::as_slice);
                let own = Some(inherited).filter(|settings| !settings.is_empty());
                let mut parents = own.into_iter().chain(known).map(|settings| Vector::of(&knobs, settings));
                match (parents.next(), parents.next(), dice.below(3)) {
                    (Some(own), _, 0) if !inherited.is_empty() => own,
                    (Some(own), Some(other), 1) => own.cross(&other, &mut dice).0.mutated(&knobs, &mut dice),
                    (Some(own), _, _) => own.mutated(&knobs, &mut dice),
                    (None, _, _) => self.tuner.tried[target].draw(&knobs, &mut dice),
                }
            }
        };
        let settings = vector.settings(&knobs);
        let arm = number * self.lanes.len() + target;
        let contestant = self.configured(target, &settings);
        (!settings.is_empty()).then_some(Configuration { target, arm, settings, operations, contestant })
    }

    /// One of the levels, by what each has shown.
    fn weighted(&mut self, levels: &[(usize, Level)], target: usize, dice: &mut Dice) -> usize {
        let (targets, strategy) = (self.lanes.len(), self.turn.strategy);
        let weight = |number: usize| match self.schedule.bandit() {
            Some(bandit) => bandit.weight(strategy, (number + 1) * targets + target),
            None => 1.0,
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
    #[allow(clippy::too_many_arguments)]
    pub(super) fn one_under(
        &mut self,
        outfit: &mut Outfit<'_>,
        standing: &Standing,
        test: &Test,
        storm: Option<storm::Visit<'_>>,
        lately: &mut [Lately],
        visited: &mut Visited,
        events: &SyncSender<Event>,
    ) -> Result<(), OpenError> {
        if !self.is_sound(test, visited, events) {
            return Ok(());
        }
        let Configuration { target, arm, ref settings, ref operations, .. } = *outfit.configuration;
        let lane = &mut outfit.lane;
        let (fit, logic, before) = (standing.fits[target], standing.logic.as_str(), lane.inside);
        let examined = match self.reaches_by_counters(target) {
            true => lane.run_counted(test, fit, logic)?,
            false => lane.run(test, fit, logic)?,
        };
        let spent = lane.inside.saturating_sub(before);
        visited.inside += spent;
        self.tuner.searched += spent;
        outfit.late += examined.tally.timeouts;
        let lately = &mut lately[self.lanes.len() + arm];
        lately.spent += spent;
        self.note_under(target, settings, operations, &examined, lane.last(), test, lately, visited, events);
        let open = test.checks.iter().any(|check| check.truth == Truth::Unknown);
        let slow = lane.last().cpu_time >= slow_after(std::time::Duration::ZERO);
        let plain = match open || slow {
            true => {
                let own = &mut self.lanes[target];
                let examined = own.run_usually(test, fit, logic)?;
                Plain::of(own.last(), &examined.said)
            }
            false => Plain::default(),
        };
        let hunt = Hunt { target, test, fit, logic, plain: &plain, operations: operations.clone() };
        let before = lane.inside;
        let candidates = self.judge(&hunt, lane, settings, &examined, storm)?;
        visited.inside += lane.inside.saturating_sub(before);
        outfit.found += candidates.len();
        self.found(candidates, visited, events);
        Ok(())
    }
}
