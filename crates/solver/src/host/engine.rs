//! What every solver library has to do.

use crate::options::OptionRecord;

/// A loaded solver library.
pub(super) trait Engine {
    /// Runs a script in solver objects of its own and prints, on the standard output and the standard error,
    /// what the solver's executable would print for it. Gives the exit code of such an executable.
    ///
    /// `last` says that the process ends after it, so that nothing need be taken down.
    fn run(&mut self, script: &[u8], last: bool) -> i32;

    /// What can be set on it.
    fn options(&mut self) -> Vec<OptionRecord>;
}
