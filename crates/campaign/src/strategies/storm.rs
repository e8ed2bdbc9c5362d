//! Storm: satisfiable by construction, and unsatisfiable ones.

use strategy::storm::{Stock, Visit as Pools};
use strategy::walk::Made;
use strategy::{Seed, Test};

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::corpus::SeedFile;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const STORM: Strategy = Strategy {
    name: "storm",
    about: "what holds under an assignment, and what cannot",
    takes: Takes::Seeds(prepare),
    asks: false,
};

/// Tests that are made of a seed before the next one is visited: few enough to see many seeds early.
const TESTS: u64 = 32;

fn prepare(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, _: &SeedFile) -> Result<Dish, String> {
    let stock = stock(kitchen, seed)?;
    Ok(Dish {
        everything: stock.everything(),
        operators: Vec::new(),
        logic: seed.logic.clone(),
        material: Box::new(stock),
    })
}

/// The fragments of a seed and their values.
pub(super) fn stock(kitchen: &mut Kitchen<'_, '_>, seed: &Seed) -> Result<Stock, String> {
    let models = kitchen.helper.as_mut().map(|helper| helper.models(seed)).unwrap_or_default();
    let known = kitchen.known(seed);
    let plan = kitchen.plan;
    let stock = Stock::new(seed, &models, &plan.storm, plan.seed, &|op| known[op.index()]);
    if stock.is_empty() { Err("no part of it has a known value".to_owned()) } else { Ok(stock) }
}

impl Material for Stock {
    fn bytes(&self) -> usize {
        Stock::bytes(self)
    }

    fn fragments(&self) -> (usize, usize) {
        Stock::fragments(self)
    }

    fn visit<'v>(
        &'v mut self,
        makers: &'v mut Makers,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Box<dyn Visit + 'v>> {
        makers.storm.visit(self, &plan.storm, visit).map(|visit| Box::new(visit) as Box<dyn Visit>)
    }
}

impl Visit for Pools<'_> {
    fn tests(&self) -> u64 {
        TESTS
    }

    fn storm(&self) -> Option<Pools<'_>> {
        Some(*self)
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        Pools::test(self, instance, test);
        Made::Test
    }
}
