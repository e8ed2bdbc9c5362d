//! Free mutation with ground truth: any change of a seed is kept as long as its witness is still one.
//!
//! A change that makes an assertion false is thrown away, or the assertion is denied: every mutant is satisfiable, however
//! far it is from its seed.

use smtlib::theory::Op;

use crate::mutant::{Base, Kind, Stock, kinds};

/// What it does.
const KINDS: &[Kind] = &[kinds::OPERATOR, kinds::TYPED, kinds::CONSTANT, kinds::DROP, kinds::SWAP];

/// Finds what can be put into a seed, of operators that `knows` lets through; `None` when no model of it is known.
pub fn stock(base: Base, knows: &dyn Fn(Op) -> bool) -> Option<Stock> {
    base.has_witness().then(|| Stock::new(base, KINDS, true, knows))
}
