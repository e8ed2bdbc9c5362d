//! What a reduced script still has to show.

use thiserror::Error;

use crate::subject::Subject;

/// Decides whether a smaller script still shows what the first one does.
///
/// Each of several workers has its own.
pub trait Predicate: Send {
    /// Whether the script shows it, as fast as possible.
    fn holds(&mut self, subject: &Subject, patience: Patience) -> Result<Shows, Broken>;

    /// Whether a script for which it holds shows it beyond doubt; asked before the script is taken over.
    fn confirms(&mut self, _subject: &Subject) -> Result<bool, Broken> {
        Ok(true)
    }
}

/// One that is looked at again when the reduction is over.
impl<P: Predicate + ?Sized> Predicate for &mut P {
    fn holds(&mut self, subject: &Subject, patience: Patience) -> Result<Shows, Broken> {
        (**self).holds(subject, patience)
    }

    fn confirms(&mut self, subject: &Subject) -> Result<bool, Broken> {
        (**self).confirms(subject)
    }
}

/// How long a predicate may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Most smaller scripts are easier: one that is harder is not worth the wait as long as there are others.
    Short,
    /// There are no others.
    Long,
}

/// What a predicate says of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// It still shows it.
    Yes,
    /// It does not.
    No,
    /// That was not to be seen in time.
    Late,
}

impl From<bool> for Shows {
    fn from(shows: bool) -> Shows {
        if shows { Shows::Yes } else { Shows::No }
    }
}

/// A predicate that cannot be asked any more, and why.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Broken(pub String);
