//! A fresh process per test.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{MemfdFlags, OFlags, fcntl_setfl, memfd_create};
use rustix::io::{Errno, pwrite};
use rustix::pipe::{PipeFlags, pipe_with};

use super::transcript::{News, Transcript};
use super::{Backend, Request};
use crate::coverage::Map;
use crate::process::{Confinement, Launcher, Limit, Process, Program, Scratch, Streams, Watch};
use crate::run::{Marks, Outcome, Run};

/// A fresh process per test: nothing that an earlier test did can matter.
///
/// The script is the standard input, all of it in a pipe or else in a file in memory before the start: the
/// solver cannot stall us by not reading it.
#[derive(Debug)]
pub struct Spawn {
    // Before the scratch directory: its processes must end before their home goes.
    launcher: Launcher,
    map: Option<Map>,
    scratch: Scratch,
    marks: Marks,
}

impl Spawn {
    /// A backend that starts `program`, and tells crashes by `marks`.
    pub fn new(program: &Program, marks: Marks) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        let map = program.edges.clone().map(Map::new).transpose()?;
        let launcher = Launcher::counting(program, &scratch, map.as_ref())?;
        Ok(Spawn { launcher, map, scratch, marks })
    }

    /// The directory that its processes live in.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    fn start(&self, request: &Request<'_>) -> io::Result<(Process, Transcript)> {
        let stdin = readable(request.input)?;
        let (transcript, stdout, stderr) = Transcript::new()?;
        let process = self.launcher.start(Streams { stdin, stdout, stderr }, request.limits)?;
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
        if let Some(map) = &mut self.map {
            map.collect(run);
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
    while exceeded.is_none() {
        let news = transcript.await_news(&process, &watch, None, None);
        if news.ended {
            break;
        }
        let length = run.stdout.len();
        if !transcript.read(news, run, limits.output) {
            exceeded = Some(Limit::Output);
        } else {
            exceeded = watch.look(&process, limits);
        }
        // Often its last words, and the last chance to see its memory; a shorter run has not got far.
        if run.stdout.len() > length && watch.elapsed() > Duration::from_millis(2) {
            watch.note_memory();
        }
    }
    run.wall_time = watch.elapsed();
    let ended = process.end();
    // Nobody can print any more; what lies in the pipes is the rest.
    if !transcript.read(News::REST, run, limits.output) {
        exceeded = exceeded.or(Some(Limit::Output));
    }
    run.exit = ended.exit;
    (run.cpu_time, run.peak_memory) = watch.close_dead(&ended);
    match exceeded {
        Some(limit) => run.outcome = Outcome::Exceeded(limit),
        None => run.judge(marks),
    }
}

/// Something to read `bytes` from that never waits for us.
fn readable(bytes: &[u8]) -> io::Result<OwnedFd> {
    // What fits into a pipe is cheapest there; a pipe is smaller than usual when the user has many.
    if bytes.len() <= 64 << 10 {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        fcntl_setfl(&writer, OFlags::NONBLOCK)?;
        if bytes.is_empty() || rustix::io::write(&writer, bytes) == Ok(bytes.len()) {
            return Ok(reader);
        }
    }
    let file = memfd_create(c"script.smt2", MemfdFlags::CLOEXEC)?;
    let mut written = 0;
    // At a position: the reader shares our place in the file, which must stay at its start.
    while written < bytes.len() {
        match pwrite(&file, &bytes[written..], written as u64) {
            Ok(n) => written += n,
            Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(file)
}
