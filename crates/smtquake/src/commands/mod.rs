//! The subcommands. Each has `Args`, which clap reads and whose doc comment is its help, and `run`.

pub mod api;
pub mod bisect;
pub mod bugs;
pub mod corpus;
pub mod eval;
pub mod experiment;
pub mod export;
pub mod fuzz;
pub mod generate;
pub mod learn;
mod named;
pub mod parse;
mod profile;
pub mod reduce;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
pub mod solver;
