//! A campaign as log lines on standard error.

use std::time::{Duration, Instant};

use campaign::{Confirmed, Counts, Observer, Skipped, Verdict};
use guide::Problem;

use super::shown::{clock, finding_line, kept, shares};

/// A line about progress this often.
const EVERY: Duration = Duration::from_secs(10);

/// Writes log lines.
pub struct Log {
    last: Instant,
    /// Nothing but findings.
    quiet: bool,
}

impl Log {
    /// A log that begins now.
    pub fn new(quiet: bool) -> Log {
        Log { last: Instant::now(), quiet }
    }
}

/// Damaged files that are named.
const NAMED: usize = 5;

/// Says which inputs of a corpus are damaged.
pub fn tell(problems: &[Problem]) {
    for problem in problems.iter().take(NAMED) {
        anstream::eprintln!("left out of the corpus: {}: {}", problem.path.display(), problem.why);
    }
    if problems.len() > NAMED {
        anstream::eprintln!("left out of the corpus: {} more", problems.len() - NAMED);
    }
}

impl Observer for Log {
    fn progress(&mut self, counts: &Counts, elapsed: Duration) {
        if self.quiet || self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        let rate = counts.given() as f64 / elapsed.as_secs_f64().max(0.001);
        anstream::eprintln!(
            "{}  {} tests  {rate:.1}/s  {:.1} % in solvers  {} bugs  {} seeds  {}  {}",
            clock(elapsed),
            counts.given(),
            100.0 * counts.solver_share(),
            counts.bugs,
            counts.seeds,
            shares(counts),
            kept(counts)
        );
    }

    fn found(&mut self, confirmed: &Confirmed, bug: Option<i64>) {
        match (&confirmed.verdict, bug) {
            (Verdict::Confirmed, Some(bug)) => {
                anstream::eprintln!("bug #{bug}  {}", finding_line(confirmed));
            }
            (Verdict::Doubtful(why), _) => {
                anstream::eprintln!("not counted: {}: {why}", confirmed.provenance.seed);
            }
            _ => {}
        }
    }

    fn damaged(&mut self, problems: &[Problem]) {
        tell(problems);
    }

    fn skipped(&mut self, skipped: &Skipped) {
        if !self.quiet {
            anstream::eprintln!(
                "skipped: {}: {}",
                skipped.name,
                skipped.why.lines().next().unwrap_or_default()
            );
        }
    }
}
