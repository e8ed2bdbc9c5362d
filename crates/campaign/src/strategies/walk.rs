//! Walks: labelled seeds, or tests of storm, made weaker or stronger step by step.

use strategy::walk::{Ground, Made, Repertoire, Stock, Visit as Steps};
use strategy::{Seed, Test, storm as storms};

use super::{Makers, Material, Strategy, Takes, Visit, storm};
use crate::corpus::SeedFile;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const WALK: Strategy = Strategy {
    name: "walk",
    about: "labelled seeds made weaker, or stronger, step by step",
    takes: Takes::Seeds(prepare),
    asks: true,
};

/// The row of the table.
pub const STORM_WALK: Strategy = Strategy {
    name: "storm+walk",
    about: "walks that begin at what storm makes",
    takes: Takes::Seeds(prepare_continued),
    asks: false,
};

/// Storm's instances are up to 64 assertions long; a walk would get nowhere on them.
const CONTINUED: storms::Bounds = storms::Bounds {
    assertions: 4,
    small: 0,
    instance_bytes: 2 << 10,
    incremental: 0,
    ..storms::Bounds::PAPER
};

/// The paper's preprocessing first; where nobody knows what comes of it, the seed as it is.
fn prepare(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, file: &SeedFile) -> Result<Dish, String> {
    let (rules, operators) = kitchen.rules(seed);
    let ground = Ground::of(seed, file.label);
    if let (Some(said), Some(label)) = (ground.label(), file.label)
        && said != label
    {
        return Err(format!("it says {} itself, and its surroundings {}", said.name(), label.name()));
    }
    let settled = ground.disambiguated(seed, kitchen.plan.seed);
    let settled = match settled {
        Some(other) => kitchen.classified(seed, other, &rules)?,
        None => None,
    };
    let stock = match settled {
        Some(stock) => stock,
        None => kitchen
            .classified(seed, ground, &rules)?
            .ok_or("nobody says whether it is satisfiable, and no two solvers agree on it")?,
    };
    Ok(Dish {
        everything: Kitchen::everything(seed),
        operators,
        // What a step loses is said by its own oracle.
        logic: String::new(),
        material: Box::new(stock),
    })
}

fn prepare_continued(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, _: &SeedFile) -> Result<Dish, String> {
    let (rules, operators) = kitchen.rules(seed);
    let stock = storm::stock(kitchen, seed)?;
    Ok(Dish {
        everything: stock.everything(),
        operators,
        logic: String::new(),
        material: Box::new(Continued { stock, rules }),
    })
}

/// What storm needs, and the rules that walks may use.
struct Continued {
    stock: storms::Stock,
    rules: Repertoire,
}

impl Material for Continued {
    fn bytes(&self) -> usize {
        self.stock.bytes()
    }

    fn fragments(&self) -> (usize, usize) {
        self.stock.fragments()
    }

    fn visit<'v>(
        &'v mut self,
        makers: &'v mut Makers,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Box<dyn Visit + 'v>> {
        let mut test = Test::default();
        makers.storm.visit(&self.stock, &CONTINUED, visit)?.test(visit, &mut test);
        makers.continued = Stock::after(&test, self.rules.clone()).map(Box::new);
        let stock = makers.continued.as_mut()?;
        Some(Box::new(makers.walk.visit(stock, &plan.walk, visit)))
    }
}

impl Material for Stock {
    fn bytes(&self) -> usize {
        Stock::bytes(self)
    }

    fn visit<'v>(
        &'v mut self,
        makers: &'v mut Makers,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Box<dyn Visit + 'v>> {
        Some(Box::new(makers.walk.visit(self, &plan.walk, visit)))
    }
}

impl Visit for Steps<'_> {
    fn tests(&self) -> u64 {
        Steps::tests(self)
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        Steps::test(self, instance, test)
    }
}
