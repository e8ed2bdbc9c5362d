//! Tests that an older release decides in a fraction of the target's time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use oracle::{Class, Finding, Signature};
use smtlib::Script;
use solver::backend::OpenError;
use solver::process::Limits;
use strategy::Test;

use super::{FLOOR, RATIO, Raced, Slow, is_decided, is_long, is_suspicious};
use crate::confirmed::Confirmed;
use crate::contestant::Contestant;
use crate::lane::{Fit, Lane};
use crate::reduction::reduce_slow;
use crate::workshop::Workshop;

/// Delays of one kind that a worker looks at.
const OF_ONE_KIND: u32 = 4;
/// The share of a worker's time that repeated runs may take, and what they may take at once.
const SHARE: f64 = 0.1;
const AT_ONCE: Duration = Duration::from_secs(10);
/// About how often the target's run is repeated until it is believed.
const REPEATED: u32 = 6;

/// The delays that one worker has seen, and what they cost.
pub struct Delays {
    begin: Instant,
    spent: Duration,
    /// By signature: how often.
    seen: BTreeMap<Signature, u32>,
}

impl Delays {
    /// None so far.
    pub fn new() -> Delays {
        Delays { begin: Instant::now(), spent: Duration::ZERO, seen: BTreeMap::new() }
    }

    /// Looks into the time that a target just took for a test: whether an older release of it decides that at once.
    pub fn look(
        &mut self,
        lane: &mut Lane<'_>,
        older: &mut [Lane<'_>],
        test: &Test,
        workshop: &mut Workshop<'_>,
    ) -> Result<Option<Confirmed>, OpenError> {
        let took = lane.last().cpu_time;
        if older.is_empty() || !is_long(lane.last()) || test.is_broken() || !self.has_time_for(took) {
            return Ok(None);
        }
        let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
        let unsigned = Finding { class: Class::Slow, check: None, evidence: String::new(), place: None };
        let kind = Signature::of(&unsigned, &lane.contestant.name, "", Some(&script));
        if self.seen.get(&kind).is_some_and(|times| *times >= OF_ONE_KIND) {
            return Ok(None);
        }
        let start = Instant::now();
        let found = race(lane, older, test, &script, took)?;
        self.spent += start.elapsed();
        let Some((finding, older)) = found else { return Ok(None) };
        *self.seen.entry(kind).or_default() += 1;
        let contestant = lane.contestant;
        let mut shown = Confirmed::shown(lane, test, &test.checks, finding);
        shown.neighbour = Some(older.name.clone());
        let golden = lane.last().wall_time;
        let finished = workshop.finish(shown, contestant.family(), Some(&script), golden, |_, means| {
            reduce_slow(contestant, older, test, means)
        })?;
        Ok(Some(finished))
    }

    fn has_time_for(&self, took: Duration) -> bool {
        let cost = took.saturating_mul(REPEATED);
        self.spent + cost <= self.begin.elapsed().mul_f64(SHARE) + AT_ONCE
    }
}

/// The finding, and the first of the older releases beside which it is one.
fn race<'a>(
    lane: &mut Lane<'_>,
    older: &mut [Lane<'a>],
    test: &Test,
    script: &Script,
    took: Duration,
) -> Result<Option<(Finding, &'a Contestant)>, OpenError> {
    // By now the target would have to be called slow, whatever it still does.
    let fraction = took.div_f64(RATIO).max(FLOOR) + FLOOR;
    let now = lane.last().clone();
    for older in older.iter_mut().filter(|older| older.contestant.may_be_release_of(lane.contestant)) {
        let fit = older.fit(script)?;
        if fit == Fit::Not {
            continue;
        }
        let limits = older.limits().clone();
        older.set_limits(Limits { cpu: fraction.min(limits.cpu), ..limits.clone() });
        let examined = older.run_fresh(test, fit, "");
        older.set_limits(limits);
        if !is_decided(&examined?, older) || !is_suspicious(&now, older.last().cpu_time) {
            continue;
        }
        let contestant = older.contestant;
        let slow = Slow::measure(&mut Raced::with(lane, script)?, &mut Raced { lane: older, fit }, test)?;
        if let Some(finding) = slow.finding(&contestant.name) {
            return Ok(Some((finding, contestant)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use strategy::{Check, Refutation, Truth};

    use super::*;
    use crate::mock::{lane, solver, with_workshop};

    /// Burns a second of processor time at least where a script multiplies.
    const SLOW: &str =
        "case \"$(cat)\" in *'(* '*) i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done;; esac; echo unsat";

    fn look(target: &str, older: &str) -> Option<Confirmed> {
        let folder = tempfile::tempdir().unwrap();
        let contestants = [solver(folder.path(), "new", target), solver(folder.path(), "old", older)];
        let text = b"(declare-const x Int)(assert (< (* x x) 0))(check-sat)".to_vec();
        let checks = vec![Check { truth: Truth::Unsat(Refutation::Negation), model: false }];
        let test = Test { text, checks, ..Test::default() };
        let mut lane = lane(&contestants[0]);
        lane.run(&test, Fit::AsIs, "").unwrap();
        let mut older = [crate::mock::lane(&contestants[1])];
        with_workshop(&[], |workshop| Delays::new().look(&mut lane, &mut older, &test, workshop)).unwrap()
    }

    #[test]
    fn what_an_older_release_does_at_once_is_slow() {
        let found = look(SLOW, "cat > /dev/null; echo unsat").unwrap();
        assert!(found.finding.evidence.contains(" times as long as old: "), "{}", found.finding.evidence);
        assert_eq!((found.finding.class, found.neighbour.as_deref()), (Class::Slow, Some("old")));
        assert!(found.signature.0.ends_with("new: * <"), "{}", found.signature);
    }

    #[test]
    fn who_gives_up_or_is_wrong_at_once_is_no_measure() {
        for answer in ["unknown", "sat", "(error \"no\")"] {
            assert!(look(SLOW, &format!("cat > /dev/null; echo '{answer}'")).is_none(), "{answer}");
        }
        assert!(look("cat > /dev/null; echo unsat", "cat > /dev/null; echo unsat").is_none());
        assert!(look(SLOW, SLOW).is_none());
    }
}
