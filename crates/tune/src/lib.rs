//! The second dimension of testing: the options of solvers (Falcon, ISSTA 2021).
//!
//! A [`Space`] is what may be set on a solver, by [`Level`]. [`learn`] finds out which options matter to which operations of
//! formulas (algorithm 1) and keeps it as [`Correlations`]; these say which options matter to a formula that nobody has seen.
//! [`search`] looks for configurations of those that make a solver do what it has not done (algorithm 3).

mod checked;
mod correlations;
mod file;
mod knob;
pub mod learn;
mod level;
mod operations;
mod rank;
mod reached;
pub mod search;
mod shipped;
mod signal;
mod space;

pub use checked::{Checked, Sample, checked};
pub use correlations::{Cell, Correlations, Effect, RELEVANT};
pub use file::{FORMAT, FileError};
pub use knob::{Knob, Value};
pub use level::Level;
pub use operations::{ANY, operations};
pub use rank::{differs, rank_sum};
pub use reached::{Reach, Reached};
pub use shipped::{Shipped, shipped, shipped_for};
pub use signal::{Shown, Sight};
pub use space::Space;
