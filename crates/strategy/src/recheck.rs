//! Checking a test's truth again, on the very bytes that a solver gets.

use eval::model_text::{ModelError, read_model};
use eval::{Evaluator, Missing, Unknown, Value};
use smtlib::{Command, Script, SyntaxError, TermId};
use thiserror::Error;

use crate::test::{Check, Truth};

/// Why a test's truth is not accepted.
#[derive(Debug, Error)]
pub enum Doubt {
    /// The script is no SMT-LIB.
    #[error("the test does not parse: {0}")]
    Syntax(#[from] SyntaxError),
    /// Terms are not well typed.
    #[error("the test is not well typed: {0}")]
    Type(String),
    /// The witness cannot be read.
    #[error("the witness cannot be read: {0}")]
    Witness(#[from] ModelError),
    /// Another number of checks than known answers.
    #[error("the test has {found} checks and {known} known answers")]
    Checks {
        /// In the script.
        found: usize,
        /// Known.
        known: usize,
    },
    /// An assertion is false under the witness.
    #[error("at check {check}, assertion {assertion} is false under the witness")]
    False {
        /// The number of the check.
        check: usize,
        /// The number of the assertion, or of the assumption after all assertions.
        assertion: usize,
    },
    /// An assertion has no known value under the witness.
    #[error("at check {check}, assertion {assertion} is unknown under the witness: {why}")]
    Unknown {
        /// The number of the check.
        check: usize,
        /// The number of the assertion.
        assertion: usize,
        /// Why.
        why: Unknown,
    },
    /// All assertions of a check hold that is said to be unsatisfiable.
    #[error("at check {check}, which is said to be unsatisfiable, everything holds under the witness")]
    Satisfied {
        /// The number of the check.
        check: usize,
    },
}

/// Evaluates the script in `text` under the witness of its satisfiable checks: at each of these everything asserted
/// and assumed must be true. No witness may satisfy a check that is said to be unsatisfiable.
pub fn recheck(text: &[u8], checks: &[Check]) -> Result<(), Doubt> {
    let mut script = Script::parse(text)?;
    if let Some(error) = script.type_errors.first() {
        return Err(Doubt::Type(error.to_string()));
    }
    let states = asserted_at_checks(&script);
    if states.len() != checks.len() {
        return Err(Doubt::Checks { found: states.len(), known: checks.len() });
    }
    let witness = checks.iter().find_map(|check| match &check.truth {
        Truth::Sat(witness) => Some(witness.clone()),
        _ => None,
    });
    let Some(witness) = witness else { return Ok(()) };
    let model = read_model(&mut script, &witness.model)?;
    let mut terms: Vec<TermId> = states.iter().flatten().copied().collect();
    terms.sort_unstable();
    terms.dedup();
    let mut evaluator = Evaluator::new(&script.arena, &terms).with_missing(Missing::Unknown);
    evaluator.set_model(model);
    let values: Vec<_> = (0..terms.len()).map(|i| evaluator.value(i)).collect();
    let value_of = |term: &TermId| &values[terms.binary_search(term).unwrap_or(0)];
    for (i, (state, check)) in states.iter().zip(checks).enumerate() {
        match check.truth {
            Truth::Sat(_) => {
                for (assertion, term) in state.iter().enumerate() {
                    match value_of(term) {
                        Ok(Value::Bool(true)) => {}
                        Ok(_) => return Err(Doubt::False { check: i, assertion }),
                        Err(why) => return Err(Doubt::Unknown { check: i, assertion, why: why.clone() }),
                    }
                }
            }
            Truth::Unsat(_) => {
                if state.iter().all(|term| *value_of(term) == Ok(Value::Bool(true))) {
                    return Err(Doubt::Satisfied { check: i });
                }
            }
            Truth::Same(_) | Truth::Weakened | Truth::Agreed | Truth::Unknown => {}
        }
    }
    Ok(())
}

/// What is asserted and assumed at each check of a script.
pub fn asserted_at_checks(script: &Script) -> Vec<Vec<TermId>> {
    let (mut asserted, mut marks, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for command in &script.commands {
        match command {
            Command::Assert(term) => asserted.push(*term),
            Command::Push(count) => marks.extend(vec![asserted.len(); count.unwrap_or(1) as usize]),
            Command::Pop(count) => {
                for _ in 0..count.unwrap_or(1) {
                    asserted.truncate(marks.pop().unwrap_or(0));
                }
            }
            Command::Reset | Command::ResetAssertions => {
                asserted.clear();
                marks.clear();
            }
            Command::CheckSat | Command::CheckSatUsing(_) => states.push(asserted.clone()),
            Command::CheckSatAssuming(assumed) => {
                states.push(asserted.iter().chain(assumed).copied().collect());
            }
            Command::Exit => break,
            _ => {}
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::test::{Refutation, Witness};

    fn sat(model: &str) -> Check {
        Check { truth: Truth::Sat(Arc::new(Witness { model: model.to_owned() })), model: false }
    }

    #[test]
    fn a_witness_must_make_everything_true_at_its_check() {
        let text = b"(declare-const x Int)(assert (> x 1))(check-sat)(push 1)(assert (> x 5))(check-sat)(pop 1)(check-sat)";
        let five = || sat("((define-fun x () Int 5))");
        let error = recheck(text, &[five(), five(), five()]).unwrap_err();
        assert!(matches!(error, Doubt::False { check: 1, assertion: 1 }), "{error}");
        let refuted = Check { truth: Truth::Unsat(Refutation::Negation), model: false };
        assert!(recheck(text, &[five(), refuted, five()]).is_ok());
    }

    #[test]
    fn assumptions_count_and_gaps_are_doubts() {
        let text = b"(declare-const x Int)(declare-const p Bool)(assert (> x 1))(check-sat-assuming (p))";
        assert!(recheck(text, &[sat("((define-fun x () Int 5)(define-fun p () Bool true))")]).is_ok());
        let error = recheck(text, &[sat("((define-fun x () Int 5))")]).unwrap_err();
        assert!(matches!(error, Doubt::Unknown { assertion: 1, .. }), "{error}");
        assert!(matches!(recheck(text, &[]), Err(Doubt::Checks { found: 1, known: 0 })));
    }

    #[test]
    fn a_refutation_that_the_witness_satisfies_is_doubted() {
        let text = b"(declare-const x Int)(assert (> x 1))(check-sat)(check-sat)";
        let refuted = Check { truth: Truth::Unsat(Refutation::Negation), model: false };
        let error = recheck(text, &[sat("((define-fun x () Int 5))"), refuted]).unwrap_err();
        assert!(matches!(error, Doubt::Satisfied { check: 1 }), "{error}");
    }
}
