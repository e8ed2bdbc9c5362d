//! Semantic fusion (Winterer, Zhang, Su: *Validating SMT solvers via semantic fusion*, 2020): two seeds that answer alike
//! become one script that answers the same.
//!
//! For a variable x of one and y of the other, a new variable z stands for f(x, y). Some occurrences of x are replaced by
//! what f's inversion makes of y and z, and some of y likewise: the seeds hang together, and each says what it said. Two
//! satisfiable seeds are put side by side, and their models, with a value for z, are the witness. Of two unsatisfiable
//! ones a disjunction is made, with equations that say what z is.

mod apart;
mod recipe;
mod stock;
mod table;
mod visit;

use serde::{Deserialize, Serialize};

use crate::label::Label;
use crate::seed::Seed;
pub use stock::Stock;
pub use table::{FUSIONS, Fusion};
pub use visit::Visit;

/// A seed, and what is known of it.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// The seed.
    pub seed: &'a Seed,
    /// What it answers.
    pub label: Label,
    /// A model of it, as an answer to `(get-model)`.
    pub model: Option<String>,
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// Tests of a pair before the next seed is visited.
    pub iterations: u64,
    /// Variables that are fused in a test, at most.
    pub variables: usize,
    /// Satisfiable tests that ask for a model, in percent.
    pub models: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { iterations: 50, variables: 3, models: 25 }
    }
}
