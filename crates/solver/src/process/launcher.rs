//! Starting solvers.
//!
//! `std::process::Command` starts with `posix_spawn` as long as no code has to run between fork and exec, so that the
//! cost does not grow with our heap (bench `backend` compares it with a bare `posix_spawn`). Landlock binds a thread and
//! what it starts: hence a thread that confines itself once and then starts every process of one worker, instead of a
//! step before exec.

use std::env;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::child::Process;
use super::confine::{Confinement, confine_this_thread};
use super::descendants::{MARKER, Orphans, adopt_orphans};
use super::limits::Limits;
use super::program::Program;
use super::scratch::Scratch;

/// The child's ends of its standard streams.
#[derive(Debug)]
pub struct Streams {
    /// Its standard input.
    pub stdin: OwnedFd,
    /// Its standard output.
    pub stdout: OwnedFd,
    /// Its standard error.
    pub stderr: OwnedFd,
}

struct Order {
    streams: Streams,
    limits: KernelLimits,
}

/// Starts one program again and again, confined to one scratch directory.
#[derive(Debug)]
pub struct Launcher {
    orders: Option<SyncSender<Order>>,
    started: Receiver<io::Result<Pid>>,
    thread: Option<JoinHandle<()>>,
    orphans: Arc<Orphans>,
    confinement: Confinement,
    sanitized: bool,
}

impl Launcher {
    /// A launcher of `program` whose processes live in `scratch`.
    pub fn new(program: &Program, scratch: &Scratch) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        adopt_orphans()?;
        let worker = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let command = command(program, scratch, &worker);
        let directory = scratch.path().to_owned();
        let (orders, inbox) = sync_channel::<Order>(1);
        let (outbox, started) = sync_channel(1);
        let (confined, confinement) = sync_channel(1);
        let thread = thread::Builder::new().name("launcher".into()).spawn(move || {
            let _ = confined.send(confine_this_thread(&directory));
            serve(command, &inbox, &outbox);
        })?;
        let confinement = confinement.recv().map_err(|_| stopped())?;
        let orphans = Arc::new(Orphans::of(&worker));
        let sanitized = program.sanitized;
        Ok(Launcher { orders: Some(orders), started, thread: Some(thread), orphans, confinement, sanitized })
    }

    /// What the kernel enforces on the processes started here.
    pub fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// Starts a process. Its processor time is limited by its [`Watch`](super::Watch), test by test.
    pub fn start(&self, streams: Streams, limits: &Limits) -> io::Result<Process> {
        let limits = KernelLimits::new(limits, self.sanitized);
        let orders = self.orders.as_ref().ok_or_else(stopped)?;
        orders.send(Order { streams, limits }).map_err(|_| stopped())?;
        let pid = self.started.recv().map_err(|_| stopped())??;
        Process::adopt(pid, Arc::clone(&self.orphans))
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn stopped() -> io::Error {
    io::Error::other("the launcher thread has stopped")
}

fn command(program: &Program, scratch: &Scratch, worker: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(&program.path);
    command.args(&program.args).env_clear();
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] {
        if let Some(value) = env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env("LC_ALL", "C").env("TMPDIR", scratch.path());
    command.envs(program.env.iter().map(|(name, value)| (name, value)));
    command.env(MARKER, worker).current_dir(scratch.path()).process_group(0);
    command
}

fn serve(mut command: Command, orders: &Receiver<Order>, started: &SyncSender<io::Result<Pid>>) {
    while let Ok(Order { streams, limits }) = orders.recv() {
        command.stdin(streams.stdin).stdout(streams.stdout).stderr(streams.stderr);
        let result = command.spawn();
        // The command keeps the streams that it was given: they must close here, or nobody sees their end.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let pid = result.and_then(|child| {
            Pid::from_raw(child.id() as i32).ok_or_else(|| io::Error::other("no process number"))
        });
        if let Ok(pid) = pid {
            limits.impose(pid);
        }
        if started.send(pid).is_err() {
            return;
        }
    }
}

/// What the kernel is told to enforce, for the time that we do not look.
///
/// Imposed from outside just after the start, while the program is still being loaded, because `posix_spawn`
/// has no attribute for it.
#[derive(Clone, Copy)]
struct KernelLimits {
    data: Option<u64>,
    files: u64,
    file_size: u64,
}

impl KernelLimits {
    fn new(limits: &Limits, sanitized: bool) -> Self {
        KernelLimits {
            data: (!sanitized).then(|| limits.data_ceiling()),
            files: limits.files,
            file_size: limits.output as u64,
        }
    }

    fn impose(self, pid: Pid) {
        let set = |resource, most: u64| {
            // A hard limit of ours that is lower already serves as well; a dead process needs none.
            let _ = prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) });
        };
        set(Resource::Core, 0);
        set(Resource::Nofile, self.files);
        set(Resource::Fsize, self.file_size);
        if let Some(data) = self.data {
            set(Resource::Data, data);
        }
    }
}
