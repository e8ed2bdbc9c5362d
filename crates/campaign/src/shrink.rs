//! A first, quick reduction: fewer and smaller assertions. Enough to tell bugs apart by their operators.
//!
//! Whatever satisfies all assertions satisfies some of them, and a part of an assertion has a value under the witness
//! too: asserted as it is or denied, it may stand in the place of the whole. So the witness stays one. A contradiction
//! would be lost with its sides, so scripts that are unsatisfiable by construction stay as they are.

use std::time::{Duration, Instant};

use eval::model_text::read_model;
use eval::{Evaluator, Missing, Model, Value};
use oracle::{Class, Finding};
use smtlib::theory::{CoreOp, Op};
use smtlib::{Arena, Command, Head, Printer, Rewriter, Script, SortId, TermId};
use solver::backend::OpenError;
use strategy::{Check, Test, Truth};

use crate::confirm::is_same;
use crate::lane::{Fit, Lane};

/// Real time that a reduction may take from fuzzing.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bytes of a script with one check and fewer, smaller assertions that still shows the finding; of two such scripts
/// when it shows only after a reset.
pub fn shrink(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    logic: &str,
    finding: &Finding,
    reset: Option<&str>,
) -> Result<Option<Vec<u8>>, OpenError> {
    let all_sat = test.checks.iter().all(|check| matches!(check.truth, Truth::Sat(_)));
    let keeps_truth = all_sat || finding.class == Class::Crash;
    if test.checks.len() != 1 || !keeps_truth {
        return Ok(None);
    }
    let Ok(mut script) = Script::parse(&test.text) else { return Ok(None) };
    let witness = test.witness().and_then(|witness| read_model(&mut script, &witness.model).ok());
    let trial = Trial { test, fit, logic, finding, reset, end: Instant::now() + PATIENCE };
    let kept = script.assertions().collect();
    let mut reduction = Reduction { script, witness: witness.unwrap_or_default(), kept, best: None };
    reduction.fewer(lane, &trial)?;
    reduction.smaller(lane, &trial)?;
    Ok(reduction.best)
}

/// What a smaller script has to show.
struct Trial<'t> {
    test: &'t Test,
    fit: Fit,
    logic: &'t str,
    finding: &'t Finding,
    reset: Option<&'t str>,
    end: Instant,
}

/// A script on its way down.
struct Reduction {
    script: Script,
    witness: Model,
    kept: Vec<TermId>,
    /// The smallest that shows the finding, as it was sent.
    best: Option<Vec<u8>>,
}

impl Reduction {
    /// Leaves out assertions, in halves, quarters, one by one.
    fn fewer(&mut self, lane: &mut Lane<'_>, trial: &Trial<'_>) -> Result<(), OpenError> {
        let mut chunk = self.kept.len().div_ceil(2);
        while chunk > 0 {
            let mut at = 0;
            while at < self.kept.len() && self.kept.len() > 1 {
                let mut fewer = self.kept.clone();
                fewer.drain(at..(at + chunk).min(fewer.len()));
                if !self.accept(lane, trial, fewer)? {
                    at += chunk;
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
        Ok(())
    }

    /// Puts a part in the place of each assertion, as long as one does.
    fn smaller(&mut self, lane: &mut Lane<'_>, trial: &Trial<'_>) -> Result<(), OpenError> {
        let mut at = 0;
        while at < self.kept.len() {
            let mut changed = false;
            for part in self.parts(self.kept[at], trial) {
                let mut smaller = self.kept.clone();
                smaller[at] = part;
                if self.accept(lane, trial, smaller)? {
                    changed = true;
                    break;
                }
            }
            at += usize::from(!changed);
        }
        Ok(())
    }

    /// The parts of an assertion that hold under the witness, or whose negation does. A crash needs no truth.
    fn parts(&mut self, assertion: TermId, trial: &Trial<'_>) -> Vec<TermId> {
        let arena = &mut self.script.arena;
        let children = match negated(arena, assertion) {
            // One `not` less would be another one more: two go at once.
            Some(inner) => match negated(arena, inner) {
                Some(twice) => vec![twice],
                None => arena.term(inner).args.to_vec(),
            },
            None => arena.term(assertion).args.to_vec(),
        };
        let mut rewriter = Rewriter::new();
        let mut parts = Vec::new();
        for child in children {
            let part = rewriter.close_lets(arena, child);
            if arena.sort_of(part) == SortId::BOOL && rewriter.free.scoped(arena, part).is_empty() {
                parts.push(part);
            }
        }
        if trial.finding.class == Class::Crash {
            return parts;
        }
        let mut evaluator = Evaluator::new(&self.script.arena, &parts).with_missing(Missing::Unknown);
        evaluator.set_model(self.witness.clone());
        let values: Vec<_> = (0..parts.len()).map(|i| evaluator.value(i)).collect();
        let arena = &mut self.script.arena;
        let made_true = parts.into_iter().zip(values).filter_map(|(part, value)| match value {
            Ok(Value::Bool(true)) => Some(part),
            Ok(Value::Bool(false)) => arena.apply(CoreOp::Not, &[], &[part]),
            _ => None,
        });
        made_true.filter(|&part| part != assertion).collect()
    }

    /// Takes over these assertions if they show the finding too, and there is time.
    fn accept(
        &mut self,
        lane: &mut Lane<'_>,
        trial: &Trial<'_>,
        assertions: Vec<TermId>,
    ) -> Result<bool, OpenError> {
        if Instant::now() >= trial.end {
            return Ok(false);
        }
        let candidate = Test {
            text: self.text(&assertions),
            checks: unchecked(&trial.test.checks, trial.finding.class),
            provenance: trial.test.provenance.clone(),
        };
        let candidate = match trial.reset {
            Some(reset) => candidate.after_itself(reset),
            None => candidate,
        };
        let examined = lane.run_fresh(&candidate, trial.fit, trial.logic)?;
        let shows = examined.findings.iter().any(|other| is_same(other, trial.finding));
        if shows {
            self.kept = assertions;
            self.best = Some(lane.sent().to_vec());
        }
        Ok(shows)
    }

    /// The script with these assertions only.
    fn text(&self, assertions: &[TermId]) -> Vec<u8> {
        let (printer, arena) = (Printer::new(), &self.script.arena);
        let mut text = Vec::new();
        let mut assertions = Some(assertions);
        for command in &self.script.commands {
            if !matches!(command, Command::Assert(_)) {
                printer.command(arena, command, &mut text);
                text.push(b'\n');
                continue;
            }
            for &assertion in assertions.take().unwrap_or_default() {
                printer.command(arena, &Command::Assert(assertion), &mut text);
                text.push(b'\n');
            }
        }
        text
    }
}

fn negated(arena: &Arena, term: TermId) -> Option<TermId> {
    match (arena.term(term).head, arena.term(term).args) {
        (Head::Op(Op::Core(CoreOp::Not), ..), &[inner]) => Some(inner),
        _ => None,
    }
}

/// A crash is a crash whatever the answer would be.
fn unchecked(checks: &[Check], class: Class) -> Vec<Check> {
    let mut checks = checks.to_vec();
    if class == Class::Crash {
        for check in checks.iter_mut().filter(|check| matches!(check.truth, Truth::Unsat(_))) {
            check.truth = Truth::Unknown;
        }
    }
    checks
}
