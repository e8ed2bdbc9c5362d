//! Broken scripts, for parsers.

use strategy::broken::Stock;
use strategy::walk::Made;
use strategy::{Seed, Test};

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::corpus::SeedFile;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const BROKEN: Strategy = Strategy {
    name: "broken",
    about: "broken scripts, which may be refused but break nothing",
    takes: Takes::Seeds(prepare),
    asks: false,
};

fn prepare(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, _: &SeedFile) -> Result<Dish, String> {
    Ok(Dish {
        everything: seed.text(),
        operators: Vec::new(),
        logic: String::new(),
        material: Box::new(Stock::new(seed, kitchen.plan.seed)),
    })
}

/// A visit by the strategy.
struct Damages<'v> {
    stock: &'v Stock,
    plan: &'v Plan,
    visit: u64,
}

impl Material for Stock {
    fn bytes(&self) -> usize {
        Stock::bytes(self)
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        Some(Box::new(Damages { stock: self, plan, visit }))
    }
}

impl Visit for Damages<'_> {
    fn tests(&self) -> u64 {
        self.plan.broken.iterations
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        self.stock.test(&self.plan.broken, self.visit, instance, test);
        Made::Test
    }
}
