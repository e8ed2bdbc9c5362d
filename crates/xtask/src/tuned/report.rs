//! Bugs by the options that they need.

use std::fmt;

use oracle::Severity;
use solver::target::Target;

use super::settle::By;
use super::{Judged, Outcome};

/// The columns, and what is above them.
const HEAD: [&str; 17] = [
    "target", "campaign", "tests", "tried", "cpu s", "bugs", "0", "1", "2", "3+", "wrong", "crash", "other",
    "newer", "model", "both", "open",
];

/// All campaigns.
pub struct Report {
    seconds: u64,
    rows: Vec<Vec<String>>,
    /// Bugs that nobody confirms.
    open: Vec<String>,
    /// Bugs that the newer release has, too.
    still: Vec<String>,
}

impl Report {
    pub(super) fn new(seconds: u64) -> Report {
        let head = HEAD.map(str::to_owned).to_vec();
        Report { seconds, rows: vec![head], open: Vec::new(), still: Vec::new() }
    }

    /// Adds a campaign.
    pub(super) fn add(
        &mut self,
        target: &str,
        way: &str,
        newer: &Target,
        outcome: &Outcome,
        bugs: &[Judged],
    ) {
        let count =
            |it: &dyn Fn(&Judged) -> bool| bugs.iter().filter(|judged| it(judged)).count().to_string();
        let needing = |least: usize, most: usize| count(&|it| (least..=most).contains(&it.options));
        let graver = |severity: Severity| count(&|it| it.bug.class.severity() == severity);
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
            count(&|it| it.settled.by == Some(By::Newer)),
            count(&|it| it.settled.by == Some(By::Evaluation)),
            count(&|it| it.settled.by == Some(By::Both)),
            count(&|it| it.settled.by.is_none()),
        ]);
        let line = |it: &Judged| {
            let (id, signature, settled) = (it.bug.id, &it.bug.signature, &it.settled);
            format!("{target} {way} #{id}: {signature}: {settled}")
        };
        self.open.extend(bugs.iter().filter(|it| it.settled.by.is_none()).map(line));
        let still = bugs.iter().filter(|it| it.settled.still && it.settled.by.is_some());
        self.still.extend(still.map(|it| format!("{} (asked: {newer})", line(it))));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} s each, both campaigns of a target at the same time, one worker each", self.seconds)?;
        writeln!(
            f,
            "0 to 3+: bugs by the options that they need; tried: configurations besides the target's own"
        )?;
        writeln!(
            f,
            "confirmed by a newer release, by a model that evaluates to true, or by both that break or give up"
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
        for (what, lines) in [("confirmed by nobody", &self.open), ("still there", &self.still)] {
            writeln!(f, "{what}: {}", lines.len())?;
            lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
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
        Judged { bug, options, settled: Settled { by, still: false, notes: vec!["said".to_owned()] } }
    }

    #[test]
    fn bugs_are_counted_by_options_and_none_is_dropped() {
        let bugs = [
            judged(1, Class::Refutation, 0, Some(By::Newer)),
            judged(2, Class::Crash, 1, Some(By::Newer)),
            judged(3, Class::Slow, 4, None),
            judged(4, Class::Model, 3, Some(By::Evaluation)),
        ];
        let mut report = Report::new(60);
        report.add("z3@4.8.8", "tuned", &"z3".parse().unwrap(), &Outcome::default(), &bugs);
        let row = report.rows[1][5..].iter().map(|cell| cell.parse().unwrap()).collect::<Vec<usize>>();
        assert_eq!(row, [4, 1, 1, 0, 2, 2, 1, 1, 2, 1, 0, 1]);
        assert!(report.to_string().contains("confirmed by nobody: 1\n  z3@4.8.8 tuned #3: bug 3: said\n"));
    }
}
