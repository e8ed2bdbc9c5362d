//! Results for a person to read.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::check::FileReport;
use super::stats::Stats;
use super::totals::Totals;
use crate::diagnostics::Diagnostic;

/// So many places are named for one reason.
const PLACES: usize = 3;

/// So many theories or logics are named.
const TALLIED: usize = 15;

/// The problems of one file, each with its source line.
pub fn write_problems(report: &FileReport, colour: bool, out: &mut impl Write) -> io::Result<()> {
    for problem in &report.problems {
        match problem.span {
            Some(span) => {
                let diagnostic = Diagnostic {
                    file: &report.file,
                    source: &report.source,
                    span,
                    message: &problem.message,
                    hint: problem.hint.as_deref(),
                };
                write!(out, "{}", diagnostic.render(colour))?;
            }
            None => {
                writeln!(out, "Error: {}: {}", problem.location(), problem.message)?;
                if let Some(hint) = &problem.hint {
                    writeln!(out, "  {hint}")?;
                }
            }
        }
    }
    Ok(())
}

/// What there is to say about one file that is not rejected.
pub fn write_file(report: &FileReport, out: &mut impl Write) -> io::Result<()> {
    let mut remarks = vec![format!("{} bytes", report.bytes)];
    if report.round_trip == Some(true) {
        remarks.push("survives printing".to_owned());
    }
    match report.type_errors {
        0 => remarks.push("well sorted".to_owned()),
        n => remarks.push(format!("{} (see --check)", counted(n, "type error"))),
    }
    // An ill-sorted term is one that we do not understand: it is said once.
    if report.opaque > 0 && report.type_errors == 0 {
        remarks.push(format!("{} kept without being understood", counted(report.opaque, "part")));
    }
    writeln!(out, "{}: ok, {}", report.file, remarks.join(", "))?;
    if let Some(stats) = &report.stats {
        write_stats(stats, out)?;
    }
    Ok(())
}

fn write_stats(stats: &Stats, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  commands      {}", stats.commands)?;
    writeln!(out, "  terms         {}", stats.terms)?;
    writeln!(out, "  depth         {}", stats.depth)?;
    writeln!(out, "  theories      {}", joined(stats.theories.iter()))?;
    writeln!(out, "  least logic   {}", stats.least_logic)?;
    writeln!(out, "  stated logic  {}", stats.stated_logic.as_deref().unwrap_or("none"))
}

/// What became of many files, with the reasons why some were rejected.
pub fn write_totals(totals: &Totals, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}, {:.1} MB in {:.2} s ({:.1} MB/s)",
        counted(totals.files, "file"),
        totals.bytes as f64 / 1e6,
        totals.seconds,
        totals.megabytes_per_second()
    )?;
    let width = totals.files.to_string().len();
    let mut line = |name: &str, count: usize, note: &str| {
        let share = 100.0 * count as f64 / totals.files.max(1) as f64;
        writeln!(out, "  {name:<11} {count:>width$}  {share:>6.2} %{note}")
    };
    line("parsed", totals.parsed, "")?;
    line("typed", totals.typed, "")?;
    line("opaque", totals.opaque, "  with parts that are kept without being understood")?;
    if let Some(count) = totals.round_trip {
        line("round trip", count, "")?;
    }
    line("rejected", totals.rejected, "")?;
    if let Some(stats) = &totals.stats {
        write_all_stats(stats.iter().map(|file| &file.stats), out)?;
    }
    for (kind, reason, problems) in totals.reasons() {
        writeln!(out, "\n{} {}: {reason}", problems.len(), kind.name())?;
        for problem in problems.iter().take(PLACES) {
            writeln!(out, "  {}", problem.location())?;
        }
        if problems.len() > PLACES {
            writeln!(out, "  and {} more", problems.len() - PLACES)?;
        }
    }
    Ok(())
}

fn write_all_stats<'a>(all: impl Iterator<Item = &'a Stats> + Clone, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n  commands      {}", all.clone().map(|stats| stats.commands).sum::<usize>())?;
    writeln!(out, "  terms         {}", all.clone().map(|stats| stats.terms).sum::<usize>())?;
    writeln!(out, "  depth         {}", all.clone().map(|stats| stats.depth).max().unwrap_or(0))?;
    let theories = tally(all.clone().flat_map(|stats| stats.theories.iter().map(String::as_str)));
    writeln!(out, "  theories      {theories}")?;
    let logics = tally(all.map(|stats| stats.least_logic.as_str()));
    writeln!(out, "  least logic   {logics}")
}

/// `Core 12, BitVec 3`, the commonest first.
fn tally<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let mut text = joined(counts.iter().take(TALLIED).map(|(name, count)| format!("{name} {count}")));
    if counts.len() > TALLIED {
        text += &format!(" and {} others", counts.len() - TALLIED);
    }
    text
}

fn joined(names: impl Iterator<Item = impl ToString>) -> String {
    names.map(|name| name.to_string()).collect::<Vec<_>>().join(", ")
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_are_sorted_by_count_and_then_by_name() {
        assert_eq!(tally(["b", "a", "c", "c"].into_iter()), "c 2, a 1, b 1");
        let many: Vec<String> = (0..TALLIED + 2).map(|i| i.to_string()).collect();
        assert!(tally(many.iter().map(String::as_str)).ends_with(" and 2 others"));
    }
}
