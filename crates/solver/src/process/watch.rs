//! Looking at a process now and then while it works.

use std::time::{Duration, Instant};

use rustix::event::Timespec;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

use super::child::{Ended, Process};
use super::descendants::measure;
use super::limits::{Limit, Limits};
use super::sys::{CpuClock, own_peak};
use super::usage::MemoryFiles;

/// Time between two looks: a test that is shorter is never looked at, a longer one loses about 0.3 % to it.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Processor time of a test that cannot have got far: what follows it is done every [`SELDOM`] tests only, because it
/// would take a tenth of the test's own time.
const SHORT: Duration = Duration::from_micros(500);
const SELDOM: u32 = 16;

/// The books kept on one process over one test, or over many.
#[derive(Debug)]
pub struct Watch {
    pid: Pid,
    clock: Option<CpuClock>,
    files: MemoryFiles,
    /// Our own peak at the start: see [`Watch::peak_of_the_dead`].
    own_peak: u64,
    test: Test,
    /// Processor time when the last test ended.
    cpu_before: Duration,
    /// The kernel's own limit of processor time, in seconds.
    kernel_cpu: u64,
    /// The process' lifetime peak when the last test ended.
    peak_before: u64,
    /// How many tests are closed.
    tests: u32,
}

/// What is kept per test.
#[derive(Debug)]
struct Test {
    start: Instant,
    deadline: Instant,
    next_look: Instant,
    /// The largest resident size seen.
    seen: u64,
}

impl Test {
    fn starting_now(limits: &Limits) -> Self {
        let start = Instant::now();
        let deadline = start + limits.wall.min(Duration::from_secs(1 << 32));
        Test { start, deadline, next_look: start + LOOK_EVERY, seen: 0 }
    }
}

impl Watch {
    /// Starts the clock of the first test of `process`.
    pub fn new(process: &Process, limits: &Limits) -> Self {
        Watch::over(process.pid(), limits)
    }

    /// Starts the clock of the first test of a process that is not ours to wait for: a child of one that is.
    pub(crate) fn over(pid: Pid, limits: &Limits) -> Self {
        let mut watch = Watch {
            pid,
            clock: CpuClock::of(pid),
            files: MemoryFiles::of(pid),
            own_peak: own_peak(),
            test: Test::starting_now(limits),
            cpu_before: Duration::ZERO,
            kernel_cpu: 0,
            peak_before: 0,
            tests: 0,
        };
        watch.arm(limits);
        watch
    }

    /// Starts the clock of the next test.
    pub fn next_test(&mut self, limits: &Limits) {
        self.test = Test::starting_now(limits);
        self.arm(limits);
    }

    /// Lets the kernel end a spinning process even if we are gone. It counts whole seconds over all tests, so
    /// its limit lies a little after ours and moves along.
    fn arm(&mut self, limits: &Limits) {
        let seconds = self.cpu_before.saturating_add(limits.cpu).as_secs().saturating_add(2);
        if seconds != self.kernel_cpu {
            self.kernel_cpu = seconds;
            let maximum = getrlimit(Resource::Cpu).maximum;
            let current = Some(maximum.map_or(seconds, |maximum| maximum.min(seconds)));
            // It fails only when the process is dead already.
            let _ = prlimit(Some(self.pid), Resource::Cpu, Rlimit { current, maximum });
        }
    }

    /// How long to wait before looking again.
    pub fn patience(&self) -> Timespec {
        let until = self.test.deadline.min(self.test.next_look);
        let left = until.saturating_duration_since(Instant::now());
        Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) }
    }

    /// Real time since the start of the test.
    pub fn elapsed(&self) -> Duration {
        self.test.start.elapsed()
    }

    /// Looks if it is time to; says which limit is exceeded.
    pub fn look(&mut self, process: &Process, limits: &Limits) -> Option<Limit> {
        let now = Instant::now();
        if now >= self.test.deadline {
            return Some(Limit::Wall);
        }
        if now < self.test.next_look {
            return None;
        }
        self.test.next_look = now + LOOK_EVERY;
        if self.cpu_time() > limits.cpu {
            return Some(Limit::Cpu);
        }
        let (processes, memory) =
            measure(self.pid.as_raw_nonzero().get(), process.orphans(), limits.processes);
        self.see(memory);
        if memory > limits.memory {
            return Some(Limit::Memory);
        }
        (processes > limits.processes).then_some(Limit::Processes)
    }

    /// Processor time of the test so far; zero once the process is dead.
    fn cpu_time(&self) -> Duration {
        let total = self.clock.and_then(CpuClock::read).unwrap_or_default();
        total.saturating_sub(self.cpu_before)
    }

    /// Notes the process' memory now: worthwhile when it prints, as it is often about to end.
    pub fn note_memory(&mut self) -> u64 {
        let now = self.files.resident().unwrap_or(0);
        self.see(now);
        now
    }

    fn see(&mut self, memory: u64) {
        self.test.seen = self.test.seen.max(memory);
    }

    /// Whether memory and files are looked at after a test that took `cpu`.
    pub(crate) fn chores_due(&self, cpu: Duration) -> bool {
        cpu >= SHORT || self.tests.is_multiple_of(SELDOM)
    }

    /// Ends the books of a test whose process lives on: processor time and peak memory.
    ///
    /// The kernel keeps one peak for the whole life of a process. When this test raised it, it is exact;
    /// otherwise the largest size seen stands in for it. A test that is over in no time has none, but now and then.
    pub fn close(&mut self) -> (Duration, Option<u64>) {
        let cpu = self.cpu_time();
        self.cpu_before += cpu;
        self.tests = self.tests.wrapping_add(1);
        if !self.chores_due(cpu) {
            return (cpu, (self.test.seen > 0).then_some(self.test.seen));
        }
        let resident = self.note_memory();
        // The lifetime peak costs ten times as much to read, so only where that is lost in the noise.
        if cpu > Duration::from_millis(1) || resident > self.peak_before {
            let peak = self.files.peak().unwrap_or(0);
            if peak > self.peak_before {
                self.peak_before = peak;
                self.see(peak);
            }
        }
        (cpu, (self.test.seen > 0).then_some(self.test.seen))
    }

    /// Processor time and peak memory of the last test of a process that has ended.
    pub fn close_dead(&self, ended: &Ended) -> (Duration, Option<u64>) {
        (ended.cpu.saturating_sub(self.cpu_before), self.peak_of_the_dead(ended))
    }

    /// The kernel's figure counts what the process was before exec, and after `posix_spawn` that is *our*
    /// memory (the two share it until exec). Only a figure above our own peak is the solver's.
    fn peak_of_the_dead(&self, ended: &Ended) -> Option<u64> {
        let floor = self.own_peak.max(self.peak_before);
        let peak = if ended.max_rss > floor { ended.max_rss.max(self.test.seen) } else { self.test.seen };
        (peak > 0).then_some(peak)
    }
}
