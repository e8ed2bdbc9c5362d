//! The host: loads a library and forks children that use it.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::process::exit;
use std::time::{Duration, Instant};

use ::oracle::{Class, crash_place};
use rustix::fs::MemfdFlags;
use rustix::process::{Signal, set_parent_process_death_signal};
use solver::run::Crash;

use super::child;
use super::page::{Count, Page};
use super::probe;
use super::wire::{Ask, Batch, Ended, Found, Load, Replayed, Tally, Tell};
use crate::adapter::{CONTRACT, Library, load};
use crate::coverage::Reach;
use crate::model::Conflicts;
use crate::trace::{MAGIC, Trace, VERSION};

/// The hidden first argument.
pub(super) const MODE: &str = "__api";

/// Of what a library prints, the end is enough.
const PRINTED: u64 = 4000;

/// Becomes the host if this process was started as one, and then never returns. To be called first thing in `main`, beside
/// [`solver::host::serve_if_asked`].
pub fn serve_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(MODE)) {
        return;
    }
    exit(i32::from(serve(arguments.next().unwrap_or_default().to_string_lossy().as_ref()).is_err()))
}

fn serve(load_text: &str) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let mut asked = BufReader::new(File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?));
    let mut tell = File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?);
    let printed = take_streams()?;
    let loaded = serde_json::from_str::<Load>(load_text).map_err(io::Error::other)?;
    let guest = loaded.into();
    let library = match load(&guest) {
        Ok(library) => library,
        Err(error) => return send(&mut tell, &Tell::Failed(error.to_string())),
    };
    send(&mut tell, &Tell::Ready(Reach::of(library.abilities())))?;
    let mut host = Host { library: &*library, page: Page::new()?, printed, cpu: 0.0, conflicts: None };
    let mut line = String::new();
    while asked.read_line(&mut line)? > 0 {
        match serde_json::from_str(&line).map_err(io::Error::other)? {
            Ask::Batch(batch) => {
                host.conflicts.get_or_insert_with(|| probe::conflicts(&guest.library, &*library));
                host.batch(&batch, &mut tell)?;
            }
            Ask::Trace(batch) => {
                let traced = host.traced(&batch)?;
                send(&mut tell, &Tell::Traced(traced))?;
            }
            Ask::Replay { trace, timeout } => {
                let replayed = host.replay(&trace, timeout)?;
                send(&mut tell, &Tell::Replayed(Box::new(replayed)))?;
            }
        }
        line.clear();
    }
    Ok(())
}

/// Gives the library streams of its own: what it reads is empty, what it prints is kept.
fn take_streams() -> io::Result<File> {
    let printed = rustix::fs::memfd_create("printed", MemfdFlags::CLOEXEC)?;
    let nothing: OwnedFd = File::open("/dev/null")?.into();
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&printed)?;
    rustix::stdio::dup2_stderr(&printed)?;
    Ok(printed.into())
}

fn send(tell: &mut File, what: &Tell) -> io::Result<()> {
    let mut text = serde_json::to_vec(what).map_err(io::Error::other)?;
    text.push(b'\n');
    tell.write_all(&text)
}

struct Host<'a> {
    library: &'a dyn Library,
    page: Page,
    printed: File,
    cpu: f64,
    /// What is not set together; known before the first round.
    conflicts: Option<Conflicts>,
}

/// How a child ended.
enum End {
    Code(i32),
    Signal(i32),
    /// It had to be killed: not even its timer ended it.
    Hung,
}

impl Host<'_> {
    fn batch(&mut self, batch: &Batch, tell: &mut File) -> io::Result<()> {
        let (mut tally, mut crashes) = (Tally::default(), 0);
        let mut rest = batch.clone();
        self.page.clear();
        let own = own_cpu();
        while rest.rounds > 0 {
            let (library, page, job) = (self.library, self.page, rest.clone());
            let conflicts = self.conflicts.clone().unwrap_or_default();
            let end = self.fork(batch.timeout, || {
                limit_memory(job.memory);
                child::rounds(library, page, &job, &conflicts)
            })?;
            if matches!(end, End::Code(0)) {
                break;
            }
            let lost = |tally: &Tally| tally.timeouts + tally.memory + tally.contracts;
            let before = lost(&tally);
            self.stopped(&end, &rest, &mut tally, tell)?;
            // A round that finds something counts itself; one that dies does not.
            let died = !matches!(end, End::Code(child::FOUND));
            crashes += u64::from(died && before == lost(&tally));
            let done = self.page.round().saturating_sub(rest.first) / rest.step + 1;
            rest.first += done * rest.step;
            rest.rounds = rest.rounds.saturating_sub(done);
        }
        let counted = |count| self.page.counted(count);
        tally.rounds = counted(Count::Rounds) + tally.timeouts + tally.memory + tally.contracts + crashes;
        (tally.calls, tally.refused) = (counted(Count::Calls), counted(Count::Refused));
        (tally.sat, tally.unsat) = (counted(Count::Sat), counted(Count::Unsat));
        tally.unknown = counted(Count::Unknown);
        tally.cpu = std::mem::take(&mut self.cpu) + own_cpu() - own;
        send(tell, &Tell::Done(Box::new(tally), Box::new(self.page.coverage())))
    }

    /// The trace of a batch of one round.
    fn traced(&mut self, batch: &Batch) -> io::Result<Option<String>> {
        let (library, page) = (self.library, self.page);
        let conflicts = self.conflicts.clone().unwrap_or_default();
        page.clear();
        let end = self.fork(batch.timeout, || {
            limit_memory(batch.memory);
            child::rounds(library, page, batch, &conflicts)
        })?;
        let trace = || format!("{MAGIC} {VERSION} {}\n{}", batch.target, page.traced());
        Ok(matches!(end, End::Code(0)).then(trace))
    }

    /// Where a round has stopped.
    fn place(&self, round: u64) -> String {
        let traced = self.page.traced();
        format!("round {round} in `{}`", traced.lines().last().unwrap_or_default())
    }

    /// Looks into the end of a batch before its time.
    fn stopped(&mut self, end: &End, batch: &Batch, tally: &mut Tally, tell: &mut File) -> io::Result<()> {
        let (round, printed) = (self.page.round(), self.printed()?);
        let (class, evidence, place) = match self.ended(end, &printed) {
            Ended::Found { class, evidence, place } => (class, evidence, place),
            Ended::Memory => {
                tally.memory += 1;
                return Ok(());
            }
            Ended::Contract(why) => {
                tally.contracts += 1;
                let place = self.place(round);
                tally.complaint.get_or_insert_with(|| format!("{why} ({place})"));
                return Ok(());
            }
            Ended::Clean | Ended::Timeout | Ended::Senseless(_) => {
                tally.timeouts += 1;
                let place = self.place(round);
                tally.late.get_or_insert(place);
                return Ok(());
            }
        };
        let trace = format!("{MAGIC} {VERSION} {}\n{}", batch.target, self.page.traced());
        let mut found = Found { class, evidence, place, round, trace, printed, confirmed: false };
        // The replay begins with a clean page: what was counted must not be lost.
        let counted = self.page.round();
        let again = self.replay(&found.trace, batch.timeout * 4)?;
        self.page.begin(counted);
        found.confirmed = matches!(&again.ended, Ended::Found { class, .. } if *class == found.class);
        if found.confirmed {
            found.trace = again.trace;
        } else {
            tally.unrepeated += 1;
        }
        send(tell, &Tell::Found(Box::new(found)))
    }

    fn replay(&mut self, text: &str, timeout: Duration) -> io::Result<Replayed> {
        let trace = match Trace::read(text) {
            Ok(trace) => trace,
            Err(error) => {
                let ended = Ended::Senseless(error.to_string());
                return Ok(Replayed { ended, trace: text.to_owned(), printed: String::new() });
            }
        };
        let (library, page) = (self.library, self.page);
        let end = self.fork(timeout, || child::replay(library, page, &trace, timeout))?;
        let printed = self.printed()?;
        let traced = format!("{MAGIC} {VERSION} {}\n{}", trace.target, self.page.traced());
        Ok(Replayed { ended: self.ended(&end, &printed), trace: traced, printed })
    }

    fn ended(&self, end: &End, printed: &str) -> Ended {
        let out_of_memory = ["bad_alloc", "out of memory", "Out of memory", "memory exhausted"];
        let signal = match *end {
            End::Code(0) => return Ended::Clean,
            End::Code(child::FOUND) => {
                let text = self.page.found();
                return serde_json::from_str(&text)
                    .unwrap_or(Ended::Senseless("its finding is lost".to_owned()));
            }
            End::Code(CONTRACT) => {
                return Ended::Contract(printed.trim().lines().last().unwrap_or_default().to_owned());
            }
            End::Hung | End::Signal(libc::SIGALRM) => return Ended::Timeout,
            _ if out_of_memory.iter().any(|words| printed.contains(words)) => return Ended::Memory,
            // The kernel's own way to say that there is no memory.
            End::Signal(libc::SIGKILL) => return Ended::Memory,
            End::Signal(signal) => Some(signal),
            End::Code(_) => None,
        };
        let message = Some(printed.trim().to_owned()).filter(|text| !text.is_empty());
        let place = crash_place(&Crash { signal, message });
        let traced = self.page.traced();
        let last = traced.lines().last().unwrap_or_default();
        let evidence = match end {
            End::Code(code) => format!("the process ends with code {code} in `{last}`: {place}"),
            _ => format!("the process dies in `{last}`: {place}"),
        };
        Ended::Found { class: Class::Crash, evidence, place: Some(place) }
    }

    /// Forks a child, and waits for its end.
    fn fork(&mut self, timeout: Duration, work: impl FnOnce() -> i32) -> io::Result<End> {
        self.printed.set_len(0)?;
        self.printed.seek(SeekFrom::Start(0))?;
        // SAFETY: this process has one thread, so the child's memory is in a state that its code left it in.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                let _ = set_parent_process_death_signal(Some(Signal::KILL));
                restore_signals();
                let code = work();
                // SAFETY: _exit has no conditions. Destructors of the host's objects must not run twice.
                unsafe { libc::_exit(code) }
            }
            pid => self.wait(pid, timeout),
        }
    }

    /// Waits for a child that ends itself by its timer, and kills one that does not.
    fn wait(&mut self, pid: i32, timeout: Duration) -> io::Result<End> {
        // SAFETY: pidfd_open takes a process and no flags; the descriptor it gives is ours.
        let pidfd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
        let pidfd = (pidfd >= 0).then(|| {
            // SAFETY: as above.
            unsafe { OwnedFd::from_raw_fd(pidfd as i32) }
        });
        let patience = timeout * 2 + Duration::from_secs(2);
        let (mut round, mut since, mut hung) = (self.page.round(), Instant::now(), false);
        while let Some(pidfd) = &pidfd {
            let mut poll = libc::pollfd { fd: pidfd.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one descriptor, valid for reads and writes.
            if unsafe { libc::poll(&mut poll, 1, 1000) } != 0 {
                break;
            }
            if self.page.round() != round {
                (round, since) = (self.page.round(), Instant::now());
            }
            if since.elapsed() > patience {
                hung = true;
                // SAFETY: the child is ours and not waited for yet, so its number is not another's.
                unsafe { libc::kill(pid, libc::SIGKILL) };
                break;
            }
        }
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
        self.cpu += seconds(&unsafe { usage.assume_init() });
        Ok(match (hung, libc::WIFSIGNALED(status)) {
            (true, _) => End::Hung,
            (false, true) => End::Signal(libc::WTERMSIG(status)),
            (false, false) => End::Code(libc::WEXITSTATUS(status)),
        })
    }

    fn printed(&mut self) -> io::Result<String> {
        let length = self.printed.metadata()?.len();
        self.printed.seek(SeekFrom::Start(length.saturating_sub(PRINTED)))?;
        let mut bytes = Vec::new();
        (&mut self.printed).take(PRINTED).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Rust ignores SIGPIPE and turns a stack overflow into an abort with a text of its own.
fn restore_signals() {
    for signal in [libc::SIGPIPE, libc::SIGSEGV, libc::SIGBUS, libc::SIGALRM] {
        // SAFETY: the default action is always allowed for these.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

fn limit_memory(bytes: u64) {
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: the limit is valid for reads.
    unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) };
}

fn own_cpu() -> f64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is valid for writes, and all-zero bytes are a valid `rusage`.
    unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        seconds(&usage.assume_init())
    }
}

fn seconds(usage: &libc::rusage) -> f64 {
    let time = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    time(usage.ru_utime) + time(usage.ru_stime)
}
