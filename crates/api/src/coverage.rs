//! Which calls and operators were made.

use serde::{Deserialize, Serialize};
use smtlib::theory::Op;

use crate::adapter::Abilities;
use crate::trace::Action;

/// Room for the operators of the signature table.
pub(crate) const OPS: usize = 512;

/// How often each call and each operator was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// By action.
    pub actions: Vec<u64>,
    /// By the operator's index.
    pub ops: Vec<u64>,
}

/// What an adapter could cover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// The actions' numbers.
    pub actions: Vec<usize>,
    /// The operators' indices.
    pub ops: Vec<usize>,
    /// The options' names.
    pub options: Vec<String>,
}

impl Reach {
    pub(crate) fn of(abilities: &Abilities) -> Reach {
        Reach {
            actions: abilities.actions.iter().map(|action| *action as usize).collect(),
            ops: abilities.ops.iter().map(|op| op.index()).collect(),
            options: abilities.options.iter().map(|option| option.name.clone()).collect(),
        }
    }
}

impl Coverage {
    /// Adds what others have covered.
    pub fn add(&mut self, other: &Coverage) {
        for (mine, theirs) in [(&mut self.actions, &other.actions), (&mut self.ops, &other.ops)] {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    /// How often a call was made.
    pub fn action(&self, action: Action) -> u64 {
        self.actions.get(action as usize).copied().unwrap_or(0)
    }

    /// How often an operator was applied.
    pub fn op(&self, op: Op) -> u64 {
        self.ops.get(op.index()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use smtlib::theory::Table;

    #[test]
    fn there_is_room_for_every_operator() {
        assert!(Table::get().rows().len() <= super::OPS);
    }
}
