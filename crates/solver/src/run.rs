//! What a target did with a test.

use std::time::Duration;

use memchr::memmem;

use crate::answer::{Expected, Reply, Statistics, Text, align};
use crate::process::Limit;

/// What a target did with a test. Reused from test to test: see [`Run::clear`].
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// One reply per expected response, in the same order.
    pub replies: Vec<Reply>,
    /// Pieces of the output that answer nothing: warnings, stray errors, garbage.
    pub strays: Vec<Text>,
    /// Everything printed on the standard output, without the session's framing.
    pub stdout: Vec<u8>,
    /// Everything printed on the standard error.
    pub stderr: Vec<u8>,
    /// How the process ended; `None` when it lives on.
    pub exit: Option<Exit>,
    /// Real time from the input to the last byte of the answer, or to the end of the process.
    pub wall_time: Duration,
    /// Processor time of the solver.
    pub cpu_time: Duration,
    /// Peak resident bytes; a lower bound where the kernel keeps no exact figure, `None` when it was too
    /// short-lived to be seen.
    pub peak_memory: Option<u64>,
    /// Whether the process was started for this test: what a session finds is confirmed by such a run.
    pub fresh: bool,
    /// Hit counts per edge, from an instrumented build.
    ///
    /// One byte for each of the build's [`Edges`](crate::coverage::Edges), in their order: how often the edge was
    /// passed, where 0 is never, and a count beyond 255 begins again at 1.
    pub coverage: Option<Vec<u8>>,
    /// The memory of the last coverage, for the next one.
    pub spare_coverage: Vec<u8>,
    /// The solver's own counters, when the script asked for them: a fingerprint that needs no special build.
    pub statistics: Option<Statistics>,
}

/// How a run ended: the one question that every reader asks first.
///
/// Whether the answers make sense is not part of it: a run that printed nothing but errors and went home
/// with code 0 is `Finished`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Outcome {
    /// It went through the whole test, or ended itself with code 0.
    #[default]
    Finished,
    /// It ended itself with another code.
    Failed(i32),
    /// It broke: a deadly signal of its own making, or a failed assertion.
    Crashed(Crash),
    /// It went over a limit and was ended.
    Exceeded(Limit),
    /// Somebody killed it with this signal: itself, the user, or the kernel in need of memory.
    Killed(i32),
    /// It was never started, for this reason.
    NotStarted(String),
}

/// How a solver broke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crash {
    /// The signal it died of; a failed assertion may end in an ordinary exit.
    pub signal: Option<i32>,
    /// What it said about it: the lines of an assertion, an abort or a sanitizer.
    pub message: Option<String>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// Texts that tell how a process ended where its exit code does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// A crash.
    pub crash: Vec<String>,
    /// No more memory.
    pub memory: Vec<String>,
}

impl Default for Marks {
    /// What C, C++, Rust, the sanitizers and the known solvers print.
    fn default() -> Self {
        let own = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        Marks {
            crash: own(&[
                "ASSERTION VIOLATION",
                "Assertion `",
                "Assertion failed",
                "assertion failed",
                "Fatal failure within",
                "UNEXPECTED CODE WAS REACHED",
                "Failed to verify: ",
                "Internal error detected",
                "Sanitizer: ",
                ": runtime error: ",
                "panicked at",
                "terminate called",
            ]),
            memory: own(&["std::bad_alloc", "out of memory", "Out of memory", "memory exhausted"]),
        }
    }
}

impl Run {
    /// Forgets everything but the memory it has.
    pub fn clear(&mut self) {
        self.outcome = Outcome::Finished;
        self.replies.clear();
        self.strays.clear();
        self.stdout.clear();
        self.stderr.clear();
        self.exit = None;
        self.wall_time = Duration::ZERO;
        self.cpu_time = Duration::ZERO;
        self.peak_memory = None;
        self.fresh = false;
        if let Some(coverage) = self.coverage.take() {
            self.spare_coverage = coverage;
        }
        self.statistics = None;
    }

    /// The bytes of a piece of the output.
    pub fn text(&self, text: Text) -> &[u8] {
        text.of(&self.stdout)
    }

    /// The replies to the check-sats, in order.
    pub fn answers<'a>(&'a self, expected: &'a [Expected]) -> impl Iterator<Item = Reply> + 'a {
        let pairs = expected.iter().zip(&self.replies);
        pairs.filter(|(expected, _)| **expected == Expected::CheckSat).map(|(_, reply)| *reply)
    }

    /// Reads the replies out of the output.
    pub(crate) fn read_replies(&mut self, expected: &[Expected]) {
        align(&self.stdout, expected, &mut self.replies, &mut self.strays);
        let asked = expected.iter().zip(&self.replies);
        self.statistics = asked
            .filter(|(expected, _)| **expected == Expected::Statistics)
            .filter_map(|(_, reply)| reply.text())
            .map(|text| Statistics::read(text.of(&self.stdout)))
            .next_back();
    }

    /// Judges a run that went over no limit.
    pub(crate) fn judge(&mut self, marks: &Marks) {
        self.outcome = match self.exit {
            None | Some(Exit::Code(0)) if self.stderr.is_empty() => Outcome::Finished,
            None => self.judge_code(0, marks),
            Some(Exit::Code(code)) => self.judge_code(code, marks),
            Some(Exit::Signal(signal)) => self.judge_signal(signal, marks),
        };
    }

    fn judge_code(&self, code: i32, marks: &Marks) -> Outcome {
        if let Some(message) = self.said(&marks.crash, code != 0) {
            return Outcome::Crashed(Crash { signal: None, message: Some(message) });
        }
        // A wrapper script reports its solver's signal this way.
        match code.checked_sub(128) {
            Some(signal @ (libc::SIGILL | libc::SIGABRT | libc::SIGBUS | libc::SIGFPE | libc::SIGSEGV)) => {
                Outcome::Crashed(Crash { signal: Some(signal), message: None })
            }
            _ if code == 0 => Outcome::Finished,
            _ if self.said(&marks.memory, true).is_some() => Outcome::Exceeded(Limit::Memory),
            _ => Outcome::Failed(code),
        }
    }

    fn judge_signal(&self, signal: i32, marks: &Marks) -> Outcome {
        match signal {
            libc::SIGXCPU => Outcome::Exceeded(Limit::Cpu),
            libc::SIGXFSZ => Outcome::Exceeded(Limit::Output),
            libc::SIGKILL | libc::SIGTERM | libc::SIGINT | libc::SIGHUP | libc::SIGPIPE => {
                Outcome::Killed(signal)
            }
            _ if self.said(&marks.memory, true).is_some() => Outcome::Exceeded(Limit::Memory),
            _ => {
                let message = self.said(&marks.crash, true);
                Outcome::Crashed(Crash { signal: Some(signal), message })
            }
        }
    }

    /// The lines around the first mark that is found, on the standard error or else on the output.
    fn said(&self, marks: &[String], output_too: bool) -> Option<String> {
        let output: &[u8] = if output_too { &self.stdout } else { b"" };
        let places = [self.stderr.as_slice(), output];
        places.iter().find_map(|text| {
            let at = marks.iter().filter_map(|mark| memmem::find(text, mark.as_bytes())).min()?;
            Some(lines_from(text, at))
        })
    }
}

/// The line of `at` and a few more: Z3 puts file, line and expression on lines of their own.
fn lines_from(text: &[u8], at: usize) -> String {
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
    let window = &text[start..text.len().min(start + 2000)];
    let end = memchr::memchr_iter(b'\n', window).nth(3).unwrap_or(window.len());
    String::from_utf8_lossy(&window[..end]).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(exit: Exit, stdout: &str, stderr: &str) -> Outcome {
        let mut run = Run { exit: Some(exit), ..Run::default() };
        run.stdout.extend_from_slice(stdout.as_bytes());
        run.stderr.extend_from_slice(stderr.as_bytes());
        run.judge(&Marks::default());
        run.outcome
    }

    #[test]
    fn an_assertion_is_a_crash_whatever_the_exit_code() {
        let text = "noise\nASSERTION VIOLATION\nFile: ../src/a.cpp\nLine: 7\nx > 0\nmore\n";
        let message = Some("ASSERTION VIOLATION\nFile: ../src/a.cpp\nLine: 7\nx > 0".to_owned());
        for exit in [Exit::Code(0), Exit::Code(114)] {
            assert_eq!(
                judged(exit, "", text),
                Outcome::Crashed(Crash { signal: None, message: message.clone() })
            );
        }
        let aborted = judged(Exit::Signal(libc::SIGABRT), "", text);
        assert_eq!(aborted, Outcome::Crashed(Crash { signal: Some(libc::SIGABRT), message }));
    }

    #[test]
    fn an_answer_that_mentions_an_assertion_is_no_crash() {
        assert_eq!(judged(Exit::Code(0), "((s \"panicked at\"))", "a warning"), Outcome::Finished);
    }

    #[test]
    fn a_solver_may_say_that_memory_is_out() {
        let memory = Outcome::Exceeded(Limit::Memory);
        assert_eq!(judged(Exit::Code(101), "(error \"out of memory\")", ""), memory);
        let text = "terminate called after throwing an instance of 'std::bad_alloc'";
        assert_eq!(judged(Exit::Signal(libc::SIGABRT), "", text), memory);
    }

    #[test]
    fn codes_and_signals_are_told_apart() {
        assert_eq!(judged(Exit::Code(0), "", ""), Outcome::Finished);
        assert_eq!(judged(Exit::Code(1), "", ""), Outcome::Failed(1));
        assert_eq!(
            judged(Exit::Code(139), "", ""),
            Outcome::Crashed(Crash { signal: Some(11), message: None })
        );
        assert_eq!(judged(Exit::Signal(libc::SIGKILL), "", ""), Outcome::Killed(libc::SIGKILL));
        assert_eq!(judged(Exit::Signal(libc::SIGXCPU), "", ""), Outcome::Exceeded(Limit::Cpu));
    }
}
