//! A test on its way to the targets.

use strategy::{Test, storm};

use crate::prepared::Standing;

/// A test of a visit, with what is known of where it comes from.
pub(super) struct Given<'v> {
    pub test: &'v Test,
    pub standing: &'v mut Standing,
    /// The walk that it is of, if any.
    pub storm: Option<storm::Visit<'v>>,
}
