//! What worked before.

use std::collections::{BTreeSet, VecDeque};

use solver::target::Setting;
use strategy::Dice;

/// Configurations that made a solver do something new, with the operations of the formulas that they did it for.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    entries: VecDeque<(BTreeSet<String>, Vec<Setting>)>,
}

/// More are forgotten, the oldest first.
const MOST: usize = 512;
/// How many are looked at for one formula.
const LOOKED_AT: usize = 16;

impl Memory {
    /// Remembers a configuration.
    pub fn add(&mut self, operations: &BTreeSet<String>, settings: Vec<Setting>) {
        if self.entries.len() == MOST {
            self.entries.pop_front();
        }
        self.entries.push_back((operations.clone(), settings));
    }

    /// Some that worked for formulas like one with these operations, the likest first.
    pub fn recall(&self, operations: &BTreeSet<String>, count: usize, dice: &mut Dice) -> Vec<Vec<Setting>> {
        if self.entries.is_empty() {
            return Vec::new();
        }
        let drawn: BTreeSet<usize> = (0..LOOKED_AT).map(|_| dice.below(self.entries.len())).collect();
        let likeness = |entry: usize| self.entries[entry].0.intersection(operations).count();
        let mut drawn: Vec<usize> = drawn.into_iter().collect();
        drawn.sort_by_key(|entry| std::cmp::Reverse(likeness(*entry)));
        drawn.into_iter().take(count).map(|entry| self.entries[entry].1.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likest_is_recalled_first() {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
        let setting = |name: &str| vec![Setting { name: name.to_owned(), value: "1".to_owned() }];
        let mut memory = Memory::default();
        assert!(memory.recall(&set(&["+"]), 2, &mut Dice::new(&[1])).is_empty());
        memory.add(&set(&["bvadd", "concat"]), setting("bv"));
        memory.add(&set(&["str.len", "+"]), setting("strings"));
        assert_eq!(memory.recall(&set(&["str.len"]), 1, &mut Dice::new(&[1])), [setting("strings")]);
    }
}
