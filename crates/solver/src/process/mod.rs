//! Solver processes: starting them confined, holding them to limits, leaving nothing behind.
//!
//! A solver may hang, breed, eat memory, print for ever, write files or kill itself. Around every process
//! stand, from the inside out:
//!
//! | guard | against | how |
//! |---|---|---|
//! | [`Scratch`] | files left lying about | working directory and `TMPDIR`, emptied after every run |
//! | [`Confinement`] | writes elsewhere, signals to us, network | Landlock, taken on before exec (`clone.rs`) |
//! | kernel limits | what happens while we do not look | `setrlimit`, before exec too |
//! | [`Watch`] | time, memory, breeding | samples the process and its descendants while we wait |
//! | [`Process::end`] | survivors | kills the group, then every orphan that carries our marker |
//! | `warden.rs` | our own sudden end | another process sees it, and ends what is left of all this |
//!
//! The kernel's process limit (`RLIMIT_NPROC`) is not used: it counts everything the *user* runs, threads
//! included, and does not bind root, so the watch counts descendants instead.

mod bound;
mod child;
mod clone;
mod confine;
mod descendants;
mod launcher;
mod limits;
mod output;
mod program;
mod scratch;
mod spent;
mod sys;
mod usage;
mod warden;
mod watch;

pub use bound::end_with_parent;
pub use child::{Ended, Process};
pub use confine::Confinement;
pub use launcher::{Launcher, Streams};
pub use limits::{Limit, Limits};
pub use output::{Capture, Progress};
pub use program::Program;
pub use scratch::Scratch;
pub use spent::processor_time;
pub(crate) use warden::serve as serve_as_warden;
pub use watch::Watch;
