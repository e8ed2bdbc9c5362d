//! What client and host tell each other: lines of JSON.

use std::path::PathBuf;
use std::time::Duration;

use ::oracle::Class;
use serde::{Deserialize, Serialize};
use solver::host::Guest;

use crate::coverage::Coverage;

/// What a host is to load.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Load {
    pub(super) family: String,
    pub(super) library: PathBuf,
    pub(super) parser: Option<PathBuf>,
}

impl From<Load> for Guest {
    fn from(load: Load) -> Guest {
        Guest {
            family: load.family,
            library: load.library,
            parser: load.parser,
            incremental: true,
            settings: Vec::new(),
        }
    }
}

/// What a client asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Ask {
    /// A batch of rounds.
    Batch(Batch),
    /// The trace of a batch of one round.
    Trace(Batch),
    /// A trace.
    Replay {
        /// Its text.
        trace: String,
        /// The time it has.
        timeout: Duration,
    },
}

/// Rounds with numbers from `first` on, every `step`th.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Batch {
    pub(super) seed: u64,
    pub(super) first: u64,
    pub(super) step: u64,
    pub(super) rounds: u64,
    pub(super) length: usize,
    pub(super) timeout: Duration,
    pub(super) memory: u64,
    pub(super) target: String,
    /// Whether functions are also called with what they do not take.
    pub(super) misuse: bool,
}

/// What a host tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Tell {
    /// The library is there.
    Ready(crate::coverage::Reach),
    /// It cannot be used.
    Failed(String),
    /// Something was found.
    Found(Box<Found>),
    /// A batch is over.
    Done(Box<Tally>, Box<Coverage>),
    /// What came of a trace.
    Replayed(Box<Replayed>),
    /// What a round has called, if it came to its end.
    Traced(Option<String>),
}

/// A finding of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// What kind of bug.
    pub class: Class,
    /// What was seen and what is right.
    pub evidence: String,
    /// Where it broke.
    pub place: Option<String>,
    /// The round.
    pub round: u64,
    /// Its trace.
    pub trace: String,
    /// What the library printed.
    pub printed: String,
    /// Whether the trace alone shows it again.
    pub confirmed: bool,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds that came to their end, or to a finding.
    pub rounds: u64,
    /// Calls.
    pub calls: u64,
    /// Calls that the library refused.
    pub refused: u64,
    /// Answers.
    pub sat: u64,
    /// Answers.
    pub unsat: u64,
    /// Answers.
    pub unknown: u64,
    /// Rounds that took too long.
    pub timeouts: u64,
    /// Rounds that ran out of memory.
    pub memory: u64,
    /// Rounds that the library has ended, because it was not used as its documentation says.
    pub contracts: u64,
    /// What the library said about the first of these.
    pub complaint: Option<String>,
    /// The first round that took too long, and the call that it was in.
    pub late: Option<String>,
    /// Findings that a replay did not show again.
    pub unrepeated: u64,
    /// Questions that another solver has answered.
    pub crossed: u64,
    /// Processor time of everything, in seconds.
    pub cpu: f64,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: &Tally) {
        let pairs = [
            (&mut self.rounds, other.rounds),
            (&mut self.calls, other.calls),
            (&mut self.refused, other.refused),
            (&mut self.sat, other.sat),
            (&mut self.unsat, other.unsat),
            (&mut self.unknown, other.unknown),
            (&mut self.timeouts, other.timeouts),
            (&mut self.memory, other.memory),
            (&mut self.contracts, other.contracts),
            (&mut self.unrepeated, other.unrepeated),
            (&mut self.crossed, other.crossed),
        ];
        for (sum, count) in pairs {
            *sum += count;
        }
        self.complaint = self.complaint.take().or_else(|| other.complaint.clone());
        self.late = self.late.take().or_else(|| other.late.clone());
        self.cpu += other.cpu;
    }
}

/// What came of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replayed {
    /// How it ended.
    pub ended: Ended,
    /// The trace with what was answered this time, as far as it came.
    pub trace: String,
    /// What the library printed.
    pub printed: String,
}

/// How a trace ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// Nothing is wrong.
    Clean,
    /// Something is.
    Found {
        /// What kind of bug.
        class: Class,
        /// What was seen and what is right.
        evidence: String,
        /// Where it broke.
        place: Option<String>,
    },
    /// It took too long.
    Timeout,
    /// It ran out of memory.
    Memory,
    /// The library ended it, because it was not used as its documentation says.
    Contract(String),
    /// A line makes no sense after those before it.
    Senseless(String),
}
