//! What one worker has seen one target do.

use rustc_hash::FxHashMap;
use solver::answer::Statistics;
use solver::coverage::taken;
use solver::run::Run;

use crate::feature::{Feature, Space, counter_number, edge_step};

/// A place, as far as it was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The steps that were seen, a bit each.
    steps: u64,
    /// How many runs were here.
    runs: u32,
}

impl Place {
    /// Notes a visit; whether this step is new.
    fn visit(&mut self, step: u32) -> bool {
        self.runs = self.runs.saturating_add(1);
        let bit = 1 << step;
        let new = self.steps & bit == 0;
        self.steps |= bit;
        new
    }
}

/// What one worker has seen one target do: every feature once, and how often its place was visited.
#[derive(Clone, Debug)]
pub struct Sight {
    target: String,
    /// By edge, for a build that tells them.
    edges: Vec<Place>,
    edge_space: Space,
    /// By number, for a target that tells its counters, or nothing but answers.
    counters: FxHashMap<u64, Place>,
    counter_space: Space,
    new: Vec<Feature>,
}

impl Sight {
    /// Nothing seen yet of this target.
    pub fn new(target: &str) -> Sight {
        let space = Space::new(target, None);
        Sight {
            target: target.to_owned(),
            edges: Vec::new(),
            edge_space: space,
            counters: FxHashMap::default(),
            counter_space: space,
            new: Vec::new(),
        }
    }

    /// Looks at a run: the features that were not seen before. A run with a map of edges is told apart by these, one
    /// without by the target's counters, one without either by what it `said`.
    pub fn look(&mut self, run: &Run, said: &str) -> &[Feature] {
        self.new.clear();
        match (&run.coverage, &run.statistics) {
            (Some(map), _) => self.look_at_edges(map),
            (None, Some(statistics)) => self.look_at_counters(statistics),
            (None, None) => self.look_at(counter_number(said), 0),
        }
        &self.new
    }

    /// Whether the target tells which edges it takes.
    pub fn sees_edges(&self) -> bool {
        !self.edges.is_empty()
    }

    /// All features of a run, seen or not, in order.
    pub fn all(&mut self, run: &Run, said: &str) -> Vec<Feature> {
        let mut blank = Sight::new(&self.target);
        let mut all = blank.look(run, said).to_vec();
        all.sort_unstable();
        all
    }

    /// How many runs were at the place of a feature.
    pub fn runs(&self, feature: Feature) -> u32 {
        let place = match feature.is_edge() {
            true if feature.is_in(self.edge_space) => self.edges.get(feature.number() as usize),
            false if feature.is_in(self.counter_space) => self.counters.get(&feature.number()),
            _ => None,
        };
        place.map_or(0, |place| place.runs)
    }

    /// Whether a feature is one of this target's, as it is now.
    pub fn has(&self, feature: Feature) -> bool {
        feature.is_in(if feature.is_edge() { self.edge_space } else { self.counter_space })
    }

    fn look_at_edges(&mut self, map: &[u8]) {
        if self.edges.len() != map.len() {
            // Another build: its numbers mean something else.
            self.edges.clear();
            self.edges.resize(map.len(), Place::default());
            self.edge_space = Space::new(&self.target, Some(map.len()));
        }
        for (edge, times) in taken(map) {
            let step = edge_step(times);
            if self.edges[edge].visit(step) {
                self.new.push(Feature::edge(self.edge_space, edge, step));
            }
        }
    }

    fn look_at_counters(&mut self, statistics: &Statistics) {
        for (name, step) in statistics.steps() {
            self.look_at(counter_number(name), step);
        }
    }

    fn look_at(&mut self, number: u64, step: u32) {
        let step = step.min(63);
        if self.counters.entry(number).or_default().visit(step) {
            self.new.push(Feature::counter(self.counter_space, number, step));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(map: &[u8]) -> Run {
        Run { coverage: Some(map.to_vec()), ..Run::default() }
    }

    fn counted(text: &str) -> Run {
        Run { statistics: Some(Statistics::read(text.as_bytes())), ..Run::default() }
    }

    #[test]
    fn an_edge_is_new_at_every_step_once() {
        let mut sight = Sight::new("a");
        let mut map = [0; 20];
        map[17] = 1;
        assert_eq!(sight.look(&covered(&map), "").len(), 1);
        assert!(sight.look(&covered(&map), "").is_empty());
        map[17] = 5;
        map[3] = 1;
        let new = sight.look(&covered(&map), "").to_vec();
        assert_eq!(new.iter().map(|it| it.number()).collect::<Vec<_>>(), [3, 17]);
        map[17] = 6;
        assert!(sight.look(&covered(&map), "").is_empty());
        assert_eq!((sight.runs(new[0]), sight.runs(new[1])), (2, 4));
    }

    #[test]
    fn another_build_is_another_space() {
        let mut sight = Sight::new("a");
        let old = sight.look(&covered(&[1, 0]), "").to_vec();
        assert!(sight.has(old[0]));
        let new = sight.look(&covered(&[1, 0, 0]), "").to_vec();
        assert_ne!(old, new);
        assert!(!sight.has(old[0]) && sight.has(new[0]) && sight.runs(old[0]) == 0);
    }

    #[test]
    fn counters_stand_in_for_edges_and_answers_for_counters() {
        let mut sight = Sight::new("a");
        assert_eq!(sight.look(&counted("(:conflicts 3 :decisions 9 :time 3.0)"), "sat").len(), 2);
        assert_eq!(sight.look(&counted("(:conflicts 2 :decisions 40)"), "unsat").len(), 1);
        assert_eq!(sight.look(&Run::default(), "sat").len(), 1);
        assert_eq!(sight.look(&Run::default(), "sat").len(), 0);
        assert_eq!(sight.look(&Run::default(), "unsat").len(), 1);
        let all = sight.all(&counted("(:conflicts 3 :decisions 9)"), "");
        assert_eq!(all.len(), 2);
    }
}
