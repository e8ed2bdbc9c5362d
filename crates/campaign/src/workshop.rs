//! Which findings are worth the time to make them small.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use oracle::{Class, Finding, Severity, Signature};
use smtlib::Script;
use solver::backend::OpenError;
use solver::process::Limits;

use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::reduction::{Means, Smaller};

/// The share of a worker's time that reductions may take, and what they may take at once.
const SHARE: f64 = 0.25;
const AT_ONCE: Duration = Duration::from_secs(10);

/// Reductions of one worker.
#[derive(Debug)]
pub struct Workshop<'a> {
    /// Signatures that were met; all workers share them.
    known: &'a Mutex<Vec<Signature>>,
    references: &'a [Contestant],
    limits: Limits,
    stop: &'a AtomicBool,
    enabled: bool,
    begin: Instant,
    spent: Duration,
    at_work: Option<Instant>,
    /// What losses are called when they are small: steps by many rules lead to one bug.
    small: HashMap<Signature, Signature>,
}

impl<'a> Workshop<'a> {
    /// A workshop that is open, or not.
    pub fn new(
        enabled: bool,
        known: &'a Mutex<Vec<Signature>>,
        references: &'a [Contestant],
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Workshop<'a> {
        let (begin, spent, limits) = (Instant::now(), Duration::ZERO, limits.clone());
        Workshop {
            known,
            references,
            limits,
            stop,
            enabled,
            begin,
            spent,
            at_work: None,
            small: HashMap::new(),
        }
    }

    /// Solvers that may be asked what is right.
    pub(crate) fn references(&self) -> &'a [Contestant] {
        self.references
    }

    /// The time that reductions took.
    pub(crate) fn spent(&self) -> Duration {
        self.spent
    }

    /// Makes a finding small by `shrink`, if it is worth the time, and signs it by the smallest script that shows it:
    /// `script`, where there is no smaller one. `family` is its solver's, and `golden` how long it took to show it.
    pub(crate) fn finish(
        &mut self,
        mut confirmed: Confirmed,
        family: &str,
        script: Option<&Script>,
        golden: Duration,
        shrink: impl FnOnce(&Confirmed, &Means<'_>) -> Result<Option<Smaller>, OpenError>,
    ) -> Result<Confirmed, OpenError> {
        let finding = confirmed.finding.clone();
        let sign = |finding: &Finding, target: &str, script: Option<&Script>| {
            Signature::of(finding, family, options_of(target), script)
        };
        let first = sign(&finding, &confirmed.target, script);
        let mut signature = first.clone();
        if let Some(small) = self.small.get(&first) {
            signature = small.clone();
        } else if confirmed.verdict == Verdict::Confirmed
            && let Some(means) = self.means_for(&first, finding.class, golden)
        {
            if let Some(smaller) = shrink(&confirmed, &means)? {
                // The step that led to a loss is not in a smaller script any more.
                let place = finding.place.clone().filter(|_| finding.class != Class::Incomplete);
                let small = Finding { place, ..finding.clone() };
                signature = sign(&small, &smaller.target, Some(&smaller.script));
                if finding.class == Class::Incomplete && finding.place.is_some() {
                    self.small.insert(first, signature.clone());
                }
                confirmed.target.clone_from(&smaller.target);
                confirmed.smaller = Some(smaller);
            }
            self.done(&signature);
        }
        confirmed.signature = signature;
        Ok(confirmed)
    }

    /// What a finding may use, if it is worth it. One whose signature is known already is not, and neither is one that
    /// does not touch soundness and has all the operators of a known one.
    fn means_for(&mut self, signature: &Signature, class: Class, golden: Duration) -> Option<Means<'_>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let grave = class.severity() == Severity::Soundness;
        if !self.enabled || known.iter().any(|it| if grave { it == signature } else { it.covers(signature) })
        {
            return None;
        }
        let now = Instant::now();
        let fair = (now - self.begin).mul_f64(SHARE) + AT_ONCE;
        let left = fair.checked_sub(self.spent).filter(|left| *left > AT_ONCE / 10)?;
        self.at_work = Some(now);
        Some(Means {
            references: self.references,
            limits: &self.limits,
            golden,
            deadline: now + left.min(AT_ONCE),
            stop: self.stop,
        })
    }

    /// Notes a signature, after a reduction.
    fn done(&mut self, signature: &Signature) {
        self.spent += self.at_work.take().map_or(Duration::ZERO, |start| start.elapsed());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains(signature) {
            known.push(signature.clone());
        }
    }
}

/// The options in a target's name.
fn options_of(name: &str) -> &str {
    name.split_once('[').map_or("", |(_, options)| options.trim_end_matches(']'))
}

#[cfg(test)]
mod tests {
    use oracle::Loss;

    use super::*;
    use crate::mock::with_open_workshop;

    #[test]
    fn losses_by_several_rules_are_one_bug_when_they_are_small() {
        let small = Script::parse(b"(declare-const x Int)(assert (= (* x x) 2))(check-sat)").unwrap();
        let mut reductions = 0;
        let mut signed = |rule: &'static str, workshop: &mut Workshop<'_>| {
            let finding = Loss::Step(rule).finding("unsat");
            let lost = Confirmed::new(finding, "z3@4.8.8", Vec::new(), Default::default());
            let finished = workshop.finish(lost, "z3", None, Duration::ZERO, |_, _| {
                reductions += 1;
                Ok(Some(Smaller::new(&small, &Contestant::null())))
            });
            finished.unwrap().signature.0
        };
        let all = with_open_workshop(&[], |workshop| {
            ["absorb", "lt-to-le", "absorb"].map(|rule| signed(rule, workshop))
        });
        assert_eq!(all, ["incomplete z3: * =", "incomplete z3: * =", "incomplete z3: * ="]);
        assert_eq!(reductions, 2);
    }
}
