//! Looking for configurations that make a solver do what it has not done (Falcon, algorithm 3).
//!
//! A configuration is a [`Vector`] of values, one per option that matters to the formula. A [`Search`] is asked for the next
//! one and told what it reached; it knows nothing of solvers. Its first vectors are drawn by lot and taken from [`Memory`]:
//! what worked for formulas before.

mod memory;
mod tried;
mod vector;

pub use memory::Memory;
pub use tried::Tried;
pub use vector::Vector;

use std::collections::VecDeque;

use strategy::Dice;

use crate::knob::Knob;
use crate::reached::Reach;

/// Vectors that have offspring: the paper's n, which it does not tell. Two offspring of each pair are a generation: with more
/// parents ten generations without anything new would be longer than the longest search.
const PARENTS: usize = 3;
/// Vectors of the first generation.
const FIRST: usize = 4;
/// Generations without anything new, and offspring, after which a search ends.
const PATIENCE: usize = 10;
const MOST_OFFSPRING: usize = 100;

/// A search over the options of one formula.
#[derive(Debug)]
pub struct Search {
    knobs: Vec<Knob>,
    dice: Dice,
    /// The generation under way: those not asked for yet, and those that were, with what they reached.
    waiting: VecDeque<Vector>,
    judged: Vec<(Reach, Vector)>,
    /// How many are out.
    out: usize,
    new_in_generation: bool,
    stale: usize,
    offspring: usize,
    ended: bool,
}

impl Search {
    /// A search over these options, from `known` vectors and others that are drawn.
    pub fn new(knobs: Vec<Knob>, known: Vec<Vector>, number: u64) -> Search {
        let mut dice = Dice::new(&[0x7365_6172, number]);
        let mut waiting: VecDeque<Vector> = known.into_iter().take(FIRST / 2).collect();
        while waiting.len() < FIRST {
            waiting.push_back(Vector::draw(&knobs, &mut dice));
        }
        Search {
            ended: knobs.is_empty(),
            knobs,
            dice,
            waiting,
            judged: Vec::new(),
            out: 0,
            new_in_generation: false,
            stale: 0,
            offspring: 0,
        }
    }

    /// The options.
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// The next configuration to try; nothing when the search is over.
    pub fn ask(&mut self) -> Option<Vector> {
        if self.waiting.is_empty() && self.out == 0 && !self.ended {
            self.breed();
        }
        if self.ended {
            return None;
        }
        let next = self.waiting.pop_front();
        self.out += usize::from(next.is_some());
        next
    }

    /// Takes in what a configuration reached. The fitness is the coverage; whether it goes on depends on what is new.
    pub fn tell(&mut self, vector: Vector, reach: Reach) {
        self.out = self.out.saturating_sub(1);
        self.new_in_generation |= reach.new > 0;
        self.judged.push((reach, vector));
    }

    /// The next generation: the fittest are crossed in pairs, and their offspring mutated.
    fn breed(&mut self) {
        self.stale = if self.new_in_generation { 0 } else { self.stale + 1 };
        self.new_in_generation = false;
        if self.stale >= PATIENCE || self.offspring >= MOST_OFFSPRING {
            self.ended = true;
            return;
        }
        // Stable: of equals, those that were first.
        self.judged.sort_by_key(|(reach, _)| std::cmp::Reverse(reach.all));
        self.judged.truncate(PARENTS);
        let parents: Vec<Vector> = self.judged.iter().map(|(_, vector)| vector.clone()).collect();
        for (i, one) in parents.iter().enumerate() {
            for other in &parents[i + 1..] {
                let (first, second) = one.cross(other, &mut self.dice);
                for child in [first, second] {
                    if self.offspring < MOST_OFFSPRING {
                        self.offspring += 1;
                        self.waiting.push_back(child.mutated(&self.knobs, &mut self.dice));
                    }
                }
            }
        }
        self.ended = self.waiting.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knob::switches as knobs;

    /// Runs a search over a solver in which options open doors: each that is set is a feature, and the next only counts with
    /// the one before. Gives the number of runs and the best.
    fn run(mut search: Search) -> (usize, usize) {
        let (mut runs, mut best) = (0, 0);
        while let Some(vector) = search.ask() {
            runs += 1;
            let set: Vec<String> = vector.settings(search.knobs()).into_iter().map(|it| it.name).collect();
            let depth = (0..12).take_while(|number| set.contains(&format!("o{number}"))).count();
            let new = depth.saturating_sub(best);
            best = best.max(depth);
            search.tell(vector, Reach { new, all: depth });
        }
        (runs, best)
    }

    /// As many options as matter to a formula: of so many, a vector that is drawn changes few.
    const OPTIONS: usize = 40;

    #[test]
    fn a_search_climbs_where_chance_alone_does_not() {
        let mut by_search = 0;
        let mut by_chance = 0;
        for number in 0..60 {
            let (runs, best) = run(Search::new(knobs(OPTIONS), Vec::new(), number));
            by_search += best;
            let mut dice = Dice::new(&[number]);
            let knobs = knobs(OPTIONS);
            let depth = |vector: Vector| {
                let set: Vec<String> = vector.settings(&knobs).into_iter().map(|it| it.name).collect();
                (0..12).take_while(|number| set.contains(&format!("o{number}"))).count()
            };
            by_chance += (0..runs).map(|_| depth(Vector::draw(&knobs, &mut dice))).max().unwrap_or(0);
        }
        assert!(10 * by_search > 11 * by_chance, "{by_search} {by_chance}");
    }

    #[test]
    fn it_ends_by_generations_without_news_or_by_offspring() {
        let mut search = Search::new(knobs(5), Vec::new(), 1);
        let mut runs = 0;
        while let Some(vector) = search.ask() {
            search.tell(vector, Reach { new: 0, all: 7 });
            runs += 1;
        }
        // The first generation, and nine more of two per pair of parents.
        assert_eq!(runs, FIRST + (PATIENCE - 1) * PARENTS * (PARENTS - 1));
        let mut search = Search::new(knobs(5), Vec::new(), 1);
        let mut runs = 0;
        while let Some(vector) = search.ask() {
            search.tell(vector, Reach { new: 1, all: 7 });
            runs += 1;
        }
        assert_eq!(runs, FIRST + MOST_OFFSPRING);
        assert_eq!(Search::new(Vec::new(), Vec::new(), 1).ask(), None);
    }

    #[test]
    fn what_worked_before_comes_first() {
        let knobs = knobs(3);
        let known = Vector::of(
            &knobs,
            &[solver::target::Setting { name: "o2".to_owned(), value: "true".to_owned() }],
        );
        let mut search = Search::new(knobs, vec![known.clone()], 1);
        assert_eq!(search.ask(), Some(known));
    }
}
