//! What came of a campaign, for people.

use std::io::{self, Write};
use std::path::Path;

use campaign::{Bug, Summary};
use oracle::Tally;
use strategy::walk::Statistics;

use super::shown::{cut, kept};

/// Writes the summary and a line per bug.
pub fn write(out: &mut dyn Write, summary: &Summary, bugs: &[Bug], folder: &Path) -> io::Result<()> {
    writeln!(
        out,
        "{} tests in {:.1} s ({:.1}/s), {:.1} % of the time in solvers, {} seeds ({} skipped)",
        summary.counts.tests,
        summary.seconds,
        summary.tests_per_second,
        100.0 * summary.solver_share,
        summary.counts.seeds,
        summary.counts.seeds_skipped
    )?;
    if summary.counts.skipped > 0 {
        writeln!(out, "{} of them given to no target: their seeds are too hard", summary.counts.skipped)?;
    }
    if summary.counts.configurations > 0 {
        writeln!(out, "{} configurations tried besides", summary.counts.configurations)?;
    }
    writeln!(out, "stream {}", summary.stream_hash)?;
    if summary.counts.corpus.is_some() {
        writeln!(out, "{}", kept(&summary.counts))?;
    }
    answers(out, summary)?;
    strategies(out, summary)?;
    if let Some(statistics) = &summary.counts.walk {
        walks(out, statistics)?;
    }
    let word = match (bugs.len(), summary.interrupted) {
        (0, false) => "nothing found".to_owned(),
        (0, true) => "nothing found so far: the campaign was stopped, the same command goes on".to_owned(),
        (count, _) => format!("{count} bugs in {}", folder.display()),
    };
    writeln!(out, "\n{word}; {} candidates not confirmed", summary.counts.suppressed)?;
    table(out, bugs)
}

/// What the strategies were given, and gave, where there are several.
fn strategies(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    let efforts = &summary.counts.strategies;
    if efforts.len() < 2 {
        return Ok(());
    }
    writeln!(out, "\n{:<12} {:>9} {:>9} {:>9} {:>9}", "strategy", "tests", "time", "new", "findings")?;
    for effort in efforts {
        let share = format!("{:.1} %", 100.0 * effort.share);
        let (new, findings) = (effort.new_behaviour, effort.findings);
        writeln!(out, "{:<12} {:>9} {share:>9} {new:>9} {findings:>9}", effort.name, effort.tests)?;
    }
    Ok(())
}

/// What walks were like.
fn walks(out: &mut dyn Write, statistics: &Statistics) -> io::Result<()> {
    let applicable = statistics.applicable_on_average();
    writeln!(
        out,
        "\n{} steps on {} walks, {:.1} % unique; {} witnessed, {} by label, {} strengthened",
        statistics.steps,
        statistics.walks,
        100.0 * statistics.unique_share(),
        statistics.witnessed,
        statistics.unwitnessed,
        statistics.strengthened
    )?;
    if let (Some(first), Some(last)) = (applicable.first(), applicable.last()) {
        writeln!(out, "rules that apply: {first:.1} at the seed, {last:.1} at step {}", applicable.len())?;
    }
    let shares: Vec<String> = statistics
        .shares()
        .iter()
        .take(6)
        .map(|(rule, share)| format!("{rule} {:.1} %", 100.0 * share))
        .collect();
    writeln!(out, "{} rules used, the most: {}", statistics.rules.len(), shares.join(", "))
}

fn answers(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    let width = summary.counts.targets.keys().map(String::len).max().unwrap_or(0).max(6);
    write!(out, "\n{:<width$}", "target")?;
    for (heading, _) in Tally::default().columns() {
        write!(out, " {heading:>9}")?;
    }
    writeln!(out)?;
    for (name, tally) in &summary.counts.targets {
        write!(out, "{name:<width$}")?;
        for (_, number) in tally.columns() {
            write!(out, " {number:>9}")?;
        }
        writeln!(out)?;
    }
    if !summary.counts.rejections.is_empty() {
        writeln!(out, "\nrejected, the most frequent:")?;
    }
    let mut rejections: Vec<(&String, &u64)> = summary.counts.rejections.iter().collect();
    rejections.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    for (why, times) in rejections.into_iter().take(5) {
        writeln!(out, "{times:>9}  {}", cut(why, 100))?;
    }
    Ok(())
}

/// A line per bug.
pub fn table(out: &mut dyn Write, bugs: &[Bug]) -> io::Result<()> {
    if bugs.is_empty() {
        return Ok(());
    }
    let width = bugs.iter().map(|bug| bug.target.len()).max().unwrap_or(0).max(6);
    writeln!(
        out,
        "\n{:>4}  {:<10}  {:<width$}  {:>6}  {:>8}  {:>7}  what",
        "bug", "class", "target", "times", "after", "bytes"
    )?;
    for bug in bugs {
        let what = bug.signature.strip_prefix(bug.class.name()).unwrap_or(&bug.signature).trim_start();
        writeln!(
            out,
            "{:>4}  {:<10}  {:<width$}  {:>6}  {:>7.1}s  {:>7}  {}",
            bug.id,
            bug.class,
            bug.target,
            bug.times,
            bug.seconds,
            bug.bytes,
            cut(what, 70)
        )?;
    }
    Ok(())
}
