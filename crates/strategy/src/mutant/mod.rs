//! What the mutators share: a seed in one arena, what may stand for what in it, and the truth of what comes of it.
//!
//! A mutant need not answer what its seed answers. Where a model of the seed is known, every mutant is evaluated under it:
//! one that is still true is satisfiable, whatever was done to it. Of the others nothing is known.
//!
//! *Every mutant is well typed*, in the standard's own typing, and within its seed's logic, or in the logic of everything
//! where all solvers that get it take that.

mod alternatives;
mod base;
mod chain;
mod constant;
pub(crate) mod kinds;
mod shapes;
mod spot;
mod stock;

pub(crate) use alternatives::alternatives;
pub use base::Base;
pub(crate) use base::{Answer, Draft};
pub use chain::{Bounds, Visit};
pub(crate) use kinds::Kind;
pub(crate) use spot::Spot;
pub use stock::Stock;
