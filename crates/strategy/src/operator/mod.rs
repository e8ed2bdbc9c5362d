//! Type-aware operator mutation (Winterer, Zhang, Su: *On the unusual effectiveness of type-aware operator mutations for
//! testing SMT solvers*, 2020): operators of a seed are replaced by others that fit their arguments and their place.
//!
//! Mutation changes no shape: a mutant is its seed with other words in some [places](sites), and is written by copying what
//! stands between them. Terms are made only to ask the witness of a seed, where one is known, whether it still is one.

mod sites;
mod visit;

use serde::{Deserialize, Serialize};
use smtlib::theory::Op;

use crate::mutant::Base;
use sites::Sites;
pub use visit::Visit;

/// How much, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// Mutants of a seed before the next one is visited; each continues the one before.
    pub iterations: u64,
    /// Operators that a step replaces, at most.
    pub changes: usize,
    /// Mutants whose model is asked for, in percent.
    pub models: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { iterations: 200, changes: 3, models: 25 }
    }
}

/// What operator mutation takes from one seed.
pub struct Stock {
    base: Base,
    sites: Sites,
}

impl Stock {
    /// Finds the operators that have alternatives among those that `knows` lets through; `None` when none has.
    pub fn new(mut base: Base, knows: &dyn Fn(Op) -> bool) -> Option<Stock> {
        base.keep();
        let sites = Sites::of(&mut base, knows);
        base.roll_back();
        (!sites.all.is_empty()).then_some(Stock { base, sites })
    }

    /// The operators that mutants may have besides those of the seed.
    pub fn operators(&self) -> Vec<Op> {
        self.sites.operators()
    }

    /// Whether a model of the seed is known.
    pub fn has_witness(&self) -> bool {
        self.base.has_witness()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.base.bytes() + self.sites.bytes()
    }

    /// Begins visit number `visit`.
    pub fn visit<'v>(&'v mut self, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        Visit::new(self, bounds, visit)
    }
}
