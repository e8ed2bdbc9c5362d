//! The loop: workers that make and run tests, and the one writer of the store.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use oracle::Signature;
use solver::backend::{Found, OpenError};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use thiserror::Error;

use crate::confirmed::Confirmed;
use crate::contestant::Contestant;
use crate::corpus::{Corpus, CorpusError, Skipped};
use crate::event::{Event, Position};
use crate::guidance::Guidance;
use crate::labels::Labels;
use crate::plan::Plan;
use crate::reach::Reach;
use crate::schedule::Cursors;
use crate::store::{Saved, Store, StoreError};
use crate::strategies::StrategyName;
use crate::summary::{Counts, Kept, Summary};
use crate::tuning::{Tuned, TuningError};
use crate::worker::{Shared, work};

/// Progress is written down this often.
const SAVE_EVERY: Duration = Duration::from_millis(500);
/// The observer is told this often that time passes.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Somebody who watches a campaign: a screen, a log.
pub trait Observer {
    /// How things stand; told about ten times a second.
    fn progress(&mut self, counts: &Counts, elapsed: Duration);
    /// A candidate was looked at; `bug` is the number of the bug if it is a new one.
    fn found(&mut self, confirmed: &Confirmed, bug: Option<i64>);
    /// A file is no seed.
    fn skipped(&mut self, skipped: &Skipped);
    /// Inputs that were kept are damaged, and left out.
    fn damaged(&mut self, problems: &[guide::Problem]);
}

/// Why a campaign cannot be run.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A target.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The seeds.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The inputs that are kept.
    #[error(transparent)]
    Kept(#[from] guide::CorpusError),
    /// The options of targets.
    #[error(transparent)]
    Tuning(#[from] TuningError),
    /// There is nothing to test.
    #[error("there is no target to test")]
    NoTarget,
    /// No seed gives a test for any target.
    #[error("none of the seeds gives a test that one of the targets can be given{0}")]
    NoTest(String),
}

/// Says what would keep a plan's options from being changed, before anything is made of the plan.
pub fn check_tuning(plan: &Plan, catalogue: &Catalogue, profiles: &Profiles) -> Result<(), CampaignError> {
    if plan.tune.is_some() {
        Tuned::all(plan.tune.as_ref(), &contestants(plan, catalogue, profiles)?, catalogue)?;
    }
    Ok(())
}

/// Runs a plan to its end, or until `stop` is set. A store that holds a campaign goes on where it was.
pub fn run(
    plan: &Plan,
    store: &mut Store,
    catalogue: &Catalogue,
    profiles: &Profiles,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Summary, CampaignError> {
    run_reaching(plan, store, catalogue, profiles, stop, observer, None)
}

/// The same, and adds up which edges of its targets the tests reach.
pub fn run_reaching(
    plan: &Plan,
    store: &mut Store,
    catalogue: &Catalogue,
    profiles: &Profiles,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
    reach: Option<&Reach>,
) -> Result<Summary, CampaignError> {
    let mut contestants = contestants(plan, catalogue, profiles)?;
    let helper = match &plan.helper {
        Some(target) => Some(Found::find(catalogue, profiles, target)?),
        None => None,
    };
    let mut trusted = Vec::new();
    for target in &plan.reference {
        let contestant = Contestant::new(Found::find(catalogue, profiles, target)?, catalogue)?;
        // A target that is to be believed is heard once.
        if let Some(known) = contestants.iter_mut().find(|it| it.name == contestant.name) {
            known.trusted = true;
        } else {
            trusted.push(Contestant { trusted: true, ..contestant });
        }
    }
    let mut references = [contestants.as_slice(), &trusted].concat();
    references.retain(|contestant| contestant.found.is_some());
    if let Some(found) = helper.as_ref().filter(|found| references.iter().all(|it| it.name != found.name)) {
        references.push(Contestant::new(found.clone(), catalogue)?);
    }
    let mut older = Vec::new();
    for target in &plan.older {
        older.push(Contestant::new(Found::find(catalogue, profiles, target)?, catalogue)?);
    }
    let tuned = Tuned::all(plan.tune.as_ref(), &contestants, catalogue)?;
    let labels = Labels::new(store.labels()?);
    let known_bugs = Mutex::new(store.bugs()?.into_iter().map(|bug| Signature(bug.signature)).collect());
    let corpus = Corpus::collect(&plan.seeds, plan.seed)?;
    corpus.skipped.iter().for_each(|skipped| observer.skipped(skipped));
    let kept = kept(plan, store, observer)?;
    let (known, saved) = store.saved()?;
    let jobs = plan.jobs.max(1);
    let starts: Vec<Position> = (0..jobs)
        .map(|worker| {
            let known = known.iter().copied().find(|position| position.worker == worker);
            known.unwrap_or_else(|| Position::start(worker))
        })
        .collect();
    let begin = Instant::now();
    // What was interrupted has the rest of its budget; what came to its end has a new one.
    let used = if saved.finished { Duration::ZERO } else { Duration::from_secs_f64(saved.seconds.max(0.0)) };
    let left = plan.time.map(|time| time.saturating_sub(used));
    let shared = Shared {
        plan,
        corpus: &corpus,
        contestants: &contestants,
        helper: helper.as_ref(),
        references: &references,
        trusted: &trusted,
        older: &older,
        tuned: &tuned,
        labels: &labels,
        known: &known_bugs,
        stop,
        deadline: left.map(|left| begin + left),
        cursors: &saved.cursors,
        kept: &kept,
        reach,
    };
    let mut writer = Writer {
        names: contestants.iter().map(|contestant| contestant.name.clone()).collect(),
        counts: saved.counts,
        before: saved.seconds,
        begin,
        positions: starts.clone(),
        cursors: saved.cursors.clone(),
        store,
        observer,
        failed: None,
        kept: (plan.guidance() != Guidance::Off).then_some(&kept),
        last_skipped: String::new(),
        visited: HashSet::new(),
        refused: HashMap::new(),
        takers: plan.strategy.names().iter().filter(|name| name.takes_seeds()).count(),
    };
    // A kill may have come between a finding and the next time that counts were written down.
    writer.counts.count_stored(&writer.store.findings()?);
    writer.counts.seeds_skipped = corpus.skipped.len() as u64;
    let finished = saved.finished;
    let (sender, receiver) = sync_channel(1024);
    std::thread::scope(|scope| {
        for start in starts {
            let (shared, sender) = (&shared, sender.clone());
            let done = if finished { start.tests } else { 0 };
            let quota = plan.tests.map(|tests| done + quota(tests, jobs, start.worker));
            std::thread::Builder::new()
                .name(format!("worker {}", start.worker))
                .spawn_scoped(scope, move || work(shared, start, quota, &sender))
                .map_or_else(|_| stop.store(true, Ordering::Relaxed), drop);
        }
        drop(sender);
        writer.follow(&receiver, stop)
    })?;
    writer.finish(plan, stop.load(Ordering::Relaxed))
}

/// The inputs that were kept before, if any; what is wrong with some of them is told.
fn kept(plan: &Plan, store: &Store, observer: &mut dyn Observer) -> Result<guide::Corpus, CampaignError> {
    if matches!(plan.guidance(), Guidance::Off | Guidance::Watch) {
        return Ok(guide::Corpus::in_memory());
    }
    let folder = plan.corpus.clone().unwrap_or_else(|| store.root().join(KEPT));
    let (corpus, problems) = guide::Corpus::open(&folder)?;
    if !problems.is_empty() {
        observer.damaged(&problems);
    }
    Ok(corpus)
}

/// The share of the tests that is one worker's.
fn quota(tests: u64, jobs: usize, worker: usize) -> u64 {
    let jobs = jobs as u64;
    tests / jobs + u64::from((worker as u64) < tests % jobs)
}

fn contestants(
    plan: &Plan,
    catalogue: &Catalogue,
    profiles: &Profiles,
) -> Result<Vec<Contestant>, CampaignError> {
    let mut all = Vec::new();
    for target in &plan.targets {
        all.push(Contestant::new(Found::find(catalogue, profiles, target)?, catalogue)?);
    }
    if plan.null {
        all.push(Contestant::null());
    }
    if all.is_empty() { Err(CampaignError::NoTarget) } else { Ok(all) }
}

struct Writer<'a> {
    names: Vec<String>,
    counts: Counts,
    /// Seconds worked before an interruption.
    before: f64,
    begin: Instant,
    positions: Vec<Position>,
    cursors: Vec<Cursors>,
    store: &'a mut Store,
    observer: &'a mut dyn Observer,
    failed: Option<CampaignError>,
    /// The inputs that are kept, where there is guidance.
    kept: Option<&'a guide::Corpus>,
    last_skipped: String,
    /// Seeds that were visited by some strategy.
    visited: HashSet<String>,
    /// By seed: the strategies that cannot use it, of so many that take seeds.
    refused: HashMap<String, Vec<Option<StrategyName>>>,
    takers: usize,
}

impl Writer<'_> {
    fn follow(&mut self, events: &Receiver<Event>, stop: &AtomicBool) -> Result<(), CampaignError> {
        let mut result = Ok(());
        let (mut saved, mut shown) = (Instant::now(), Instant::now());
        loop {
            match events.recv_timeout(LOOK_EVERY) {
                Ok(event) => {
                    // The workers go on until they see the sign; what they still send is drained.
                    if result.is_ok()
                        && let Err(error) = self.take(event, stop)
                    {
                        stop.store(true, Ordering::Relaxed);
                        result = Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if shown.elapsed() >= LOOK_EVERY {
                shown = Instant::now();
                self.measure();
                self.observer.progress(&self.counts, self.elapsed());
            }
            if result.is_ok() && saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                if let Err(error) = self.save(false) {
                    stop.store(true, Ordering::Relaxed);
                    result = Err(error);
                }
            }
        }
        result
    }

    fn take(&mut self, event: Event, stop: &AtomicBool) -> Result<(), CampaignError> {
        match event {
            Event::Visited(visited) => {
                self.counts.visited(&visited, &self.names);
                self.counts.seeds += u64::from(visited.seed.is_some_and(|seed| self.visited.insert(seed)));
                if let Some(position) = self.positions.get_mut(visited.position.worker) {
                    *position = visited.position;
                }
                let worker = visited.position.worker;
                self.cursors.resize(self.cursors.len().max(worker + 1), Cursors::new());
                self.cursors[worker] = visited.cursors;
            }
            Event::Found(confirmed, visit) => {
                let (tests, seconds) = (self.counts.tests + visit, self.elapsed().as_secs_f64());
                let stored = self.store.record(&confirmed, tests, seconds)?;
                if stored.is_new {
                    self.counts.found(&confirmed);
                }
                self.counts.bugs += u64::from(stored.bug.is_some());
                self.observer.found(&confirmed, stored.bug);
            }
            Event::Skipped(strategy, skipped) => {
                self.last_skipped = format!(": {}: {}", skipped.name, skipped.why);
                // A seed is skipped when no strategy takes it, and that is said once.
                let by = self.refused.entry(skipped.name.clone()).or_default();
                if by.contains(&strategy) || by.contains(&None) {
                    return Ok(());
                }
                by.push(strategy);
                if strategy.is_none() || by.len() == self.takers {
                    self.counts.seeds_skipped += 1;
                    self.observer.skipped(&skipped);
                }
            }
            Event::Learnt(learnt) => self.store.remember(&learnt)?,
            Event::Failed(error) => {
                stop.store(true, Ordering::Relaxed);
                self.failed = Some(error.into());
            }
            Event::Unkept(error) => {
                stop.store(true, Ordering::Relaxed);
                self.failed = Some(error.into());
            }
        }
        Ok(())
    }

    /// Counts what is kept, where guidance has begun.
    fn measure(&mut self) {
        let size = self.kept.map(guide::Corpus::size).filter(|size| size.features > 0);
        self.counts.corpus = size.map(Kept::from);
    }

    fn save(&mut self, finished: bool) -> Result<(), CampaignError> {
        self.measure();
        let (seconds, counts) = (self.elapsed().as_secs_f64(), self.counts.clone());
        let saved = Saved { seconds, counts, finished, cursors: self.cursors.clone() };
        Ok(self.store.save(&self.positions, &saved)?)
    }

    fn elapsed(&self) -> Duration {
        self.begin.elapsed() + Duration::from_secs_f64(self.before.max(0.0))
    }

    fn finish(mut self, plan: &Plan, stopped: bool) -> Result<Summary, CampaignError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.save(!stopped)?;
        if self.counts.tests == 0 && !stopped && plan.tests != Some(0) {
            return Err(CampaignError::NoTest(self.last_skipped));
        }
        let chains: Vec<[u8; 32]> = self.positions.iter().map(|position| position.chain).collect();
        Ok(Summary::new(&self.counts, self.elapsed().as_secs_f64(), &chains, stopped))
    }
}

/// The folder of the inputs that a campaign keeps, in its own.
pub const KEPT: &str = "corpus";

/// Where a campaign is kept when the user does not say.
pub const DEFAULT_FOLDER: &str = "smtquake-out";
