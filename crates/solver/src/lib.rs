//! Real solvers: where they come from, how they are run, what they print.
