//! Strategies: ways to make tests whose answers are known.
//!
//! A [`Strategy`](storm::Storm) turns [`Seed`]s into [`Test`]s: scripts that carry the [`Truth`] of each of their
//! checks, and the [`Provenance`] from which the same bytes can be made again. Nothing here runs a solver.

pub mod broken;
mod dice;
pub mod equiv;
pub mod evolve;
mod factor;
pub mod fusion;
pub mod grammar;
mod guise;
mod label;
mod language;
pub mod mutant;
pub mod operator;
mod recheck;
pub mod rules;
mod seed;
pub mod storm;
mod test;
mod together;
pub mod typed;
pub mod walk;

pub use dice::Dice;
pub use guise::{GUISES, Guise};
pub use label::{Label, statuses};
pub use recheck::{Doubt, asserted_at_checks, recheck};
pub use seed::{Seed, SeedError, SeedHash};
pub use test::{Check, Previous, Provenance, Refutation, Test, Truth, Witness};
pub use together::join;
