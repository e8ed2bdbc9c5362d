//! The bounds of the fuzzing procedure (the parameters of the paper's Alg. 1).

use serde::{Deserialize, Serialize};

use crate::dice::Dice;

/// How large and how many. The defaults are the paper's (section 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// D_max: the depth of a formula.
    pub depth: u32,
    /// A_max: assertions of an instance.
    pub assertions: usize,
    /// Instances of a few assertions only, in percent. The paper draws all numbers alike, and so nearly none: but what a
    /// solver does with a symbol that occurs once is seen only there, and they are solved fast.
    pub small: u32,
    /// New predicates over a seed's terms, at most; the paper has none.
    pub grown: usize,
    /// N_C, at least: constructed formulas per visit of a seed.
    pub constructed_least: usize,
    /// N_C, at most.
    pub constructed_most: usize,
    /// N_M, at least: instances made of a seed before all seeds are begun anew.
    pub instances_least: usize,
    /// N_M, at most.
    pub instances_most: usize,
    /// A formula's bytes. Depth alone allows texts of astronomical size; the paper's tool shares by `let`.
    pub formula_bytes: usize,
    /// An instance's bytes.
    pub instance_bytes: usize,
    /// Instances with several checks and scopes, in percent.
    pub incremental: u32,
    /// Instances that are unsatisfiable by construction, in percent.
    pub contradictory: u32,
    /// Instances that ask for a model, in percent.
    pub models: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds::PAPER
    }
}

impl Bounds {
    /// The paper's bounds, and ours where it has none.
    pub const PAPER: Bounds = Bounds {
        depth: 64,
        assertions: 64,
        small: 70,
        grown: 64,
        constructed_least: 200,
        constructed_most: 1500,
        instances_least: 300,
        instances_most: 1000,
        formula_bytes: 4 << 10,
        instance_bytes: 64 << 10,
        incremental: 20,
        contradictory: 15,
        models: 25,
    };

    /// N_C for an initial pool of this size: more for larger ones.
    pub(super) fn constructed(&self, pool: usize) -> usize {
        (4 * pool).clamp(self.constructed_least, self.constructed_most.max(self.constructed_least))
    }

    /// How many assertions an instance has.
    pub(super) fn draw_assertions(&self, dice: &mut Dice) -> usize {
        let most = if dice.chance(self.small) { self.assertions / 16 } else { self.assertions };
        dice.below(most.max(1)) + 1
    }

    /// N_M for an initial pool of this size.
    pub fn instances(&self, pool: usize) -> usize {
        (2 * pool).clamp(self.instances_least, self.instances_most.max(self.instances_least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_pools_give_more_within_the_papers_ranges() {
        let bounds = Bounds::default();
        assert_eq!([1, 100, 1000].map(|pool| bounds.constructed(pool)), [200, 400, 1500]);
        assert_eq!([1, 200, 1000].map(|pool| bounds.instances(pool)), [300, 400, 1000]);
    }
}
