//! Real solvers: where they come from, how they are run, what they print.

pub mod answer;
pub mod backend;
pub mod catalogue;
pub mod coverage;
pub mod host;
pub mod knowledge;
pub mod options;
pub mod process;
pub mod profile;
pub mod run;
pub mod target;
