//! Reading what solvers print.
//!
//! The output of a script is a sequence of replies, one per command that replies at all (SMT-LIB 2.7,
//! section 4.1), into which solvers mix errors, warnings and, at worst, anything. [`split`] cuts it into
//! pieces, [`align`] finds for each command the piece that answers it. Nothing is copied: a [`Text`] is a
//! place in the output.

mod align;
mod expect;
mod split;
mod statistics;

pub use align::align;
pub use expect::expected;
pub use split::{Piece, Shape, split};
pub use statistics::Statistics;

/// What a command of the script is expected to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Nothing, unless it fails.
    Silent,
    /// `success`: any silent command under `:print-success`.
    Success,
    /// `check-sat`, `check-sat-assuming`.
    CheckSat,
    /// `get-model`.
    Model,
    /// `get-value`.
    Values,
    /// `get-assignment`.
    Assignment,
    /// `get-unsat-core`.
    Core,
    /// `get-unsat-assumptions`.
    Assumptions,
    /// `get-assertions`.
    Assertions,
    /// `get-proof`.
    Proof,
    /// `get-info`.
    Info,
    /// `(get-info :all-statistics)`.
    Statistics,
    /// `get-option`.
    Option,
    /// `echo`.
    Echo,
    /// A command that prints something of unknown shape: `simplify`, `eval`, `get-interpolant`, …
    Something,
}

/// What a command printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reply {
    /// Nothing, as expected.
    Silent,
    /// Nothing, against expectation: the solver ended before, skipped it, or printed what nobody can read.
    #[default]
    Missing,
    /// `success`.
    Success,
    /// `sat`.
    Sat,
    /// `unsat`.
    Unsat,
    /// `unknown`.
    Unknown,
    /// `timeout`, which some solvers say instead of `unknown`.
    Timeout,
    /// `unsupported`.
    Unsupported,
    /// `(error "…")`: the message.
    Error(Text),
    /// The reply as it stands.
    Text(Text),
}

impl Reply {
    /// The answer to a check in a word.
    pub fn word(self) -> &'static str {
        match self {
            Reply::Sat => "sat",
            Reply::Unsat => "unsat",
            Reply::Unknown => "unknown",
            Reply::Timeout => "timeout",
            Reply::Unsupported => "unsupported",
            Reply::Error(_) => "error",
            Reply::Silent | Reply::Missing | Reply::Success | Reply::Text(_) => "none",
        }
    }

    /// The reply's text, if it is not an error.
    pub fn text(self) -> Option<Text> {
        match self {
            Reply::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The error's message, if it is an error.
    pub fn error(self) -> Option<Text> {
        match self {
            Reply::Error(text) => Some(text),
            _ => None,
        }
    }
}

/// A place in the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text {
    /// The first byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
}

impl Text {
    /// The bytes at this place; empty when `output` is not the one it was found in.
    pub fn of(self, output: &[u8]) -> &[u8] {
        output.get(self.start..self.end).unwrap_or_default()
    }
}
