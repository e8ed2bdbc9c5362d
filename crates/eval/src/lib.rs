//! Exact evaluation of SMT-LIB terms: ground truth without trusting a solver.

pub mod bitvec;
pub mod float;
pub mod number;
pub mod regex;
pub mod text;
