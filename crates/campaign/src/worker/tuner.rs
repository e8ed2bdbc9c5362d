//! What one worker remembers of options, and what its visits do about them.

use std::collections::HashSet;
use std::time::Duration;

use guide::Balance;
use solver::run::Run;
use strategy::Dice;
use tune::search::{Memory, Tried};
use tune::{Reach, Reached};

use crate::event::Visited;
use crate::tuning::{Tuning, Variant};

/// What a visit does about options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// Targets have their own.
    Plain,
    /// A search over those of a target, for some of the tests.
    Searched,
    /// One configuration of a target for all tests, drawn by lot: its process is kept, and a test costs no more than with its
    /// own options.
    Drawn,
    /// Likewise, with options under which something new was reached, or children of such.
    Evolved,
    /// Likewise, with the options that an input was kept with: to see what it does today.
    Repeated,
}

impl Course {
    /// Whether all tests are given under other options.
    pub(super) fn is_configured(self) -> bool {
        matches!(self, Course::Drawn | Course::Evolved | Course::Repeated)
    }
}

/// What one worker remembers of options.
pub(super) struct Tuner {
    /// By target: configurations that reached something new.
    pub memories: Vec<Memory>,
    /// By target: what was tried how often.
    pub tried: Vec<Tried>,
    /// Where targets broke: what breaks there again, with whatever options, is the same.
    pub places: HashSet<String>,
    /// Time that went into looking for slowness.
    pub slow: Duration,
    /// Time under other options.
    pub searched: Duration,
    /// By target.
    reached: Vec<Reached>,
    courses: &'static [Course],
    /// What each course reaches, and the bugs that it finds.
    balance: Balance,
    hits: Balance,
    /// What the visit under way was the first to reach, and to find.
    new: usize,
    bugs: usize,
}

/// Bugs are so seldom that they are remembered for so many seconds.
const BUGS_HALF_LIFE: f64 = 300.0;

/// The courses of visits, by what is in use. Whoever wants options changed wants to see it on the first visit.
fn courses(tuning: Option<&Tuning>) -> &'static [Course] {
    match tuning.map(|tuning| tuning.variant) {
        None | Some(Variant::Plain) => &[Course::Plain],
        Some(Variant::Learn | Variant::Lot) => &[Course::Drawn, Course::Plain],
        Some(Variant::Full | Variant::Search) => {
            &[Course::Searched, Course::Drawn, Course::Evolved, Course::Plain]
        }
    }
}

impl Tuner {
    pub(super) fn new(targets: usize, tuning: Option<&Tuning>) -> Tuner {
        let courses = courses(tuning);
        Tuner {
            memories: vec![Memory::default(); targets],
            tried: vec![Tried::default(); targets],
            places: HashSet::new(),
            slow: Duration::ZERO,
            searched: Duration::ZERO,
            reached: vec![Reached::default(); targets],
            courses,
            balance: Balance::new(courses.len()),
            hits: Balance::new(courses.len()).remembering(BUGS_HALF_LIFE),
            new: 0,
            bugs: 0,
        }
    }

    /// What the next visit does about options. `unit` is its number, where the courses take turns; else what each has shown
    /// for its time decides: half of it what it reached, and half the bugs that it found. Almost any option makes some counter
    /// new, so that nothing would be left for a solver's own options, whose bugs are those that users meet.
    pub(super) fn course(&self, unit: Option<u64>, dice: &mut Dice) -> Course {
        let number = match unit {
            Some(unit) => (unit % self.courses.len() as u64) as usize,
            None => {
                let both = self.balance.shares().into_iter().zip(self.hits.shares());
                let shares: Vec<f64> = both.map(|(new, bugs)| (new + bugs) / 2.0).collect();
                self.balance.choose_by(&shares, dice)
            }
        };
        self.courses[number]
    }

    /// Whether options may be changed.
    pub(super) fn is_on(&self) -> bool {
        self.courses.len() > 1
    }

    /// Notes what a run of a target reached.
    pub(super) fn reach(&mut self, target: usize, run: &Run, visited: &mut Visited) -> Reach {
        let reach = self.reached[target].add(run);
        self.new += reach.new;
        visited.reached += reach.new as u64;
        reach
    }

    /// Notes that a bug was found that nobody had seen.
    pub(super) fn found(&mut self) {
        self.bugs += 1;
    }

    /// A visit is over, and has taken so long.
    pub(super) fn learn(&mut self, course: Course, seconds: f64) {
        let (new, bugs) = (std::mem::take(&mut self.new), std::mem::take(&mut self.bugs));
        if let Some(number) = self.courses.iter().position(|it| *it == course) {
            self.balance.learn(number, new, seconds);
            self.hits.learn(number, bugs, seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_take_turns_or_follow_what_is_new() {
        let variant = |variant| Tuning { variant, ..Tuning::default() };
        let mut tuner = Tuner::new(1, Some(&variant(Variant::Full)));
        let mut dice = Dice::new(&[1]);
        let turns: Vec<Course> = (0..4).map(|unit| tuner.course(Some(unit), &mut dice)).collect();
        assert_eq!(turns, [Course::Searched, Course::Drawn, Course::Evolved, Course::Plain]);
        let mut visits = [0; 4];
        for edge in 0..300 {
            let course = tuner.course(None, &mut dice);
            if course == Course::Evolved {
                let mut map = vec![0; 400];
                map[edge] = 1;
                tuner.reach(0, &Run { coverage: Some(map), ..Run::default() }, &mut Visited::default());
            }
            tuner.learn(course, 1.0);
            visits[course as usize] += 1;
        }
        assert!(
            visits[Course::Evolved as usize] > 150 && visits.iter().all(|&visits| visits > 20),
            "{visits:?}"
        );
        let plain = Tuner::new(1, None);
        assert_eq!(plain.course(None, &mut dice), Course::Plain);
        for variant in [Variant::Learn, Variant::Lot].map(variant) {
            let tuner = Tuner::new(1, Some(&variant));
            let turns: Vec<Course> = (0..3).map(|unit| tuner.course(Some(unit), &mut dice)).collect();
            assert_eq!(turns, [Course::Drawn, Course::Plain, Course::Drawn]);
        }
    }

    #[test]
    fn a_course_that_finds_bugs_has_time_though_others_reach_more() {
        let full = Tuning { variant: Variant::Full, ..Tuning::default() };
        let mut dice = Dice::new(&[1]);
        let mut visits = |finds: bool| {
            let (mut tuner, mut plain) = (Tuner::new(1, Some(&full)), 0);
            for edge in 0..400 {
                let course = tuner.course(None, &mut dice);
                if course == Course::Plain {
                    plain += 1;
                    (0..usize::from(finds)).for_each(|_| tuner.found());
                } else {
                    let mut map = vec![0; 400];
                    map[edge] = 1;
                    tuner.reach(0, &Run { coverage: Some(map), ..Run::default() }, &mut Visited::default());
                }
                tuner.learn(course, 1.0);
            }
            plain
        };
        let (without, with) = (visits(false), visits(true));
        assert!((40..100).contains(&without) && with > 160, "{without} {with}");
    }
}
