//! The system calls that rustix does not bind.

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::Pid;

/// What the kernel says about a process that was waited for.
pub(super) struct Waited {
    pub status: ExitStatus,
    pub cpu: Duration,
    pub max_rss: u64,
}

/// Whom to wait for.
#[derive(Clone, Copy)]
pub(super) enum Whom {
    Process(Pid),
    Group(Pid),
}

/// Reaps one dead child, without blocking; `None` when all are still alive.
pub(super) fn wait4(whom: Whom) -> io::Result<Option<Waited>> {
    let target = match whom {
        Whom::Process(pid) => pid.as_raw_nonzero().get(),
        Whom::Group(pid) => -pid.as_raw_nonzero().get(),
    };
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are valid for writes for the whole call.
    let pid = unsafe { libc::wait4(target, &mut status, libc::WNOHANG, usage.as_mut_ptr()) };
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: all-zero bytes are a valid `rusage`, and the kernel overwrites them with another one.
    let usage = unsafe { usage.assume_init() };
    Ok((pid > 0).then(|| Waited {
        status: ExitStatus::from_raw(status),
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        max_rss: kilobytes(usage.ru_maxrss),
    }))
}

/// The clock that counts the processor time of all threads of a process.
#[derive(Debug, Clone, Copy)]
pub(super) struct CpuClock(libc::clockid_t);

impl CpuClock {
    pub(super) fn of(pid: Pid) -> Option<Self> {
        let mut clock = 0;
        // SAFETY: `clock` is valid for writes, and the result tells whether it was written.
        let failed = unsafe { libc::clock_getcpuclockid(pid.as_raw_nonzero().get(), &mut clock) };
        (failed == 0).then_some(CpuClock(clock))
    }

    /// The time; `None` once the process is dead.
    pub(super) fn read(self) -> Option<Duration> {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `now` is valid for writes; the clock of a dead process gives an error.
        let failed = unsafe { libc::clock_gettime(self.0, &mut now) };
        (failed == 0).then(|| Duration::new(now.tv_sec.max(0) as u64, now.tv_nsec as u32))
    }
}

/// The most memory that this process itself ever had.
pub(super) fn own_peak() -> u64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is valid for writes, and all-zero bytes are a valid `rusage` if the call fails.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    kilobytes(usage.ru_maxrss)
}

fn time(t: libc::timeval) -> Duration {
    Duration::new(t.tv_sec.max(0) as u64, t.tv_usec as u32 * 1000)
}

fn kilobytes(n: libc::c_long) -> u64 {
    n.max(0) as u64 * 1024
}
