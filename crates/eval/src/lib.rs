//! Exact evaluation of SMT-LIB terms: ground truth without trusting a solver.
//!
//! Written from the standard, not from a solver's behaviour. A value is exact or [`Unknown`] with a reason, never a
//! guess; what the standard leaves open is part of the [`Model`].

// `Value` is used as a key everywhere; what changes inside it is only the cache of an algebraic number's interval,
// which neither order nor hash reads.
#![allow(clippy::mutable_key_type)]

mod array;
pub mod bitvec;
mod choice;
mod domain;
mod entries;
mod explain;
pub mod float;
mod machine;
mod model;
pub mod model_text;
pub mod number;
mod plan;
mod random;
pub mod regex;
mod sample;
pub mod text;
mod theory;
mod unknown;
mod value;

pub use array::Array;
pub use choice::Choice;
pub use domain::Domain;
pub use entries::Entries;
pub use explain::{Explanation, explain};
pub use machine::{Budget, Machine, Missing};
pub use model::{Meaning, Model};
pub use plan::{Evaluator, Ledger};
pub use random::Sampler;
pub use sample::default_value;
pub use unknown::{Eval, Unknown};
pub use value::{Closure, Code, Data, FunctionTable, Value};
