//! Generative type-aware mutation (Park, Winterer, Zhang, Su: *Generative type-aware mutation for testing SMT solvers*,
//! 2021): a term of a seed is replaced by a new one of its sort, an operator applied to other terms of the seed.

use smtlib::theory::Op;

use crate::mutant::{Base, Kind, Stock, kinds};

/// What it does.
const KINDS: &[Kind] = &[kinds::TYPED];

/// Finds what can be put into a seed, of operators that `knows` lets through.
pub fn stock(base: Base, knows: &dyn Fn(Op) -> bool) -> Stock {
    Stock::new(base, KINDS, false, knows)
}
