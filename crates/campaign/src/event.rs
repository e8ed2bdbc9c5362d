//! What workers tell.

use std::time::Duration;

use oracle::Tally;
use solver::backend::OpenError;
use strategy::walk;

use crate::confirmed::Confirmed;
use crate::corpus::Skipped;
use crate::labels::Learnt;
use crate::schedule::Cursors;
use crate::strategies::StrategyName;

/// Where a worker is: enough to go on from here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The worker.
    pub worker: usize,
    /// The unit of work: a visit of a seed.
    pub unit: u64,
    /// The next test of that visit.
    pub instance: u64,
    /// Tests made so far.
    pub tests: u64,
    /// A hash of them all, in order.
    pub chain: [u8; 32],
}

impl Position {
    /// Where a worker begins.
    pub fn start(worker: usize) -> Position {
        Position { worker, unit: worker as u64, ..Position::default() }
    }
}

/// What a worker tells.
pub enum Event {
    /// A visit is over, or a part of it.
    Visited(Box<Visited>),
    /// A bug candidate, confirmed or not, and the tests of the visit so far.
    Found(Box<Confirmed>, u64),
    /// A seed that this strategy cannot use, or none can.
    Skipped(Option<StrategyName>, Skipped),
    /// A label that solvers were asked for.
    Learnt(Learnt),
    /// An input could not be kept.
    Unkept(guide::CorpusError),
    /// It cannot go on.
    Failed(OpenError),
}

/// What happened during a visit, or a part of it.
#[derive(Default)]
pub struct Visited {
    /// Where the worker is now.
    pub position: Position,
    /// How far it has come with each strategy, where the bandit chooses.
    pub cursors: Cursors,
    /// The strategy.
    pub strategy: String,
    /// What targets did that is new.
    pub new: u64,
    /// By target: what it did.
    pub tallies: Vec<Tally>,
    /// Tests made.
    pub tests: u64,
    /// Tests that were given to no target, because the seed is hard for all of them.
    pub skipped: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Real time of the visit.
    pub wall: Duration,
    /// Real time inside solvers.
    pub inside: Duration,
    /// The seed, or logic, if this is a strategy's first visit to it.
    pub seed: Option<String>,
    /// Fragments of the seed, and those whose value is unknown.
    pub fragments: (usize, usize),
    /// Candidates that were no findings.
    pub suppressed: u64,
    /// What targets said of tests that they did not take.
    pub rejections: Vec<(usize, String)>,
    /// Configurations that tests were given to targets with.
    pub configurations: u64,
    /// Edges of targets, or else sizes of their counters, that this worker has not seen before, where options are changed.
    pub reached: u64,
    /// What walks were like.
    pub walk: walk::Statistics,
}
