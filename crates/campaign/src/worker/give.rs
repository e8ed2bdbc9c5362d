//! A test given to all targets.

use std::sync::mpsc::SyncSender;
use std::time::Duration;

use oracle::Class;
use solver::backend::OpenError;
use solver::process::Limits;
use solver::run::Outcome;
use strategy::{Test, Truth, recheck, storm};

use super::tune::Plain;
use super::tuner::Course;
use super::{Lately, Worker};
use crate::behaviour::BUG;
use crate::confirm::confirm;
use crate::confirmed::{Confirmed, Verdict};
use crate::cores;
use crate::event::{Event, Visited};
use crate::lane::Fit;
use crate::lateness::Lateness;
use crate::prepared::Standing;
use crate::sources::Source;

/// One test of so many asks for the targets' own counters, where somebody learns from them.
const COUNTED: u64 = 8;

/// Solvers that answer at all mostly answer soon: one test of so many has all the time of the plan, the others have as much
/// as the target's pace says, and at most one part of as many as `HURRIED`.
const UNHURRIED: u64 = 32;
/// Likewise in guided search, which makes the most of its time: a test that never ends takes that of a hundred others.
const SELDOM_UNHURRIED: u64 = 512;
const HURRIED: u32 = 16;
/// To start a process may take that long on a busy machine.
const LEAST_TIME: Duration = Duration::from_millis(250);

impl Worker<'_> {
    /// The time that a target has for the test under way.
    fn time(&self, target: usize, test: &Test, lateness: &Lateness) -> Duration {
        let all = self.shared.plan.timeout;
        // Whether something hangs is to be seen with all the time only.
        let every = if self.guide.is_on() { SELDOM_UNHURRIED } else { UNHURRIED };
        let is_turn = self.position.tests.is_multiple_of(every) && self.patience.is_none();
        let unhurried = test.is_broken() || is_turn && !lateness.is_known();
        if unhurried { all } else { lateness.hurry(self.lanes[target].pace.patience(self.hurried())) }
    }

    /// The most time of a test that has not all of it.
    pub(super) fn hurried(&self) -> Duration {
        let all = self.shared.plan.timeout;
        (all / HURRIED).max(LEAST_TIME).min(all)
    }

    /// A bug of ours, to be seen by everybody.
    pub(super) fn flaw(&self, test: &Test, why: String, visited: &mut Visited, events: &SyncSender<Event>) {
        visited.suppressed += 1;
        let confirmed = Confirmed::doubtful(test, why);
        let _ = events.send(Event::Found(Box::new(confirmed), visited.tests));
    }

    /// Whether a test is what it claims to be, where the plan wants that looked at again.
    pub(super) fn is_sound(&self, test: &Test, visited: &mut Visited, events: &SyncSender<Event>) -> bool {
        if !self.shared.plan.recheck || test.is_broken() {
            return true;
        }
        let doubt = recheck(&test.text, &test.checks).err();
        if let Some(doubt) = &doubt {
            self.flaw(test, doubt.to_string(), visited, events);
        }
        doubt.is_none()
    }

    /// The logic whose grammar the tests of the visit are of.
    pub(super) fn decoded_in(&self) -> Option<&'static str> {
        match self.sources[self.turn.source] {
            Source::Logic(logic, _) => Some(logic),
            Source::Seed(..) | Source::Kept(..) => None,
        }
    }

    /// Gives a test to all targets.
    pub(super) fn one(
        &mut self,
        standing: &mut Standing,
        test: &Test,
        storm: Option<storm::Visit<'_>>,
        lately: &mut [Lately],
        visited: &mut Visited,
        events: &SyncSender<Event>,
    ) -> Result<(), OpenError> {
        if !self.is_sound(test, visited, events) {
            return Ok(());
        }
        let is_turn = self.position.tests.is_multiple_of(COUNTED) && !test.is_broken();
        let tuned = self.shared.plan.tune.is_some() && !test.is_broken();
        let counts = is_turn && self.schedule.bandit().is_some();
        self.guide.begin();
        let (mut given, mut suspicious) = (false, false);
        let open = test.checks.iter().any(|check| check.truth == Truth::Unknown);
        let mut said = Vec::new();
        said.resize_with(if open { self.lanes.len() } else { 0 }, Vec::new);
        let (own, others) = lately.split_at_mut(self.lanes.len());
        for (i, lately) in own.iter_mut().enumerate() {
            let fit = standing.fits[i];
            if fit == Fit::Not || lately.spent >= lately.most || !standing.lateness[i].allows(test.text.len())
            {
                continue;
            }
            given = true;
            let time = self.time(i, test, &standing.lateness[i]);
            let patience = self.patience;
            let counted = counts
                || tuned && self.reaches_by_counters(i)
                || !test.is_broken() && self.guide.wants_counters(i);
            let lane = &mut self.lanes[i];
            let (before, limits) = (lane.inside, lane.limits().clone());
            let cpu = patience.map_or(limits.cpu, |patience| patience.min(limits.cpu));
            lane.set_limits(Limits { wall: time, cpu, ..limits.clone() });
            let examined = match counted {
                true => lane.run_counted(test, fit, &standing.logic)?,
                false => lane.run(test, fit, &standing.logic)?,
            };
            lane.set_limits(limits);
            if let Some(reach) = self.shared.reach {
                reach.note(i, lane.last());
            }
            if tuned {
                self.tuner.reach(i, lane.last(), visited);
            }
            let time = lane.inside.saturating_sub(before);
            lately.spent += time;
            let new = self.guide.look(i, lane.last(), &examined);
            let new = new | self.behaviours.is_new(i, self.turn.source, &examined, lane.last());
            lately.new += u64::from(new);
            visited.tallies[i].add(&examined.tally);
            // On a walk all tests are about as long as their seed. Scripts from nothing have nothing to do with each other.
            let akin =
                test.previous.is_none() && !matches!(self.sources[self.turn.source], Source::Logic(..));
            if examined.tally.timeouts > 0 && akin {
                standing.lateness[i].add(test.text.len());
            }
            visited.rejections.extend(examined.rejection.map(|why| (i, why)));
            let mut candidates = Vec::new();
            for finding in examined.findings {
                let class = finding.class;
                if !self.shared.plan.wants(class)
                    || (class == Class::Incomplete && !standing.is_decided_by(i, lane)?)
                {
                    continue;
                }
                candidates.push(confirm(
                    lane,
                    test,
                    fit,
                    &standing.logic,
                    &finding,
                    storm,
                    &mut self.workshop,
                )?);
            }
            if !examined.cores.is_empty() {
                candidates.extend(cores::look(lane, test, fit, examined.cores, &mut self.workshop)?);
            }
            // A guided search over options begins with tests that have shown something new.
            let worth = new || !self.guide.is_on();
            let searched = tuned && worth && candidates.is_empty() && self.course == Course::Searched;
            let plain = searched.then(|| Plain::of(lane.last(), &examined.said));
            if open {
                said[i] = examined.said;
            }
            let unknown = examined.tally.unknown > 0 && lane.last().outcome == Outcome::Finished;
            let was_unknown = std::mem::replace(&mut lately.unknown, unknown);
            if unknown && candidates.is_empty() && self.shared.plan.wants(Class::Incomplete) {
                candidates =
                    self.losses.look(lane, &mut self.older, test, fit, was_unknown, &mut self.workshop)?;
            }
            suspicious |= !candidates.is_empty();
            self.found(candidates, visited, events);
            if let Some(plain) = plain {
                self.tune(i, &plain, standing, test, storm, others, visited, events)?;
            }
        }
        if let Err(error) = self.guide.end(test, self.decoded_in()) {
            let _ = events.send(Event::Unkept(error));
        }
        // What is wrong as it is would be wrong in any guise.
        if !suspicious && !test.is_broken() {
            self.disguise(standing, test, &said, visited, events)?;
        }
        if open {
            let fits = &standing.fits;
            let candidates = self.court.hear(&mut self.lanes, fits, said, test, &mut self.workshop)?;
            self.found(candidates, visited, events);
        }
        visited.skipped += u64::from(!given);
        Ok(())
    }

    /// Hands candidates over that were looked at again.
    pub(super) fn found(
        &mut self,
        candidates: Vec<Confirmed>,
        visited: &mut Visited,
        events: &SyncSender<Event>,
    ) {
        for confirmed in candidates {
            if self.shared.plan.wants(confirmed.finding.class) {
                let is_finding = confirmed.verdict == Verdict::Confirmed;
                visited.suppressed += u64::from(!is_finding);
                if is_finding && self.behaviours.is_new_bug(&confirmed.signature) {
                    self.reward += BUG;
                }
                let _ = events.send(Event::Found(Box::new(confirmed), visited.tests));
            }
        }
    }
}
