//! Forking children that serve requests, and waiting for their ends.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, set_parent_process_death_signal};

use super::engine::Engine;
use super::printer;
use super::wire::{Head, Record, exit_of};
use crate::run::Exit;

/// Takes the control socket, which a host is given as its standard input, out of the solver's way.
///
/// From here on the kernel kills this process when the thread that started it ends.
pub(super) fn take_control() -> io::Result<OwnedFd> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let control = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let nothing = rustix::fs::open("/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::stdio::dup2_stdin(&nothing)?;
    Ok(control)
}

/// Forks children one after another, until nobody listens.
pub(super) fn serve(control: &OwnedFd, engine: &mut dyn Engine) -> io::Result<()> {
    let host = rustix::process::getpid();
    loop {
        // SAFETY: this process has one thread, so the child's memory is in a state that its code left it in.
        match unsafe { libc::fork() } {
            -1 => return Err(io::Error::last_os_error()),
            0 => end_child(serve_requests(host, control, engine)),
            pid => {
                let told = tell(control, Record::Ready { pid });
                let ended = wait(pid)?;
                if told.and_then(|()| tell(control, ended)).is_err() {
                    return Ok(());
                }
            }
        }
    }
}

/// Asks the library something that would leave traces, in a child that is forked for it.
pub(super) fn ask_in_child(question: impl FnOnce() -> bool) -> bool {
    // SAFETY: as above.
    match unsafe { libc::fork() } {
        0 => end_child(i32::from(question())),
        -1 => false,
        pid => {
            matches!(wait(pid), Ok(Record::Ended { status, .. }) if exit_of(status) == Some(Exit::Code(1)))
        }
    }
}

/// Serves requests in a child until its last one; gives the exit code.
fn serve_requests(host: Pid, control: &OwnedFd, engine: &mut dyn Engine) -> i32 {
    restore_signals();
    // The host may have died before it could be asked for: then the socket ends too.
    if set_parent_process_death_signal(Some(Signal::KILL)).is_err() || !is_child_of(host) {
        return 1;
    }
    let mut script = Vec::new();
    loop {
        let mut head = [0; Head::SIZE];
        if receive(control, &mut head).is_err() {
            return 0;
        }
        let Some(Head::Run { length, last }) = Head::decode(&head) else { return 0 };
        let Ok(length) = usize::try_from(length) else { return 1 };
        script.clear();
        script.resize(length, 0);
        if receive(control, &mut script).is_err() {
            return 0;
        }
        let code = engine.run(&script, last);
        printer::flush();
        if last {
            return code;
        }
        if tell(control, Record::Done { code }).is_err() {
            return 0;
        }
    }
}

fn is_child_of(host: Pid) -> bool {
    // SAFETY: getppid cannot fail and has no conditions. In a pid namespace it may give 0, which is no `Pid`.
    (unsafe { libc::getppid() }) == host.as_raw_nonzero().get()
}

/// Gives the solver the signal actions of a fresh process: Rust ignores SIGPIPE and turns a stack overflow
/// into an abort with a text of its own.
fn restore_signals() {
    for signal in [libc::SIGPIPE, libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the default action is always allowed for these.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Ends without running the destructors of static objects, which the host still needs as they are: two
/// processes must not both remove a temporary file, say.
fn end_child(code: i32) -> ! {
    // SAFETY: _exit has no conditions.
    unsafe { libc::_exit(code) }
}

/// Waits for the end of a child.
fn wait(pid: i32) -> io::Result<Record> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are valid for writes for the whole call.
    while unsafe { libc::wait4(pid, &mut status, 0, usage.as_mut_ptr()) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: all-zero bytes are a valid `rusage`, and the kernel has overwritten them with another one.
    let usage = unsafe { usage.assume_init() };
    let time = |t: libc::timeval| Duration::new(t.tv_sec.max(0) as u64, t.tv_usec as u32 * 1000);
    // Unlike after an exec, the figure begins with what the child had when it was forked.
    let peak = usage.ru_maxrss.max(0) as u64 * 1024;
    Ok(Record::Ended { status, cpu: time(usage.ru_utime) + time(usage.ru_stime), peak })
}

fn tell(control: &OwnedFd, record: Record) -> rustix::io::Result<()> {
    let bytes = record.encode();
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        match rustix::io::write(control, rest) {
            Ok(n) => rest = &rest[n..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn receive(control: &OwnedFd, bytes: &mut [u8]) -> rustix::io::Result<()> {
    let mut filled = 0;
    while filled < bytes.len() {
        match rustix::io::read(control, &mut bytes[filled..]) {
            Ok(0) => return Err(Errno::PIPE),
            Ok(n) => filled += n,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
