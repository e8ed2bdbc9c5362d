//! Which edges of a solver's code a test reaches.
//!
//! A coverage build ([`Catalogue::build`](crate::catalogue::Catalogue::build)) has calls of our `runtime.c` at the start
//! of every block of code. They count in a [`Map`] that a backend shares with its processes: it is there whatever
//! becomes of them, and is read and cleared between tests. [`Edges`] knows the calls of a build and gives each a number;
//! [`Names`] tells which function and line it stands in.
//!
//! *A word on edges.* clang has a call on each edge between two blocks, gcc one at the start of each block. Both are
//! called edges here, and nobody who compares counters has to know which they are.

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

/// The variable that tells the runtime which descriptor its map is.
pub(crate) const VARIABLE: &str = "SMTQUAKE_COVERAGE_FD";

/// Counters that share a mark: see [`Map`].
const LINE: usize = 64;
