//! A test given to all targets.

use std::time::Duration;

use oracle::{Class, Examined};
use solver::answer::Reply;
use solver::backend::OpenError;
use solver::process::Limits;
use solver::run::Outcome;
use strategy::{Test, recheck};

use super::Worker;
use super::given::Given;
use super::ledger::Ledger;
use super::tune::Plain;
use super::tuner::Course;
use crate::behaviour::BUG;
use crate::confirm::confirm;
use crate::confirmed::{Confirmed, Verdict};
use crate::cores;
use crate::event::Event;
use crate::lane::Fit;
use crate::lateness::Lateness;
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

/// What a target made of a test.
struct Told {
    said: Vec<Reply>,
    /// Whether something of it was looked into.
    suspicious: bool,
}

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

    /// Whether a test is what it claims to be, where the plan wants that looked at again.
    pub(super) fn is_sound(&self, test: &Test, ledger: &mut Ledger<'_>) -> bool {
        if !self.shared.plan.recheck || test.is_broken() {
            return true;
        }
        let doubt = recheck(&test.text, &test.checks).err();
        if let Some(doubt) = &doubt {
            ledger.flaw(test, doubt.to_string());
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
    pub(super) fn one(&mut self, given: &mut Given<'_>, ledger: &mut Ledger<'_>) -> Result<(), OpenError> {
        let test = given.test;
        if !self.is_sound(test, ledger) {
            return Ok(());
        }
        self.guide.begin();
        let (mut taken, mut suspicious) = (false, false);
        let open = test.is_open();
        let mut said = vec![Vec::new(); self.lanes.len()];
        for (target, said) in said.iter_mut().enumerate() {
            let (lately, lateness) = (&ledger.lately[target], &given.standing.lateness[target]);
            let has_time = lately.spent < lately.most && lateness.allows(test.text.len());
            if given.standing.fits[target] == Fit::Not || !has_time {
                continue;
            }
            taken = true;
            let told = self.give(target, given, ledger)?;
            suspicious |= told.suspicious;
            *said = told.said;
        }
        if let Err(error) = self.guide.end(test, self.decoded_in()) {
            ledger.tell(Event::Unkept(error));
        }
        // What is wrong as it is would be wrong in any guise.
        if !suspicious && !test.is_broken() {
            self.disguise(given, if open { &said } else { &[] }, ledger)?;
        }
        if open {
            let fits = &given.standing.fits;
            let candidates = self.court.hear(&mut self.lanes, fits, said, test, &mut self.workshop)?;
            self.found(candidates, ledger);
        }
        ledger.visited.skipped += u64::from(!taken);
        Ok(())
    }

    /// Gives a test to one target, looks into what it does, and searches among its options if that is the course.
    fn give(
        &mut self,
        target: usize,
        given: &mut Given<'_>,
        ledger: &mut Ledger<'_>,
    ) -> Result<Told, OpenError> {
        let before = self.lanes[target].inside;
        let mut examined = self.examine(target, given)?;
        ledger.lately[target].spent += self.lanes[target].inside.saturating_sub(before);
        let new = self.note(target, &mut examined, given, ledger);
        // A guided search over options begins with tests that have shown something new.
        let is_searched = self.is_searched(given.test) && (new || !self.guide.is_on());
        let plain = is_searched.then(|| Plain::of(self.lanes[target].last(), &examined.said));
        let candidates = self.look_into(target, &mut examined, given, ledger)?;
        let suspicious = !candidates.is_empty();
        self.found(candidates, ledger);
        if let Some(plain) = plain.filter(|_| !suspicious) {
            self.tune(target, &plain, given, ledger)?;
        }
        Ok(Told { said: examined.said, suspicious })
    }

    /// Whether the options of targets are searched for such a test.
    fn is_searched(&self, test: &Test) -> bool {
        self.shared.plan.tune.is_some() && !test.is_broken() && self.course == Course::Searched
    }

    /// Has a target answer a test, in the time that it has for it.
    fn examine(&mut self, target: usize, given: &Given<'_>) -> Result<Examined, OpenError> {
        let Given { test, ref standing, .. } = *given;
        let (fit, logic) = (standing.fits[target], standing.logic.as_str());
        let wall = self.time(target, test, &standing.lateness[target]);
        let counted = !test.is_broken() && self.wants_counters(target);
        let lane = &mut self.lanes[target];
        let limits = lane.limits().clone();
        let cpu = self.patience.map_or(limits.cpu, |patience| patience.min(limits.cpu));
        lane.set_limits(Limits { wall, cpu, ..limits.clone() });
        let examined = match counted {
            true => lane.run_counted(test, fit, logic)?,
            false => lane.run(test, fit, logic)?,
        };
        lane.set_limits(limits);
        Ok(examined)
    }

    /// Whether somebody learns from the counters of a target on the test under way.
    fn wants_counters(&mut self, target: usize) -> bool {
        self.position.tests.is_multiple_of(COUNTED) && self.schedule.bandit().is_some()
            || self.shared.plan.tune.is_some() && self.reaches_by_counters(target)
            || self.guide.wants_counters(target)
    }

    /// Takes note of what a target did, and tells whether that is new.
    fn note(
        &mut self,
        target: usize,
        examined: &mut Examined,
        given: &mut Given<'_>,
        ledger: &mut Ledger<'_>,
    ) -> bool {
        let (test, run) = (given.test, self.lanes[target].last());
        if let Some(reach) = self.shared.reach {
            reach.note(target, run);
        }
        if self.shared.plan.tune.is_some() && !test.is_broken() {
            self.tuner.reach(target, run, &mut ledger.visited);
        }
        let new = self.guide.look(target, run, examined);
        let new = new | self.behaviours.is_new(target, self.turn.source, examined, run);
        ledger.lately[target].new += u64::from(new);
        ledger.visited.tallies[target].add(&examined.tally);
        // On a walk all tests are about as long as their seed. Scripts from nothing have nothing to do with each other.
        let akin = test.previous.is_none() && !matches!(self.sources[self.turn.source], Source::Logic(..));
        if examined.tally.timeouts > 0 && akin {
            given.standing.lateness[target].add(test.text.len());
        }
        ledger.visited.rejections.extend(examined.rejection.take().map(|why| (target, why)));
        new
    }

    /// Looks again at what a target seems to have done wrong.
    fn look_into(
        &mut self,
        target: usize,
        examined: &mut Examined,
        given: &mut Given<'_>,
        ledger: &mut Ledger<'_>,
    ) -> Result<Vec<Confirmed>, OpenError> {
        let Given { test, ref mut standing, storm } = *given;
        let (fit, lane) = (standing.fits[target], &mut self.lanes[target]);
        let mut candidates = Vec::new();
        for finding in &examined.findings {
            let is_wanted = self.shared.plan.wants(finding.class)
                && (finding.class != Class::Incomplete || standing.is_decided_by(target, lane)?);
            if is_wanted {
                let logic = &standing.logic;
                candidates.push(confirm(lane, test, fit, logic, finding, storm, &mut self.workshop)?);
            }
        }
        if !examined.cores.is_empty() {
            let cores = std::mem::take(&mut examined.cores);
            candidates.extend(cores::look(lane, test, fit, cores, &mut self.workshop)?);
        }
        let unknown = examined.tally.unknown > 0 && lane.last().outcome == Outcome::Finished;
        let was_unknown = std::mem::replace(&mut ledger.lately[target].unknown, unknown);
        if unknown && candidates.is_empty() && self.shared.plan.wants(Class::Incomplete) {
            candidates =
                self.losses.look(lane, &mut self.older, test, fit, was_unknown, &mut self.workshop)?;
        }
        if candidates.is_empty() && self.shared.plan.wants(Class::Slow) {
            candidates.extend(self.delays.look(lane, &mut self.older, test, &mut self.workshop)?);
        }
        Ok(candidates)
    }

    /// Hands candidates over that were looked at again.
    pub(super) fn found(&mut self, candidates: Vec<Confirmed>, ledger: &mut Ledger<'_>) {
        for confirmed in candidates {
            if self.shared.plan.wants(confirmed.finding.class) {
                let is_finding = confirmed.verdict == Verdict::Confirmed;
                ledger.visited.suppressed += u64::from(!is_finding);
                if is_finding && self.behaviours.is_new_bug(&confirmed.signature) {
                    self.reward += BUG;
                    self.tuner.found();
                }
                ledger.tell_of(confirmed);
            }
        }
    }
}
