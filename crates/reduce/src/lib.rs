//! Delta debugging of SMT-LIB scripts.
//!
//! [`reduce()`] makes a script smaller as long as a [`Predicate`] holds, which alone knows what the script is to show. What
//! it is given is always well-typed. [`passes`] lists the ways to make a script smaller, coarse ones first; they are tried
//! in rounds until none of them helps any more.

mod clean;
mod engine;
mod often;
pub mod passes;
mod pool;
mod predicate;
mod subject;

pub use engine::{Ended, Observer, Progress, Reduced, Settings, reduce};
pub use often::Often;
pub use predicate::{Broken, Patience, Predicate, Shows};
pub use subject::Subject;
