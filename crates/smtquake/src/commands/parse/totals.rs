//! What became of all files.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::check::FileReport;
use super::problem::{Kind, Problem};
use super::stats::Stats;

/// The sum of all file reports; as JSON it is the result of `--json`.
#[derive(Debug, Default, Serialize)]
pub struct Totals {
    /// How many files were looked at.
    pub files: usize,
    /// How many of them are scripts.
    pub parsed: usize,
    /// How many of them have only well-sorted terms.
    pub typed: usize,
    /// How many of them have parts that were kept without being understood.
    pub opaque: usize,
    /// How many of them survive printing, if that was asked.
    pub round_trip: Option<usize>,
    /// How many failed something that was asked of them.
    pub rejected: usize,
    /// Their size.
    pub bytes: usize,
    /// How long it took.
    pub seconds: f64,
    /// Why files were rejected.
    pub problems: Vec<Problem>,
    /// Figures about each file, if wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Vec<FileStats>>,
}

/// Figures about one file.
#[derive(Debug, Serialize)]
pub struct FileStats {
    /// The file.
    pub file: String,
    /// The figures.
    #[serde(flatten)]
    pub stats: Stats,
}

impl Totals {
    /// Nothing yet. Round trips and figures are counted only when they are wanted.
    pub fn new(roundtrip: bool, stats: bool) -> Totals {
        Totals { round_trip: roundtrip.then_some(0), stats: stats.then(Vec::new), ..Totals::default() }
    }

    /// Adds a file.
    pub fn add(&mut self, report: FileReport) {
        self.files += 1;
        self.bytes += report.bytes;
        self.parsed += usize::from(report.parsed);
        self.typed += usize::from(report.typed());
        self.opaque += usize::from(report.opaque > 0);
        self.rejected += usize::from(report.rejected());
        if let Some(count) = &mut self.round_trip {
            *count += usize::from(report.round_trip == Some(true));
        }
        if let (Some(all), Some(stats)) = (&mut self.stats, report.stats) {
            all.push(FileStats { file: report.file, stats });
        }
        self.problems.extend(report.problems);
    }

    /// Notes how long all of it took.
    pub fn took(&mut self, time: Duration) {
        self.seconds = time.as_secs_f64();
    }

    /// Megabytes a second.
    pub fn megabytes_per_second(&self) -> f64 {
        self.bytes as f64 / 1e6 / self.seconds.max(1e-9)
    }

    /// The problems by what they have in common, the commonest first.
    pub fn reasons(&self) -> Vec<(Kind, String, Vec<&Problem>)> {
        let mut groups: BTreeMap<(Kind, String), Vec<&Problem>> = BTreeMap::new();
        for problem in &self.problems {
            groups.entry((problem.kind, problem.reason())).or_default().push(problem);
        }
        let mut reasons: Vec<_> =
            groups.into_iter().map(|((kind, reason), problems)| (kind, reason, problems)).collect();
        reasons.sort_by_key(|(.., problems)| std::cmp::Reverse(problems.len()));
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(file: &str, message: &str) -> FileReport {
        let problems = vec![Problem::of_file(file, Kind::Syntax, message)];
        FileReport { file: file.to_owned(), bytes: 10, problems, ..FileReport::default() }
    }

    #[test]
    fn files_are_summed_up() {
        let mut totals = Totals::new(true, false);
        totals.add(failed("a", "expected `x`"));
        totals.add(FileReport { parsed: true, round_trip: Some(true), opaque: 3, ..FileReport::default() });
        assert_eq!((totals.files, totals.parsed, totals.typed, totals.rejected), (2, 1, 1, 1));
        assert_eq!((totals.bytes, totals.opaque, totals.round_trip), (10, 1, Some(1)));
    }

    #[test]
    fn reasons_are_grouped_the_commonest_first() {
        let mut totals = Totals::new(false, false);
        for (file, message) in [("a", "rare"), ("b", "expected `x`"), ("c", "expected `y`")] {
            totals.add(failed(file, message));
        }
        let reasons: Vec<_> =
            totals.reasons().into_iter().map(|(_, reason, all)| (reason, all.len())).collect();
        assert_eq!(reasons, [("expected `…`".to_owned(), 2), ("rare".to_owned(), 1)]);
    }
}
