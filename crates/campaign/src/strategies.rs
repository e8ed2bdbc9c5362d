//! The strategies of a campaign: their names, what they take from a seed, and the tests they make of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strategy::Test;
use strategy::grammar::{self, Known};
use strategy::storm::{self, Storm};
use strategy::walk::{self, Made, Repertoire, Walk};

use crate::plan::Plan;

/// A strategy by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StrategyName {
    /// Satisfiable by construction, and unsatisfiable ones.
    #[default]
    Storm,
    /// Labelled seeds made weaker, or stronger, step by step.
    Walk,
    /// Walks that begin at what storm makes.
    StormWalk,
    /// Scripts from nothing.
    Grammar,
}

impl StrategyName {
    /// Whether it makes its tests of seeds.
    pub fn takes_seeds(self) -> bool {
        self != StrategyName::Grammar
    }
}

/// Every strategy and its name.
const NAMES: &[(StrategyName, &str)] = &[
    (StrategyName::Storm, "storm"),
    (StrategyName::Walk, "walk"),
    (StrategyName::StormWalk, "storm+walk"),
    (StrategyName::Grammar, "grammar"),
];

/// The strategies of a plan, each once; written with commas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Strategies(Vec<StrategyName>);

impl Strategies {
    /// Those in use, at least one.
    pub fn names(&self) -> &[StrategyName] {
        &self.0
    }
}

impl Default for Strategies {
    /// All of them.
    fn default() -> Self {
        Strategies(NAMES.iter().map(|(name, _)| *name).collect())
    }
}

/// The word for all strategies.
const ALL: &str = "all";

impl FromStr for Strategies {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategies, String> {
        let mut names = Vec::new();
        for word in text.split(',').map(str::trim) {
            if word == ALL {
                return Ok(Strategies::default());
            }
            let Some((name, _)) = NAMES.iter().find(|(_, known)| *known == word) else {
                let known: Vec<&str> = NAMES.iter().map(|(_, known)| *known).collect();
                return Err(format!(
                    "there is no strategy `{word}`; there are {} and {ALL}",
                    known.join(", ")
                ));
            };
            if !names.contains(name) {
                names.push(*name);
            }
        }
        Ok(Strategies(names))
    }
}

impl TryFrom<String> for Strategies {
    type Error = String;

    fn try_from(text: String) -> Result<Strategies, String> {
        text.parse()
    }
}

impl From<Strategies> for String {
    fn from(strategies: Strategies) -> String {
        strategies.to_string()
    }
}

impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(name, _)| name == self).map_or("", |(_, name)| name);
        f.pad(name)
    }
}

impl fmt::Display for Strategies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{name}")?;
        }
        Ok(())
    }
}

/// What a strategy has taken from one seed.
pub enum Material {
    /// Fragments and assignments.
    Storm(Box<storm::Stock>),
    /// A labelled seed.
    Walk(Box<walk::Stock>),
    /// What storm needs, and the rules that walks may use.
    StormWalk(Box<storm::Stock>, Repertoire),
    /// The grammar of a logic.
    Grammar(Box<Known>),
}

impl Material {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Material::Storm(stock) | Material::StormWalk(stock, _) => stock.bytes(),
            Material::Walk(stock) => stock.bytes(),
            Material::Grammar(_) => GRAMMAR_BYTES,
        }
    }

    /// How many fragments there are, and how many have an unknown value.
    pub fn fragments(&self) -> (usize, usize) {
        match self {
            Material::Storm(stock) | Material::StormWalk(stock, _) => stock.fragments(),
            Material::Walk(_) | Material::Grammar(_) => (0, 0),
        }
    }
}

/// About what the grammar of a group of scripts takes.
const GRAMMAR_BYTES: usize = 256 << 10;

/// The strategies of one worker, with the memory that they keep from visit to visit.
#[derive(Default)]
pub struct Makers {
    storm: Storm,
    walk: Walk,
    /// Where the walks of a visit begin that continue another strategy.
    continued: Option<Box<walk::Stock>>,
}

/// Storm's instances are up to 64 assertions long; a walk would get nowhere on them.
const CONTINUED: storm::Bounds = storm::Bounds {
    assertions: 4,
    small: 0,
    instance_bytes: 2 << 10,
    incremental: 0,
    ..storm::Bounds::PAPER
};

impl Makers {
    /// Begins visit number `visit` of a seed.
    pub fn visit<'v>(
        &'v mut self,
        material: &'v mut Material,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Visit<'v>> {
        match material {
            Material::Storm(stock) => self.storm.visit(stock, &plan.storm, visit).map(Visit::Storm),
            Material::Walk(stock) => Some(Visit::Walk(Box::new(self.walk.visit(stock, &plan.walk, visit)))),
            Material::StormWalk(stock, rules) => {
                let mut test = Test::default();
                self.storm.visit(stock, &CONTINUED, visit)?.test(visit, &mut test);
                self.continued = walk::Stock::after(&test, rules.clone()).map(Box::new);
                let stock = self.continued.as_mut()?;
                Some(Visit::Walk(Box::new(self.walk.visit(stock, &plan.walk, visit))))
            }
            Material::Grammar(known) => Some(Visit::Grammar { known, campaign: plan.seed, visit }),
        }
    }

    /// What walks were like since this was last asked.
    pub fn statistics(&mut self) -> walk::Statistics {
        self.walk.take_statistics()
    }
}

/// A visit of a seed by a strategy.
pub enum Visit<'v> {
    /// Full pools.
    Storm(storm::Visit<'v>),
    /// A walk under way.
    Walk(Box<walk::Visit<'v>>),
    /// Some scripts of a grammar.
    Grammar {
        /// Makes them.
        known: &'v mut Known,
        /// The campaign's number.
        campaign: u64,
        /// How often the logic has been visited before.
        visit: u64,
    },
}

/// Tests that storm makes of a seed before the next one is visited: few enough to see many seeds early.
const STORM_TESTS: u64 = 32;
/// Scripts that are generated in a visit of a logic.
const GRAMMAR_SCRIPTS: u64 = 8;

impl Visit<'_> {
    /// How many tests are made before the next seed is visited.
    pub fn tests(&self) -> u64 {
        match self {
            Visit::Storm(_) => STORM_TESTS,
            Visit::Walk(visit) => visit.tests(),
            Visit::Grammar { .. } => GRAMMAR_SCRIPTS * grammar::TESTS,
        }
    }

    /// Storm's pools, for its own minimisation.
    pub fn storm(&self) -> Option<storm::Visit<'_>> {
        match self {
            Visit::Storm(visit) => Some(*visit),
            Visit::Walk(_) | Visit::Grammar { .. } => None,
        }
    }

    /// Makes test number `instance`. The same numbers give the same test.
    pub fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        match self {
            Visit::Storm(visit) => {
                visit.test(instance, test);
                Made::Test
            }
            Visit::Walk(visit) => visit.test(instance, test),
            Visit::Grammar { known, campaign, visit } => {
                let number = *visit * GRAMMAR_SCRIPTS + instance / grammar::TESTS;
                match known.visit(*campaign, number) {
                    Some(visit) => visit.test(instance % grammar::TESTS, test),
                    None => return Made::Nothing,
                }
                Made::Test
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_named_once_each_and_only_if_there_are_any() {
        let strategies: Strategies = "storm, walk,storm".parse().unwrap();
        assert_eq!((strategies.names().len(), strategies.to_string().as_str()), (2, "storm,walk"));
        assert_eq!("storm+walk".parse::<Strategies>().unwrap().names(), [StrategyName::StormWalk]);
        assert!("rain".parse::<Strategies>().unwrap_err().contains("storm"));
        assert_eq!("all".parse::<Strategies>().unwrap().names().len(), NAMES.len());
        assert!("".parse::<Strategies>().is_err());
    }
}
