//! One process for many tests.

use std::io::{self, IoSlice};
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use memchr::memmem;
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{Errno, writev};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::thread::sched_yield;

use super::protocol::{Frame, SessionProtocol, closes_itself, options_set_by};
use super::transcript::{News, Transcript};
use super::{Backend, Request};
use crate::coverage::Map;
use crate::process::{Confinement, Launcher, Limit, Limits, Process, Program, Scratch, Streams, Watch};
use crate::run::{Marks, Outcome, Run};

/// Real time of a test that was over in no time.
///
/// Falling asleep and being woken on another core takes longer than such a test. After one, the next is looked for
/// [`GLANCES`] times before we sleep, and the processor offered to the solver in between: some 40 µs at most.
const BRISK: Duration = Duration::from_micros(200);
const GLANCES: u32 = 64;

/// Processes that wait for a test with their options: with and without models, cores or proofs. Starting one anew whenever
/// the options change would take longer than most tests.
const MOST_READY: usize = 4;

/// One process for many tests, brought back to its first state after each.
///
/// Each test goes out in one write together with what frames it, and the wait ends when the last word of the
/// frame is printed. The process is replaced after a crash, an error, an exceeded limit, a number of tests,
/// or when it has grown to half of its memory limit. A script that does not close all that it opens would
/// swallow the frame; such a test is the process' last, its end being the end of the input.
#[derive(Debug)]
pub struct Session {
    // Before the launcher and the scratch directory: a process ends before what it lives on.
    /// Ready for a test, the last used last. More than one only where options outlive a reset: one per set of options.
    ready: Vec<Dialogue>,
    launcher: Launcher,
    map: Option<Map>,
    scratch: Scratch,
    protocol: SessionProtocol,
    frame: Frame,
    marks: Marks,
}

/// A living process and the ends of its pipes.
#[derive(Debug)]
struct Dialogue {
    process: Process,
    stdin: Option<OwnedFd>,
    transcript: Transcript,
    watch: Watch,
    tests: u32,
    /// Whether its last test was [`BRISK`].
    brisk: bool,
    /// What [`options_set_by`] the tests it served, where that outlives a reset.
    options: u64,
}

/// How a test ended.
enum End {
    /// The solver is ready for the next one; the output of the test is so long.
    Clean(usize),
    /// The process has ended itself.
    Gone,
    /// It must be ended.
    Over(Limit),
}

impl Session {
    /// A backend that talks to `program`, and tells crashes by `marks`.
    pub fn new(program: &Program, protocol: SessionProtocol, marks: Marks) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        let map = program.edges.clone().map(Map::new).transpose()?;
        let launcher = Launcher::counting(program, &scratch, map.as_ref())?;
        Ok(Session { ready: Vec::new(), launcher, map, scratch, protocol, frame: Frame::new(), marks })
    }

    /// The directory that its process lives in.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// Ends the process; the next test starts another one.
    pub fn restart(&mut self) {
        self.ready.clear();
    }

    /// A process that was left by tests with the same options.
    fn take(&mut self, options: u64) -> Option<Dialogue> {
        let place = self.ready.iter().position(|dialogue| dialogue.options == options)?;
        // One that died of its own while idle must not be held against this test.
        Some(self.ready.remove(place)).filter(|dialogue| !dialogue.process.has_ended())
    }

    fn put_back(&mut self, dialogue: Dialogue) {
        if self.ready.len() == MOST_READY {
            self.ready.remove(0);
        }
        self.ready.push(dialogue);
    }

    fn start(&self, limits: &Limits, options: u64) -> io::Result<Dialogue> {
        let (stdin, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        fcntl_setfl(&writer, OFlags::NONBLOCK)?;
        let (transcript, stdout, stderr) = Transcript::new()?;
        let process = self.launcher.start(Streams { stdin, stdout, stderr }, limits)?;
        let watch = Watch::new(&process, limits);
        Ok(Dialogue { process, stdin: Some(writer), transcript, watch, tests: 0, brisk: false, options })
    }

    /// Whether the process may serve another test after this one.
    fn keeps(&self, dialogue: &Dialogue, memory: u64, run: &Run, limits: &Limits) -> bool {
        let failed = || memmem::find(&run.stdout, b"(error").is_some();
        run.outcome == Outcome::Finished
            && dialogue.tests < self.protocol.recycle
            && memory < limits.memory / 2
            && !(self.protocol.restart_on_error && failed())
    }
}

impl Backend for Session {
    fn run_into(&mut self, request: &Request<'_>, run: &mut Run) {
        run.clear();
        if let Some(map) = &mut self.map {
            map.clear();
        }
        let limits = request.limits;
        let options = if self.protocol.reset_keeps_options { options_set_by(request.input) } else { 0 };
        let dialogue = match self.take(options) {
            Some(mut dialogue) => {
                dialogue.watch.next_test(limits);
                Ok(dialogue)
            }
            None => self.start(limits, options),
        };
        let mut due = true;
        match dialogue {
            Ok(mut dialogue) => {
                run.fresh = dialogue.tests == 0;
                self.frame.advance(&self.protocol);
                let end = dialogue.ask(request, &self.frame, run);
                run.wall_time = dialogue.watch.elapsed();
                dialogue.brisk = run.wall_time < BRISK;
                match end {
                    End::Clean(length) => {
                        run.stdout.truncate(length);
                        run.judge(&self.marks);
                        let memory = dialogue.close(run);
                        if self.keeps(&dialogue, memory, run, limits) {
                            due = dialogue.watch.chores_due(run.cpu_time);
                            self.put_back(dialogue);
                        }
                    }
                    End::Gone => {
                        dialogue.end(limits, &self.frame, run);
                        run.judge(&self.marks);
                    }
                    End::Over(limit) => {
                        dialogue.end(limits, &self.frame, run);
                        run.outcome = Outcome::Exceeded(limit);
                    }
                }
            }
            Err(error) => run.outcome = Outcome::NotStarted(error.to_string()),
        }
        if let Some(map) = &mut self.map {
            map.collect(run);
        }
        run.read_replies(request.expected);
        if due && let Err(error) = self.scratch.empty() {
            self.ready.clear();
            run.outcome = Outcome::NotStarted(format!("the scratch directory cannot be emptied: {error}"));
        }
    }

    fn confinement(&self) -> Confinement {
        self.launcher.confinement()
    }
}

impl Dialogue {
    /// Sends a test and takes what is printed until it is over.
    fn ask(&mut self, request: &Request<'_>, frame: &Frame, run: &mut Run) -> End {
        self.tests += 1;
        let limits = request.limits;
        let framed = closes_itself(request.input);
        let tail: &[u8] = if framed { &frame.tail } else { b"\n" };
        let mut unsent = Unsent { test: request.input, tail };
        let mut searched = 0;
        let mut glances = if self.brisk { GLANCES } else { 0 };
        loop {
            let all_sent = self.stdin.as_ref().is_none_or(|stdin| unsent.send(stdin));
            if all_sent && !framed {
                self.stdin = None;
            }
            let news = if all_sent && glances > 0 {
                glances -= 1;
                sched_yield();
                News::PERHAPS_OUTPUT
            } else {
                let sending = self.stdin.as_ref().filter(|_| !all_sent).map(AsFd::as_fd);
                self.transcript.await_news(&self.process, &self.watch, sending, None)
            };
            let fits = self.transcript.read(news, run, limits.output);
            if let Some(length) = frame.find_end(&run.stdout, searched) {
                // Whatever it printed on the other stream was printed before the last word.
                return match fits && self.transcript.read_errors(run, limits.output) {
                    true => End::Clean(length),
                    false => End::Over(Limit::Output),
                };
            }
            searched = run.stdout.len();
            if !fits {
                return End::Over(Limit::Output);
            }
            if news.ended {
                return End::Gone;
            }
            if let Some(limit) = self.watch.look(&self.process, limits) {
                return End::Over(limit);
            }
        }
    }

    /// Writes the figures of a test whose process lives on; gives its memory now.
    fn close(&mut self, run: &mut Run) -> u64 {
        (run.cpu_time, run.peak_memory) = self.watch.close();
        run.peak_memory.unwrap_or(0)
    }

    /// Ends the process and takes the rest of its output.
    fn end(mut self, limits: &Limits, frame: &Frame, run: &mut Run) {
        let ended = self.process.end();
        self.transcript.read(News::REST, run, limits.output);
        // It may have got there in its last moment.
        if let Some(length) = frame.find_end(&run.stdout, 0) {
            run.stdout.truncate(length);
        }
        run.exit = ended.exit;
        (run.cpu_time, run.peak_memory) = self.watch.close_dead(&ended);
    }
}

/// What is still to be sent: two texts, one after the other.
pub(super) struct Unsent<'a> {
    pub test: &'a [u8],
    pub tail: &'a [u8],
}

impl Unsent<'_> {
    /// Sends as much as fits into the pipe; true when nothing is left, or nobody is there to read it.
    pub fn send(&mut self, stdin: impl AsFd) -> bool {
        while !self.test.is_empty() || !self.tail.is_empty() {
            match writev(&stdin, &[IoSlice::new(self.test), IoSlice::new(self.tail)]) {
                Ok(n) => {
                    let of_test = n.min(self.test.len());
                    self.test = &self.test[of_test..];
                    self.tail = &self.tail[n - of_test..];
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return false,
                Err(_) => {
                    (self.test, self.tail) = (&[], &[]);
                }
            }
        }
        true
    }
}
