//! Operators of seeds replaced by others that fit.

use strategy::mutant::Base;
use strategy::operator::{Stock, Visit as Mutants};
use strategy::walk::Made;
use strategy::{Seed, Test};

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::corpus::SeedFile;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const OPERATOR: Strategy = Strategy {
    name: "operator",
    about: "operators of seeds replaced by others that fit",
    takes: Takes::Seeds(prepare),
    asks: false,
};

fn prepare(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, _: &SeedFile) -> Result<Dish, String> {
    let known = kitchen.known(seed);
    let base = base(kitchen, OPERATOR.name, seed);
    let stock = Stock::new(base, &|op| known[op.index()]).ok_or("no operator of it has another that fits")?;
    Ok(Dish {
        everything: Kitchen::everything(seed),
        operators: stock.operators(),
        logic: String::new(),
        material: Box::new(stock),
    })
}

/// A seed for a mutator, with a model of it if the helper has one.
pub(super) fn base(kitchen: &mut Kitchen<'_, '_>, strategy: &str, seed: &Seed) -> Base {
    let models = kitchen.model(seed);
    Base::new(strategy, seed, &models, kitchen.plan.seed, kitchen.takes_everything(seed))
}

impl Material for Stock {
    fn bytes(&self) -> usize {
        Stock::bytes(self)
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        Some(Box::new(Stock::visit(self, &plan.operator, visit)))
    }
}

impl Visit for Mutants<'_> {
    fn tests(&self) -> u64 {
        Mutants::tests(self)
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        Mutants::test(self, instance, test)
    }
}
