//! Which edges of a solver's code a test reaches.
//!
//! In a coverage build ([`Catalogue::build`](crate::catalogue::Catalogue::build)) every block of code begins with the three
//! instructions of `edge.s`, which count it in a byte of its own. `runtime.c` makes of these bytes a [`Map`] that a backend
//! shares with its processes: it is there whatever becomes of them, and is read and cleared between tests. [`Edges`] gives
//! each a number; [`Names`] tells which function and line it stands in.
//!
//! *A word on edges.* clang counts on each edge between two blocks, gcc at the start of each block. Both are called edges
//! here, and nobody who compares counters has to know which they are.

mod edges;
mod map;
mod names;
mod taken;

pub use edges::{Edges, EdgesError};
pub use map::Map;
pub use names::{FunctionReached, Names, Reached};
pub use taken::taken;

/// The runtime, in C.
pub(crate) const RUNTIME: &str = include_str!("runtime.c");

/// What counts an edge, in assembly.
pub(crate) const EDGE: &str = include_str!("edge.s");

/// The variable that tells the runtime which descriptor its map is.
pub(crate) const VARIABLE: &str = "SMTQUAKE_COVERAGE_FD";

/// Counters that are looked at together: those of a cache line.
const LINE: usize = 64;

/// The map's head has one, and the counters have whole ones, as in `runtime.c`.
const PAGE: usize = 4096;
