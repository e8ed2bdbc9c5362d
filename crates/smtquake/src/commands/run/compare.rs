//! Answers of several targets to one script, side by side.

use serde::Serialize;

use super::ran::Ran;

/// `sat` from some, `unsat` from others, to the same check of the same script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Disagreement {
    /// The script.
    pub file: String,
    /// Which check, from 1.
    pub check: usize,
    /// The targets that say `sat`.
    pub sat: Vec<String>,
    /// The targets that say `unsat`.
    pub unsat: Vec<String>,
}

/// The disagreements between runs of one script. An answer after an error is to another question.
pub fn disagreements(runs: &[Ran]) -> Vec<Disagreement> {
    let checks = runs.iter().map(|run| run.sound).max().unwrap_or(0);
    let who = |check: usize, answer: &str| -> Vec<String> {
        let says = |run: &&Ran| check < run.sound && run.answers.get(check) == Some(&answer);
        runs.iter().filter(says).map(|run| run.target.clone()).collect()
    };
    (0..checks)
        .filter_map(|check| {
            let (sat, unsat) = (who(check, "sat"), who(check, "unsat"));
            let file = runs.first()?.file.clone();
            let disagree = !sat.is_empty() && !unsat.is_empty();
            disagree.then_some(Disagreement { file, check: check + 1, sat, unsat })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::ran::Sent;
    use super::*;

    fn ran(target: &str, answers: &[&'static str], sound: usize) -> Ran {
        Ran {
            file: "a".to_owned(),
            target: target.to_owned(),
            sent: Sent::AsWritten,
            answers: answers.to_vec(),
            outcome: "finished",
            seconds: 0.0,
            memory: None,
            edges: None,
            model: None,
            notes: Vec::new(),
            sound,
            fresh: true,
        }
    }

    #[test]
    fn only_sat_against_unsat_at_the_same_check_counts() {
        let runs = [
            ran("p", &["sat", "unsat", "unknown"], 3),
            ran("q", &["sat", "sat", "unsat"], 3),
            ran("r", &["unknown", "unsat"], 2),
        ];
        let found = disagreements(&runs);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].check, &found[0].sat, &found[0].unsat),
            (2, &vec!["q".to_owned()], &vec!["p".to_owned(), "r".to_owned()])
        );
    }

    #[test]
    fn an_answer_after_an_error_accuses_nobody() {
        assert_eq!(disagreements(&[ran("p", &["sat"], 0), ran("q", &["unsat"], 1)]), []);
    }
}
