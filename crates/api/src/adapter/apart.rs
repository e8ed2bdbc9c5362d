//! Work in a process of its own, whose end says what came of it.

use std::time::Duration;

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Apart {
    /// With this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It cannot be said.
    Unknown,
}

impl Apart {
    /// Whether it died of something that it did, and not of its limits.
    pub(crate) fn died(self) -> bool {
        matches!(self, Apart::Signal(signal) if ![libc::SIGKILL, libc::SIGALRM, libc::SIGXCPU].contains(&signal))
    }
}

/// Does the work in a forked child, which has this much time. Only for processes of one thread.
pub(crate) fn apart(time: Duration, work: impl FnOnce() -> i32) -> Apart {
    // SAFETY: this process has one thread, so the child's memory is in a state that its code left it in.
    match unsafe { libc::fork() } {
        -1 => Apart::Unknown,
        0 => {
            let time = libc::timeval {
                tv_sec: time.as_secs() as libc::time_t,
                tv_usec: time.subsec_micros().into(),
            };
            let none = libc::timeval { tv_sec: 0, tv_usec: 0 };
            let timer = libc::itimerval { it_interval: none, it_value: time };
            // SAFETY: the timer is valid for reads; the signal's action is the default one; _exit has no conditions.
            unsafe {
                // What is said here is about this process, and not about the one that forked it.
                let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
                libc::dup2(nowhere, 1);
                libc::dup2(nowhere, 2);
                libc::setitimer(libc::ITIMER_REAL, &timer, std::ptr::null_mut());
                libc::_exit(work())
            }
        }
        pid => {
            let mut status = 0;
            // SAFETY: the status is valid for writes.
            while unsafe { libc::waitpid(pid, &mut status, 0) } < 0 {
                if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
                    return Apart::Unknown;
                }
            }
            match libc::WIFSIGNALED(status) {
                true => Apart::Signal(libc::WTERMSIG(status)),
                false => Apart::Code(libc::WEXITSTATUS(status)),
            }
        }
    }
}
