//! Smaller traces that show the same: ddMBT's steps, and numbers, which its paper leaves open.
//!
//! Lines go first, in halves, quarters, one by one; then terms become constants with the value that they have in the
//! witness, arguments become older ones of the same sort, then numbers, widths and values become small. Rounds of all of it,
//! until none helps. Several judges are asked at a time; the first candidate in order wins, whoever answers first.

mod mend;
mod numbers;
mod replaying;
mod terms;
mod tidy;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use crate::trace::Trace;
use mend::mended;
pub use replaying::Replaying;

/// Decides whether a trace still shows what the first one does. Each of several workers has its own.
pub trait Judge: Send {
    /// Whether it does; `None` when nobody can tell any more.
    fn shows(&mut self, trace: &Trace) -> Option<bool>;
}

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Reduction<'a> {
    /// Set when it is to stop.
    pub stop: &'a AtomicBool,
    /// When the time is over.
    pub deadline: Option<Instant>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest trace.
    pub trace: Trace,
    /// Whether the first one showed it at all.
    pub held: bool,
    /// Whether nothing makes it smaller; else the time was over.
    pub fixpoint: bool,
    /// How often a judge was asked.
    pub checks: u64,
    /// Real time.
    pub time: Duration,
}

/// A pass: whole traces, each with something smaller in one place.
type Pass = fn(&Trace) -> Vec<Trace>;

/// The passes after the lines, in the order of what they save.
const PASSES: &[Pass] = &[
    terms::to_constants,
    terms::to_older,
    terms::fewer_arguments,
    numbers::levels,
    numbers::widths,
    numbers::indices,
    numbers::values,
    numbers::seeds,
];

/// Makes a trace smaller as long as the judges, all of them alike, say that it shows it.
pub fn reduce(trace: Trace, judges: &mut [Box<dyn Judge + '_>], settings: Reduction<'_>) -> Reduced {
    let start = Instant::now();
    let mut engine = Engine { current: trace, judges, settings, tried: FxHashSet::default(), checks: 0 };
    let held = engine.ask(&[engine.current.clone()]).is_some_and(|answers| answers == [true]);
    let fixpoint = held && engine.rounds().is_some();
    Reduced { trace: engine.current, held, fixpoint, checks: engine.checks, time: start.elapsed() }
}

struct Engine<'a, 'j> {
    current: Trace,
    judges: &'a mut [Box<dyn Judge + 'j>],
    settings: Reduction<'a>,
    tried: FxHashSet<String>,
    checks: u64,
}

/// How simple a trace is: fewer lines first, then less text.
fn size(trace: &Trace) -> (usize, usize, String) {
    let text = trace.to_string();
    (trace.lines.len(), text.len(), text)
}

impl Engine<'_, '_> {
    fn rounds(&mut self) -> Option<()> {
        loop {
            let before = size(&self.current);
            self.lines()?;
            for pass in PASSES {
                self.pass(*pass)?;
            }
            if size(&self.current) == before {
                break;
            }
        }
        self.try_first(vec![tidy::renumbered(&self.current)], true).map(drop)
    }

    /// Takes lines away, with everything that needs them: halves, quarters, one by one, from the end.
    fn lines(&mut self) -> Option<()> {
        let mut chunk = self.current.lines.len().div_ceil(2);
        while chunk > 0 {
            let mut end = self.current.lines.len();
            while end > 0 {
                let (mut batch, mut starts, mut at) = (Vec::new(), Vec::new(), end);
                while at > 0 && batch.len() < self.judges.len() {
                    let from = at.saturating_sub(chunk);
                    let mut lines = self.current.lines.clone();
                    lines.drain(from..at);
                    batch.push(mended(&self.current.target, lines));
                    starts.push(from);
                    at = from;
                }
                end = match self.try_first(batch, false)? {
                    Some(taken) => starts[taken].min(self.current.lines.len()),
                    None => at,
                };
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
        Some(())
    }

    /// Tries all that a pass thinks of; after a success it thinks again.
    fn pass(&mut self, pass: Pass) -> Option<()> {
        let mut from = 0;
        loop {
            let candidates = pass(&self.current);
            if from >= candidates.len() {
                return Some(());
            }
            let batch: Vec<Trace> = candidates.into_iter().skip(from).take(self.judges.len()).collect();
            let asked = batch.len();
            match self.try_first(batch, false)? {
                // What comes before it was tried, and is mostly the same as it was.
                Some(taken) => from += taken,
                None => from += asked,
            }
        }
    }

    /// Takes over the first of these that shows it; gives its place among them. `None` when it is time to stop.
    fn try_first(&mut self, batch: Vec<Trace>, any_size: bool) -> Option<Option<usize>> {
        let present = size(&self.current);
        let mut kept = Vec::new();
        for (place, candidate) in batch.into_iter().enumerate() {
            let measured = size(&candidate);
            if (any_size || measured < present) && self.tried.insert(measured.2) {
                kept.push((place, candidate));
            }
        }
        let traces: Vec<Trace> = kept.iter().map(|(_, candidate)| candidate.clone()).collect();
        let answers = self.ask(&traces)?;
        let taken = kept.into_iter().zip(answers).find(|(_, shows)| *shows);
        Some(taken.map(|((place, candidate), _)| {
            self.current = candidate;
            place
        }))
    }

    fn ask(&mut self, traces: &[Trace]) -> Option<Vec<bool>> {
        let over = self.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over || self.settings.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.checks += traces.len() as u64;
        let mut answers = Vec::new();
        for some in traces.chunks(self.judges.len().max(1)) {
            std::thread::scope(|scope| {
                let asked: Vec<_> = self
                    .judges
                    .iter_mut()
                    .zip(some)
                    .map(|(judge, trace)| scope.spawn(move || judge.shows(trace)))
                    .collect();
                answers.extend(asked.into_iter().map(|answer| answer.join().ok().flatten()));
            });
        }
        answers.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Action;

    /// Holds for traces that check after asserting some product.
    struct Product;

    impl Judge for Product {
        fn shows(&mut self, trace: &Trace) -> Option<bool> {
            // What is asked must be a trace.
            let text = trace.to_string();
            assert_eq!(Trace::read(&text).as_ref(), Ok(trace), "{text}");
            let calls: Vec<Action> = trace.lines.iter().map(|line| line.call.action).collect();
            let at = |wanted| calls.iter().position(|action| *action == wanted);
            let in_order = at(Action::Assert).zip(at(Action::CheckSat)).is_some_and(|(a, c)| a < c);
            Some(in_order && text.contains("bvmul"))
        }
    }

    #[test]
    fn what_is_not_needed_goes_and_numbers_become_small() {
        let trace = Trace::read(
            "smtquake-trace 1 z3\n17 new -> i0\n18 new -> i3\n2 set-option i0 a b\n2 sort (_ BitVec 32) -> s0\n\
             3 constant x s0 #x0000ff0f -> t0\n4 constant y s0 #x00000001 -> t1\n5 term bvadd t0 t1 -> t2\n\
             6 term bvmul t2 t2 -> t4\n7 term bvult t4 t1 -> t5\n8 push i0 3\n9 assert i0 t5\n10 pop i0 2\n\
             11 check-sat i0 t5 t5 = sat\n12 delete i3\n",
        )
        .unwrap();
        let stop = AtomicBool::new(false);
        let mut judges: Vec<Box<dyn Judge>> = vec![Box::new(Product), Box::new(Product)];
        let settings = Reduction { stop: &stop, deadline: None };
        let reduced = reduce(trace, &mut judges, settings);
        assert!(reduced.held && reduced.fixpoint);
        let lines: Vec<String> = reduced.trace.lines.iter().map(|line| line.call.to_string()).collect();
        let expected = [
            "new -> i0",
            "sort (_ BitVec 1) -> s0",
            "constant x s0 #b0 -> t0",
            "term bvmul t0 t0 -> t1",
            "term bvult t1 t0 -> t2",
            "assert i0 t2",
            "check-sat i0",
        ];
        assert_eq!(lines, expected, "{}", reduced.trace);
    }

    #[test]
    fn what_never_held_is_left_alone() {
        let trace = Trace::read("smtquake-trace 1 z3\n1 new -> i0\n").unwrap();
        let stop = AtomicBool::new(false);
        let settings = Reduction { stop: &stop, deadline: None };
        let mut judges: Vec<Box<dyn Judge>> = vec![Box::new(Product)];
        let reduced = reduce(trace.clone(), &mut judges, settings);
        assert_eq!((reduced.held, reduced.trace), (false, trace));
    }
}
