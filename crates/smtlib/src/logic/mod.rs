//! Logics: the name of a logic, the features it allows, and the least logic of a script.

mod arithmetic;
mod features;
mod name;
mod of_script;

pub use features::Features;
pub use name::{Logic, STANDARD};
