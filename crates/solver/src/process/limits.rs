//! What a run may use.

use std::time::Duration;

/// What a run may use before it is ended.
///
/// ```
/// use solver::process::Limits;
/// use std::time::Duration;
/// let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
/// assert!(limits.memory >= 1 << 30);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Real time, for the whole test.
    pub wall: Duration,
    /// Processor time of the process with all its threads.
    pub cpu: Duration,
    /// Resident bytes of the process and its descendants together.
    pub memory: u64,
    /// Bytes printed on both streams together, and bytes in any one file written.
    pub output: usize,
    /// Processes alive at once, the solver itself included.
    pub processes: usize,
    /// Open files per process.
    pub files: u64,
}

impl Default for Limits {
    /// Ten seconds, 2 GiB, 16 MiB of output, 16 processes, 256 files.
    fn default() -> Self {
        Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            memory: 2 << 30,
            output: 16 << 20,
            processes: 16,
            files: 256,
        }
    }
}

impl Limits {
    /// The ceiling that the kernel puts on private writable memory (`RLIMIT_DATA`).
    ///
    /// `memory` itself is held by watching resident memory: `RLIMIT_AS` would count a thread's reserved
    /// but unused arena (64 MiB each in glibc) and mapped libraries, and any kernel limit makes the solver
    /// run its own out-of-memory paths, whose failures would look like bugs. So the kernel's limit is only
    /// the safety net for a burst between two looks, and twice as wide.
    pub(crate) fn data_ceiling(&self) -> u64 {
        self.memory.saturating_mul(2).saturating_add(64 << 20)
    }
}

/// Which limit a run went over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::wall`].
    Wall,
    /// [`Limits::cpu`].
    Cpu,
    /// [`Limits::memory`], or the solver itself said that it has no more memory.
    Memory,
    /// [`Limits::output`].
    Output,
    /// [`Limits::processes`].
    Processes,
}
