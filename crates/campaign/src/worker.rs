//! A worker: makes tests, gives them to the targets, hands over what it sees.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use oracle::{Class, Signature, Tally};
use solver::backend::OpenError;
use solver::process::Limits;
use solver::run::Outcome;
use strategy::walk::Made;
use strategy::{Test, Truth, recheck, storm};

use crate::confirm::{Confirmed, Verdict, confirm};
use crate::corpus::{Corpus, Skipped};
use crate::court::Court;
use crate::event::{Event, Position, Visited};
use crate::helper::Helper;
use crate::kitchen::Kitchen;
use crate::labels::Labels;
use crate::lane::{Contestant, Fit, Lane};
use crate::losses::Losses;
use crate::plan::{Plan, Way};
use crate::prepared::{Prepared, Standing};
use crate::sources::{Source, sources};
use crate::strategies::{Makers, StrategyName};
use crate::workshop::Workshop;

/// What a visit may take of a target's time for each of its tests, so that hard seeds do not starve the others: when all
/// is used up, its remaining tests are made, because the stream of tests is the same however fast a machine is, but not
/// given to it.
const TIME_PER_TEST: Duration = Duration::from_micros(62_500);
/// What a long visit has come to is told this often, so that little has to be done again after a kill.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// Memory of prepared seeds per worker.
const STOCK_BYTES: usize = 128 << 20;

/// What all workers share.
pub struct Shared<'a> {
    /// What to do.
    pub plan: &'a Plan,
    /// The seeds.
    pub corpus: &'a Corpus,
    /// The targets.
    pub contestants: &'a [Contestant],
    /// The helper, if there is one.
    pub helper: Option<&'a solver::backend::Found>,
    /// Solvers that may be asked what is right, when findings are made small.
    pub references: &'a [Contestant],
    /// Those among them that the user trusts, and that are no targets.
    pub trusted: &'a [Contestant],
    /// Older releases of the targets.
    pub older: &'a [Contestant],
    /// What solvers said of seeds.
    pub labels: &'a Labels,
    /// Signatures of what was found.
    pub known: &'a Mutex<Vec<Signature>>,
    /// Set when all are to stop.
    pub stop: &'a AtomicBool,
    /// When the time is over.
    pub deadline: Option<Instant>,
}

/// Does the units of one worker until something ends it.
pub fn work(shared: &Shared<'_>, start: Position, quota: Option<u64>, events: &SyncSender<Event>) {
    match Worker::new(shared, start) {
        Ok(mut worker) => worker.run(quota, events),
        Err(error) => {
            let _ = events.send(Event::Failed(error));
        }
    }
}

/// What a visit has come to since it was last told.
struct Progress {
    since: Instant,
    visited: Visited,
}

/// What a target did on this visit so far.
#[derive(Clone, Copy, Default)]
struct Lately {
    /// The time that it took, and the time that it may take.
    spent: Duration,
    most: Duration,
    /// Whether it said `unknown` to the test before.
    unknown: bool,
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    lanes: Vec<Lane<'a>>,
    helper: Option<Helper>,
    workshop: Workshop<'a>,
    referees: Vec<Lane<'a>>,
    older: Vec<Lane<'a>>,
    losses: Losses,
    court: Court<'a>,
    makers: Makers,
    test: Test,
    sources: Vec<Source>,
    /// By source; nothing for those that cannot be used.
    prepared: HashMap<u64, Option<Prepared>>,
    prepared_bytes: usize,
    position: Position,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, position: Position) -> Result<Worker<'a>, OpenError> {
        let plan = shared.plan;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let limits = Limits {
            wall: plan.timeout,
            cpu: plan.timeout.saturating_mul(cores),
            memory: plan.memory,
            ..Limits::default()
        };
        let open = |contestants: &'a [Contestant], way| {
            let lanes = contestants.iter().map(|contestant| Lane::open(contestant, way, &limits));
            lanes.collect::<Result<Vec<_>, _>>()
        };
        let walks = plan.strategy.names().contains(&StrategyName::Walk);
        Ok(Worker {
            shared,
            lanes: open(shared.contestants, plan.backend)?,
            // Only walks ask what a seed answers.
            referees: open(if walks { shared.references } else { &[] }, Way::Spawn)?,
            older: open(shared.older, Way::Spawn)?,
            losses: Losses::default(),
            court: Court::new(open(shared.trusted, plan.backend)?),
            helper: shared.helper.map(Helper::open).transpose()?,
            workshop: Workshop::new(plan.reduce, shared.known, shared.references, &limits, shared.stop),
            makers: Makers::default(),
            test: Test::default(),
            sources: sources(plan, shared.corpus.seeds.len()),
            prepared: HashMap::new(),
            prepared_bytes: 0,
            position,
        })
    }

    fn run(&mut self, quota: Option<u64>, events: &SyncSender<Event>) {
        // Units without a single test: when that is all of a pass, nothing will ever come.
        let mut barren = 0;
        while !self.is_over(quota) && barren <= self.sources() {
            let before = self.position.tests;
            if !self.visit(quota, events) {
                return;
            }
            barren = if self.position.tests == before { barren + 1 } else { 0 };
        }
    }

    fn sources(&self) -> u64 {
        self.sources.len() as u64
    }

    fn is_over(&self, quota: Option<u64>) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
            || self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || quota.is_some_and(|quota| self.position.tests >= quota)
    }

    /// Does one unit, or the rest of one; false when nobody listens any more.
    fn visit(&mut self, quota: Option<u64>, events: &SyncSender<Event>) -> bool {
        let mut progress = Progress { since: Instant::now(), visited: self.nothing_yet() };
        let (source, visit) = (self.position.unit % self.sources(), self.position.unit / self.sources());
        let mut whole = true;
        let mut taken = self.take(source, events);
        if let Some(prepared) = &mut taken {
            if visit == 0 && self.position.instance == 0 {
                progress.visited.seeds = 1;
                progress.visited.fragments = prepared.material.fragments();
            }
            match self.tests(prepared, visit, quota, &mut progress, events) {
                Ok(all) => whole = all,
                Err(error) => {
                    let _ = events.send(Event::Failed(error));
                    return false;
                }
            }
        }
        self.prepared.insert(source, taken);
        if whole {
            self.position.unit += self.shared.plan.jobs as u64;
            self.position.instance = 0;
        }
        self.tell(&mut progress, events)
    }

    /// Makes the tests of a visit; false when it was interrupted.
    fn tests(
        &mut self,
        prepared: &mut Prepared,
        visit: u64,
        quota: Option<u64>,
        progress: &mut Progress,
        events: &SyncSender<Event>,
    ) -> Result<bool, OpenError> {
        // The strategies' memory is borrowed for the whole visit, the rest of the worker is not.
        let mut makers = std::mem::take(&mut self.makers);
        let mut test = std::mem::take(&mut self.test);
        let mut result = Ok(true);
        let Prepared { material, standing } = prepared;
        if let Some(mut visit) = makers.visit(material, self.shared.plan, visit) {
            let most = TIME_PER_TEST.saturating_mul(u32::try_from(visit.tests()).unwrap_or(u32::MAX));
            let mut lately = vec![Lately { most, ..Lately::default() }; self.lanes.len()];
            for instance in self.position.instance..visit.tests() {
                if self.is_over(quota) {
                    result = Ok(false);
                    break;
                }
                let made = visit.test(instance, &mut test);
                if made == Made::Nothing {
                    break;
                }
                self.count(&test, &mut progress.visited);
                if let Made::Flaw(why) = made {
                    self.flaw(&test, why, &mut progress.visited, events);
                } else if let Err(error) =
                    self.one(standing, &test, visit.storm(), &mut lately, &mut progress.visited, events)
                {
                    result = Err(error);
                    break;
                }
                self.position.instance = instance + 1;
                if progress.since.elapsed() >= TELL_EVERY {
                    self.tell(progress, events);
                }
            }
        }
        progress.visited.walk.add(&makers.statistics());
        self.makers = makers;
        self.test = test;
        result
    }

    fn nothing_yet(&self) -> Visited {
        Visited { tallies: vec![Tally::default(); self.lanes.len()], ..Visited::default() }
    }

    /// Tells what happened since the last time; false when nobody listens any more.
    fn tell(&mut self, progress: &mut Progress, events: &SyncSender<Event>) -> bool {
        let mut visited = std::mem::replace(&mut progress.visited, self.nothing_yet());
        let inside = self.lanes.iter_mut().map(|lane| &mut lane.inside);
        for inside in inside.chain(self.helper.iter_mut().map(|helper| &mut helper.inside)) {
            visited.inside += std::mem::take(inside);
        }
        visited.position = self.position;
        visited.wall = progress.since.elapsed();
        progress.since = Instant::now();
        events.send(Event::Visited(Box::new(visited))).is_ok()
    }

    fn count(&mut self, test: &Test, visited: &mut Visited) {
        self.position.chain =
            *blake3::Hasher::new().update(&self.position.chain).update(&test.text).finalize().as_bytes();
        self.position.tests += 1;
        visited.tests += 1;
        visited.bytes += test.text.len() as u64;
    }

    /// A bug of ours, to be seen by everybody.
    fn flaw(&self, test: &Test, why: String, visited: &mut Visited, events: &SyncSender<Event>) {
        visited.suppressed += 1;
        let confirmed = Confirmed::doubtful(test, why);
        let _ = events.send(Event::Found(Box::new(confirmed), visited.tests));
    }

    /// Gives a test to all targets.
    fn one(
        &mut self,
        standing: &mut Standing,
        test: &Test,
        storm: Option<storm::Visit<'_>>,
        lately: &mut [Lately],
        visited: &mut Visited,
        events: &SyncSender<Event>,
    ) -> Result<(), OpenError> {
        if self.shared.plan.recheck
            && let Err(doubt) = recheck(&test.text, &test.checks)
        {
            self.flaw(test, doubt.to_string(), visited, events);
            return Ok(());
        }
        let mut given = false;
        let open = test.checks.iter().any(|check| check.truth == Truth::Unknown);
        let mut said = Vec::new();
        said.resize_with(if open { self.lanes.len() } else { 0 }, Vec::new);
        for (i, lately) in lately.iter_mut().enumerate() {
            let fit = standing.fits[i];
            if fit == Fit::Not || lately.spent >= lately.most || test.text.len() > standing.longest[i] {
                continue;
            }
            given = true;
            let lane = &mut self.lanes[i];
            let before = lane.inside;
            let examined = lane.run(test, fit, &standing.logic)?;
            lately.spent += lane.inside.saturating_sub(before);
            visited.tallies[i].add(&examined.tally);
            // On a walk all tests are about as long as their seed.
            if examined.tally.timeouts > 0 && test.previous.is_none() {
                standing.longest[i] = test.text.len() / 2;
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
            if open {
                said[i] = examined.said;
            }
            let unknown = examined.tally.unknown > 0 && lane.last().outcome == Outcome::Finished;
            let was_unknown = std::mem::replace(&mut lately.unknown, unknown);
            if unknown && candidates.is_empty() && self.shared.plan.wants(Class::Incomplete) {
                candidates = self.losses.look(lane, &mut self.older, test, fit, was_unknown)?;
            }
            self.found(candidates, visited, events);
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
    fn found(&self, candidates: Vec<Confirmed>, visited: &mut Visited, events: &SyncSender<Event>) {
        for confirmed in candidates {
            if self.shared.plan.wants(confirmed.finding.class) {
                visited.suppressed += u64::from(confirmed.verdict != Verdict::Confirmed);
                let _ = events.send(Event::Found(Box::new(confirmed), visited.tests));
            }
        }
    }

    /// Takes a prepared seed, or prepares it; it is given back after its visit.
    fn take(&mut self, source: u64, events: &SyncSender<Event>) -> Option<Prepared> {
        if let Some(prepared) = self.prepared.remove(&source) {
            return prepared;
        }
        if self.prepared_bytes > STOCK_BYTES {
            self.prepared.retain(|_, prepared| prepared.is_none());
            self.prepared_bytes = 0;
        }
        let plan = self.shared.plan;
        let source = self.sources[source as usize];
        let mut kitchen = Kitchen {
            plan,
            lanes: &mut self.lanes,
            helper: self.helper.as_mut(),
            referees: &mut self.referees,
            labels: self.shared.labels,
            learnt: Vec::new(),
        };
        let (name, made) = match source {
            Source::Seed(number, strategy) => {
                let file = &self.shared.corpus.seeds[number];
                (file.name.as_str(), kitchen.seed(strategy, file))
            }
            Source::Logic(logic) => (logic, kitchen.logic(logic)),
        };
        kitchen.learnt.into_iter().for_each(|learnt| drop(events.send(Event::Learnt(learnt))));
        match made {
            Ok(prepared) => {
                self.prepared_bytes += prepared.material.bytes();
                Some(prepared)
            }
            Err(why) => {
                let _ = events.send(Event::Skipped(Skipped { name: name.to_owned(), why }));
                None
            }
        }
    }
}
