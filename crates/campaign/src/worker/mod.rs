//! A worker: makes tests, gives them to the targets, hands over what it sees.

mod configured;
mod disguise;
mod give;
mod given;
mod guided;
mod lately;
mod ledger;
mod stock;
mod tune;
mod tuner;
mod visit;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use oracle::Signature;
use solver::backend::OpenError;
use solver::process::Limits;
use strategy::Test;

use crate::behaviour::Behaviours;
use crate::contestant::Contestant;
use crate::corpus::Corpus;
use crate::court::Court;
use crate::event::{Event, Position};
use crate::guidance::Guide;
use crate::helper::Helper;
use crate::labels::Labels;
use crate::lane::Lane;
use crate::losses::Losses;
use crate::plan::{Plan, Way};
use crate::prepared::Prepared;
use crate::reach::Reach;
use crate::schedule::{Cursors, Schedule, Turn};
use crate::slowness::Delays;
use crate::sources::{Source, sources};
use crate::strategies::{Makers, StrategyName};
use crate::tuning::Tuned;
use crate::workshop::Workshop;
use disguise::Refusals;
use lately::Lately;
use tuner::{Course, Tuner};

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

struct Worker<'a> {
    shared: &'a Shared<'a>,
    lanes: Vec<Lane<'a>>,
    helper: Option<Helper>,
    workshop: Workshop<'a>,
    referees: Vec<Lane<'a>>,
    older: Vec<Lane<'a>>,
    losses: Losses,
    delays: Delays,
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
    /// Whether the visit under way is the guide's choice.
    is_steered: bool,
    /// Scripts that were kept, as far as this worker has visited them, their sources, and by source how often.
    kept: Vec<Arc<guide::Entry>>,
    kept_sources: HashMap<(guide::Name, StrategyName), usize>,
    kept_visits: HashMap<usize, u64>,
    refusals: Refusals,
    tuner: Tuner,
    /// What the visit under way does about options.
    course: Course,
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
            kept_sources: HashMap::new(),
            kept_visits: HashMap::new(),
            patience: None,
            is_steered: false,
            refusals: Refusals::new(shared.contestants.len()),
            tuner: Tuner::new(shared.contestants.len(), plan.tune.as_ref()),
            course: Course::Plain,
            reward: 0.0,
            sources,
            lanes: open(shared.contestants, plan.backend)?,
            referees: open(if asks { shared.references } else { &[] }, Way::Spawn)?,
            older: open(shared.older, Way::Spawn)?,
            losses: Losses::default(),
            delays: Delays::new(),
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
}
