//! Findings of a campaign made small, in the worker that found them.

use std::sync::Arc;

use oracle::{Class, Finding};
use reduce::Subject;
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::{Test, Truth};

use super::smaller::shrink;
use super::{Bench, Goal, Means, Pace, Smaller, Trial, Witnesses, drop_options, reduce_core, reduce_loss};
use crate::contestant::Contestant;

/// The smallest script that still shows the finding, if its truth can be kept.
pub fn reduce_finding(
    target: &Contestant,
    test: &Test,
    finding: &Finding,
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
    let witness = test.witness().map(|witness| witness.model.clone());
    let goal = match finding.class {
        Class::Refutation => Goal::Answer(Reply::Unsat, Some(Reply::Sat)),
        Class::Solution => Goal::Answer(Reply::Sat, Some(Reply::Unsat)),
        Class::Incomplete if witness.is_some() => Goal::Answer(Reply::Unknown, Some(Reply::Sat)),
        Class::Incomplete => return reduce_loss(target, test, None, &[], means),
        Class::Model => Goal::Model,
        Class::Crash => match &finding.place {
            Some(place) => Goal::Crash(place.clone()),
            None => return Ok(None),
        },
        Class::Core => return reduce_core(target, test, None, means),
        // The first two say what they are compared with ([`reduce_pair`], [`reduce_slow`]).
        Class::Contradiction | Class::Slow | Class::Proof | Class::Parser | Class::Leak => return Ok(None),
    };
    let wrong_sat = matches!(goal, Goal::Answer(Reply::Sat, _));
    let agreed = test.checks.iter().any(|check| check.truth == Truth::Agreed);
    let by_others = wrong_sat || agreed && witness.is_none();
    let others = means.references.iter().filter(|it| by_others && it.name != target.name);
    let mut references: Vec<Contestant> = others.cloned().collect();
    // What is not shown by a witness is a matter of trust: one solver alone is not enough, unless the user says so.
    let trusted = references.iter().any(|it| it.trusted);
    references.retain(|it| it.trusted == trusted);
    let needed = if trusted { 1 } else { 2 };
    if by_others && references.len() < needed {
        return Ok(None);
    }
    let (patience, longest) = (means.limits.wall, means.limits.wall);
    let (target, limits) = (target.clone(), means.hurried());
    let bench = Bench { target, references, needed, pace: Pace { limits, patience, longest } };
    reduce_on(bench, goal, script, witness.filter(|_| !wrong_sat), means)
}

/// The smallest script that shows a goal on a bench. Options that the target does not need are dropped.
pub(super) fn reduce_on(
    mut bench: Bench,
    goal: Goal,
    script: Script,
    witness: Option<String>,
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let name = bench.target.name.clone();
    let witnesses = Arc::new(Witnesses::new(&script, witness));
    // A target that cannot be asked without an option keeps it.
    let _ = drop_options(&mut bench, &goal, &witnesses, &Subject::new(script.clone()));
    let mut trial = Trial::open(&bench, goal, Arc::clone(&witnesses))?;
    let Some(reduced) = shrink(script, &mut trial, means) else { return Ok(None) };
    if reduced.progress.accepted == 0 && bench.target.name == name {
        return Ok(None);
    }
    let smaller = Smaller::new(&reduced.subject.script, &bench.target);
    Ok(Some(Smaller { witness: witnesses.witness(), ..smaller }))
}
