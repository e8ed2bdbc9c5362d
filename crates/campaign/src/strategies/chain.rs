//! Terms of seeds replaced by others, one after another: freely, or as long as the seed's witness is still one.

use strategy::mutant::{Stock, Visit as Mutants};
use strategy::walk::Made;
use strategy::{Seed, Test, evolve, typed};

use super::operator::base;
use super::{Makers, Material, Strategy, Takes, Visit};
use crate::corpus::SeedFile;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const TYPED: Strategy = Strategy {
    name: "typed",
    about: "terms of seeds replaced by new ones of their sort",
    takes: Takes::Seeds(prepare_typed),
    asks: false,
};

/// The row of the table.
pub const EVOLVE: Strategy = Strategy {
    name: "evolve",
    about: "any change of a seed that its model survives",
    takes: Takes::Seeds(prepare_evolve),
    asks: false,
};

fn prepare_typed(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, _: &SeedFile) -> Result<Dish, String> {
    let known = kitchen.known(seed);
    let base = base(kitchen, TYPED.name, seed);
    Ok(dish(seed, typed::stock(base, &|op| known[op.index()])))
}

fn prepare_evolve(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, _: &SeedFile) -> Result<Dish, String> {
    let known = kitchen.known(seed);
    let base = base(kitchen, EVOLVE.name, seed);
    let stock = evolve::stock(base, &|op| known[op.index()]).ok_or("no model of it is known")?;
    Ok(dish(seed, stock))
}

fn dish(seed: &Seed, stock: Stock) -> Dish {
    Dish {
        everything: Kitchen::everything(seed),
        operators: stock.operators(),
        logic: String::new(),
        material: Box::new(stock),
    }
}

impl Material for Stock {
    fn bytes(&self) -> usize {
        Stock::bytes(self)
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        let bounds = if self.is_steady() { &plan.evolve } else { &plan.typed };
        Some(Box::new(Stock::visit(self, bounds, visit)))
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
