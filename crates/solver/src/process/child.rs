//! A running solver and its end.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group, pidfd_send_signal};

use super::descendants::{Orphans, leads, leads_no_more};
use super::sys::{Whom, wait4};
use crate::run::Exit;

/// How long a killed process may take to die before it is given up: a page-out or a core dump of a big one
/// takes time, a process stuck in a broken file system never dies.
const PATIENCE: Duration = Duration::from_secs(20);

/// A living process, the leader of its own group; dropping it ends it.
#[derive(Debug)]
pub struct Process {
    pid: Pid,
    handle: OwnedFd,
    orphans: Arc<Orphans>,
    ended: bool,
}

/// How a process ended, and what it and the descendants that we reaped with it had used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ended {
    /// How the process itself ended; `None` when even SIGKILL did not end it.
    pub exit: Option<Exit>,
    /// Processor time.
    pub cpu: Duration,
    /// The largest resident size of any one of them.
    pub max_rss: u64,
}

impl Process {
    pub(super) fn new(pid: Pid, handle: OwnedFd, orphans: Arc<Orphans>) -> Self {
        leads(pid);
        Process { pid, handle, orphans, ended: false }
    }

    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    pub(super) fn orphans(&self) -> &Arc<Orphans> {
        &self.orphans
    }

    /// Readable once the process itself has ended.
    pub fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Whether the process itself has ended.
    pub fn has_ended(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut [PollFd::new(&self.handle, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
    }

    /// Ends what its dead children have left behind, while it lives on itself.
    pub(crate) fn end_orphans(&self) {
        self.orphans.end();
    }

    /// Ends the process, if it has not ended itself, and everything it started.
    pub fn end(mut self) -> Ended {
        self.end_all()
    }

    fn end_all(&mut self) -> Ended {
        self.ended = true;
        let mut sum = Ended::default();
        // The leader by its handle, because it may have joined another group. As long as it is not reaped,
        // its number cannot belong to somebody else's group. Failing means that it is dead already.
        let _ = pidfd_send_signal(&self.handle, Signal::KILL);
        let _ = kill_process_group(self.pid, Signal::KILL);
        await_exit(&self.handle);
        if let Ok(Some(waited)) = wait4(Whom::Process(self.pid)) {
            sum.exit = exit(waited.status);
            sum.cpu = waited.cpu;
            sum.max_rss = waited.max_rss;
        }
        reap_group(self.pid, &mut sum);
        leads_no_more(self.pid);
        self.orphans.end();
        sum
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.end_all();
        }
    }
}

/// Reaps the members of a group that was killed: they became our children when their parents died.
fn reap_group(group: Pid, sum: &mut Ended) {
    let start = Instant::now();
    loop {
        match wait4(Whom::Group(group)) {
            Ok(Some(waited)) => {
                sum.cpu += waited.cpu;
                sum.max_rss = sum.max_rss.max(waited.max_rss);
            }
            Ok(None) if start.elapsed() < PATIENCE => sleep(Duration::from_micros(50)),
            Ok(None) | Err(_) => return,
        }
    }
}

/// Waits until the process behind `handle` is dead.
pub(super) fn await_exit(handle: &OwnedFd) {
    let timeout = Timespec { tv_sec: PATIENCE.as_secs() as i64, tv_nsec: 0 };
    while let Err(rustix::io::Errno::INTR) = poll(&mut [PollFd::new(handle, PollFlags::IN)], Some(&timeout)) {
    }
}

fn exit(status: ExitStatus) -> Option<Exit> {
    match status.code() {
        Some(code) => Some(Exit::Code(code)),
        None => status.signal().map(Exit::Signal),
    }
}
