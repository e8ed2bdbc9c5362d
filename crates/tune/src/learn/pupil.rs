//! The loop: lessons, looks, and what follows from them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use strategy::Dice;

use super::curriculum::Curriculum;
use super::group::{Candidate, Part, effects};
use super::lesson::Lesson;
use super::look::Look;
use crate::correlations::{Correlations, Effect};
use crate::signal::{Shown, Sight};
use crate::space::Space;

/// Formulas that take longer than this with the defaults are passed over.
const SLOWEST: Duration = Duration::from_millis(60);
/// What is settled about a pair is not looked at any more.
const SETTLED: f64 = 0.0015;
/// Lessons in a row of which none can be used: then none ever will.
const BARREN: u64 = 2000;
/// What is seen by one who does not look.
const NOTHING: Sight = Sight { shown: Shown::Answers, print: 0, counters: Vec::new(), time: Duration::ZERO };

/// How far learning has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Formulas looked at.
    pub formulas: u64,
    /// Runs of the solver.
    pub runs: u64,
    /// Operations seen, of so many.
    pub operations: (usize, usize),
    /// What the next formula would tell at most, per option, in nats.
    pub worth: f64,
    /// Processor time of the solver.
    pub inside: Duration,
}

/// What all workers know together.
pub struct Pupil<'a> {
    space: &'a Space,
    curriculum: &'a Curriculum,
    state: Mutex<State>,
}

struct State {
    table: Correlations,
    /// The next lesson's number.
    number: u64,
    barren: u64,
    inside: Duration,
}

impl<'a> Pupil<'a> {
    /// One who goes on from what is known.
    pub fn new(space: &'a Space, curriculum: &'a Curriculum, table: Correlations) -> Pupil<'a> {
        // A lesson that was begun before is begun again at most once.
        let number = table.runs;
        let state = State { table, number, barren: 0, inside: Duration::ZERO };
        Pupil { space, curriculum, state: Mutex::new(state) }
    }

    /// What is known.
    pub fn table(&self) -> Correlations {
        self.lock().table.clone()
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let state = self.lock();
        Progress {
            formulas: state.table.formulas,
            runs: state.table.runs,
            operations: (state.table.operations().count(), self.curriculum.operations()),
            worth: self.curriculum.worth(&state.table).unwrap_or(0.0),
            inside: state.inside,
        }
    }

    /// Learns from one formula after another, until something ends it.
    fn work(&self, look: &mut dyn Look, stop: &AtomicBool, deadline: Option<Instant>) {
        let is_over =
            || stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        while !is_over() {
            let Some((lesson, candidates)) = self.next() else { return };
            let Some(lesson) = lesson else { continue };
            let (mut runs, mut inside) = (0, Duration::ZERO);
            let mut over: Option<Sight> = None;
            let blank = lesson.blank();
            let mut counted = |part: Part, settings: &[solver::target::Setting]| {
                // When the time is over, nothing is looked at any more, and nothing is learnt from this lesson.
                let lesson = if part == Part::Whole { Some(&lesson) } else { blank.as_ref() };
                let Some(lesson) = lesson.filter(|_| !is_over()) else {
                    return over.insert(NOTHING).clone();
                };
                let sight = look.look(lesson, settings);
                runs += 1;
                inside += sight.time;
                sight
            };
            let plain = counted(Part::Whole, &[]);
            let again = counted(Part::Whole, &[]);
            let usable = is_usable(&plain) && plain.is_like(&again);
            let found = if usable { effects(&plain, candidates, &mut counted) } else { Vec::new() };
            if over.is_some() {
                return;
            }
            let mut state = self.lock();
            state.table.runs += runs;
            state.inside += inside;
            state.barren = if usable { 0 } else { state.barren + 1 };
            if usable {
                state.table.learn(&lesson.operations, &found);
            }
        }
    }

    /// The next lesson with the options that it may tell about. Nothing when all is known, or nothing can be.
    fn next(&self) -> Option<(Option<Lesson>, Vec<Candidate>)> {
        let mut state = self.lock();
        if state.barren > BARREN || self.curriculum.worth(&state.table).is_none() {
            return None;
        }
        let number = state.number;
        state.number += 1;
        let lesson = self.curriculum.lesson(&state.table, number);
        let candidates = match &lesson {
            Some(lesson) => self.candidates(&state.table, lesson, number),
            None => Vec::new(),
        };
        state.barren += u64::from(lesson.is_none());
        Some((lesson, candidates))
    }

    /// Options of which something is open, each with a value.
    fn candidates(&self, table: &Correlations, lesson: &Lesson, number: u64) -> Vec<Candidate> {
        let mut dice = Dice::new(&[0x6361_6e64, number]);
        let mut candidates = Vec::new();
        let guesses = table.guesses(&lesson.operations);
        for (option, name) in table.options().iter().enumerate() {
            let Some(knob) = self.space.get(name) else { continue };
            let value = knob.draw(&mut dice);
            let Some(setting) = knob.setting(&value) else { continue };
            let open = |name: &String| {
                let cell = table.cell(name, option);
                cell.gain() >= SETTLED && table.effect(name, option) != Effect::Conflict
            };
            if !lesson.operations.iter().any(open) {
                continue;
            }
            candidates.push(Candidate { option, setting, chance: guesses[option] });
        }
        candidates
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_usable(plain: &Sight) -> bool {
    plain.shown == Shown::Answers && plain.time <= SLOWEST
}

/// Has workers learn, one per pair of eyes, until all is known, the time is over or `stop` is set; `tell` is told now and
/// then how things stand.
pub fn learn(
    pupil: &Pupil<'_>,
    eyes: Vec<Box<dyn Look + Send>>,
    stop: &AtomicBool,
    deadline: Option<Instant>,
    tell: &mut dyn FnMut(&Pupil<'_>),
) {
    let left = std::sync::atomic::AtomicUsize::new(eyes.len());
    std::thread::scope(|scope| {
        for mut look in eyes {
            let left = &left;
            scope.spawn(move || {
                pupil.work(&mut *look, stop, deadline);
                left.fetch_sub(1, Ordering::Relaxed);
            });
        }
        while left.load(Ordering::Relaxed) > 0 {
            std::thread::sleep(Duration::from_millis(200));
            tell(pupil);
        }
    });
}

#[cfg(test)]
mod tests {
    use solver::knowledge::Knowledge;
    use solver::target::Setting;

    use super::*;
    use crate::knob::switches;

    /// A solver whose options matter to one operation each.
    struct Mock;

    const TRUTH: &[(usize, &str)] = &[(3, "bvmul"), (40, "str.len"), (41, "forall"), (90, "check-sat")];

    impl Look for Mock {
        fn look(&mut self, lesson: &Lesson, settings: &[Setting]) -> Sight {
            let mut print = 0;
            for (number, (option, operation)) in TRUTH.iter().enumerate() {
                let set = settings.iter().any(|setting| setting.name == format!("o{option}"));
                if set && lesson.operations.contains(*operation) {
                    print |= 1 << number;
                }
            }
            Sight { print, time: Duration::from_millis(3), ..NOTHING }
        }
    }

    #[test]
    fn what_is_true_of_a_solver_is_learnt_and_nothing_else() {
        let space = Space { knobs: switches(100) };
        let curriculum = Curriculum::new(&Knowledge::everything(), &["model".to_owned()], false);
        let names = space.knobs.iter().map(|knob| knob.name.clone());
        let pupil = Pupil::new(&space, &curriculum, Correlations::new("mock", names));
        let mut look = Mock;
        let stop = AtomicBool::new(false);
        while pupil.progress().formulas < 900 {
            let soon = Instant::now() + Duration::from_millis(50);
            pupil.work(&mut look, &stop, Some(soon));
            if curriculum.worth(&pupil.table()).is_none() {
                break;
            }
        }
        let table = pupil.table();
        let mut wrong = Vec::new();
        for operation in table.operations() {
            for option in 0..100 {
                let learnt = table.effect(operation, option) == Effect::Relevant;
                if learnt && !TRUTH.contains(&(option, operation)) {
                    wrong.push((operation.to_owned(), option, table.cell(operation, option)));
                }
            }
        }
        for (option, operation) in TRUTH {
            assert_eq!(table.effect(operation, *option), Effect::Relevant, "{operation} {option}");
        }
        assert!(wrong.len() <= 2, "{wrong:?}");
        let each = table.runs as f64 / table.formulas as f64;
        assert!(each < 20.0, "{each} runs per formula of 100 options");
    }
}
