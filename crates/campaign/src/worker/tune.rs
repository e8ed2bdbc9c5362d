//! A test given to a target under other options.

use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::time::Duration;

use guide::Under;
use oracle::{Class, Examined, Finding};
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use solver::process::Limits;
use solver::run::Run;
use solver::target::Setting;
use strategy::{Dice, Test, storm};
use tune::search::{Search, Vector};
use tune::{Level, Reach, operations};

use super::given::Given;
use super::ledger::Ledger;
use super::{Lately, Worker};
use crate::confirm::{confirm, is_same};
use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::court::Court;
use crate::event::Event;
use crate::lane::{Fit, Lane};
use crate::plan::Way;
use crate::reduction::reduce_slow;
use crate::slowness::{Raced, Slow, called, is_suspicious};
use crate::tuning::{Tuned, fewest};

/// What a target did with a test under its own options.
#[derive(Default)]
pub(super) struct Plain {
    said: Vec<Reply>,
    time: Duration,
}

impl Plain {
    pub(super) fn of(run: &Run, said: &[Reply]) -> Plain {
        Plain { said: said.to_vec(), time: run.cpu_time }
    }

    /// Whether it answered: to give up takes no time.
    fn is_decided(&self) -> bool {
        !self.said.is_empty() && !self.said.contains(&Reply::Unknown)
    }
}

/// A search ends after so many findings: more of them are mostly the same.
pub(super) const MOST_FINDINGS: usize = 2;
/// And after so many tests that take all their time.
pub(super) const MOST_LATE: u64 = 6;
/// The share of the time under other options that may go into repeating slow runs.
const SLOW_SHARE: f64 = 0.1;
/// About how often a slow run is repeated until it is believed, and its options are the fewest.
const REPEATED: u32 = 16;
/// How many configurations are recalled.
const RECALLED: usize = 2;

/// What other options are tried on: a test, for one target.
pub(super) struct Hunt<'t> {
    pub target: usize,
    /// Its place among the shares of a visit's time.
    pub arm: usize,
    pub test: &'t Test,
    pub fit: Fit,
    pub logic: &'t str,
    pub operations: &'t BTreeSet<String>,
    pub storm: Option<storm::Visit<'t>>,
}

/// What came of one configuration.
pub(super) struct Trial<'t> {
    settings: &'t [Setting],
    pub examined: Examined,
    /// The time that it took.
    spent: Duration,
}

impl<'t> Trial<'t> {
    /// Gives the test to the target that has these options.
    pub(super) fn run(
        hunt: &Hunt<'_>,
        settings: &'t [Setting],
        lane: &mut Lane<'_>,
        counted: bool,
    ) -> Result<Trial<'t>, OpenError> {
        let before = lane.inside;
        let examined = match counted {
            true => lane.run_counted(hunt.test, hunt.fit, hunt.logic)?,
            false => lane.run(hunt.test, hunt.fit, hunt.logic)?,
        };
        Ok(Trial { settings, examined, spent: lane.inside.saturating_sub(before) })
    }
}

impl Worker<'_> {
    /// Searches for configurations of a target under which it does something else with a test, at each level that has time
    /// left on this visit.
    pub(super) fn tune(
        &mut self,
        target: usize,
        plain: &Plain,
        given: &Given<'_>,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), OpenError> {
        let Some(tuned) = &self.shared.tuned[target] else { return Ok(()) };
        let Given { test, ref standing, storm } = *given;
        let mut found = None;
        for (number, level) in tuned.tuning.levels().enumerate() {
            let arm = Lately::arm(self.lanes.len(), number, target);
            let Some(end) = ledger.lately[arm].turn() else { continue };
            if found.is_none() {
                let Ok(script) = Script::parse(&test.text) else { return Ok(()) };
                found = Some(operations(&script));
            }
            if let Some(operations) = &found {
                let (fit, logic) = (standing.fits[target], standing.logic.as_str());
                let hunt = Hunt { target, arm, test, fit, logic, operations, storm };
                self.search(&hunt, plain, tuned, level, end, ledger)?;
            }
        }
        Ok(())
    }

    fn search(
        &mut self,
        hunt: &Hunt<'_>,
        plain: &Plain,
        tuned: &Tuned,
        level: Level,
        end: Duration,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), OpenError> {
        let number = self.position.tests ^ (level as u64) << 60;
        let mut dice = Dice::new(&[0x7475_6e65, self.shared.plan.seed, number]);
        let knobs = tuned.knobs(level, hunt.operations, &[], &mut dice);
        let known = self.tuner.memories[hunt.target].recall(hunt.operations, RECALLED, &mut dice);
        let known = known.iter().map(|settings| Vector::of(&knobs, settings)).collect();
        let mut search = Search::new(knobs, known, dice.number());
        let (mut found, mut late) = (0, 0);
        while let Some(vector) = search.ask() {
            let spent = ledger.lately[hunt.arm].spent;
            let enough = spent >= end || found >= MOST_FINDINGS || late >= MOST_LATE;
            if self.is_over(None) || enough {
                break;
            }
            let settings = vector.settings(search.knobs());
            if settings.is_empty() {
                search.tell(vector, Reach::default());
                continue;
            }
            let contestant = self.configured(hunt.target, &settings);
            let mut lane = Lane::open(&contestant, Way::Spawn, self.lanes[hunt.target].limits())?;
            let limits = lane.limits().clone();
            lane.set_limits(Limits { wall: self.hurried(), ..limits.clone() });
            let trial = Trial::run(hunt, &settings, &mut lane, true)?;
            lane.set_limits(limits);
            late += trial.examined.tally.timeouts;
            search.tell(vector, self.note_under(hunt, &trial, lane.last(), ledger));
            found += self.judge(hunt, plain, &trial, &mut lane, ledger)?;
        }
        Ok(())
    }

    /// Takes note of what a target did with a test under other options, and of what it reached.
    pub(super) fn note_under(
        &mut self,
        hunt: &Hunt<'_>,
        trial: &Trial<'_>,
        run: &Run,
        ledger: &mut Ledger<'_>,
    ) -> Reach {
        let Hunt { target, arm, test, operations, .. } = *hunt;
        let Trial { settings, ref examined, spent } = *trial;
        self.tuner.searched += spent;
        ledger.lately[arm].spent += spent;
        ledger.visited.inside += spent;
        ledger.visited.configurations += 1;
        if let Some(all) = self.shared.reach {
            all.note(target, run);
        }
        self.tuner.tried[target].add(settings);
        let reach = self.tuner.reach(target, run, &mut ledger.visited);
        if reach.new > 0 {
            self.tuner.memories[target].add(operations, settings.to_vec());
        }
        let name = self.shared.contestants[target].name.clone();
        let (under, logic) = (Under { target: name, settings: settings.to_vec() }, self.decoded_in());
        let seen = self.guide.look_under(target, under, run, examined, test, logic);
        let new = seen.unwrap_or_else(|error| {
            ledger.tell(Event::Unkept(error));
            false
        });
        let new = new | self.behaviours.is_new(target, self.turn.source, examined, run);
        ledger.lately[arm].new += u64::from(new);
        reach
    }

    /// Whether what a target reaches is told by its counters alone.
    pub(super) fn reaches_by_counters(&self, target: usize) -> bool {
        self.lanes[target].last().coverage.is_none()
    }

    /// The target with these options besides its own.
    pub(super) fn configured(&self, target: usize, settings: &[Setting]) -> Contestant {
        self.shared.contestants[target].with_settings(settings)
    }

    /// Hands over what a run under other options shows, and tells how much that is. That it gives up is nothing: options may
    /// do that.
    pub(super) fn judge(
        &mut self,
        hunt: &Hunt<'_>,
        plain: &Plain,
        trial: &Trial<'_>,
        lane: &mut Lane<'_>,
        ledger: &mut Ledger<'_>,
    ) -> Result<usize, OpenError> {
        let Trial { settings, ref examined, .. } = *trial;
        let before = lane.inside;
        let wanted =
            |finding: &&Finding| self.shared.plan.wants(finding.class) && finding.class != Class::Incomplete;
        let mut candidates = Vec::new();
        for finding in examined.findings.iter().filter(wanted).cloned().collect::<Vec<_>>() {
            if finding.place.as_ref().is_some_and(|place| self.is_known_place(hunt.target, place)) {
                continue;
            }
            candidates.extend(self.confirm_with_fewest(hunt, settings, &finding)?);
        }
        if candidates.is_empty() && hunt.test.is_open() && contradicts(&plain.said, &examined.said) {
            candidates = self.hear(hunt, plain, settings)?;
        }
        if candidates.is_empty()
            && self.shared.plan.wants(Class::Slow)
            && plain.is_decided()
            && is_suspicious(lane.last(), plain.time)
        {
            let took = lane.last().cpu_time;
            candidates.extend(self.look_for_slowness(hunt, plain, settings, took)?);
        }
        ledger.visited.inside += lane.inside.saturating_sub(before);
        let found = candidates.len();
        self.found(candidates, ledger);
        Ok(found)
    }

    /// Whether a target is known to break at this place.
    fn is_known_place(&self, target: usize, place: &str) -> bool {
        let end = format!(": {place}");
        let family = self.shared.contestants[target].family();
        let known = self.shared.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.tuner.places.contains(place)
            || known.iter().any(|it| it.0.starts_with(&format!("crash {family}")) && it.0.ends_with(&end))
    }

    /// Confirms a finding with the fewest options that show it.
    fn confirm_with_fewest(
        &mut self,
        hunt: &Hunt<'_>,
        settings: &[Setting],
        finding: &Finding,
    ) -> Result<Option<Confirmed>, OpenError> {
        let limits = self.lanes[hunt.target].limits().clone();
        let needed = fewest(settings, &mut |some| {
            let contestant = self.configured(hunt.target, some);
            let mut lane = Lane::open(&contestant, Way::Spawn, &limits)?;
            let examined = lane.run_fresh(hunt.test, hunt.fit, hunt.logic)?;
            Ok::<_, OpenError>(examined.findings.iter().any(|other| is_same(other, finding)))
        })?;
        let contestant = self.configured(hunt.target, &needed);
        let mut lane = Lane::open(&contestant, Way::Spawn, &limits)?;
        let confirmed =
            confirm(&mut lane, hunt.test, hunt.fit, hunt.logic, finding, hunt.storm, &mut self.workshop)?;
        if confirmed.verdict == Verdict::Confirmed {
            self.tuner.places.extend(finding.place.clone());
        }
        Ok(Some(confirmed))
    }

    /// Has a court decide between the target and itself under other options.
    fn hear(
        &mut self,
        hunt: &Hunt<'_>,
        plain: &Plain,
        settings: &[Setting],
    ) -> Result<Vec<Confirmed>, OpenError> {
        let limits = self.lanes[hunt.target].limits().clone();
        let needed = fewest(settings, &mut |some| {
            let contestant = self.configured(hunt.target, some);
            let mut lane = Lane::open(&contestant, Way::Spawn, &limits)?;
            let examined = lane.run_fresh(hunt.test, hunt.fit, hunt.logic)?;
            Ok::<_, OpenError>(contradicts(&plain.said, &examined.said))
        })?;
        if needed.is_empty() {
            return Ok(Vec::new());
        }
        let contestants =
            [self.shared.contestants[hunt.target].clone(), self.configured(hunt.target, &needed)];
        let mut lanes = Vec::new();
        let mut said = Vec::new();
        for contestant in &contestants {
            let mut lane = Lane::open(contestant, Way::Spawn, &limits)?;
            said.push(lane.run_fresh(hunt.test, hunt.fit, hunt.logic)?.said);
            lanes.push(lane);
        }
        let mut arbiters = Vec::new();
        for trusted in self.shared.trusted {
            arbiters.push(Lane::open(trusted, Way::Spawn, &limits)?);
        }
        let fits = [hunt.fit; 2];
        Court::new(arbiters).hear(&mut lanes, &fits, said, hunt.test, &mut self.workshop)
    }

    /// Repeats a slow run, with and without its options, as long as that takes no great part of the time.
    fn look_for_slowness(
        &mut self,
        hunt: &Hunt<'_>,
        plain: &Plain,
        settings: &[Setting],
        took: Duration,
    ) -> Result<Option<Confirmed>, OpenError> {
        // To look into a run of a second takes half a minute.
        let cost = took.saturating_mul(REPEATED);
        if self.tuner.slow + cost > self.tuner.searched.mul_f64(SLOW_SHARE) {
            return Ok(None);
        }
        let limits = self.lanes[hunt.target].limits().clone();
        let mut spent = Duration::ZERO;
        let needed = fewest(settings, &mut |some| {
            let contestant = self.configured(hunt.target, some);
            let mut lane = Lane::open(&contestant, Way::Spawn, &limits)?;
            lane.run_fresh(hunt.test, hunt.fit, hunt.logic)?;
            spent += lane.inside;
            Ok::<_, OpenError>(is_suspicious(lane.last(), plain.time))
        })?;
        let contestant = self.configured(hunt.target, &needed);
        let mut with = Lane::open(&contestant, Way::Spawn, &limits)?;
        let mut without = Lane::open(&self.shared.contestants[hunt.target], Way::Spawn, &limits)?;
        let fit = hunt.fit;
        let (target, neighbour) =
            (&mut Raced { lane: &mut with, fit }, &mut Raced { lane: &mut without, fit });
        let slow = Slow::measure(target, neighbour, hunt.test)?;
        self.tuner.slow += spent + with.inside + without.inside;
        let finding = slow.finding(called(without.contestant, &contestant));
        let Some(finding) = finding.filter(|_| !needed.is_empty()) else { return Ok(None) };
        let mut shown = Confirmed::shown(&with, hunt.test, &hunt.test.checks, finding);
        shown.neighbour = Some(without.contestant.name.clone());
        let (script, golden) = (Script::parse(&hunt.test.text).ok(), with.last().wall_time);
        let defaults = without.contestant;
        let family = contestant.family();
        let finished = self.workshop.finish(shown, family, script.as_ref(), golden, |_, means| {
            reduce_slow(&contestant, defaults, hunt.test, means)
        })?;
        Ok(Some(finished))
    }
}

/// Whether two runs decide a check in opposite ways.
fn contradicts(one: &[Reply], other: &[Reply]) -> bool {
    let opposite =
        |pair: (&Reply, &Reply)| matches!(pair, (Reply::Sat, Reply::Unsat) | (Reply::Unsat, Reply::Sat));
    one.iter().zip(other).any(opposite)
}
