//! The counters of real solvers. Those of the catalogue are fetched; without a network, or without a solver on `PATH`, they
//! are skipped and named.

mod support;

use solver::answer::expected;
use solver::backend::{BackendKind, Found, Request};
use solver::process::Limits;
use solver::run::Run;
use support::found;

/// Factors a number, and asks for the counters.
fn factored(solver: &Found, number: u16) -> Run {
    let text = format!(
        "(set-logic QF_BV)(declare-fun x () (_ BitVec 16))(declare-fun y () (_ BitVec 16))\
         (assert (= (bvmul x y) (_ bv{number} 16)))(assert (bvult (_ bv1 16) x))(assert (bvult x (_ bv256 16)))\
         (assert (bvult (_ bv1 16) y))(assert (bvult y (_ bv256 16)))(check-sat)(get-info :all-statistics)"
    );
    let script = smtlib::Script::parse(text.as_bytes()).unwrap();
    let mut backend = solver.open(BackendKind::Spawn { incremental: false }).unwrap();
    let limits = Limits::default();
    backend.run(&Request { input: text.as_bytes(), expected: &expected(&script), limits: &limits })
}

#[test]
fn a_run_of_the_same_test_has_the_same_fingerprint_and_another_test_another() {
    for text in ["z3", "z3@4.8.12", "yices", "cvc5@system"] {
        let Some(solver) = found(text) else { continue };
        let [one, again, other] = [35, 35, 64507].map(|number| {
            let run = factored(&solver, number);
            run.statistics.unwrap_or_else(|| panic!("{text}: {}", String::from_utf8_lossy(&run.stdout)))
        });
        assert!(one.counters.len() > 10, "{text}: {one:?}");
        assert_eq!(one.fingerprint(), again.fingerprint(), "{text}: {one:?} {again:?}");
        assert_ne!(one.fingerprint(), other.fingerprint(), "{text}");
    }
}

#[test]
fn a_solver_that_prints_none_has_none() {
    let Some(bitwuzla) = found("bitwuzla") else { return };
    let run = factored(&bitwuzla, 35);
    assert_eq!(run.statistics, None, "{}", String::from_utf8_lossy(&run.stdout));
}
