//! What a run shows of what the solver did: its answers, its coverage or else its counters, and its time.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use solver::answer::{Expected, Reply};
use solver::run::{Outcome, Run};

/// What a solver did with a script under some configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// How far it came.
    pub shown: Shown,
    /// A number for its answers, and for its coverage where that is told.
    pub print: u64,
    /// What it counted on the way, where no coverage is told.
    pub counters: Vec<(String, f64)>,
    /// Processor time.
    pub time: Duration,
}

/// Parts of the names of counters that say how much was done, as time does, and not what: cvc5's steps and Z3's.
const EFFORT: &[&str] = &["resource::", "rlimit"];

/// How far a solver came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It answered every check.
    Answers,
    /// It did not take the script with these options.
    Refusal,
    /// It ran out of time or memory.
    Lateness,
    /// It broke.
    Breakdown,
}

impl Sight {
    /// What a run shows. `asked` is what its script was expected to print.
    pub fn of(run: &Run, asked: &[Expected]) -> Sight {
        let shown = shown(run, asked);
        let mut hash = DefaultHasher::new();
        for (expected, reply) in asked.iter().zip(&run.replies) {
            match (expected, reply) {
                (Expected::Statistics, _) => {}
                (_, Reply::Text(text)) => run.text(*text).hash(&mut hash),
                (_, reply) => reply.word().hash(&mut hash),
            }
        }
        let mut counters = Vec::new();
        match (&run.coverage, &run.statistics) {
            (Some(map), _) => map.iter().map(|count| bucket(*count)).for_each(|it| it.hash(&mut hash)),
            (None, Some(statistics)) => {
                let counting = statistics.steady().filter(|counter| counts(*counter));
                counters.extend(counting.map(|(name, value)| (name.to_owned(), value)));
            }
            (None, None) => {}
        }
        Sight { shown, print: hash.finish(), counters, time: run.cpu_time }
    }

    /// Whether the solver did the same, in whatever time.
    pub fn is_like(&self, other: &Sight) -> bool {
        (self.shown, self.print) == (other.shown, other.print) && self.counters == other.counters
    }

    /// Whether it differs from `plain` by counters alone, and by no others than `blank` differs from `plain_blank`: those of
    /// the script without its assertions. What is told there is told of the options and the logic, and not of the formula.
    pub fn is_set_up(&self, plain: &Sight, blank: &Sight, plain_blank: &Sight) -> bool {
        if (self.shown, self.print) != (plain.shown, plain.print) || blank.shown != plain_blank.shown {
            return false;
        }
        let mut more: HashMap<&str, f64> = HashMap::new();
        for (sight, sign) in [(self, 1.0), (plain, -1.0), (blank, -1.0), (plain_blank, 1.0)] {
            for (name, value) in &sight.counters {
                *more.entry(name).or_default() += sign * value;
            }
        }
        more.values().all(|more| more.abs() < 1e-6)
    }
}

/// Whether a counter tells what was done. One of nothing only says that somebody was there who did nothing; so does the mean
/// of nothing, which is no number.
fn counts((name, value): (&str, f64)) -> bool {
    value != 0.0 && !value.is_nan() && !EFFORT.iter().any(|part| name.contains(part))
}

fn shown(run: &Run, asked: &[Expected]) -> Shown {
    match &run.outcome {
        Outcome::Crashed(_) => return Shown::Breakdown,
        Outcome::Exceeded(_) | Outcome::Killed(_) => return Shown::Lateness,
        Outcome::NotStarted(_) | Outcome::Failed(_) => return Shown::Refusal,
        Outcome::Finished => {}
    }
    let answered = |(expected, reply): (&Expected, &Reply)| match expected {
        Expected::CheckSat => matches!(reply, Reply::Sat | Reply::Unsat | Reply::Unknown),
        // What cannot be asked of this answer is an error with any options.
        Expected::Silent | Expected::Success => !matches!(reply, Reply::Error(_) | Reply::Unsupported),
        _ => true,
    };
    match asked.iter().zip(&run.replies).all(answered) && run.strays.is_empty() {
        true => Shown::Answers,
        false => Shown::Refusal,
    }
}

/// The counters of a run by their size, as numbers that can be compared.
pub(crate) fn features(run: &Run) -> Vec<u64> {
    let Some(statistics) = &run.statistics else { return Vec::new() };
    let size = |(name, value): (&str, f64)| {
        let mut hash = DefaultHasher::new();
        (name, value.log2() as u32).hash(&mut hash);
        hash.finish()
    };
    statistics.steady().filter(|(_, value)| *value >= 1.0).map(size).collect()
}

/// Counts that are told apart: 1, 2, 3, 4–7, 8–15, …
fn bucket(count: u8) -> u8 {
    match count {
        0..=3 => count,
        count => 2 + count.ilog2() as u8,
    }
}

#[cfg(test)]
mod tests {
    use solver::answer::Statistics;

    use super::*;

    fn run(reply: Reply, counters: &str) -> Run {
        let statistics = Some(Statistics::read(counters.as_bytes()));
        Run { replies: vec![reply], statistics, ..Run::default() }
    }

    #[test]
    fn answers_and_counters_are_seen_but_not_time_and_memory() {
        let sight = |reply, counters: &str| Sight::of(&run(reply, counters), &[Expected::CheckSat]);
        let plain = sight(Reply::Sat, "(:conflicts 4 :time 0.1 :memory 17.2)");
        assert_eq!(plain, sight(Reply::Sat, "(:conflicts 4 :time 0.7 :memory 99.1)"));
        assert_eq!(plain, sight(Reply::Sat, "(:conflicts 4 :restarts 0)"));
        assert_eq!(plain, sight(Reply::Sat, "(:conflicts 4 :mean-length nan)"));
        assert_eq!(plain, sight(Reply::Sat, "(:conflicts 4 :rlimit-count 87)"));
        assert_eq!(plain, sight(Reply::Sat, "((\"conflicts\" 4) (\"resource::steps\" { RewriteStep: 3 }))"));
        assert!(!plain.is_like(&sight(Reply::Sat, "(:conflicts 5 :time 0.1)")), "exactly, not about");
        assert!(!plain.is_like(&sight(Reply::Unsat, "(:conflicts 4)")));
        assert_eq!(sight(Reply::Missing, "").shown, Shown::Refusal);
    }

    #[test]
    fn what_the_options_do_to_a_script_without_assertions_is_no_sign_of_the_formula() {
        let sight = |reply, counters: &str| Sight::of(&run(reply, counters), &[Expected::CheckSat]);
        let (plain, plain_blank) = (sight(Reply::Unsat, "(:terms 7)"), sight(Reply::Sat, "(:terms 2)"));
        let blank = sight(Reply::Sat, "(:terms 4 :engines 1)");
        let is_set_up = |reply, counters| sight(reply, counters).is_set_up(&plain, &blank, &plain_blank);
        assert!(is_set_up(Reply::Unsat, "(:terms 9 :engines 1)"));
        assert!(!is_set_up(Reply::Unsat, "(:terms 10 :engines 1)"), "one more term than the set-up has");
        assert!(!is_set_up(Reply::Unsat, "(:terms 9 :engines 1 :conflicts 1)"));
        assert!(!is_set_up(Reply::Unsat, "(:terms 9)"), "an engine less");
        assert!(!is_set_up(Reply::Sat, "(:terms 9 :engines 1)"), "another answer");
    }

    #[test]
    fn coverage_is_believed_before_counters() {
        let covered = |map: &[u8]| Run { coverage: Some(map.to_vec()), ..run(Reply::Sat, "(:conflicts 4)") };
        let print = |map: &[u8]| Sight::of(&covered(map), &[Expected::CheckSat]).print;
        assert_eq!(print(&[0, 1, 4]), print(&[0, 1, 7]));
        assert_ne!(print(&[0, 1, 4]), print(&[0, 1, 8]));
        assert_eq!(features(&run(Reply::Sat, "(:conflicts 4 :decisions 0 :memory 3)")).len(), 1);
    }
}
