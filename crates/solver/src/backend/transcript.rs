//! Both output streams of a process, within one limit.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};

use crate::process::{Capture, Process, Progress, Watch};
use crate::run::Run;

/// What there is to do.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct News {
    /// The process has ended.
    pub ended: bool,
    /// There is something to read besides what it prints.
    pub record: bool,
    stdout: bool,
    stderr: bool,
}

impl News {
    /// Without having waited: there may be output.
    pub const PERHAPS_OUTPUT: News = News { ended: false, record: false, stdout: true, stderr: false };
    /// After the end of a process: whatever is left.
    pub const REST: News = News { ended: true, record: false, stdout: true, stderr: true };
}

/// Reads both output streams of a process into a [`Run`].
#[derive(Debug)]
pub(super) struct Transcript {
    stdout: Capture,
    stderr: Capture,
}

impl Transcript {
    /// A transcript, and where the process prints: standard output, standard error.
    pub fn new() -> io::Result<(Self, OwnedFd, OwnedFd)> {
        let (stdout, stdout_writer) = Capture::new()?;
        let (stderr, stderr_writer) = Capture::new()?;
        Ok((Transcript { stdout, stderr }, stdout_writer, stderr_writer))
    }

    /// Waits for output, the end of the process, room in `sending`, something in `records`, or the time to look.
    pub fn await_news(
        &self,
        process: &Process,
        watch: &Watch,
        sending: Option<BorrowedFd<'_>>,
        records: Option<BorrowedFd<'_>>,
    ) -> News {
        let handle = process.handle();
        let reading = |source| PollFd::from_borrowed_fd(source, PollFlags::IN);
        let mut sources = [
            reading(handle),
            // A closed stream would be reported for ever; the process itself takes its place.
            reading(self.stdout.source().unwrap_or(handle)),
            reading(self.stderr.source().unwrap_or(handle)),
            reading(records.unwrap_or(handle)),
            PollFd::from_borrowed_fd(sending.unwrap_or(handle), PollFlags::OUT),
        ];
        let used = if sending.is_some() { 5 } else { 4 };
        match poll(&mut sources[..used], Some(&watch.patience())) {
            Ok(_) => {
                let [ended, stdout, stderr, record] = [0, 1, 2, 3].map(|i| !sources[i].revents().is_empty());
                News { ended, record, stdout, stderr }
            }
            // Interrupted: look and come again.
            Err(_) => News::default(),
        }
    }

    /// Takes what there is; false when that is more than `limit` bytes on both streams together.
    pub fn read(&mut self, news: News, run: &mut Run, limit: usize) -> bool {
        (!news.stderr || self.read_errors(run, limit))
            && (!news.stdout || {
                let room = limit.saturating_sub(run.stderr.len());
                self.stdout.read(&mut run.stdout, room) != Progress::TooMuch
            })
    }

    /// Takes what there is on the standard error alone.
    pub fn read_errors(&mut self, run: &mut Run, limit: usize) -> bool {
        let room = limit.saturating_sub(run.stdout.len());
        self.stderr.read(&mut run.stderr, room) != Progress::TooMuch
    }
}
