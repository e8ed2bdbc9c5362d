//! The subcommands. Each has `Args`, which clap reads and whose doc comment is its help, and `run`.

pub mod bugs;
pub mod eval;
pub mod fuzz;
pub mod parse;
pub mod reduce;
pub mod replay;
pub mod run;
pub mod solver;
