//! What tests are made of: every seed in the hands of every strategy that takes seeds, and every logic in the hands of
//! those that take none.

use smtlib::STANDARD_LOGICS;
use strategy::Dice;

use crate::plan::Plan;
use crate::strategies::StrategyName;

/// Something that can be visited again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A seed by its number, and a strategy.
    Seed(usize, StrategyName),
    /// A logic, and a strategy.
    Logic(&'static str, StrategyName),
    /// A script that a worker has kept, by its number there, and a strategy.
    Kept(usize, StrategyName),
}

impl Source {
    /// In whose hands it is.
    pub fn strategy(&self) -> StrategyName {
        match *self {
            Source::Seed(_, name) | Source::Logic(_, name) | Source::Kept(_, name) => name,
        }
    }
}

/// What is no logic of the standard: the one that has everything, whose scripts mix what no other logic does, and clauses.
const OTHERS: [&str; 2] = ["ALL", "HORN"];

/// All sources of a plan with so many seeds, in the order of their visits.
pub fn sources(plan: &Plan, seeds: usize) -> Vec<Source> {
    let names = plan.strategy.names();
    let taking =
        |seed| names.iter().filter(|name| name.takes_seeds()).map(move |&name| Source::Seed(seed, name));
    let mut sources: Vec<Source> = (0..seeds).flat_map(taking).collect();
    for &name in names.iter().filter(|name| !name.takes_seeds()) {
        let mut logics: Vec<&str> = STANDARD_LOGICS.iter().copied().chain(OTHERS).collect();
        // A short campaign sees some of all kinds.
        let mut dice = Dice::new(&[plan.seed, logics.len() as u64]);
        for end in (1..logics.len()).rev() {
            logics.swap(end, dice.below(end + 1));
        }
        sources.extend(logics.into_iter().map(|logic| Source::Logic(logic, name)));
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_for_those_who_take_them() {
        let plan = |strategy: &str| Plan { strategy: strategy.parse().unwrap(), ..Plan::default() };
        let both = sources(&plan("storm,walk"), 2);
        let expected = [(0, "storm"), (0, "walk"), (1, "storm")];
        let source = |(seed, name): (usize, &str)| Source::Seed(seed, StrategyName::named(name).unwrap());
        assert_eq!(both[..3], expected.map(source));
        assert_eq!(both.len(), 4);
        let logics = sources(&plan("grammar"), 2);
        assert!(logics.iter().all(|source| matches!(source, Source::Logic(..))));
        assert_eq!(logics.len(), STANDARD_LOGICS.len() + OTHERS.len());
        assert_eq!(sources(&plan("storm,grammar"), 2).len(), logics.len() + 2);
    }
}
