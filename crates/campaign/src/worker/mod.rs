//! A worker: makes tests, gives them to the targets, hands over what it sees.

mod disguise;
mod give;
mod guided;
mod tune;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use oracle::{Signature, Tally};
use solver::backend::OpenError;
use solver::process::Limits;
use strategy::walk::Made;
use strategy::{Seed, Test};

use crate::behaviour::Behaviours;
use crate::corpus::{Corpus, SeedFile, Skipped};
use crate::court::Court;
use crate::event::{Event, Position, Visited};
use crate::guidance::{Brood, Guide};
use crate::helper::Helper;
use crate::kitchen::Kitchen;
use crate::labels::Labels;
use crate::lane::{Contestant, Lane};
use crate::lateness::Lateness;
use crate::losses::Losses;
use crate::plan::{Plan, Way};
use crate::prepared::Prepared;
use crate::reach::Reach;
use crate::schedule::{Cursors, Schedule, Turn};
use crate::sources::{Source, sources};
use crate::strategies::Makers;
use crate::tuning::Tuned;
use crate::workshop::Workshop;
use disguise::Refusals;
use tune::Tuner;

/// What a visit may take of a target's time for each of its tests, so that hard seeds do not starve the others: when all
/// is used up, its remaining tests are made, because the stream of tests is the same however fast a machine is, but not
/// given to it.
const TIME_PER_TEST: Duration = Duration::from_micros(31_250);
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
    /// By target: what may be set on it, where the plan says so.
    pub tuned: &'a [Option<Tuned>],
    /// What solvers said of seeds.
    pub labels: &'a Labels,
    /// Signatures of what was found.
    pub known: &'a Mutex<Vec<Signature>>,
    /// Set when all are to stop.
    pub stop: &'a AtomicBool,
    /// When the time is over.
    pub deadline: Option<Instant>,
    /// By worker: how far it has come with each strategy, where the bandit chooses.
    pub cursors: &'a [Cursors],
    /// The inputs that showed something new.
    pub kept: &'a guide::Corpus,
    /// Where it is added up which edges are reached, if anybody wants to know.
    pub reach: Option<&'a Reach>,
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
    /// What it did that is new.
    new: u64,
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
    schedule: Schedule,
    /// The visit under way.
    turn: Turn,
    behaviours: Behaviours,
    guide: Guide<'a>,
    /// The processor time of a test, where the guide knows what such tests take.
    patience: Option<Duration>,
    /// Scripts that were kept, as far as this worker has visited them, and by source how often.
    kept: Vec<Arc<guide::Entry>>,
    kept_visits: HashMap<usize, u64>,
    refusals: Refusals,
    tuner: Tuner,
    /// What the visit has come to, for the bandit.
    reward: f64,
    /// By source; nothing for those that cannot be used.
    prepared: HashMap<usize, Option<Prepared>>,
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
        let asks = plan.strategy.names().iter().any(|name| name.row().asks);
        let sources = sources(plan, shared.corpus.seeds.len());
        let cursors = shared.cursors.get(position.worker);
        Ok(Worker {
            shared,
            schedule: Schedule::new(plan, &sources, position.worker, cursors),
            turn: Turn::default(),
            behaviours: Behaviours::default(),
            guide: Guide::new(
                plan.guidance(),
                shared.kept,
                shared.contestants.iter().map(|contestant| contestant.name.as_str()),
            ),
            kept: Vec::new(),
            kept_visits: HashMap::new(),
            patience: None,
            refusals: Refusals::new(shared.contestants.len()),
            tuner: Tuner::new(shared.contestants.len()),
            reward: 0.0,
            sources,
            lanes: open(shared.contestants, plan.backend)?,
            referees: open(if asks { shared.references } else { &[] }, Way::Spawn)?,
            older: open(shared.older, Way::Spawn)?,
            losses: Losses::default(),
            court: Court::new(open(shared.trusted, plan.backend)?),
            helper: shared.helper.map(Helper::open).transpose()?,
            workshop: Workshop::new(plan.reduce, shared.known, shared.references, &limits, shared.stop),
            makers: Makers::default(),
            test: Test::default(),
            prepared: HashMap::new(),
            prepared_bytes: 0,
            position,
        })
    }

    fn run(&mut self, quota: Option<u64>, events: &SyncSender<Event>) {
        while !self.is_over(quota) {
            // Where no source gives a single test, nothing will ever come.
            let Some(turn) = self.schedule.next(&self.position) else { return };
            if !self.visit(turn, quota, events) {
                return;
            }
        }
    }

    fn is_over(&self, quota: Option<u64>) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
            || self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || quota.is_some_and(|quota| self.position.tests >= quota)
    }

    /// Does one unit, or the rest of one; false when nobody listens any more.
    fn visit(&mut self, turn: Turn, quota: Option<u64>, events: &SyncSender<Event>) -> bool {
        let (turn, brood) = self.steer(turn);
        let is_fresh = brood.as_ref().map(|brood| brood.parent.is_none());
        self.patience = brood.as_ref().and_then(Brood::patience);
        self.turn = turn;
        let start = Instant::now();
        let (before, reduced) = (self.position.tests, self.workshop.spent());
        let mut progress = Progress { since: start, visited: self.nothing_yet() };
        let mut whole = true;
        let mut taken = self.take(turn.source, events);
        if let Some(prepared) = &mut taken {
            if turn.visit == 0 && self.position.instance == 0 {
                progress.visited.seed = Some(self.source_name(turn.source).to_owned());
                progress.visited.fragments = prepared.material.fragments();
            }
            match self.tests(prepared, turn, brood, quota, &mut progress, events) {
                Ok(all) => whole = all,
                Err(error) => {
                    let _ = events.send(Event::Failed(error));
                    return false;
                }
            }
        }
        self.prepared.insert(turn.source, taken);
        // Making findings small is no fault of the strategy that made them.
        let own = start.elapsed().saturating_sub(self.workshop.spent().saturating_sub(reduced));
        if let Some(is_fresh) = is_fresh {
            self.guide.learn(is_fresh, own.as_secs_f64());
        }
        let reward = std::mem::take(&mut self.reward);
        if let Some(bandit) = self.schedule.bandit() {
            bandit.learn(turn.strategy, reward, own.as_secs_f64());
        }
        if whole {
            let gave = self.position.tests != before;
            self.schedule.done(turn, &mut self.position, gave);
        }
        self.tell(&mut progress, events)
    }

    /// Makes the tests of a visit; false when it was interrupted.
    fn tests(
        &mut self,
        prepared: &mut Prepared,
        turn: Turn,
        brood: Option<Brood>,
        quota: Option<u64>,
        progress: &mut Progress,
        events: &SyncSender<Event>,
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
            None => material.visit(&mut makers, self.shared.plan, turn.visit),
        } {
            let most = TIME_PER_TEST.saturating_mul(u32::try_from(visit.tests()).unwrap_or(u32::MAX));
            // By target, with its own options; then by target again for each level of others.
            let arms = self.lanes.len() * self.shared.plan.arms();
            let mut lately = vec![Lately { most, ..Lately::default() }; arms];
            // Other options have as much time as a target's own, all levels together.
            let levels = u32::try_from(self.shared.plan.arms() - 1).unwrap_or(1).max(1);
            lately[self.lanes.len()..].iter_mut().for_each(|lately| lately.most = most / levels);
            if let Some(bandit) = self.schedule.bandit() {
                for (target, lately) in lately.iter_mut().enumerate() {
                    lately.most = lately.most.mul_f64(bandit.weight(turn.strategy, target));
                }
            }
            for instance in first..visit.tests() {
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
            for (target, lately) in lately.iter().enumerate() {
                self.reward += lately.new as f64;
                progress.visited.new += lately.new;
                if let Some(bandit) = self.schedule.bandit() {
                    bandit.learn_target(turn.strategy, target, lately.new as f64, lately.spent.as_secs_f64());
                }
            }
        }
        progress.visited.walk.add(&makers.statistics());
        self.makers = makers;
        self.test = test;
        result
    }

    fn nothing_yet(&self) -> Visited {
        let strategy = self.schedule.name(self.turn).to_string();
        Visited { strategy, tallies: vec![Tally::default(); self.lanes.len()], ..Visited::default() }
    }

    /// Tells what happened since the last time; false when nobody listens any more.
    fn tell(&mut self, progress: &mut Progress, events: &SyncSender<Event>) -> bool {
        let mut visited = std::mem::replace(&mut progress.visited, self.nothing_yet());
        let inside = self.lanes.iter_mut().map(|lane| &mut lane.inside);
        for inside in inside.chain(self.helper.iter_mut().map(|helper| &mut helper.inside)) {
            visited.inside += std::mem::take(inside);
        }
        visited.position = self.position;
        visited.cursors = self.schedule.cursors();
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

    fn source_name(&self, source: usize) -> &'a str {
        match self.sources[source] {
            Source::Seed(number, _) => &self.shared.corpus.seeds[number].name,
            Source::Logic(logic, _) => logic,
            Source::Kept(..) => "the corpus",
        }
    }

    /// Takes a prepared seed, or prepares it; it is given back after its visit.
    fn take(&mut self, source: usize, events: &SyncSender<Event>) -> Option<Prepared> {
        if let Some(prepared) = self.prepared.remove(&source) {
            return prepared;
        }
        if self.prepared_bytes > STOCK_BYTES {
            self.prepared.retain(|_, prepared| prepared.is_none());
            self.prepared_bytes = 0;
        }
        let plan = self.shared.plan;
        let number = source;
        let source = self.sources[source];
        let mut kitchen = Kitchen {
            plan,
            lanes: &mut self.lanes,
            helper: self.helper.as_mut(),
            referees: &mut self.referees,
            labels: self.shared.labels,
            corpus: self.shared.corpus,
            learnt: Vec::new(),
        };
        let (name, made) = match source {
            Source::Seed(number, strategy) => {
                let file = &self.shared.corpus.seeds[number];
                let made = kitchen.seed(strategy, file);
                let readable = || file.read().is_ok_and(|text| Seed::parse(&file.name, &text).is_ok());
                (Some(strategy).filter(|_| made.is_ok() || readable()), made)
            }
            Source::Logic(logic, _) => (None, kitchen.logic(logic)),
            Source::Kept(number, strategy) => {
                let entry = &self.kept[number];
                let name = format!("corpus/{}", entry.input.name());
                // Not every strategy can do something with every script, and nobody has named this one.
                let made = kitchen.seed(strategy, &SeedFile::of_text(name, entry.script().to_vec()));
                let Ok(prepared) = made else { return None };
                (Some(strategy), Ok(prepared))
            }
        };
        kitchen.learnt.into_iter().for_each(|learnt| drop(events.send(Event::Learnt(learnt))));
        match made {
            Ok(prepared) => {
                self.prepared_bytes += prepared.material.bytes();
                Some(prepared)
            }
            Err(why) => {
                let skipped = Skipped { name: self.source_name(number).to_owned(), why };
                let _ = events.send(Event::Skipped(name, skipped));
                None
            }
        }
    }
}
