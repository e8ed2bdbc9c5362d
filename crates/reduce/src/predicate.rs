//! What a reduced script still has to show.

use thiserror::Error;

use crate::subject::Subject;

/// Decides whether a smaller script still shows what the first one does.
///
/// Each of several workers has its own.
pub trait Predicate: Send {
    /// Whether the script shows it, as fast as possible.
    fn holds(&mut self, subject: &Subject) -> Result<bool, Broken>;

    /// Whether a script for which it holds shows it beyond doubt; asked before the script is taken over.
    fn confirms(&mut self, _subject: &Subject) -> Result<bool, Broken> {
        Ok(true)
    }
}

/// A predicate that cannot be asked any more, and why.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Broken(pub String);
