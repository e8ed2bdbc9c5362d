//! Traces: what was called, one line per call.
//!
//! ```text
//! smtquake-trace 1 z3@5.4.0
//! 71 sort (_ BitVec 8) -> s0
//! 18 constant x s0 #x0f -> t0
//! 33 term bvadd t0 t0 -> t1
//! 90 term (_ extract 3 0) t1 -> t2
//! 12 new -> i0
//! 55 check-sat i0 = sat
//! ```
//!
//! A line is the call's own seed, its word, its arguments, the handle of what it makes and what it answered. The seed
//! decides by which of several functions of the library the call is made, so a line means the same wherever it stands.
//! A trace says nothing about how it was made: anybody can write one.

mod c;
mod call;
mod essence;
mod import;
mod read;
mod script;
mod tokens;
mod write;

use std::fmt;

use thiserror::Error;

pub use c::c_program;
pub use call::{Action, Arg, CALLS, Call, Handle, Kind, Operator, Row, Takes};
pub use import::from_script;
pub(crate) use read::named;
pub use script::{Unsayable, to_script};

/// The first word of a trace.
pub(crate) const MAGIC: &str = "smtquake-trace";
/// The version of its language.
pub(crate) const VERSION: u32 = 1;

/// A line of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Decides between ways to make the call.
    pub seed: u32,
    /// The call.
    pub call: Call,
    /// What it answered, if it was made.
    pub said: Option<Said>,
}

/// What a call answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// This.
    Answer(String),
    /// The library refused it, and why.
    Refused(String),
}

/// What was called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The target it was made on.
    pub target: String,
    /// The calls.
    pub lines: Vec<Line>,
}

/// Why a text is no trace.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct TraceError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Trace {
    /// Reads a trace. Every line is checked: its form, its handles, the sorts of its terms.
    pub fn read(text: &str) -> Result<Trace, TraceError> {
        read::read(text)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC} {VERSION} {}", self.target)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
