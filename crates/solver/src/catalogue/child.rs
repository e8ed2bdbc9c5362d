//! Short-lived helper processes (pip, cargo, `--version`): run, with a time limit, output caught.
//!
//! Solvers under test are not run from here; the backends do that, with limits of every kind.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What a helper process did.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) status: Option<ExitStatus>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Output {
    /// Whether it ended by itself with exit code 0.
    pub(super) fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Standard output, then standard error.
    pub(super) fn all(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }

    /// The last words of what it said, for an error message.
    pub(super) fn last_words(&self) -> String {
        let text = if self.stderr.trim().is_empty() { &self.stdout } else { &self.stderr };
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let tail = lines[lines.len().saturating_sub(3)..].join(" / ");
        match (self.status, tail.is_empty()) {
            (None, _) => format!("it did not end in time {tail}").trim().to_owned(),
            (Some(status), true) => status.to_string(),
            (Some(_), false) => tail,
        }
    }
}

/// Runs a command with this input and time limit.
pub(super) fn run(command: &mut Command, input: &str, limit: Duration) -> io::Result<Output> {
    run_watched(command, input, limit, &mut |_| {})
}

/// The same, calling `watch` a few times a second with everything it said so far.
pub(super) fn run_watched(
    command: &mut Command,
    input: &str,
    limit: Duration,
    watch: &mut dyn FnMut(&str),
) -> io::Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Ended(spawn(command)?);
    let deadline = Instant::now() + limit;
    let (chunks, arrivals) = mpsc::channel();
    forward(child.0.stdout.take(), false, &chunks);
    forward(child.0.stderr.take(), true, &chunks);
    drop(chunks);
    if let Some(mut stdin) = child.0.stdin.take() {
        let input = input.to_owned();
        // A child that does not read must not block us; its closed pipe is its own affair.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let (mut stdout, mut stderr, mut said) = (Vec::new(), Vec::new(), Vec::new());
    let finished = loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break false;
        }
        match arrivals.recv_timeout(left.min(Duration::from_millis(200))) {
            Ok((is_error, bytes)) => {
                said.extend_from_slice(&bytes);
                if is_error { &mut stderr } else { &mut stdout }.extend(bytes);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break true,
        }
        watch(&String::from_utf8_lossy(&said));
    };
    let status = if finished { child.wait_until(deadline)? } else { None };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Output { status, stdout: text(stdout), stderr: text(stderr) })
}

/// A program that was written a moment ago is "busy" while a process forked by another thread still
/// holds the writer's descriptor, on its way to its own exec: that passes.
fn spawn(command: &mut Command) -> io::Result<Child> {
    for _ in 0..100 {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            other => return other,
        }
    }
    command.spawn()
}

fn forward(pipe: Option<impl Read + Send + 'static>, is_error: bool, to: &mpsc::Sender<(bool, Vec<u8>)>) {
    let Some(mut pipe) = pipe else { return };
    let to = to.clone();
    thread::spawn(move || {
        let mut block = vec![0; 1 << 14];
        while let Ok(n @ 1..) = pipe.read(&mut block) {
            if to.send((is_error, block[..n].to_vec())).is_err() {
                return;
            }
        }
    });
}

/// A child that is killed and reaped when it goes out of scope, however that happens.
struct Ended(Child);

impl Ended {
    /// Its pipes are closed already, so it normally ends at once.
    fn wait_until(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        loop {
            match self.0.try_wait()? {
                Some(status) => return Ok(Some(status)),
                None if Instant::now() >= deadline => return Ok(None),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        // Both fail only when it has been reaped already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
