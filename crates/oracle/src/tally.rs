//! What runs did, counted.

use serde::{Deserialize, Serialize};

/// What runs did, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Runs.
    pub runs: u64,
    /// Checks answered `sat`.
    pub sat: u64,
    /// Checks answered `unsat`.
    pub unsat: u64,
    /// Checks answered `unknown`.
    pub unknown: u64,
    /// Runs that went over the time limit.
    pub timeouts: u64,
    /// Runs that went over another limit, or were killed.
    pub exceeded: u64,
    /// Runs that ended with an error message of the solver's.
    pub rejected: u64,
    /// Runs that broke.
    pub crashes: u64,
    /// Models that were found to hold.
    pub models: u64,
    /// Models without a verdict.
    pub models_unknown: u64,
    /// Unsat cores and unsat assumptions that were checked.
    #[serde(default)]
    pub cores: u64,
}

impl Tally {
    /// What a table shows: the heading and the number of each column.
    pub fn columns(&self) -> [(&'static str, u64); 7] {
        [
            ("sat", self.sat),
            ("unsat", self.unsat),
            ("unknown", self.unknown),
            ("timeout", self.timeouts),
            ("rejected", self.rejected),
            ("crash", self.crashes),
            ("models", self.models),
        ]
    }

    /// Adds another count to this one.
    pub fn add(&mut self, other: &Tally) {
        let Tally {
            runs,
            sat,
            unsat,
            unknown,
            timeouts,
            exceeded,
            rejected,
            crashes,
            models,
            models_unknown,
            cores,
        } = other;
        self.runs += runs;
        self.sat += sat;
        self.unsat += unsat;
        self.unknown += unknown;
        self.timeouts += timeouts;
        self.exceeded += exceeded;
        self.rejected += rejected;
        self.crashes += crashes;
        self.models += models;
        self.models_unknown += models_unknown;
        self.cores += cores;
    }
}
