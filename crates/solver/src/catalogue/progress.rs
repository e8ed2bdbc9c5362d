//! How far an `add` has come, for whoever draws it.

/// A step of adding a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Another process is adding the same solver.
    Waiting,
    /// Asking the package index which releases there are.
    Resolving,
    /// Fetching: bytes so far, and in all once that is known.
    Downloading {
        /// Bytes so far.
        done: u64,
        /// Bytes in all.
        total: Option<u64>,
    },
    /// Building from source: the last line the build printed.
    Building {
        /// That line.
        line: String,
    },
    /// Unpacking: bytes so far, and in all.
    Unpacking {
        /// Bytes so far.
        done: u64,
        /// Bytes in all.
        total: u64,
    },
    /// Trying it out.
    Checking,
    /// Installed.
    Done,
}

/// Told about every step: the target and the stage it is in.
pub type Progress<'a> = dyn FnMut(&str, Stage) + 'a;
