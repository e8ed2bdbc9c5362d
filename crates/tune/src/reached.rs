//! What a target has reached so far.

use std::collections::HashSet;

use solver::coverage::taken;
use solver::run::Run;

use crate::signal::features;

/// What a target has reached so far: edges of its code, else its counters by their size.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    edges: Vec<bool>,
    counters: HashSet<u64>,
}

/// What one run reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// What no run before had.
    pub new: usize,
    /// In all.
    pub all: usize,
}

impl Reached {
    /// Adds what a run reached.
    pub fn add(&mut self, run: &Run) -> Reach {
        let mut reach = Reach::default();
        let Some(map) = &run.coverage else {
            for counter in features(run) {
                reach.all += 1;
                reach.new += usize::from(self.counters.insert(counter));
            }
            return reach;
        };
        self.edges.resize(map.len(), false);
        for (edge, _) in taken(map) {
            reach.all += 1;
            reach.new += usize::from(!std::mem::replace(&mut self.edges[edge], true));
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use solver::answer::Statistics;

    use super::*;

    #[test]
    fn an_edge_is_new_once_however_often_it_is_taken() {
        let mut reached = Reached::default();
        let covered = |edges: &[usize]| {
            let mut map = vec![0; 20];
            edges.iter().for_each(|&edge| map[edge] = 3);
            Run { coverage: Some(map), ..Run::default() }
        };
        assert_eq!(reached.add(&covered(&[1, 19])), Reach { new: 2, all: 2 });
        assert_eq!(reached.add(&covered(&[1, 2, 3])), Reach { new: 2, all: 3 });
    }

    #[test]
    fn a_counter_is_new_at_every_size() {
        let mut reached = Reached::default();
        let counted =
            |text: &str| Run { statistics: Some(Statistics::read(text.as_bytes())), ..Run::default() };
        assert_eq!(reached.add(&counted("(:conflicts 4 :decisions 9)")), Reach { new: 2, all: 2 });
        assert_eq!(reached.add(&counted("(:conflicts 5 :decisions 40)")), Reach { new: 1, all: 2 });
    }
}
