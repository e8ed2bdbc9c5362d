//! The files that a command line names: [finding](find) them, working on them on [all cores](pool), and a
//! [bar](progress) for the one who waits.

mod find;
mod pool;
mod progress;

pub use find::{Input, Inputs};
pub use pool::{Event, for_each_in_order};
pub use progress::Progress;
