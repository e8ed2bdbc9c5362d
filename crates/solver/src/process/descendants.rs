//! Who descends from a solver, and who of them outlived it.
//!
//! A process that leaves its group and loses its parent would escape to init. Ours is a *child subreaper*
//! (prctl(2)), so the kernel hands such orphans to our main thread instead. Campaigns start solvers from other
//! threads, hence the main thread's list of children holds orphans and little else, and one cheap read tells
//! that there are none. Other parts of the program may have children of their own: only those that carry a
//! worker's marker in their environment, and that its launcher did not start itself, are touched.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::sys::{Whom, wait4};
use super::usage::resident;

/// The environment variable that tells which worker a process belongs to.
pub(super) const MARKER: &str = "SMTQUAKE_WORKER";

/// Makes the kernel give orphans to this process.
pub(super) fn adopt_orphans() -> io::Result<()> {
    static DONE: OnceLock<Result<(), rustix::io::Errno>> = OnceLock::new();
    Ok((*DONE.get_or_init(|| rustix::process::set_child_subreaper(Some(rustix::process::getpid()))))?)
}

/// The living processes that launchers started: no orphans, though the main thread may be their parent.
static LEADERS: Mutex<Vec<i32>> = Mutex::new(Vec::new());

fn leaders() -> MutexGuard<'static, Vec<i32>> {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that a launcher started `pid`.
pub(super) fn leads(pid: Pid) {
    leaders().push(pid.as_raw_nonzero().get());
}

/// Notes that `pid` is reaped: its number may be anybody's from now on.
pub(super) fn leads_no_more(pid: Pid) {
    leaders().retain(|&leader| leader != pid.as_raw_nonzero().get());
}

/// A list of a thread's children that is read again and again.
#[derive(Debug)]
pub(super) struct Orphans {
    children: Option<File>,
    /// `SMTQUAKE_WORKER=<worker>`.
    marker: Vec<u8>,
}

impl Orphans {
    /// The orphans left by processes that were started with `worker` as their marker.
    pub(super) fn of(worker: &str) -> Self {
        let main = rustix::process::getpid().as_raw_nonzero();
        Orphans {
            // Absent without CONFIG_PROC_CHILDREN; then the whole process table is searched.
            children: File::open(format!("/proc/{main}/task/{main}/children")).ok(),
            marker: format!("{MARKER}={worker}").into_bytes(),
        }
    }

    /// Kills and reaps all of them; true when none is left.
    pub(super) fn end(&self) -> bool {
        // Each round kills a generation; a breeder faster than this is given up in the end.
        for round in 0..1000 {
            let (mut left, mut unclear) = (false, false);
            for pid in self.candidates() {
                match self.kinship(pid) {
                    Kinship::Ours => end(pid),
                    Kinship::Dead => reap(pid),
                    Kinship::Unclear if round < 100 => unclear = true,
                    Kinship::Unclear | Kinship::Foreign => continue,
                }
                left = true;
            }
            if !left {
                return true;
            }
            if unclear {
                sleep(Duration::from_micros(100));
            }
        }
        false
    }

    /// The orphans alive now.
    pub(super) fn living(&self) -> Vec<i32> {
        let mut all = self.candidates();
        all.retain(|&pid| matches!(self.kinship(pid), Kinship::Ours));
        all
    }

    /// Who may be an orphan of ours.
    fn candidates(&self) -> Vec<i32> {
        let mut found = self.children.as_ref().map_or_else(all_processes, children);
        if !found.is_empty() {
            let leaders = leaders();
            found.retain(|pid| !leaders.contains(pid));
        }
        found
    }

    fn kinship(&self, pid: i32) -> Kinship {
        match fs::read(format!("/proc/{pid}/environ")) {
            Err(_) => Kinship::Foreign,
            Ok(environment) if environment.is_empty() => without_environment(pid),
            Ok(environment) if environment.split(|&b| b == 0).any(|variable| variable == self.marker) => {
                Kinship::Ours
            }
            Ok(_) => Kinship::Foreign,
        }
    }
}

/// The processes that a `children` file of proc(5) lists.
fn children(file: &File) -> Vec<i32> {
    let mut text = vec![0; 256];
    let mut length = 0;
    while let Ok(n) = file.read_at(&mut text[length..], length as u64) {
        if n == 0 {
            break;
        }
        length += n;
        if length == text.len() {
            text.resize(2 * length, 0);
        }
    }
    numbers(&text[..length])
}

/// Whose process it is.
enum Kinship {
    Ours,
    /// Some worker's, and only to be reaped.
    Dead,
    /// It is just being loaded and has no environment yet.
    Unclear,
    Foreign,
}

/// A dead process has no environment. The main thread's own children, which somebody else waits for, are in
/// our process group, or lead a group in our session; an orphan of a solver is not and does not.
fn without_environment(pid: i32) -> Kinship {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let (Some(it), Some(us)) = (Stat::of(pid), Stat::of(own)) else { return Kinship::Foreign };
    match it.state {
        _ if it.parent != own || it.group == us.group => Kinship::Foreign,
        'Z' | 'X' if it.group == pid && it.session == us.session => Kinship::Foreign,
        'Z' | 'X' => Kinship::Dead,
        _ => Kinship::Unclear,
    }
}

/// The head of `/proc/<pid>/stat`. A group or session that was made outside our pid namespace is 0, which
/// getsid(2) and getpgrp(2) say too and which is no valid [`Pid`].
struct Stat {
    state: char,
    parent: i32,
    group: i32,
    session: i32,
}

impl Stat {
    fn of(pid: i32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // proc(5), stat: pid (name) state parent group session …, and the name may hold anything.
        let mut fields = text.rsplit(')').next()?.split_whitespace();
        let state = fields.next()?.chars().next()?;
        let mut number = || fields.next()?.parse().ok();
        Some(Stat { state, parent: number()?, group: number()?, session: number()? })
    }
}

/// Kills and reaps one process.
fn end(pid: i32) {
    let Some(process) = Pid::from_raw(pid) else { return };
    let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else { return };
    // Its number cannot have passed to another process meanwhile: only we reap it.
    let _ = pidfd_send_signal(&handle, Signal::KILL);
    super::child::await_exit(&handle);
    reap(pid);
}

fn reap(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = wait4(Whom::Process(pid));
    }
}

/// Quiet looks at all processes, one after the other, that tell that nobody is left: who is just being started has no marker yet.
const QUIET_LOOKS: usize = 3;

/// Kills all that carry a marker of a process that is gone itself.
pub(super) fn end_all_of(process: &str) {
    let marker = format!("{MARKER}={process}-").into_bytes();
    let is_marked = |pid: i32| {
        fs::read(format!("/proc/{pid}/environ"))
            .is_ok_and(|environment| environment.split(|&b| b == 0).any(|it| it.starts_with(&marker)))
    };
    let kill = |pid: i32| {
        // The handle comes first: whoever is marked then is whom the handle is of.
        let handle = pidfd_open(Pid::from_raw(pid)?, PidfdFlags::empty()).ok()?;
        is_marked(pid).then(|| pidfd_send_signal(&handle, Signal::KILL).ok())
    };
    let mut quiet = 0;
    for _ in 0..1000 {
        let killed = all_processes().into_iter().filter(|&pid| is_marked(pid)).filter_map(kill).count();
        quiet = if killed == 0 { quiet + 1 } else { 0 };
        if quiet == QUIET_LOOKS {
            break;
        }
        sleep(Duration::from_millis(5));
    }
}

/// Number and resident bytes of the living descendants of `root`, itself included; stops above `enough`.
pub(super) fn measure(root: i32, orphans: &Orphans, enough: usize) -> (usize, u64) {
    let mut waiting = orphans.living();
    waiting.push(root);
    let (mut count, mut memory) = (0, 0);
    while let Some(pid) = waiting.pop() {
        count += 1;
        memory += resident(pid);
        if count > enough {
            break;
        }
        // A child belongs to the thread that made it.
        let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { continue };
        for thread in threads.flatten() {
            if let Ok(text) = fs::read(thread.path().join("children")) {
                waiting.extend(numbers(&text));
            }
        }
    }
    (count, memory)
}

fn all_processes() -> Vec<i32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|&pid| pid != own).collect()
}

fn numbers(text: &[u8]) -> Vec<i32> {
    let words = text.split(|b| b.is_ascii_whitespace());
    words.filter_map(|word| std::str::from_utf8(word).ok()?.parse().ok()).collect()
}
