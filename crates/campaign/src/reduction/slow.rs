//! What is slow made small: a script that takes much longer with options than without, or than on an older release.

use std::time::Instant;

use reduce::{Broken, Patience, Predicate, Shows, Subject};
use smtlib::Script;
use solver::backend::OpenError;
use solver::process::Limits;
use strategy::Test;

use super::core::test_of;
use super::smaller::shrink;
use super::{Means, Smaller};
use crate::contestant::Contestant;
use crate::lane::{Fit, Lane};
use crate::plan::Way;
use crate::slowness::{Raced, Slow, called, is_decided, is_suspicious, slow_after};

/// A smaller script is looked at so often before it is taken over.
const TIMES: usize = 2;

/// The smallest script that takes `with` much longer than its neighbour, `without`, in half of the time of others:
/// every look takes as long as a slow run has to be.
pub fn reduce_slow(
    with: &Contestant,
    without: &Contestant,
    test: &Test,
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
    let now = Instant::now();
    let means = Means { deadline: now + means.deadline.saturating_duration_since(now) / 2, ..*means };
    let mut trial = SlowTrial {
        with: Lane::open(with, Way::Spawn, means.limits)?,
        without: Lane::open(without, Way::Spawn, means.limits)?,
        limits: means.limits.clone(),
    };
    let Some(reduced) = shrink(script, &mut trial, &means) else { return Ok(None) };
    if reduced.progress.accepted == 0 {
        return Ok(None);
    }
    trial.with.set_limits(means.limits.clone());
    let SlowTrial { mut with, mut without, .. } = trial;
    let (script, test) = (&reduced.subject.script, test_of(&reduced.subject));
    let slow =
        Slow::measure(&mut Raced::with(&mut with, script)?, &mut Raced::with(&mut without, script)?, &test)?;
    let than = called(without.contestant, with.contestant);
    let smaller = Smaller::new(script, with.contestant);
    // What was slow enough by a hair is no proof.
    Ok(slow.finding(than).map(|finding| Smaller { evidence: Some(finding.evidence), ..smaller }))
}

struct SlowTrial<'b> {
    with: Lane<'b>,
    without: Lane<'b>,
    limits: Limits,
}

impl SlowTrial<'_> {
    fn shows(&mut self, subject: &Subject) -> Result<bool, OpenError> {
        let test = test_of(subject);
        let fits = [self.with.fit(&subject.script)?, self.without.fit(&subject.script)?];
        if fits.contains(&Fit::Not) {
            return Ok(false);
        }
        let examined = self.without.run_fresh(&test, fits[1], "")?;
        let plain = self.without.last().cpu_time;
        if !is_decided(&examined, &self.without) {
            return Ok(false);
        }
        // Once it is clear that it is slow, it need not come to its end.
        self.with.set_limits(Limits { cpu: slow_after(plain).min(self.limits.cpu), ..self.limits.clone() });
        self.with.run_fresh(&test, fits[0], "")?;
        Ok(is_suspicious(self.with.last(), plain))
    }
}

impl Predicate for SlowTrial<'_> {
    fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
        self.shows(subject).map(Shows::from).map_err(|error| Broken(error.to_string()))
    }

    fn confirms(&mut self, subject: &Subject) -> Result<bool, Broken> {
        for _ in 0..TIMES {
            if !self.shows(subject).map_err(|error| Broken(error.to_string()))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::{solver, with_means};

    #[test]
    fn what_is_slow_stays_slow() {
        let folder = tempfile::tempdir().unwrap();
        let slow =
            "case \"$(cat)\" in *'(* '*) i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done;; esac; echo sat";
        let with = solver(folder.path(), "with", slow);
        let without = solver(folder.path(), "without", "cat > /dev/null; echo sat");
        let text = b"(declare-const x Int)(assert (> x 1))(assert (< (* x 7) (+ x 100)))(check-sat)".to_vec();
        let test = Test { text, ..Test::default() };
        let smaller = with_means(&[], |means| reduce_slow(&with, &without, &test, means)).unwrap().unwrap();
        let text = String::from_utf8(smaller.text).unwrap();
        assert!(text.contains("(* ") && text.len() < test.text.len(), "{text}");
        assert!(smaller.evidence.unwrap().contains("times as long as without"));
    }
}
