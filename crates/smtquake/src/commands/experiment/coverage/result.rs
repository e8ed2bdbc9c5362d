//! What strategies have reached, side by side.

use campaign::Reached;
use serde::Serialize;
use solver::coverage::Names;

/// What one strategy has reached.
pub struct Course {
    pub name: &'static str,
    pub reached: Reached,
    pub bugs: u64,
    /// Real time of all workers together.
    pub seconds: f64,
}

impl Course {
    pub fn has(&self, edge: usize) -> bool {
        self.reached.edges.get(edge).is_some_and(|reached| *reached)
    }
}

/// The result; its JSON form is `--json`.
#[derive(Debug, Serialize)]
pub struct Outcome {
    pub target: String,
    /// What there is.
    pub in_all: Extent,
    /// What all strategies reach together.
    pub together: Extent,
    pub strategies: Vec<Row>,
}

/// So much code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Extent {
    pub edges: usize,
    pub lines: usize,
    pub functions: usize,
}

/// A strategy.
#[derive(Debug, Serialize)]
pub struct Row {
    pub name: &'static str,
    pub tests: u64,
    pub seconds: f64,
    pub bugs: u64,
    #[serde(flatten)]
    pub extent: Extent,
    /// Edges that no other has reached.
    pub alone: usize,
}

impl Outcome {
    pub fn new(target: &str, courses: &[Course], names: &Names) -> Outcome {
        let extent = |was_reached: &dyn Fn(usize) -> bool| {
            let reached = names.reached(was_reached);
            Extent { edges: reached.edges, lines: reached.lines, functions: reached.functions }
        };
        let row = |course: &Course| {
            let others = |edge| courses.iter().any(|other| other.name != course.name && other.has(edge));
            Row {
                name: course.name,
                tests: course.reached.tests,
                seconds: course.seconds,
                bugs: course.bugs,
                extent: extent(&|edge| course.has(edge)),
                alone: (0..course.reached.edges.len())
                    .filter(|&edge| course.has(edge) && !others(edge))
                    .count(),
            }
        };
        Outcome {
            target: target.to_owned(),
            in_all: extent(&|_| true),
            together: extent(&|edge| courses.iter().any(|course| course.has(edge))),
            strategies: courses.iter().map(row).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_that_two_reach_is_nobodys_alone() {
        let course = |name, edges: [bool; 3]| Course {
            name,
            reached: Reached { tests: 1, edges: edges.to_vec(), course: Vec::new() },
            bugs: 0,
            seconds: 0.0,
        };
        let courses = [course("a", [true, true, false]), course("b", [false, true, false])];
        let outcome = Outcome::new("t", &courses, &Names::default());
        assert_eq!(outcome.strategies.iter().map(|row| row.alone).collect::<Vec<_>>(), [1, 0]);
    }
}
