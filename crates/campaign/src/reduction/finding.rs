//! Findings of a campaign made small, in the worker that found them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use oracle::{Class, Finding};
use reduce::{Ended, Observer, Predicate, Progress, Settings, Subject, reduce};
use smtlib::{Printer, Script};
use solver::answer::Reply;
use solver::backend::OpenError;
use solver::process::Limits;
use strategy::{Test, Truth};

use super::{Bench, Goal, Trial, Witnesses, drop_options, patience};
use crate::lane::Contestant;

/// A finding made small.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The script.
    pub script: Script,
    /// As it was sent to the target.
    pub text: Vec<u8>,
    /// What satisfies it, where that matters.
    pub witness: Option<String>,
    /// The target, with no more options than it takes to show it, here and in the test itself.
    pub target: String,
}

/// What a reduction may use.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Solvers that may be asked what is right.
    pub references: &'a [Contestant],
    /// What a run of the target may use.
    pub limits: &'a Limits,
    /// How long the test took.
    pub golden: Duration,
    /// When to be done.
    pub deadline: Instant,
    /// Set when all is to stop.
    pub stop: &'a AtomicBool,
}

/// The smallest script that still shows the finding, if its truth can be kept.
pub fn reduce_finding(
    target: &Contestant,
    test: &Test,
    finding: &Finding,
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
    let witness = test.witness().map(|witness| witness.model.clone());
    let Some(goal) = goal_of(finding, test) else { return Ok(None) };
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
    let limits = Limits { wall: means.limits.wall.min(patience(means.golden)), ..means.limits.clone() };
    let patience = means.limits.wall;
    let longest = means.limits.wall;
    let mut bench = Bench { target: target.clone(), references, needed, limits, patience, longest };
    let kept = if wrong_sat { None } else { witness };
    let witnesses = Arc::new(Witnesses::new(&script, kept));
    let subject = Subject::new(script.clone());
    // A target that cannot be asked without an option keeps it.
    let _ = drop_options(&mut bench, &goal, &witnesses, &subject);
    let trial: Box<dyn Predicate + '_> = Box::new(Trial::open(&bench, goal, Arc::clone(&witnesses))?);
    // A candidate becomes a finding only by a new process.
    let settings = Settings { stop: means.stop, deadline: Some(means.deadline), seen: 1 };
    let reduced = reduce(script, vec![trial], settings, &mut Nobody);
    let useful = matches!(reduced.ended, Ended::Fixpoint | Ended::OutOfTime | Ended::Stopped);
    let fewer_options = bench.target.name != target.name;
    if !useful || reduced.progress.accepted == 0 && !fewer_options {
        return Ok(None);
    }
    let script = reduced.subject.script.clone();
    let mut text = Vec::new();
    Printer::new().dialect(target.knowledge.dialect().clone()).script(&script, &mut text);
    Ok(Some(Smaller { script, text, witness: witnesses.witness(), target: bench.target.name.clone() }))
}

fn goal_of(finding: &Finding, test: &Test) -> Option<Goal> {
    match finding.class {
        Class::Refutation => Some(Goal::Answer(Reply::Unsat, Some(Reply::Sat))),
        Class::Solution => Some(Goal::Answer(Reply::Sat, Some(Reply::Unsat))),
        Class::Incomplete => test.witness().map(|_| Goal::Answer(Reply::Unknown, Some(Reply::Sat))),
        Class::Model => Some(Goal::Model),
        Class::Crash => finding.place.clone().map(Goal::Crash),
        Class::Core | Class::Proof | Class::Contradiction | Class::Slow | Class::Parser | Class::Leak => None,
    }
}

struct Nobody;

impl Observer for Nobody {
    fn progress(&mut self, _: &Progress) {}
    fn accepted(&mut self, _: &Subject) {}
}
