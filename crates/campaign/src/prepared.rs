//! A seed, prepared for a strategy and for the targets.

use solver::backend::OpenError;
use strategy::Test;

use crate::lane::{Fit, Lane};
use crate::lateness::Lateness;
use crate::strategies::Material;

/// A seed in the hands of a strategy.
pub struct Prepared {
    /// What tests are made of.
    pub material: Box<dyn Material>,
    /// How the targets stand to it.
    pub standing: Standing,
}

/// How the targets stand to a seed.
pub struct Standing {
    /// The logic of its tests.
    pub logic: String,
    /// By target: how its tests are given to it.
    pub fits: Vec<Fit>,
    /// By target: what its late answers teach.
    pub lateness: Vec<Lateness>,
    /// The seed itself as a test.
    pub whole: Test,
    /// By target: whether it decides the seed itself, once that was asked.
    pub decided: Vec<Option<bool>>,
}

impl Standing {
    /// Whether a target decides the seed: only then is `unknown` on what was made of it a loss.
    pub fn is_decided_by(&mut self, target: usize, lane: &mut Lane<'_>) -> Result<bool, OpenError> {
        if let Some(known) = self.decided[target] {
            return Ok(known);
        }
        let tally = lane.run_fresh(&self.whole, self.fits[target], "")?.tally;
        let decided = tally.sat + tally.unsat > 0;
        self.decided[target] = Some(decided);
        Ok(decided)
    }
}
