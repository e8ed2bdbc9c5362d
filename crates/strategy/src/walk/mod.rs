//! Walks (Bringolf: *Fuzz-testing SMT Solvers with Formula Weakening and Strengthening*, 2021): scripts that answer what
//! their seed answers, one step after another.
//!
//! A satisfiable seed is made weaker and an unsatisfiable one stronger, by [rules](crate::rules) that are applied to one
//! [place](places) at a time. What a rule may do there depends on the place's [`Parity`]. A weaker script keeps the
//! [witness] of its seed, and every step is checked against it.

mod assertion;
mod bounds;
mod disambiguate;
mod memo;
mod numerals;
mod parity;
mod places;
mod pool;
mod repertoire;
mod statistics;
mod stock;
mod visit;
mod witness;

#[cfg(test)]
mod paper;

use rustc_hash::FxHashSet;

pub use bounds::Bounds;
pub use parity::Parity;
pub use repertoire::{Repertoire, operators_of};
pub use statistics::Statistics;
pub use stock::{Ground, Stock};
pub use visit::Visit;
pub(crate) use {pool::Pool, witness::witness};

/// What came of an attempt to make a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// A test.
    Test,
    /// A test whose truth does not hold, for this reason: a bug of ours.
    Flaw(String),
    /// Nothing: there is no step from the seed.
    Nothing,
}

/// Walks from one seed after another; counts what they are like.
#[derive(Default)]
pub struct Walk {
    statistics: Statistics,
    seen: FxHashSet<u64>,
}

impl Walk {
    /// Begins visit number `visit` of a seed.
    pub fn visit<'v>(&'v mut self, stock: &'v mut Stock, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        Visit::new(stock, bounds, visit, &mut self.statistics, &mut self.seen)
    }

    /// What was counted since this was last asked.
    pub fn take_statistics(&mut self) -> Statistics {
        std::mem::take(&mut self.statistics)
    }
}
