//! The subcommands. Each has `Args`, which clap reads and whose doc comment is its help, and `run`.

pub mod eval;
pub mod parse;
pub mod run;
pub mod solver;
