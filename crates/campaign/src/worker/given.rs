//! A test on its way to the targets.

use strategy::{Test, Truth, storm};

use crate::prepared::Standing;

/// A test of a visit, with what is known of where it comes from.
pub(super) struct Given<'v> {
    pub test: &'v Test,
    pub standing: &'v mut Standing,
    /// The walk that it is of, if any.
    pub storm: Option<storm::Visit<'v>>,
}

impl Given<'_> {
    /// Whether the answer to one of its checks is not known.
    pub(super) fn is_open(&self) -> bool {
        self.test.checks.iter().any(|check| check.truth == Truth::Unknown)
    }
}
