//! Model-based testing of solver libraries: calls of their C functions, drawn from a model of what may be called when.
//!
//! [`trace`] is what was called, [`book`] what that means, [`adapter`] how it is called, [`model`] what to call next,
//! [`oracle`] what is wrong with the answers, [`run`] the processes in which all of it happens.

// What changes inside a `Value` is only a cache, which neither order nor hash reads.
#![allow(clippy::mutable_key_type)]

mod adapter;
mod book;
mod coverage;
mod model;
mod oracle;
mod reduce;
mod run;
mod trace;

pub use adapter::{ADAPTED, Abilities, Done, Library, OptionRow, Refused, SortFamily, Values, World, load};
pub use book::{Answer, Book, Instance};
pub use coverage::{Coverage, Reach};
pub use model::{MODEL, State, Transition};
pub use reduce::{Judge, Reduced, Reduction, Replaying, reduce};
pub use run::{
    BATCH, Ended, Found, Fuzz, Host, LENGTH, Outcome, Replayed, RunError, Session, Tally, fuzz,
    serve_if_asked,
};
pub use trace::{
    Action, Arg, CALLS, Call, Handle, Kind, Line, Operator, Row, Said, Takes, Trace, TraceError, Unsayable,
    c_program, from_script, to_script,
};
