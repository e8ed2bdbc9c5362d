//! The side of the one who asks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use solver::host::{Guest, HostError, program};
use solver::target::Target;
use thiserror::Error;

use super::heap::TUNABLES;
use super::host::MODE;
use super::other::Other;
use super::wire::{Ask, Batch, Found, Load, Replayed, Tally, Tell};
use crate::adapter::FREEING;
use crate::coverage::{Coverage, Reach};

/// Why nothing can be run.
#[derive(Debug, Error)]
pub enum RunError {
    /// The library.
    #[error("{0}")]
    Library(String),
    /// The host cannot be started.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The host is gone.
    #[error("the process that calls the library is gone: {0}")]
    Gone(std::io::Error),
}

/// Rounds of one process: a fork for each would cost more than most rounds.
pub const BATCH: u64 = 100;

/// Of so many rounds, one is looked at by another solver, if there is one: its processes take their time.
const CROSSED: usize = 20;

/// Calls in a round, about: enough for checks to be about something, and few enough for many rounds.
pub const LENGTH: usize = 100;

/// A host that was started.
pub struct Host {
    child: Child,
    ask: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
    /// What its library can do.
    pub reach: Reach,
}

impl Host {
    /// Starts a host for a library.
    pub fn start(guest: &Guest) -> Result<Host, RunError> {
        let load = Load {
            family: guest.family.clone(),
            library: guest.library.clone(),
            parser: guest.parser.clone(),
        };
        let load = serde_json::to_string(&load).map_err(|error| RunError::Library(error.to_string()))?;
        let mut command = Command::new(program()?);
        if FREEING.contains(&guest.family.as_str()) {
            command.env(TUNABLES.0, TUNABLES.1);
        }
        let mut child = command
            .args([MODE, &load])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(RunError::Gone)?;
        let (ask, told) = (child.stdin.take(), child.stdout.take());
        let gone = || RunError::Gone(std::io::ErrorKind::BrokenPipe.into());
        let told = BufReader::new(told.ok_or_else(gone)?);
        let mut host = Host { child, ask, told, reach: Reach::default() };
        match host.next()? {
            Tell::Ready(reach) => host.reach = reach,
            Tell::Failed(why) => return Err(RunError::Library(why)),
            _ => return Err(gone()),
        }
        Ok(host)
    }

    /// Makes the calls of a trace in a process of their own.
    pub fn replay(&mut self, trace: &str, timeout: Duration) -> Result<Replayed, RunError> {
        self.ask(&Ask::Replay { trace: trace.to_owned(), timeout })?;
        match self.next()? {
            Tell::Replayed(replayed) => Ok(*replayed),
            _ => Err(RunError::Gone(std::io::ErrorKind::InvalidData.into())),
        }
    }

    /// The trace of a round.
    fn traced(&mut self, batch: Batch) -> Result<Option<String>, RunError> {
        self.ask(&Ask::Trace(batch))?;
        match self.next()? {
            Tell::Traced(trace) => Ok(trace),
            _ => Err(RunError::Gone(std::io::ErrorKind::InvalidData.into())),
        }
    }

    fn ask(&mut self, what: &Ask) -> Result<(), RunError> {
        let mut text = serde_json::to_vec(what).map_err(|error| RunError::Gone(error.into()))?;
        text.push(b'\n');
        let pipe = self.ask.as_mut().ok_or(RunError::Gone(std::io::ErrorKind::BrokenPipe.into()))?;
        pipe.write_all(&text).and_then(|()| pipe.flush()).map_err(RunError::Gone)
    }

    fn next(&mut self) -> Result<Tell, RunError> {
        let mut line = String::new();
        match self.told.read_line(&mut line) {
            Ok(0) => Err(RunError::Gone(std::io::ErrorKind::UnexpectedEof.into())),
            Ok(_) => serde_json::from_str(&line).map_err(|error| RunError::Gone(error.into())),
            Err(error) => Err(RunError::Gone(error)),
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // A host whose pipe is closed ends by itself, and the kernel ends its child; one that hangs is killed.
        drop(self.ask.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long to go on, and with what.
#[derive(Clone, Debug)]
pub struct Fuzz {
    /// The library.
    pub guest: Guest,
    /// What to call it.
    pub target: String,
    /// The number that all choices come from.
    pub seed: u64,
    /// An end by the number of rounds.
    pub rounds: Option<u64>,
    /// An end by the clock.
    pub time: Option<Duration>,
    /// Hosts at a time.
    pub jobs: usize,
    /// Rounds between two reports; a fork for each of these.
    pub batch: u64,
    /// Calls in a round, about.
    pub length: usize,
    /// The time of a round.
    pub timeout: Duration,
    /// The memory of a child.
    pub memory: u64,
    /// Whether functions are also called with what they do not take, where the library says that this is an error.
    pub misuse: bool,
    /// Another solver, which is asked about what some rounds refute.
    pub against: Option<Target>,
}

impl Fuzz {
    /// So many rounds on one host, with what is usual for the rest.
    pub fn of_rounds(guest: Guest, target: String, seed: u64, rounds: u64) -> Fuzz {
        Fuzz {
            guest,
            target,
            seed,
            rounds: Some(rounds),
            time: None,
            jobs: 1,
            batch: BATCH,
            length: LENGTH,
            timeout: Duration::from_secs(2),
            memory: 4 << 30,
            misuse: false,
            against: None,
        }
    }
}

/// What a worker tells.
enum Event {
    Found(Box<Found>),
    Done(Box<Tally>, Box<Coverage>),
    Failed(RunError),
}

/// Makes rounds until the budget is used up or `stop` is set. `found` is told of every finding, `done` after every batch.
pub fn fuzz(
    plan: &Fuzz,
    stop: &AtomicBool,
    mut found: impl FnMut(Found, &Tally),
    mut done: impl FnMut(&Tally),
) -> Result<(Tally, Coverage, Reach), RunError> {
    let start = Instant::now();
    let hosts = (0..plan.jobs.max(1)).map(|_| Host::start(&plan.guest)).collect::<Result<Vec<_>, _>>()?;
    let reach = hosts.first().map(|host| host.reach.clone()).unwrap_or_default();
    let (mut tally, mut coverage) = (Tally::default(), Coverage::default());
    let mut failed = None;
    std::thread::scope(|scope| {
        let (events, told) = channel();
        let step = hosts.len() as u64;
        for (worker, host) in (0..).zip(hosts) {
            let events = events.clone();
            scope.spawn(move || work(host, plan, (worker, step), stop, start, &events));
        }
        drop(events);
        for event in told {
            match event {
                Event::Found(it) => found(*it, &tally),
                Event::Done(counts, covered) => {
                    tally.add(&counts);
                    coverage.add(&covered);
                    done(&tally);
                }
                Event::Failed(error) => {
                    failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok((tally, coverage, reach)),
    }
}

/// The rounds of one worker: every `step`th from `first` on, so that all workers together make the same as one would.
fn work(
    mut host: Host,
    plan: &Fuzz,
    (first, step): (u64, u64),
    stop: &AtomicBool,
    start: Instant,
    events: &Sender<Event>,
) {
    let mut next = first;
    let mut other = match plan.against.as_ref().map(Other::open).transpose() {
        Ok(other) => other,
        Err(error) => {
            let _ = events.send(Event::Failed(error));
            return;
        }
    };
    loop {
        let over = plan.time.is_some_and(|time| start.elapsed() >= time);
        let left = plan.rounds.map_or(u64::MAX, |rounds| rounds.saturating_sub(next).div_ceil(step));
        if over || left == 0 || stop.load(Ordering::Relaxed) {
            return;
        }
        let rounds = left.min(plan.batch.max(1));
        let batch = Batch {
            seed: plan.seed,
            first: next,
            step,
            rounds,
            length: plan.length,
            timeout: plan.timeout,
            memory: plan.memory,
            target: plan.target.clone(),
            misuse: plan.misuse,
        };
        next += rounds * step;
        let mut asked = host.ask(&Ask::Batch(batch.clone()));
        loop {
            let event = match asked.and_then(|()| host.next()) {
                Ok(Tell::Found(found)) => Event::Found(found),
                Ok(Tell::Done(tally, coverage)) => Event::Done(tally, coverage),
                Ok(_) => Event::Failed(RunError::Gone(std::io::ErrorKind::InvalidData.into())),
                Err(error) => Event::Failed(error),
            };
            let (last, failed) = (matches!(event, Event::Done(..)), matches!(event, Event::Failed(_)));
            if events.send(event).is_err() || failed {
                return;
            }
            if last || stop.load(Ordering::Relaxed) {
                break;
            }
            asked = Ok(());
        }
        if let Some(other) = &mut other {
            let event = match crossed(&mut host, other, batch, events) {
                Ok(crossed) => Event::Done(Box::new(Tally { crossed, ..Tally::default() }), Box::default()),
                Err(error) => Event::Failed(error),
            };
            let failed = matches!(event, Event::Failed(_));
            if events.send(event).is_err() || failed {
                return;
            }
        }
    }
}

/// Makes some rounds of a batch again, and asks another solver about what they refute; gives how often it has answered.
fn crossed(
    host: &mut Host,
    other: &mut Other,
    batch: Batch,
    events: &Sender<Event>,
) -> Result<u64, RunError> {
    let mut answered = 0;
    for at in (0..batch.rounds).step_by(CROSSED) {
        let round = batch.first + at * batch.step;
        let Some(trace) = host.traced(Batch { first: round, rounds: 1, ..batch.clone() })? else { continue };
        let (answers, found) = other.crossed(host, (&trace, round), batch.timeout * 4)?;
        answered += answers;
        if let Some(found) = found {
            let _ = events.send(Event::Found(Box::new(found)));
        }
    }
    Ok(answered)
}
