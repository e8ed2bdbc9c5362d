//! Which edges of the targets a campaign has reached, for experiments.

use std::sync::Mutex;

use solver::coverage::taken;
use solver::run::Run;

/// What all workers of a campaign have reached.
#[derive(Debug, Default)]
pub struct Reach(Mutex<Vec<Reached>>);

/// What was reached of one target's code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Tests that it was given.
    pub tests: u64,
    /// By edge: whether it was reached.
    pub edges: Vec<bool>,
    /// How many were, after which number of tests: a point for each test that reached a new one.
    pub course: Vec<(u64, usize)>,
}

impl Reach {
    /// Adds what a run of target number `target` has reached.
    pub fn note(&self, target: usize, run: &Run) {
        let Some(counts) = &run.coverage else { return };
        let mut all = self.0.lock().unwrap_or_else(|poison| poison.into_inner());
        if all.len() <= target {
            all.resize_with(target + 1, Reached::default);
        }
        all[target].add(counts);
    }

    /// By target: what was reached.
    pub fn reached(&self) -> Vec<Reached> {
        self.0.lock().unwrap_or_else(|poison| poison.into_inner()).clone()
    }
}

impl Reached {
    fn add(&mut self, counts: &[u8]) {
        self.tests += 1;
        self.edges.resize(counts.len(), false);
        let new = taken(counts).filter(|(edge, _)| !std::mem::replace(&mut self.edges[*edge], true)).count();
        if new > 0 {
            self.course.push((self.tests, self.count() + new));
        }
    }

    /// How many edges were reached.
    pub fn count(&self) -> usize {
        self.course.last().map_or(0, |point| point.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_counted_when_it_is_reached_first() {
        let reach = Reach::default();
        let run = |counts: &[u8]| Run { coverage: Some(counts.to_vec()), ..Run::default() };
        for counts in [[1, 0, 0], [9, 0, 0], [0, 1, 0]] {
            reach.note(1, &run(&counts));
        }
        reach.note(0, &Run::default());
        let reached = reach.reached();
        assert_eq!(reached[0], Reached::default());
        assert_eq!((reached[1].tests, reached[1].count()), (3, 2));
        assert_eq!(reached[1].edges, [true, true, false]);
        assert_eq!(reached[1].course, [(1, 1), (3, 2)]);
    }
}
