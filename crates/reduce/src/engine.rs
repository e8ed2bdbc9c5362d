//! The loop: passes in rounds, candidates in batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use smtlib::Script;

use crate::passes::{self, Pass, ScriptPass};
use crate::pool::{Pool, Question, Said};
use crate::predicate::{Broken, Patience, Predicate, Shows};
use crate::subject::Subject;

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Set when it is to stop.
    pub stop: &'a AtomicBool,
    /// When the time is over.
    pub deadline: Option<Instant>,
    /// How often the script itself was seen to show it beyond doubt.
    pub seen: u32,
}

/// How far a reduction is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes at the start.
    pub before: usize,
    /// Bytes now.
    pub bytes: usize,
    /// How often the predicate was asked.
    pub checks: u64,
    /// How often a smaller script was taken over.
    pub accepted: u64,
    /// Candidates that were known from before.
    pub remembered: u64,
    /// The pass at work.
    pub pass: &'static str,
}

/// Somebody who watches a reduction.
pub trait Observer {
    /// A batch of candidates was looked at.
    fn progress(&mut self, progress: &Progress);
    /// A smaller script was taken over.
    fn accepted(&mut self, subject: &Subject);
}

/// Why a reduction ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing makes it smaller.
    Fixpoint,
    /// It was told to stop.
    Stopped,
    /// The time is over.
    OutOfTime,
    /// The predicate does not hold for the script itself.
    NeverHeld,
    /// The predicate holds for the script itself only sometimes.
    Flaky {
        /// How often it held.
        shown: u32,
        /// How often it was asked.
        of: u32,
    },
    /// The predicate cannot be asked any more.
    Broken(Broken),
}

/// What came of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest script that shows it.
    pub subject: Arc<Subject>,
    /// The figures.
    pub progress: Progress,
    /// Real time.
    pub time: Duration,
    /// Why it ended.
    pub ended: Ended,
}

/// Makes a script smaller as long as the predicates, all of them the same one, hold. They are asked at the same time.
pub fn reduce<'p>(
    script: Script,
    predicates: Vec<Box<dyn Predicate + 'p>>,
    settings: Settings<'_>,
    observer: &mut dyn Observer,
) -> Reduced {
    let start = Instant::now();
    let opaque = script.opaque;
    let subject = Arc::new(Subject::new(script));
    let before = subject.text.len();
    let progress = Progress { before, bytes: before, ..Progress::default() };
    std::thread::scope(|scope| {
        let pool = Pool::start(scope, predicates);
        let mut engine = Engine {
            current: subject,
            opaque,
            memory: FxHashSet::default(),
            late: Vec::new(),
            patience: Patience::Short,
            breadth: 1,
            pool,
            settings,
            observer,
            progress,
        };
        let ended = match engine.run() {
            Ok(ended) | Err(ended) => ended,
        };
        Reduced { subject: engine.current, progress: engine.progress, time: start.elapsed(), ended }
    })
}

/// How often the script itself is looked at before it is touched.
const TRIALS: u32 = 3;
/// A predicate that takes longer is asked about the script itself twice only.
const SLOW: Duration = Duration::from_millis(500);
/// So many candidates at a time and worker keep all workers at work while one of them waits for a slow solver.
const BROADEST: usize = 16;

/// The hash of a text.
type Key = [u8; 16];

/// A place in the walk over all terms from which to go on.
#[derive(Clone, Copy, Default)]
struct Walked {
    place: usize,
    replacement: usize,
}

struct Engine<'a> {
    current: Arc<Subject>,
    opaque: usize,
    /// Hashes of the texts that were tried.
    memory: FxHashSet<Key>,
    /// Those among them of which nothing is known, because they took too long.
    late: Vec<Key>,
    patience: Patience,
    /// How many candidates are made at a time, for each worker: the more, the longer none of them was taken over.
    breadth: usize,
    pool: Pool,
    settings: Settings<'a>,
    observer: &'a mut dyn Observer,
    progress: Progress,
}

/// The end of a reduction, or a step of it.
type Step<T> = Result<T, Ended>;

impl Engine<'_> {
    fn run(&mut self) -> Step<Ended> {
        match self.trials()? {
            (0, _) => return Ok(Ended::NeverHeld),
            (shown, of) if shown < of => return Ok(Ended::Flaky { shown, of }),
            _ => {}
        }
        self.begin()?;
        loop {
            self.rounds()?;
            if self.patience == Patience::Long || self.late.is_empty() {
                return Ok(Ended::Fixpoint);
            }
            // What took too long is all that is left to try.
            self.patience = Patience::Long;
            for key in self.late.drain(..) {
                self.memory.remove(&key);
            }
        }
    }

    /// How often the script itself shows it, and of how many times.
    fn trials(&mut self) -> Step<(u32, u32)> {
        self.progress.pass = "the script itself";
        let seen = self.settings.seen;
        let (mut shown, mut of) = (seen, seen);
        while of < TRIALS {
            self.may_go_on()?;
            let start = Instant::now();
            let count = (TRIALS - of).min(self.pool.size() as u32);
            let itself = vec![Arc::clone(&self.current); count as usize];
            let answers = self.pool.ask_all(Question::Holds(Patience::Long), &itself);
            shown += self.read(answers)?.iter().filter(|shows| **shows == Some(Shows::Yes)).count() as u32;
            of += count;
            // What is slow now is fast when it is small: then there is time to see whether it is flaky.
            if of > 1 && shown == of && start.elapsed() > SLOW {
                break;
            }
        }
        if seen == 0 && shown > 0 && !self.confirms(&Arc::clone(&self.current))? {
            shown -= 1;
        }
        Ok((shown, of))
    }

    /// All passes, again and again until none of them helps.
    fn rounds(&mut self) -> Step<()> {
        loop {
            let before = self.progress.accepted;
            for pass in passes::ALL {
                match pass {
                    Pass::Chunks(pass) => self.chunks(*pass)?,
                    Pass::Script(pass) => self.script(*pass)?,
                    Pass::Terms => self.terms()?,
                }
            }
            if self.progress.accepted == before {
                return Ok(());
            }
        }
    }

    /// Cleans the script, and gives it a shape in which its parts can be taken away one by one, even if it gets a little
    /// longer by that.
    fn begin(&mut self) -> Step<()> {
        // If no answer is needed, all that follows costs no more than reading.
        self.progress.pass = "checks";
        let unasked = self.candidate(passes::without_checks(&self.current.script));
        self.try_first(unasked.into_iter().collect())?;
        self.progress.pass = "unused declarations";
        let cleaned = Subject::edited(self.current.script.clone(), self.opaque);
        self.try_first(cleaned.into_iter().filter(|it| it.text != self.current.text).collect())?;
        for pass in passes::SHAPES {
            self.progress.pass = pass.name();
            let limit = 2 * self.current.text.len();
            let shaped = pass.candidates(&self.current.script).into_iter();
            let shaped = shaped.filter_map(|script| Subject::edited(script, self.opaque));
            let shaped: Vec<Subject> = shaped.filter(|it| it.text.len() <= limit).collect();
            self.try_first(shaped)?;
        }
        Ok(())
    }

    /// Takes parts away: halves, quarters, one by one.
    fn chunks(&mut self, pass: &dyn passes::ChunkPass) -> Step<()> {
        self.progress.pass = pass.name();
        let mut size = pass.count(&self.current.script).div_ceil(2);
        while size > 0 {
            // From the end: what comes last depends on what comes before, not the other way round.
            let mut end = pass.count(&self.current.script);
            while end > 0 {
                let mut batch = Vec::new();
                let mut ends = Vec::new();
                let mut at = end;
                while at > 0 && batch.len() < self.batch() {
                    let range = at.saturating_sub(size)..at;
                    let mut script = self.current.script.clone();
                    pass.remove(&mut script, range.clone());
                    if let Some(subject) = self.candidate(script) {
                        batch.push(subject);
                        ends.push(range.start);
                    }
                    at = range.start;
                }
                end = match self.try_first(batch)? {
                    Some(accepted) => ends[accepted].min(pass.count(&self.current.script)),
                    None => at,
                };
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(())
    }

    /// Tries whole scripts, again as long as one of them helps.
    fn script(&mut self, pass: &dyn ScriptPass) -> Step<()> {
        self.progress.pass = pass.name();
        loop {
            let mut helped = false;
            let mut scripts = pass.candidates(&self.current.script).into_iter();
            loop {
                let mut batch = Vec::new();
                for script in scripts.by_ref() {
                    batch.extend(self.candidate(script));
                    if batch.len() == self.batch() {
                        break;
                    }
                }
                if batch.is_empty() {
                    break;
                }
                if self.try_first(batch)?.is_some() {
                    helped = true;
                    break;
                }
            }
            if !helped {
                return Ok(());
            }
        }
    }

    /// Puts something smaller in the place of each term, from the outside in.
    fn terms(&mut self) -> Step<()> {
        self.progress.pass = "terms";
        let mut from = Walked::default();
        loop {
            let (batch, places, end) = self.replacements(from);
            if batch.is_empty() {
                return Ok(());
            }
            // The same place again: what stands there now may become smaller still.
            from = match self.try_first(batch)? {
                Some(accepted) => Walked { place: places[accepted], replacement: 0 },
                None => end,
            };
        }
    }

    /// The next candidates of the walk, the places they change, and where it goes on.
    fn replacements(&mut self, from: Walked) -> (Vec<Subject>, Vec<usize>, Walked) {
        let places = passes::places(&self.current.script);
        let (mut batch, mut changed) = (Vec::new(), Vec::new());
        let mut at = from;
        while at.place < places.len() {
            let place = &places[at.place];
            let mut scratch = self.current.script.clone();
            let replacements = passes::replacements(&mut scratch, place);
            for replacement in replacements.iter().skip(at.replacement) {
                at.replacement += 1;
                let mut script = scratch.clone();
                if !passes::replace(&mut script, place, replacement) {
                    continue;
                }
                if let Some(subject) = self.candidate(script) {
                    batch.push(subject);
                    changed.push(at.place);
                    if batch.len() == self.batch() {
                        return (batch, changed, at);
                    }
                }
            }
            at = Walked { place: at.place + 1, replacement: 0 };
        }
        (batch, changed, at)
    }

    /// An edited script, if it is well-typed, simpler and new.
    fn candidate(&mut self, script: Script) -> Option<Subject> {
        let subject = Subject::edited(script, self.opaque)?;
        if !subject.is_simpler_than(&self.current) {
            return None;
        }
        if !self.memory.insert(key(&subject)) {
            self.progress.remembered += 1;
            return None;
        }
        Some(subject)
    }

    /// How many candidates are made at a time.
    fn batch(&self) -> usize {
        self.pool.size() * self.breadth
    }

    /// Takes over the first of these that shows it; gives its place among them.
    fn try_first(&mut self, batch: Vec<Subject>) -> Step<Option<usize>> {
        let batch: Vec<Arc<Subject>> = batch.into_iter().map(Arc::new).collect();
        let mut from = 0;
        while from < batch.len() {
            let rest = &batch[from..];
            self.may_go_on()?;
            let said = self.pool.ask_first(Question::Holds(self.patience), rest);
            let said = self.read(said)?;
            let late = rest.iter().zip(&said).filter(|(_, shows)| **shows == Some(Shows::Late));
            self.late.extend(late.map(|(subject, _)| key(subject)));
            let Some(first) = said.iter().position(|shows| *shows == Some(Shows::Yes)) else { break };
            if self.confirms(&rest[first])? {
                let unseen = rest.iter().zip(&said).filter(|(_, shows)| shows.is_none());
                for (subject, _) in unseen {
                    self.memory.remove(&key(subject));
                }
                self.take_over(&rest[first]);
                return Ok(Some(from + first));
            }
            from += first + 1;
        }
        self.breadth = (2 * self.breadth).min(BROADEST);
        Ok(None)
    }

    fn take_over(&mut self, subject: &Arc<Subject>) {
        self.current = Arc::clone(subject);
        self.patience = Patience::Short;
        self.breadth = 1;
        self.progress.accepted += 1;
        self.progress.bytes = self.current.text.len();
        self.observer.accepted(&self.current);
    }

    /// Whether a subject shows it beyond doubt.
    fn confirms(&mut self, subject: &Arc<Subject>) -> Step<bool> {
        self.may_go_on()?;
        let said = self.pool.ask_all(Question::Confirms, std::slice::from_ref(subject));
        Ok(self.read(said)? == [Some(Shows::Yes)])
    }

    fn may_go_on(&self) -> Step<()> {
        if self.settings.stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        if self.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Ended::OutOfTime);
        }
        Ok(())
    }

    /// Counts and tells what was said.
    fn read(&mut self, said: Vec<Said>) -> Step<Vec<Option<Shows>>> {
        let said = said.into_iter().collect::<Result<Vec<_>, _>>().map_err(Ended::Broken)?;
        self.progress.checks += said.iter().flatten().count() as u64;
        self.observer.progress(&self.progress);
        Ok(said)
    }
}

fn key(subject: &Subject) -> Key {
    let hash = blake3::hash(&subject.text);
    std::array::from_fn(|i| hash.as_bytes()[i])
}
