//! What walks were like (section 6.2 of the paper, W7).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Counted over many walks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// Steps taken; each is a test.
    pub steps: u64,
    /// Walks begun.
    pub walks: u64,
    /// Tests that no other one equals.
    pub unique: u64,
    /// Steps whose witness was checked.
    pub witnessed: u64,
    /// Steps of satisfiable seeds whose witness nobody knows.
    pub unwitnessed: u64,
    /// Steps of unsatisfiable seeds.
    pub strengthened: u64,
    /// Steps that were not taken, by reason.
    pub refused: BTreeMap<String, u64>,
    /// By rule: how often it was applied.
    pub rules: BTreeMap<String, u64>,
    /// By the number of steps before: how many steps were taken there, and how many rules applied, all in all.
    pub applicable: Vec<(u64, u64)>,
}

impl Statistics {
    /// Adds others to these.
    pub fn add(&mut self, other: &Statistics) {
        let Statistics {
            steps,
            walks,
            unique,
            witnessed,
            unwitnessed,
            strengthened,
            refused,
            rules,
            applicable,
        } = other;
        self.steps += steps;
        self.walks += walks;
        self.unique += unique;
        self.witnessed += witnessed;
        self.unwitnessed += unwitnessed;
        self.strengthened += strengthened;
        for (mine, theirs) in [(&mut self.refused, refused), (&mut self.rules, rules)] {
            for (name, count) in theirs {
                *mine.entry(name.clone()).or_default() += count;
            }
        }
        if self.applicable.len() < applicable.len() {
            self.applicable.resize(applicable.len(), (0, 0));
        }
        for (mine, theirs) in self.applicable.iter_mut().zip(applicable) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
    }

    /// The rules that apply after so many steps, on average.
    pub fn applicable_on_average(&self) -> Vec<f64> {
        self.applicable.iter().map(|&(steps, rules)| share(rules, steps)).collect()
    }

    /// The share of tests that no other one equals.
    pub fn unique_share(&self) -> f64 {
        share(self.unique, self.steps)
    }

    /// The rules by how often they were applied, the most frequent first, with their share of all steps.
    pub fn shares(&self) -> Vec<(&str, f64)> {
        let mut all: Vec<(&str, f64)> =
            self.rules.iter().map(|(name, &count)| (name.as_str(), share(count, self.steps))).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        all
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_counted_once() {
        let one = Statistics {
            steps: 4,
            unique: 3,
            rules: [("a".to_owned(), 3), ("b".to_owned(), 1)].into(),
            applicable: vec![(2, 20), (2, 30)],
            ..Statistics::default()
        };
        let mut sum = Statistics { applicable: vec![(2, 10)], ..Statistics::default() };
        sum.add(&one);
        sum.add(&one);
        assert_eq!(sum.shares(), [("a", 0.75), ("b", 0.25)]);
        assert_eq!((sum.unique_share(), sum.applicable_on_average()), (0.75, vec![50.0 / 6.0, 15.0]));
    }
}
