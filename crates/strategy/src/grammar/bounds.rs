//! How large scripts are, and how often they have what.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::choices::Choices;

/// The sizes of scripts, as imagined or as [learnt](super::Learner) from real ones. A size is drawn from a list, all
/// members alike: a list of quantiles is a distribution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// Assertions of a script, ascending.
    pub assertions: Vec<u32>,
    /// Fuel of an assertion, ascending: about its number of terms.
    pub fuel: Vec<u32>,
    /// Constants of one sort, at most; and bound variables of one sort in one assertion.
    pub constants: usize,
    /// Functions with one result sort, at most.
    pub functions: usize,
    /// Definitions before each assertion, in percent.
    pub definitions: u32,
    /// Scripts with scopes and several checks, in percent.
    pub incremental: u32,
    /// Scripts that share their sorts and probabilities.
    pub group: u64,
    /// `let`s to a hundred operators, at most.
    pub lets: u32,
    /// Only tests that have these answers by construction; none means all tests, also those of which nothing is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Answer>,
    /// Widths of bit-vectors; none means those where solvers change their ways.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub widths: Vec<u32>,
    /// Uses of an operator in ten thousand uses of any; those not named are rare. None means that all are alike.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operators: BTreeMap<String, u32>,
}

impl Bounds {
    /// The same for large scripts: more assertions, and larger ones.
    pub(super) fn larger(&self) -> Bounds {
        let times =
            |sizes: &[u32], factor: u32| sizes.iter().map(|size| size.saturating_mul(factor)).collect();
        Bounds { assertions: times(&self.assertions, 4), fuel: times(&self.fuel, 2), ..self.clone() }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            assertions: vec![1, 1, 2, 2, 3, 4, 5, 6, 8, 12],
            fuel: vec![3, 5, 7, 9, 12, 16, 20, 26, 32, 48],
            constants: 4,
            functions: 2,
            definitions: 10,
            incremental: 15,
            group: 256,
            lets: 8,
            known: Vec::new(),
            widths: Vec::new(),
            operators: BTreeMap::new(),
        }
    }
}

/// One of `sizes`, the first for the smallest choice.
pub(super) fn draw_size(sizes: &[u32], choices: &mut dyn Choices) -> u32 {
    sizes.get(choices.below(sizes.len().max(1))).copied().unwrap_or(1)
}
