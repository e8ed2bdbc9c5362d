//! The smtquake program.

fn main() {}
