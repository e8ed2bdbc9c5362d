//! A fresh process per test.

use std::io;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::{Errno, pwrite};

use super::transcript::Transcript;
use super::{Backend, Request};
use crate::process::{Confinement, Launcher, Limit, Process, Program, Scratch, Streams, Watch};
use crate::run::{Marks, Outcome, Run};

/// A fresh process per test: nothing that an earlier test did can matter.
///
/// The script is the standard input, as a file in memory: the solver cannot stall us by not reading it.
#[derive(Debug)]
pub struct Spawn {
    // Before the scratch directory: its processes must end before their home goes.
    launcher: Launcher,
    scratch: Scratch,
    marks: Marks,
}

impl Spawn {
    /// A backend that starts `program`, and tells crashes by `marks`.
    pub fn new(program: &Program, marks: Marks) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        let launcher = Launcher::new(program, &scratch)?;
        Ok(Spawn { launcher, scratch, marks })
    }

    /// The directory that its processes live in.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    fn start(&self, request: &Request<'_>) -> io::Result<(Process, Transcript)> {
        let stdin = file_in_memory(request.input)?;
        let (transcript, stdout, stderr) = Transcript::new()?;
        let process = self.launcher.start_for_one(Streams { stdin, stdout, stderr }, request.limits)?;
        Ok((process, transcript))
    }
}

impl Backend for Spawn {
    fn run_into(&mut self, request: &Request<'_>, run: &mut Run) {
        run.clear();
        run.fresh = true;
        match self.start(request) {
            Ok((process, transcript)) => follow(process, transcript, request, &self.marks, run),
            Err(error) => run.outcome = Outcome::NotStarted(error.to_string()),
        }
        run.read_replies(request.expected);
        if let Err(error) = self.scratch.empty() {
            run.outcome = Outcome::NotStarted(format!("the scratch directory cannot be emptied: {error}"));
        }
    }

    fn confinement(&self) -> Confinement {
        self.launcher.confinement()
    }
}

/// Follows a process to its end.
fn follow(process: Process, mut transcript: Transcript, request: &Request<'_>, marks: &Marks, run: &mut Run) {
    let limits = request.limits;
    let mut watch = Watch::new(&process, limits);
    let mut exceeded = None;
    while exceeded.is_none() && !await_news(&process, &transcript, &watch) {
        let length = run.stdout.len();
        if !transcript.read(run, limits.output) {
            exceeded = Some(Limit::Output);
        } else {
            exceeded = watch.look(&process, limits);
            if run.stdout.len() > length {
                watch.note_memory(&process);
            }
        }
    }
    run.wall_time = watch.elapsed();
    let ended = process.end();
    // Nobody can print any more; what lies in the pipes is the rest.
    if !transcript.read(run, limits.output) {
        exceeded = exceeded.or(Some(Limit::Output));
    }
    run.exit = ended.exit;
    (run.cpu_time, run.peak_memory) = watch.close_dead(&ended);
    match exceeded {
        Some(limit) => run.outcome = Outcome::Exceeded(limit),
        None => run.judge(marks),
    }
}

/// Waits for output, the end of the process, or the time to look; true when it has ended.
fn await_news(process: &Process, transcript: &Transcript, watch: &Watch) -> bool {
    let streams = [transcript.stdout.source(), transcript.stderr.source()];
    let handle = process.handle();
    // A closed stream would be reported for ever; its place is taken by the process itself.
    let [stdout, stderr] = streams.map(|stream| stream.unwrap_or(handle));
    let mut sources = [handle, stdout, stderr].map(|source| PollFd::from_borrowed_fd(source, PollFlags::IN));
    match poll(&mut sources, Some(&watch.patience())) {
        Ok(_) => !sources[0].revents().is_empty(),
        // Interrupted: look and come again.
        Err(_) => false,
    }
}

/// A file without a name that holds `bytes` and is read from its start.
fn file_in_memory(bytes: &[u8]) -> io::Result<OwnedFd> {
    let file = memfd_create(c"script.smt2", MemfdFlags::CLOEXEC)?;
    let mut written = 0;
    while written < bytes.len() {
        match pwrite(&file, &bytes[written..], written as u64) {
            Ok(n) => written += n,
            Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(file)
}
