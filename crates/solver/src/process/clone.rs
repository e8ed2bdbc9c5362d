//! The start of a process, as `posix_spawn` does it, with one step more.
//!
//! `posix_spawn` is fast because the child shares our memory until exec (`CLONE_VM`) and we sleep until then
//! (`CLONE_VFORK`): no page table is copied, so the cost does not grow with our heap. But it has no attribute for
//! Landlock, which binds the process that asks for it, nor for resource limits. So this is `clone` with the same flags
//! and a child of our own, which confines and limits itself before it becomes the solver.

use std::ffi::{CStr, CString, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

use rustix::process::Pid;

use super::launcher::{KernelLimits, Streams};

/// What a child becomes; made once, because the child must not allocate.
#[derive(Debug)]
pub(super) struct Image {
    path: CString,
    directory: CString,
    ruleset: Option<OwnedFd>,
    /// A descriptor that it inherits, of a coverage map that outlives us.
    map: Option<RawFd>,
    arguments: Strings,
    environment: Strings,
}

impl Image {
    pub(super) fn new(
        path: CString,
        arguments: Vec<CString>,
        environment: Vec<CString>,
        directory: CString,
        ruleset: Option<OwnedFd>,
        map: Option<RawFd>,
    ) -> Self {
        let (arguments, environment) = (Strings::new(arguments), Strings::new(environment));
        Image { path, directory, ruleset, map, arguments, environment }
    }

    /// Starts it in a process group of its own; its number, and a handle that is readable when it has ended.
    pub(super) fn start(&self, streams: &Streams, limits: KernelLimits) -> io::Result<(Pid, OwnedFd)> {
        let mut plan = Plan {
            path: &self.path,
            directory: &self.directory,
            arguments: &self.arguments,
            environment: &self.environment,
            streams: [streams.stdin.as_raw_fd(), streams.stdout.as_raw_fd(), streams.stderr.as_raw_fd()],
            ruleset: self.ruleset.as_ref().map(OwnedFd::as_raw_fd),
            map: self.map,
            limits,
            error: 0,
        };
        // A handful of system calls needs no more; untouched pages of it are never made.
        let mut stack: Vec<u8> = Vec::with_capacity(64 << 10);
        let mut handle: c_int = -1;
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
        // No handler of ours may run in the child, on our memory.
        let blocked = SignalsBlocked::new();
        // SAFETY: the stack and the plan outlive the child's use of them, because CLONE_VFORK suspends this thread until
        // the child has called execve or _exit. The top of the stack is aligned as the ABI wants it.
        let pid = unsafe {
            let top = stack.as_mut_ptr().add(stack.capacity());
            let top = top.sub(top as usize % 16);
            libc::clone(child, top.cast(), flags, ptr::from_mut(&mut plan).cast(), ptr::from_mut(&mut handle))
        };
        let error = if pid < 0 { io::Error::last_os_error().raw_os_error().unwrap_or(0) } else { plan.error };
        drop(blocked);
        let Some(pid) = Pid::from_raw(pid.max(0)) else { return Err(io::Error::from_raw_os_error(error)) };
        // SAFETY: the kernel has put a new descriptor there, since clone succeeded.
        let handle = unsafe { OwnedFd::from_raw_fd(handle) };
        if error != 0 {
            super::child::await_exit(&handle);
            let _ = super::sys::wait4(super::sys::Whom::Process(pid));
            return Err(io::Error::from_raw_os_error(error));
        }
        Ok((pid, handle))
    }
}

/// Strings with the array of pointers that execve wants.
#[derive(Debug)]
struct Strings {
    /// Addresses into `owned`; a number can be sent to another thread, unlike a pointer.
    addresses: Vec<usize>,
    #[expect(dead_code, reason = "it owns what the addresses point to")]
    owned: Vec<CString>,
}

impl Strings {
    fn new(owned: Vec<CString>) -> Self {
        let mut addresses: Vec<usize> = owned.iter().map(|string| string.as_ptr() as usize).collect();
        addresses.push(0);
        Strings { addresses, owned }
    }

    fn as_ptr(&self) -> *const *const libc::c_char {
        self.addresses.as_ptr().cast()
    }
}

/// What the child needs, and where it leaves its error.
struct Plan<'a> {
    path: &'a CStr,
    directory: &'a CStr,
    arguments: &'a Strings,
    environment: &'a Strings,
    streams: [RawFd; 3],
    ruleset: Option<RawFd>,
    map: Option<RawFd>,
    limits: KernelLimits,
    error: c_int,
}

/// The child: system calls only, nothing that allocates, locks or panics, because it runs in our memory.
extern "C" fn child(plan: *mut c_void) -> c_int {
    // SAFETY: `plan` is the parent's, which sleeps; every pointer in it is valid, and the strings end with a zero.
    unsafe {
        let plan = &mut *plan.cast::<Plan<'_>>();
        become_solver(plan);
        plan.error = *libc::__errno_location();
        libc::_exit(127)
    }
}

/// Returns only if a step fails, with the reason in `errno`.
unsafe fn become_solver(plan: &Plan<'_>) {
    // SAFETY: as in `child`.
    unsafe {
        // exec resets handlers, but what we ignore (SIGPIPE) would stay ignored.
        for signal in 1..32 {
            libc::signal(signal, libc::SIG_DFL);
        }
        if libc::setpgid(0, 0) != 0 || libc::chdir(plan.directory.as_ptr()) != 0 {
            return;
        }
        for (at, &stream) in plan.streams.iter().enumerate() {
            if libc::dup2(stream, at as c_int) < 0 {
                return;
            }
        }
        // The child has descriptors of its own, though it shares our memory.
        if let Some(map) = plan.map
            && libc::fcntl(map, libc::F_SETFD, 0) < 0
        {
            return;
        }
        plan.limits.impose_on_this_process();
        if let Some(ruleset) = plan.ruleset
            && (libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
                || libc::syscall(libc::SYS_landlock_restrict_self, ruleset, 0) != 0)
        {
            return;
        }
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
        libc::execve(plan.path.as_ptr(), plan.arguments.as_ptr(), plan.environment.as_ptr());
    }
}

/// As long as it lives, this thread gets no signal.
struct SignalsBlocked(libc::sigset_t);

impl SignalsBlocked {
    fn new() -> Self {
        // SAFETY: all-zero bytes are a valid set, and both pointers are to live sets.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
            SignalsBlocked(before)
        }
    }
}

impl Drop for SignalsBlocked {
    fn drop(&mut self) {
        // SAFETY: the pointer is to a live set.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, ptr::null_mut()) };
    }
}
