//! Losses of completeness: a target says `unknown` where an older release, or it itself one step before, does not (W6).

use std::collections::BTreeMap;

use oracle::{Class, Loss, Signature, operators_of};
use smtlib::{Command, Script};
use solver::answer::Reply;
use solver::backend::OpenError;
use solver::run::Outcome;
use strategy::{Test, Truth};

use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::excuse::{self, excuse};
use crate::lane::{Fit, Lane};
use crate::reduction::reduce_loss;
use crate::workshop::Workshop;

/// Losses of one kind that a worker looks at: more of the same only cost time.
const OF_ONE_KIND: u32 = 8;

/// The losses that one worker has seen.
#[derive(Default)]
pub struct Losses {
    /// By signature: how often.
    seen: BTreeMap<String, u32>,
}

impl Losses {
    /// Looks into an `unknown` that a target just said to a test with one check. `lately` tells that it said so one step
    /// before, too.
    pub fn look(
        &mut self,
        lane: &mut Lane<'_>,
        older: &mut [Lane<'_>],
        test: &Test,
        fit: Fit,
        lately: bool,
        workshop: &mut Workshop<'_>,
    ) -> Result<Vec<Confirmed>, OpenError> {
        let right = match test.checks.as_slice() {
            [check] => match check.truth {
                Truth::Sat(_) | Truth::Weakened | Truth::Agreed => Reply::Sat,
                Truth::Unsat(_) => Reply::Unsat,
                Truth::Same(_) | Truth::Unknown => return Ok(Vec::new()),
            },
            _ => return Ok(Vec::new()),
        };
        let answer = if right == Reply::Sat { "sat" } else { "unsat" };
        let Ok(script) = Script::parse(&test.text) else { return Ok(Vec::new()) };
        if names_its_tactic(&script) || is_expected(lane, &script) {
            return Ok(Vec::new());
        }
        let mut losses = Vec::new();
        if let Some(previous) = test.previous.as_ref().filter(|_| !lately) {
            let finding = Loss::Step(previous.rule).finding(answer);
            if self.is_new(lane, &finding, &script) && decides(lane, &previous.text, right)? {
                losses.push((finding, None));
            }
        }
        for older in older.iter_mut().filter(|older| older.contestant.may_be_release_of(lane.contestant)) {
            let finding = Loss::Release(&older.contestant.name).finding(answer);
            if self.is_new(lane, &finding, &script) && decides(older, &test.text, right)? {
                losses.push((finding, Some(older.contestant)));
            }
        }
        let all: Vec<&Contestant> = older.iter().map(|lane| lane.contestant).collect();
        let mut confirmed = Vec::new();
        for (finding, older) in losses {
            let again =
                lane.run_fresh(test, fit, "")?.tally.unknown > 0 && lane.last().outcome == Outcome::Finished;
            let golden = lane.last().wall_time;
            let mut one = Confirmed::shown(lane, test, &test.checks, finding);
            one.verdict = match again {
                true => excuse::verdict(excuse(lane, &one.text, test.is_incremental())?),
                false => Verdict::NotAgain,
            };
            if one.verdict == Verdict::Confirmed {
                *self.seen.entry(signature(lane, &one.finding, &script).0).or_default() += 1;
            }
            one.previous = test.previous.clone().filter(|_| one.finding.place.is_some());
            let contestant = lane.contestant;
            confirmed.push(workshop.finish(
                one,
                contestant.family(),
                Some(&script),
                golden,
                |_, means| reduce_loss(contestant, test, older, &all, means),
            )?);
        }
        Ok(confirmed)
    }

    fn is_new(&self, lane: &Lane<'_>, finding: &oracle::Finding, script: &Script) -> bool {
        self.seen.get(&signature(lane, finding, script).0).is_none_or(|times| *times < OF_ONE_KIND)
    }
}

/// What losses of one kind have in common before they are made small.
fn signature(lane: &Lane<'_>, finding: &oracle::Finding, script: &Script) -> Signature {
    debug_assert_eq!(finding.class, Class::Incomplete);
    Signature::of(finding, &lane.contestant.name, "", Some(script))
}

/// Whether a fresh process gives a script the right answer.
fn decides(lane: &mut Lane<'_>, text: &[u8], right: Reply) -> Result<bool, OpenError> {
    let Ok(script) = Script::parse(text) else { return Ok(false) };
    Ok(lane.give(&script, text, true)?
        && lane.last().outcome == Outcome::Finished
        && lane.last().answers(lane.expected()).next() == Some(right))
}

/// Whether a script says itself how it is to be solved: a tactic need not decide anything.
fn names_its_tactic(script: &Script) -> bool {
    script.commands.iter().any(|command| matches!(command, Command::CheckSatUsing(_)))
}

/// Whether the target's developers know that it does not decide scripts with such operators.
fn is_expected(lane: &Lane<'_>, script: &Script) -> bool {
    let Some(found) = &lane.contestant.found else { return true };
    let undecided = &found.profile.dialect.undecided;
    !undecided.is_empty() && operators_of(script).iter().any(|name| undecided.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tactic_leaves_open_is_no_loss() {
        let names = |text: &str| names_its_tactic(&Script::parse(text.as_bytes()).unwrap());
        assert!(names("(declare-const p Bool)(assert p)(check-sat-using (then simplify bit-blast sat))"));
        assert!(!names("(declare-const p Bool)(assert p)(check-sat)"));
    }
}
