//! The strategies of a campaign: one file each, and one row in the table.
//!
//! A strategy prepares a source in the [kitchen](Kitchen) to a [`Material`], which makes a [`Visit`] again and again, which
//! makes tests.

mod broken;
mod chain;
mod equiv;
mod fusion;
mod grammar;
mod names;
mod operator;
mod storm;
mod together;
mod walk;

use strategy::storm::Storm;
use strategy::walk::{Made, Statistics, Walk};
use strategy::{Seed, Test};

use crate::corpus::SeedFile;
use crate::guidance::Brood;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;
pub use equiv::Noisy;
pub use grammar::Generated;
pub use names::{Strategies, StrategyName};
pub use together::Together;

/// A row of the table.
pub struct Strategy {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What its tests are made of.
    pub takes: Takes,
    /// Whether it asks solvers what a seed answers, when nobody says so.
    pub asks: bool,
}

/// What a strategy makes tests of.
#[derive(Clone, Copy)]
pub enum Takes {
    /// Seeds, prepared in this way.
    Seeds(fn(&mut Kitchen<'_, '_>, &Seed, &SeedFile) -> Result<Dish, String>),
    /// Logics.
    Logics,
}

/// All strategies; the first is the default.
pub const STRATEGIES: &[Strategy] = &[
    storm::STORM,
    walk::WALK,
    walk::STORM_WALK,
    grammar::GRAMMAR,
    operator::OPERATOR,
    chain::TYPED,
    chain::EVOLVE,
    fusion::FUSION,
    equiv::EQUIV,
    broken::BROKEN,
];

/// What a strategy has taken from one source.
pub trait Material {
    /// About how much memory it takes.
    fn bytes(&self) -> usize;

    /// How many fragments there are, and how many have an unknown value.
    fn fragments(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Begins a visit that the guide has something in mind for; nothing for strategies that decode no bytes.
    fn guided<'v>(&'v mut self, _: Brood) -> Option<Box<dyn Visit + 'v>> {
        None
    }

    /// Begins visit number `visit`; nothing when there is nothing to make.
    fn visit<'v>(
        &'v mut self,
        makers: &'v mut Makers,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Box<dyn Visit + 'v>>;
}

/// A visit of a source by a strategy.
pub trait Visit {
    /// How many tests are made before the next source is visited.
    fn tests(&self) -> u64;

    /// Makes test number `instance`. The same numbers give the same test.
    fn test(&mut self, instance: u64, test: &mut Test) -> Made;

    /// Storm's pools, for its own minimisation.
    fn storm(&self) -> Option<strategy::storm::Visit<'_>> {
        None
    }
}

/// The memory that the strategies of one worker keep from visit to visit.
#[derive(Default)]
pub struct Makers {
    storm: Storm,
    walk: Walk,
    /// Where the walks of a visit begin that continue another strategy.
    continued: Option<Box<strategy::walk::Stock>>,
}

impl Makers {
    /// What walks were like since this was last asked.
    pub fn statistics(&mut self) -> Statistics {
        self.walk.take_statistics()
    }
}
