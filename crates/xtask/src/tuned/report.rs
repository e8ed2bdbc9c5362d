//! Bugs that a newer release confirms, by the options that they need.

use std::fmt;

use oracle::Severity;

use super::settle::By;
use super::{Judged, Outcome};

/// The columns, and what is above them.
const HEAD: [&str; 16] = [
    "target", "campaign", "tests", "tried", "cpu s", "bugs", "0", "1", "2", "3+", "wrong", "crash", "other",
    "model", "both", "open",
];

/// All campaigns.
pub struct Report {
    seconds: u64,
    rows: Vec<Vec<String>>,
    /// Findings that no newer release confirms, each with what they did.
    others: Vec<(Option<By>, String)>,
}

impl Report {
    pub(super) fn new(seconds: u64) -> Report {
        let head = HEAD.map(str::to_owned).to_vec();
        Report { seconds, rows: vec![head], others: Vec::new() }
    }

    /// Adds a campaign.
    pub(super) fn add(&mut self, target: &str, way: &str, outcome: &Outcome, found: &[Judged]) {
        let (bugs, others): (Vec<&Judged>, Vec<&Judged>) =
            found.iter().partition(|it| it.settled.by == Some(By::Newer));
        let count =
            |it: &dyn Fn(&Judged) -> bool| bugs.iter().filter(|judged| it(judged)).count().to_string();
        let needing = |least: usize, most: usize| count(&|it| (least..=most).contains(&it.options));
        let graver = |severity: Severity| count(&|it| it.bug.class.severity() == severity);
        let left = |by: Option<By>| others.iter().filter(|it| it.settled.by == by).count().to_string();
        self.rows.push(vec![
            target.to_owned(),
            way.to_owned(),
            outcome.tests.to_string(),
            outcome.configurations.to_string(),
            format!("{:.0}", outcome.processor_seconds),
            bugs.len().to_string(),
            needing(0, 0),
            needing(1, 1),
            needing(2, 2),
            needing(3, usize::MAX),
            graver(Severity::Soundness),
            graver(Severity::Crash),
            count(&|it| it.bug.class.severity() < Severity::Crash),
            left(Some(By::Evaluation)),
            left(Some(By::Both)),
            left(None),
        ]);
        let line = |it: &&Judged| {
            let (id, signature, settled) = (it.bug.id, &it.bug.signature, &it.settled);
            (settled.by, format!("{target} {way} #{id}: {signature}: {settled}"))
        };
        self.others.extend(others.iter().map(line));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} s each, both campaigns of a target at the same time, one worker each", self.seconds)?;
        writeln!(
            f,
            "bugs: those that a newer release confirms, by the options that they need (0 to 3+) and by what they are; \
             tried: configurations besides the target's own"
        )?;
        writeln!(
            f,
            "not counted among them: what a model proves and no newer release decides (model), what the newer \
             releases do, too (both), and what nobody confirms (open)"
        )?;
        let width = |column: usize| self.rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate() {
                let (gap, width) = (if column == 0 { "" } else { "  " }, width(column));
                match column {
                    0 | 1 => write!(f, "{gap}{cell:<width$}")?,
                    _ => write!(f, "{gap}{cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        for by in [Some(By::Evaluation), Some(By::Both), None] {
            let lines = || self.others.iter().filter(|it| it.0 == by).map(|it| &it.1);
            writeln!(f, "not counted, {}: {}", by.map_or("open", By::name), lines().count())?;
            lines().try_for_each(|line| writeln!(f, "  {line}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use campaign::Bug;
    use oracle::Class;

    use super::super::settle::Settled;
    use super::*;

    fn judged(id: i64, class: Class, options: usize, by: Option<By>) -> Judged {
        let bug = Bug {
            id,
            class,
            target: String::new(),
            signature: format!("bug {id}"),
            times: 1,
            tests: 1,
            seconds: 1.0,
            bytes: 1,
            folder: String::new(),
        };
        Judged { bug, options, settled: Settled { by, notes: vec!["said".to_owned()] } }
    }

    #[test]
    fn bugs_are_those_that_are_confirmed_and_no_other_finding_is_dropped() {
        let found = [
            judged(1, Class::Refutation, 0, Some(By::Newer)),
            judged(2, Class::Crash, 1, Some(By::Newer)),
            judged(3, Class::Slow, 4, None),
            judged(4, Class::Model, 3, Some(By::Newer)),
            judged(5, Class::Refutation, 0, Some(By::Evaluation)),
            judged(6, Class::Incomplete, 0, Some(By::Both)),
        ];
        let mut report = Report::new(60);
        report.add("z3@4.8.8", "tuned", &Outcome::default(), &found);
        let row = report.rows[1][5..].iter().map(|cell| cell.parse().unwrap()).collect::<Vec<usize>>();
        assert_eq!(row, [3, 1, 1, 0, 1, 2, 1, 0, 1, 1, 1]);
        assert!(report.to_string().contains("not counted, open: 1\n  z3@4.8.8 tuned #3: bug 3: said\n"));
    }
}
