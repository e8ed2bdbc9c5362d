//! What the program tells its caller.

use std::process::ExitCode;

/// The exit code of a subcommand that came to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything that was asked for holds.
    Success = 0,
    /// The work was done, and some input failed it.
    Rejected = 1,
    /// The work could not be done: wrong flags, a path that does not exist, output that cannot be written.
    BadUse = 2,
    /// The work was done, nothing failed, and for some input it is not known whether it holds.
    Unknown = 3,
}

impl Exit {
    /// The table of exit codes for help texts.
    pub const HELP: &str = "Exit codes: 0 all fine, 1 some input was rejected, 2 bad use, 3 not known";
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
