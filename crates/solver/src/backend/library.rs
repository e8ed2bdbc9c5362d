//! A library in a host process, which forks for each test or for each batch of them.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Pid;

use super::session::Unsent;
use super::transcript::{News, Transcript};
use super::{Backend, Request};
use crate::coverage::{Edges, Map};
use crate::host::{Guest, Head, HostError, Record, exit_of};
use crate::process::{Confinement, Launcher, Limit, Limits, Process, Scratch, Streams, Watch};
use crate::run::{Exit, Marks, Outcome, Run};

/// How long a host may take to load its library on a busy machine.
const LOADING: Duration = Duration::from_secs(60);

/// How many tests a child of the host serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Forks {
    /// One: as sound as a fresh process, since every child begins with the host's untouched memory.
    PerTest,
    /// So many, with solver objects of its own for each. A test that ends a child other than by running out
    /// of time is run again in a child of its own, and that run is the one which counts.
    PerBatch(u32),
}

impl Forks {
    /// The size of a batch: what a child keeps of each test (0.6 MB in cvc5) costs less up to here than the
    /// next fork (bench `backend`).
    pub const BATCH: Forks = Forks::PerBatch(100);
}

/// A library in a host process of ours.
///
/// The host loads the library once and forks a child for each test or batch; limits, confinement and clean-up
/// are those of [`Spawn`](super::Spawn). Time and memory are the child's own. When a limit is exceeded, the
/// host goes with the child; after a crash it forks the next one.
#[derive(Debug)]
pub struct Library {
    // Before the launcher and the scratch directory: a process ends before what it lives on.
    living: Option<Living>,
    launcher: Launcher,
    map: Option<Map>,
    scratch: Scratch,
    forks: Forks,
    marks: Marks,
}

/// A living host.
#[derive(Debug)]
struct Living {
    process: Process,
    control: UnixStream,
    transcript: Transcript,
    /// What the kernel was told at its start.
    limits: Limits,
    child: Option<Child>,
    /// A record of which only a part has come.
    partial: Vec<u8>,
}

/// The child that takes requests.
#[derive(Debug)]
struct Child {
    watch: Watch,
    tests: u32,
}

/// How a test ended.
enum End {
    /// The child takes the next one.
    Done { code: i32 },
    /// The child is dead.
    Ended { status: i32, cpu: Duration, peak: u64 },
    /// The host is dead.
    Gone,
    /// The host must be ended.
    Over(Limit),
}

impl Library {
    /// A backend for a library, which tells crashes by `marks`. Nothing is started yet.
    pub fn new(guest: &Guest, forks: Forks, marks: Marks) -> Result<Self, HostError> {
        Library::counting(guest, forks, marks, None)
    }

    /// The same for the library of a coverage build, with these edges.
    pub fn counting(
        guest: &Guest,
        forks: Forks,
        marks: Marks,
        edges: Option<Arc<Edges>>,
    ) -> Result<Self, HostError> {
        let program = guest.program()?;
        let refused = |error: io::Error| HostError::Load(error.to_string());
        let scratch = Scratch::new().map_err(refused)?;
        let map = edges.map(Map::new).transpose().map_err(refused)?;
        let launcher = Launcher::counting(&program, &scratch, map.as_ref()).map_err(refused)?;
        Ok(Library { living: None, launcher, map, scratch, forks, marks })
    }

    /// The directory that its processes live in.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// The host that lives now, if one does.
    pub fn host(&self) -> Option<i32> {
        self.living.as_ref().map(|living| living.process.pid().as_raw_nonzero().get())
    }

    fn start(&self, limits: &Limits) -> io::Result<Living> {
        let (control, stdin) = UnixStream::pair()?;
        control.set_nonblocking(true)?;
        let (transcript, stdout, stderr) = Transcript::new()?;
        let streams = Streams { stdin: OwnedFd::from(stdin), stdout, stderr };
        let process = self.launcher.start(streams, limits)?;
        Ok(Living { process, control, transcript, limits: limits.clone(), child: None, partial: Vec::new() })
    }

    /// A host whose child waits for a request.
    fn ready(&mut self, limits: &Limits, run: &mut Run) -> Result<Living, String> {
        let kept = self.living.take().filter(|living| {
            // What the kernel holds it to cannot be changed any more.
            let kernel = |limits: &Limits| (limits.memory, limits.output, limits.files);
            !living.process.has_ended() && kernel(&living.limits) == kernel(limits)
        });
        let mut living = match kept {
            Some(living) => living,
            None => self.start(limits).map_err(|error| error.to_string())?,
        };
        match living.await_child(limits) {
            Ok(()) => Ok(living),
            Err(why) => {
                living.process.end();
                living.transcript.read(News::REST, run, limits.output);
                let said = String::from_utf8_lossy(&run.stderr).trim().to_owned();
                run.clear();
                Err(if said.is_empty() { why.to_owned() } else { said })
            }
        }
    }

    /// Runs a test once, in the child that waits or, as its last, in one of its `own`. True when the child broke
    /// and had served others before: it may be their fault.
    fn attempt(&mut self, request: &Request<'_>, own: bool, run: &mut Run) -> bool {
        run.clear();
        let limits = request.limits;
        let mut living = match self.ready(limits, run) {
            Ok(living) => living,
            Err(why) => {
                run.outcome = Outcome::NotStarted(why);
                return false;
            }
        };
        let Some(mut child) = living.child.take() else { return false };
        run.fresh = child.tests == 0;
        child.tests += 1;
        child.watch.next_test(limits);
        let last = match self.forks {
            Forks::PerBatch(tests) if !own => child.tests >= tests,
            _ => true,
        };
        if let Some(map) = &mut self.map {
            // What loading and forking have counted is no test's.
            map.clear();
        }
        let end = living.ask(request, last, &mut child.watch, run);
        run.wall_time = child.watch.elapsed();
        match end {
            End::Done { code } => {
                run.exit = (code != 0).then_some(Exit::Code(code));
                (run.cpu_time, run.peak_memory) = child.watch.close();
                run.judge(&self.marks);
                if run.peak_memory.is_some_and(|memory| memory > limits.memory / 4) {
                    living.retire();
                } else {
                    living.child = Some(child);
                }
                self.living = Some(living);
                false
            }
            End::Ended { status, cpu, peak } => {
                run.exit = exit_of(status);
                (run.cpu_time, run.peak_memory) = (cpu, Some(peak));
                run.judge(&self.marks);
                // One that was killed from outside may have left half a request to the next.
                if !matches!(run.outcome, Outcome::Killed(_)) {
                    self.living = Some(living);
                }
                !run.fresh && (!last || run.outcome != Outcome::Finished)
            }
            End::Gone => {
                let ended = living.process.end();
                living.transcript.read(News::REST, run, limits.output);
                run.exit = ended.exit;
                run.judge(&self.marks);
                !run.fresh
            }
            End::Over(limit) => {
                // While it lives: its own end would be counted together with its host's.
                (run.cpu_time, run.peak_memory) = child.watch.close();
                living.process.end();
                living.transcript.read(News::REST, run, limits.output);
                run.outcome = Outcome::Exceeded(limit);
                // Doubling the longest tests would cost more than it tells.
                !run.fresh && !matches!(limit, Limit::Wall | Limit::Cpu)
            }
        }
    }
}

impl Backend for Library {
    fn run_into(&mut self, request: &Request<'_>, run: &mut Run) {
        let doubtful = self.attempt(request, false, run);
        if doubtful {
            self.attempt(request, true, run);
        }
        if let Some(map) = &mut self.map {
            map.collect(run);
        }
        run.read_replies(request.expected);
        if let Err(error) = self.scratch.empty() {
            self.living = None;
            run.outcome = Outcome::NotStarted(format!("the scratch directory cannot be emptied: {error}"));
        }
    }

    fn confinement(&self) -> Confinement {
        self.launcher.confinement()
    }
}

impl Living {
    /// Waits until a child takes requests.
    fn await_child(&mut self, limits: &Limits) -> Result<(), &'static str> {
        let deadline = Instant::now() + LOADING;
        while self.child.is_none() {
            match self.next_record() {
                Some(Record::Ready { pid }) => {
                    let pid = Pid::from_raw(pid).ok_or("the library host makes no sense")?;
                    self.child = Some(Child { watch: Watch::over(pid, limits), tests: 0 });
                    return Ok(());
                }
                // The end of one that was retired.
                Some(_) => continue,
                None => {}
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err("the library host does not begin to work");
            }
            let time = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            let handle = self.process.handle();
            let mut sources =
                [PollFd::new(&self.control, PollFlags::IN), PollFd::from_borrowed_fd(handle, PollFlags::IN)];
            let _ = poll(&mut sources, Some(&time));
            let [told, ended] = [0, 1].map(|i| !sources[i].revents().is_empty());
            if ended && !told || self.process.has_ended() {
                return Err("the library host ended before it began to work");
            }
        }
        Ok(())
    }

    /// Sends a test and takes what is printed until it is over.
    fn ask(&mut self, request: &Request<'_>, last: bool, watch: &mut Watch, run: &mut Run) -> End {
        let limits = request.limits;
        let head = Head::Run { length: request.input.len() as u64, last }.encode();
        let mut unsent = Unsent { test: &head, tail: request.input };
        loop {
            let all_sent = unsent.send(&self.control);
            let records = self.control.as_fd();
            let sending = (!all_sent).then_some(records);
            let news = self.transcript.await_news(&self.process, watch, sending, Some(records));
            if !self.transcript.read(news, run, limits.output) {
                return End::Over(Limit::Output);
            }
            let end = match news.record.then(|| self.next_record()).flatten() {
                Some(Record::Done { code }) => Some(End::Done { code }),
                Some(Record::Ended { status, cpu, peak }) => {
                    self.process.end_orphans();
                    Some(End::Ended { status, cpu, peak })
                }
                Some(Record::Ready { .. }) | None => None,
            };
            if let Some(end) = end {
                // Whatever it printed was printed before it said so, or before it died.
                return match self.transcript.read(News::REST, run, limits.output) {
                    true => end,
                    false => End::Over(Limit::Output),
                };
            }
            if news.ended {
                return End::Gone;
            }
            if let Some(limit) = watch.look(&self.process, limits) {
                return End::Over(limit);
            }
        }
    }

    /// Ends the child; the host forks another one.
    fn retire(&mut self) {
        self.child = None;
        // A child that waits for a request has read all that was sent before: there is room.
        Unsent { test: &Head::Retire.encode(), tail: b"" }.send(&self.control);
    }

    /// The next record, if all of it is there.
    fn next_record(&mut self) -> Option<Record> {
        let mut bytes = [0; Record::SIZE];
        let have = self.partial.len();
        bytes[..have].copy_from_slice(&self.partial);
        match rustix::io::read(&self.control, &mut bytes[have..]) {
            Ok(n) if have + n == Record::SIZE => {
                self.partial.clear();
                Record::decode(&bytes)
            }
            Ok(n) => {
                self.partial.extend_from_slice(&bytes[have..have + n]);
                None
            }
            Err(Errno::INTR) => self.next_record(),
            Err(_) => None,
        }
    }
}
