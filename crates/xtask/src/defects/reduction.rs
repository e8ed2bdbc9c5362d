//! How small the traces become that show a spoiled statement, and how fast.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use api::{Ended, Host, Judge, Reduction, Replaying, Trace};

use super::hunt::{Plan, guest, hunt};
use super::page::{Kind, Page};
use super::schemata::Site;

/// Calls in a round, about: the traces that are wanted have twice as many as others.
const LENGTH: usize = 220;
/// What is taken for a long trace.
const LONG: usize = 150;
/// The time of a replay.
const TIMEOUT: Duration = Duration::from_secs(1);
/// A reduction ends here at the latest.
const PATIENCE: Duration = Duration::from_secs(60);

/// A trace that was made small.
pub(super) struct Reduced {
    number: usize,
    kind: Kind,
    site: Site,
    class: String,
    before: usize,
    after: usize,
    checks: u64,
    seconds: f64,
}

/// All of them.
pub(super) struct Reductions(Vec<Reduced>);

/// Reduces the first long trace of each of so many mutants that have one.
pub(super) fn reductions(
    sample: &[(usize, Site)],
    page: &Page,
    plan: Plan,
    count: usize,
) -> Result<Reductions> {
    let mut done = Vec::new();
    // Alternately both kinds, so that neither is left out.
    for (n, (number, site)) in sample.iter().enumerate() {
        if done.len() >= count {
            break;
        }
        let kind = if n.is_multiple_of(2) { Kind::Delete } else { Kind::Abort };
        page.choose(*number, kind)?;
        let result = reduced(page, plan, (*number, site, kind));
        page.choose_none()?;
        if let Some(reduced) = result? {
            eprintln!("{} of {count} traces", done.len() + 1);
            done.push(reduced);
        }
    }
    Ok(Reductions(done))
}

fn reduced(page: &Page, plan: Plan, (number, site, kind): (usize, &Site, Kind)) -> Result<Option<Reduced>> {
    // What every short round shows has no long trace.
    let hunted = hunt(page, Plan { length: LENGTH, ..plan })?;
    let Some(found) = hunted.found else { return Ok(None) };
    let trace = Trace::read(&found.trace)?;
    let before = trace.lines.len();
    if before < LONG {
        return Ok(None);
    }
    let guest = guest(page);
    // What the library shows without the mutant is none of its business.
    page.choose_none()?;
    let clean = Host::start(&guest)?.replay(&found.trace, TIMEOUT)?;
    page.choose(number, kind)?;
    if clean.ended != Ended::Clean {
        eprintln!("without mutant {number}, there is: {}\n{}", found.evidence, found.trace);
        return Ok(None);
    }
    let mut judges: Vec<Box<dyn Judge>> = Vec::new();
    for _ in 0..2 {
        let host = Host::start(&guest)?;
        judges.push(Box::new(Replaying {
            host,
            class: found.class,
            place: found.place.clone(),
            timeout: TIMEOUT,
        }));
    }
    let never = AtomicBool::new(false);
    let settings = Reduction { stop: &never, deadline: Some(Instant::now() + PATIENCE) };
    let result = api::reduce(trace, &mut judges, settings);
    Ok(result.held.then(|| Reduced {
        number,
        kind,
        site: site.clone(),
        class: found.class.to_string(),
        before,
        after: result.trace.lines.len(),
        checks: result.checks,
        seconds: result.time.as_secs_f64(),
    }))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        n if n % 2 == 1 => numbers[n / 2],
        n => (numbers[n / 2 - 1] + numbers[n / 2]) / 2.0,
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>7} {:>7} {:<13} {:>6} {:>5} {:>7} {:>7}",
            "mutant", "kind", "class", "before", "after", "replays", "seconds"
        )?;
        for it in &self.0 {
            writeln!(
                f,
                "{:>7} {:>7} {:<13} {:>6} {:>5} {:>7} {:>7.1}  {}:{} `{}`",
                it.number,
                format!("{:?}", it.kind).to_lowercase(),
                it.class,
                it.before,
                it.after,
                it.checks,
                it.seconds,
                it.site.file,
                it.site.line,
                it.site.text
            )?;
        }
        let of = |what: fn(&Reduced) -> f64| median(self.0.iter().map(what).collect());
        writeln!(
            f,
            "median: {:.0} lines become {:.0} in {:.1} s",
            of(|it| it.before as f64),
            of(|it| it.after as f64),
            of(|it| it.seconds)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn half_are_above_the_median_and_half_below() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
