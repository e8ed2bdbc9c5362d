//! A first, quick reduction: fewer assertions. Enough to tell bugs apart by their operators.
//!
//! Whatever satisfies all assertions satisfies some of them, so the witness stays one. A contradiction would be lost
//! with its sides, so scripts that are unsatisfiable by construction stay as they are.

use std::time::{Duration, Instant};

use oracle::{Class, Finding};
use smtlib::{Command, Printer, Script};
use solver::backend::OpenError;
use strategy::{Check, Test, Truth};

use crate::confirm::is_same;
use crate::lane::{Fit, Lane};

/// Real time that a reduction may take from fuzzing.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bytes of a script with one check and fewer assertions that still shows the finding; of two such scripts when it
/// shows only after a reset.
pub fn fewer_assertions(
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
    let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
    let mut kept: Vec<usize> =
        (0..script.commands.len()).filter(|&i| matches!(script.commands[i], Command::Assert(_))).collect();
    let checks = unchecked(&test.checks, finding.class);
    let end = Instant::now() + PATIENCE;
    let mut best = None;
    let mut chunk = kept.len().div_ceil(2);
    while chunk > 0 && Instant::now() < end {
        let mut at = 0;
        while at < kept.len() && kept.len() > 1 && Instant::now() < end {
            let mut fewer = kept.clone();
            fewer.drain(at..(at + chunk).min(kept.len()));
            let candidate = Test {
                text: without(&script, &fewer),
                checks: checks.clone(),
                provenance: test.provenance.clone(),
            };
            let candidate = match reset {
                Some(reset) => candidate.after_itself(reset),
                None => candidate,
            };
            let examined = lane.run_fresh(&candidate, fit, logic)?;
            if examined.findings.iter().any(|other| is_same(other, finding)) {
                kept = fewer;
                best = Some(lane.sent().to_vec());
            } else {
                at += chunk;
            }
        }
        chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
    }
    Ok(best)
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

/// The script with these assertions only.
fn without(script: &Script, kept: &[usize]) -> Vec<u8> {
    let printer = Printer::new();
    let mut text = Vec::new();
    for (i, command) in script.commands.iter().enumerate() {
        if !matches!(command, Command::Assert(_)) || kept.contains(&i) {
            printer.command(&script.arena, command, &mut text);
            text.push(b'\n');
        }
    }
    text
}
