//! Both output streams of a process, within one limit.

use std::io;
use std::os::fd::OwnedFd;

use crate::process::{Capture, Progress};
use crate::run::Run;

/// Reads both output streams of a process into a [`Run`].
#[derive(Debug)]
pub(super) struct Transcript {
    pub stdout: Capture,
    pub stderr: Capture,
}

impl Transcript {
    /// A transcript, and where the process prints: standard output, standard error.
    pub fn new() -> io::Result<(Self, OwnedFd, OwnedFd)> {
        let (stdout, stdout_writer) = Capture::new()?;
        let (stderr, stderr_writer) = Capture::new()?;
        Ok((Transcript { stdout, stderr }, stdout_writer, stderr_writer))
    }

    /// Takes what is there; false when that is more than `limit` bytes on both streams together.
    pub fn read(&mut self, run: &mut Run, limit: usize) -> bool {
        let errors = self.stderr.read(&mut run.stderr, limit.saturating_sub(run.stdout.len()));
        let answers = self.stdout.read(&mut run.stdout, limit.saturating_sub(run.stderr.len()));
        errors != Progress::TooMuch && answers != Progress::TooMuch
    }
}
