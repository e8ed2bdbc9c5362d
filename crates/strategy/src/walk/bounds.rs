//! The parameters of the paper's algorithm 1.

use serde::{Deserialize, Serialize};

/// How far and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// wl: steps of a walk before it begins anew at its seed.
    pub steps: u64,
    /// i: tests made of a seed before the next one is visited.
    pub iterations: u64,
    /// How many times as long as its seed a script may become.
    pub growth: usize,
    /// Satisfiable tests that ask for a model, in percent.
    pub models: u32,
}

impl Default for Bounds {
    /// The paper's walks have 10 to 100 steps, 50 to 500 of them per seed; we come back to a seed as often as to any other.
    fn default() -> Self {
        Bounds { steps: 50, iterations: 100, growth: 4, models: 25 }
    }
}
