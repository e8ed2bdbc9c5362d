//! The model: what may be called when, and how often.
//!
//! [`table`] has the states and their weighted actions as data. A [`Round`] walks through them with weights, bounds,
//! sorts and operators of its own ([`swarm`]), drawn anew each time; [`draw`] fills in the arguments.

mod choice;
mod conflicts;
mod draw;
mod indices;
mod matching;
mod pool;
mod rival;
mod round;
mod sense;
mod swarm;
mod table;

pub(crate) use conflicts::{Conflicts, Setting};
pub use round::Round;
pub use table::{MODEL, State, Transition};
