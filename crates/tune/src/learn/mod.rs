//! Learning which options matter to which operations (Falcon, algorithm 1).
//!
//! A [`Lesson`] is a formula of a few operations. It is looked at with the solver's defaults, and then with options changed:
//! [`group`] finds those that do something to it, most often by many at once, since most do nothing. [`Curriculum`] chooses
//! the operations of the next lesson, by what it would tell. [`Pupil`] puts it together, one lesson at a time, for several
//! workers; what it knows is [`Correlations`](crate::Correlations) at any moment, so that it can be stopped and gone on with.

mod curriculum;
mod group;
mod lesson;
mod look;
mod pupil;

pub use curriculum::Curriculum;
pub use group::{Candidate, Part, effects};
pub use lesson::{Lesson, OPERATIONS};
pub use look::{Look, SolverLook};
pub use pupil::{Progress, Pupil, learn};
