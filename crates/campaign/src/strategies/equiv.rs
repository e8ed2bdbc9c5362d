//! Seeds in other words; and the same as noise on what any other strategy makes of seeds.

use strategy::equiv::{Noise, Stock};
use strategy::walk::{Ground, Made, Repertoire};
use strategy::{Dice, Seed, Test, storm};

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::corpus::SeedFile;
use crate::guidance::Brood;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const EQUIV: Strategy =
    Strategy { name: "equiv", about: "seeds in other words", takes: Takes::Seeds(prepare), asks: false };

fn prepare(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, file: &SeedFile) -> Result<Dish, String> {
    let (rules, operators) = kitchen.rules(seed);
    let models = kitchen.model(seed);
    let ground = Ground::of(seed, file.label);
    let stock = Stock::new(seed, ground, &models, kitchen.plan.seed, rules)
        .ok_or("it is not known what it answers")?;
    Ok(Dish { everything: seed.text(), operators, logic: String::new(), material: Box::new(stock) })
}

/// A visit by the strategy.
struct Words<'v> {
    stock: &'v Stock,
    plan: &'v Plan,
    visit: u64,
}

impl Material for Stock {
    fn bytes(&self) -> usize {
        Stock::bytes(self)
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        Some(Box::new(Words { stock: self, plan, visit }))
    }
}

impl Visit for Words<'_> {
    fn tests(&self) -> u64 {
        self.plan.equiv.iterations
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        self.stock.test(&self.plan.equiv, self.visit, instance, test)
    }
}

/// What another strategy has taken, and the rules for the noise on its tests.
pub struct Noisy {
    pub material: Box<dyn Material>,
    pub rules: Repertoire,
    /// Tells the noise on one seed from that on another.
    pub number: u64,
}

/// A visit by another strategy.
struct Shaken<'v> {
    visit: Box<dyn Visit + 'v>,
    rules: &'v Repertoire,
    plan: &'v Plan,
    number: u64,
    noise: Noise,
}

impl Material for Noisy {
    fn bytes(&self) -> usize {
        self.material.bytes()
    }

    /// Noise would hide from the guide what its bytes mean.
    fn guided<'v>(&'v mut self, brood: Brood) -> Option<Box<dyn Visit + 'v>> {
        self.material.guided(brood)
    }

    fn fragments(&self) -> (usize, usize) {
        self.material.fragments()
    }

    fn visit<'v>(
        &'v mut self,
        makers: &'v mut Makers,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Box<dyn Visit + 'v>> {
        let number = Dice::new(&[self.number, plan.seed, visit]).number();
        let visit = self.material.visit(makers, plan, visit)?;
        Some(Box::new(Shaken { visit, rules: &self.rules, plan, number, noise: Noise::default() }))
    }
}

impl Visit for Shaken<'_> {
    fn tests(&self) -> u64 {
        self.visit.tests()
    }

    fn storm(&self) -> Option<storm::Visit<'_>> {
        self.visit.storm()
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        let made = self.visit.test(instance, test);
        let mut dice = Dice::new(&[self.number, instance]);
        // A broken script has no words.
        if made == Made::Test && !test.checks.is_empty() && dice.chance(self.plan.noise) {
            self.noise.add(test, self.rules, &self.plan.equiv, dice.number());
        }
        made
    }
}
