//! The names of strategies, and lists of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{STRATEGIES, Strategy, Takes};

/// A strategy by its place in the table; the default is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StrategyName(usize);

impl StrategyName {
    /// The strategy of this name.
    pub fn named(word: &str) -> Option<StrategyName> {
        STRATEGIES.iter().position(|row| row.name == word).map(StrategyName)
    }

    /// Whether it makes its tests of seeds.
    pub fn takes_seeds(self) -> bool {
        matches!(self.row().takes, Takes::Seeds(_))
    }

    /// Its row.
    pub fn row(self) -> &'static Strategy {
        &STRATEGIES[self.0]
    }
}

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
        Strategies((0..STRATEGIES.len()).map(StrategyName).collect())
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
            let Some(name) = StrategyName::named(word) else {
                let known: Vec<&str> = STRATEGIES.iter().map(|row| row.name).collect();
                let known = known.join(", ");
                return Err(format!("there is no strategy `{word}`; there are {known} and {ALL}"));
            };
            if !names.contains(&name) {
                names.push(name);
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
        f.pad(self.row().name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_named_once_each_and_only_if_there_are_any() {
        let strategies: Strategies = "storm, walk,storm".parse().unwrap();
        assert_eq!((strategies.names().len(), strategies.to_string().as_str()), (2, "storm,walk"));
        assert_eq!("storm+walk".parse::<Strategies>().unwrap().names()[0].row().name, "storm+walk");
        assert!("rain".parse::<Strategies>().unwrap_err().contains("storm"));
        assert_eq!("all".parse::<Strategies>().unwrap().names().len(), STRATEGIES.len());
        assert!("".parse::<Strategies>().is_err());
    }
}
