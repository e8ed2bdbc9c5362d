//! Two seeds that answer alike, fused to one script.

use strategy::fusion::{Part, Stock, Visit as Fused};
use strategy::mutant::Base;
use strategy::walk::{Ground, Made};
use strategy::{Dice, Label, Seed, Test};

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::corpus::SeedFile;
use crate::kitchen::{Dish, Kitchen};
use crate::plan::Plan;

/// The row of the table.
pub const FUSION: Strategy = Strategy {
    name: "fusion",
    about: "two seeds that answer alike, fused to one script",
    takes: Takes::Seeds(prepare),
    asks: false,
};

/// Partners of a seed, and how many are looked at for them.
const PARTNERS: usize = 3;
const CANDIDATES: usize = 24;
/// A longer seed makes pairs that no solver decides in time.
const MOST_BYTES: usize = 16 << 10;
/// Tells the random numbers of partners from all others.
const CHOOSING: u64 = 0x7061_6972;

/// A seed, what it answers, and its model.
struct Known {
    seed: Seed,
    label: Label,
    model: Option<String>,
}

/// A seed with some partners.
struct Pairs(Vec<Stock>);

fn prepare(kitchen: &mut Kitchen<'_, '_>, seed: &Seed, file: &SeedFile) -> Result<Dish, String> {
    let one = known(kitchen, seed.clone(), file.label).ok_or("it is not known what it answers")?;
    let mut dice = Dice::new(&[kitchen.plan.seed, seed.hash.number(), CHOOSING]);
    let mut pairs = Vec::new();
    for _ in 0..CANDIDATES {
        let Some(other) = dice.pick(&kitchen.corpus.seeds) else { break };
        if pairs.len() == PARTNERS {
            break;
        }
        if other.hash == seed.hash {
            continue;
        }
        let Ok(parsed) = other
            .read()
            .and_then(|bytes| Seed::parse(&other.name, &bytes).map_err(|error| error.to_string()))
        else {
            continue;
        };
        // Its label is cheap to know, its model is not.
        let said = Ground::of(&parsed, other.label).label();
        if said.is_some_and(|said| said != one.label) {
            continue;
        }
        if let Some(other) = known(kitchen, parsed, other.label) {
            pairs.extend(Stock::new(&one.part(), &other.part(), kitchen.plan.seed));
        }
    }
    if pairs.is_empty() {
        return Err("no other seed answers alike and has a variable of the same sort".to_owned());
    }
    // All partners' scripts in one: each after a reset, as its names may be those of another.
    let everything: Vec<Vec<u8>> = pairs.iter().map(Stock::everything).collect();
    Ok(Dish {
        everything: everything.join(&b"(reset)\n"[..]),
        operators: Vec::new(),
        logic: String::new(),
        material: Box::new(Pairs(pairs)),
    })
}

fn known(kitchen: &mut Kitchen<'_, '_>, seed: Seed, label: Option<Label>) -> Option<Known> {
    if seed.declarations.len() > MOST_BYTES || seed.text().len() > MOST_BYTES || seed.tactic.is_some() {
        return None;
    }
    let label = Ground::of(&seed, label).label();
    if label == Some(Label::Unsat) {
        return Some(Known { seed, label: Label::Unsat, model: None });
    }
    let models = kitchen.model(&seed);
    let base = Base::new(FUSION.name, &seed, &models, kitchen.plan.seed, false);
    let model = base.witness()?.model.clone();
    Some(Known { seed, label: Label::Sat, model: Some(model) })
}

impl Known {
    fn part(&self) -> Part<'_> {
        Part { seed: &self.seed, label: self.label, model: self.model.clone() }
    }
}

impl Material for Pairs {
    fn bytes(&self) -> usize {
        self.0.iter().map(Stock::bytes).sum()
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        let count = self.0.len() as u64;
        let stock = self.0.get_mut((visit % count.max(1)) as usize)?;
        Some(Box::new(stock.visit(&plan.fusion, visit / count)))
    }
}

impl Visit for Fused<'_> {
    fn tests(&self) -> u64 {
        Fused::tests(self)
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        Fused::test(self, instance, test)
    }
}
