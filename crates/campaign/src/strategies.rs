//! The strategies of a campaign: their names, what they take from a seed, and the tests they make of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strategy::Test;
use strategy::storm::{self, Bounds, Storm};

/// A strategy by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StrategyName {
    /// Satisfiable by construction, and unsatisfiable ones.
    #[default]
    Storm,
}

/// Every strategy and its name.
const NAMES: &[(StrategyName, &str)] = &[(StrategyName::Storm, "storm")];

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
    fn default() -> Self {
        Strategies(vec![StrategyName::default()])
    }
}

impl FromStr for Strategies {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategies, String> {
        let mut names = Vec::new();
        for word in text.split(',').map(str::trim) {
            let Some((name, _)) = NAMES.iter().find(|(_, known)| *known == word) else {
                let known: Vec<&str> = NAMES.iter().map(|(_, known)| *known).collect();
                return Err(format!("there is no strategy `{word}`; there are {}", known.join(", ")));
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
}

impl Material {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Material::Storm(stock) => stock.bytes(),
        }
    }

    /// How many fragments there are, and how many have an unknown value.
    pub fn fragments(&self) -> (usize, usize) {
        match self {
            Material::Storm(stock) => stock.fragments(),
        }
    }
}

/// The strategies of one worker, with the memory that they keep from visit to visit.
#[derive(Default)]
pub struct Makers {
    storm: Storm,
}

impl Makers {
    /// Begins visit number `visit` of a seed.
    pub fn visit<'v>(
        &'v mut self,
        material: &'v mut Material,
        bounds: &'v Bounds,
        visit: u64,
    ) -> Option<Visit<'v>> {
        match material {
            Material::Storm(stock) => self.storm.visit(stock, bounds, visit).map(Visit::Storm),
        }
    }
}

/// A visit of a seed by a strategy.
pub enum Visit<'v> {
    /// Full pools.
    Storm(storm::Visit<'v>),
}

impl Visit<'_> {
    /// How many tests are made before the next seed is visited: few enough to see many seeds early.
    pub fn tests(&self) -> u64 {
        match self {
            Visit::Storm(_) => 32,
        }
    }

    /// Makes test number `instance`. The same numbers give the same test.
    pub fn test(&mut self, instance: u64, test: &mut Test) {
        match self {
            Visit::Storm(visit) => visit.test(instance, test),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_named_once_each_and_only_if_there_are_any() {
        let strategies: Strategies = "storm, storm".parse().unwrap();
        assert_eq!((strategies.names().len(), strategies.to_string().as_str()), (1, "storm"));
        assert!("rain".parse::<Strategies>().unwrap_err().contains("storm"));
        assert!("".parse::<Strategies>().is_err());
    }
}
