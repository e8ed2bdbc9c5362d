//! Scripts from nothing.

use strategy::Test;
use strategy::grammar::{Known, TESTS};
use strategy::walk::Made;

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::plan::Plan;

/// The row of the table.
pub const GRAMMAR: Strategy = Strategy {
    name: "grammar",
    about: "scripts from nothing, in every logic",
    takes: Takes::Logics,
    asks: false,
};

/// Scripts that are generated in a visit of a logic.
const SCRIPTS: u64 = 8;
/// About what the grammar of a group of scripts takes.
const BYTES: usize = 256 << 10;

/// The grammar of a logic.
pub struct Generated(pub Known);

/// Some scripts of a grammar.
struct Scripts<'v> {
    known: &'v mut Known,
    campaign: u64,
    /// How often the logic has been visited before.
    visit: u64,
}

impl Material for Generated {
    fn bytes(&self) -> usize {
        BYTES
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        Some(Box::new(Scripts { known: &mut self.0, campaign: plan.seed, visit }))
    }
}

impl Visit for Scripts<'_> {
    fn tests(&self) -> u64 {
        SCRIPTS * TESTS
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        let number = self.visit * SCRIPTS + instance / TESTS;
        match self.known.visit(self.campaign, number) {
            Some(visit) => visit.test(instance % TESTS, test),
            None => return Made::Nothing,
        }
        Made::Test
    }
}
