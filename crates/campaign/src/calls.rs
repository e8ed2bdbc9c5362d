//! Findings of calls of libraries, in the same store as those of scripts.
//!
//! A finding's folder has the trace that shows it, the smallest that does, and what that is in SMT-LIB and in C.

use api::{Found, Trace, c_program, to_script};
use oracle::{Finding, Signature};
use strategy::Provenance;

use crate::confirmed::Confirmed;
use crate::store::{Store, StoreError, Stored};

/// The trace of a finding, in its folder.
pub const TRACE: &str = "test.trace";
/// The smallest trace that shows it.
pub const REDUCED_TRACE: &str = "reduced.trace";
/// That trace in C.
pub const REDUCED_C: &str = "reduced.c";

/// Records a finding that a replay has shown again, and gives the bug's number when it is a new one. `rounds` were made and
/// `seconds` went by before it.
pub fn record(
    store: &mut Store,
    found: &Found,
    (family, target, seed): (&str, &str, u64),
    reduced: Option<&Trace>,
    (rounds, seconds): (u64, f64),
) -> Result<Option<i64>, StoreError> {
    let whole = Trace::read(&found.trace).ok();
    let smallest = reduced.or(whole.as_ref());
    let script = smallest.map_or_else(String::new, said);
    let finding = Finding {
        class: found.class,
        check: None,
        evidence: found.evidence.clone(),
        place: found.place.clone(),
    };
    // Not the same bug as one that a script shows, even if it has the same operators.
    let essence = || smallest.map(Trace::essence).unwrap_or_default();
    let signature = Signature::by(&finding, &format!("{family} api"), "", essence);
    let provenance =
        Provenance { strategy: "api".into(), campaign: seed, instance: found.round, ..Provenance::default() };
    let confirmed = Confirmed {
        signature,
        stdout: found.printed.clone().into_bytes(),
        outcome: "Finished".to_owned(),
        ..Confirmed::new(finding, target, script.into_bytes(), provenance)
    };
    let Stored { bug, folder, .. } = store.record(&confirmed, rounds, seconds)?;
    // Of a bug that is found again and again, only a few have a folder.
    if !folder.is_empty() {
        store.attach(&folder, TRACE, found.trace.as_bytes())?;
        if let Some(trace) = smallest {
            store.attach(&folder, REDUCED_TRACE, trace.to_string().as_bytes())?;
            if let Ok(program) = c_program(trace, family) {
                store.attach(&folder, REDUCED_C, program.as_bytes())?;
            }
        }
    }
    Ok(bug)
}

/// A trace in SMT-LIB; one that cannot be said there is a comment.
fn said(trace: &Trace) -> String {
    to_script(trace).unwrap_or_else(|why| {
        let lines: String = trace.to_string().lines().map(|line| format!("; {line}\n")).collect();
        format!("; {why}\n{lines}")
    })
}

#[cfg(test)]
mod tests {
    use oracle::Class;

    use super::*;
    use crate::plan::Plan;

    #[test]
    fn a_finding_of_calls_is_a_bug_like_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), &Plan::default()).unwrap();
        let trace = "smtquake-trace 1 z3\n1 new -> i0\n2 sort Bool -> s0\n3 constant p s0 true -> t0\n\
            4 assert i0 t0\n5 check-sat i0 = unsat\n";
        let found = Found {
            class: Class::Refutation,
            evidence: "i0 says unsat".to_owned(),
            place: None,
            round: 7,
            trace: trace.to_owned(),
            printed: String::new(),
            confirmed: true,
        };
        let again = Found { round: 9, ..found.clone() };
        let mut record =
            |found: &Found| record(&mut store, found, ("z3", "z3@5.4.0", 3), None, (8, 0.5)).unwrap();
        assert_eq!((record(&found), record(&again)), (Some(1), None));
        let bug = &store.bugs().unwrap()[0];
        assert_eq!((bug.class, bug.times, bug.tests), (Class::Refutation, 2, 8));
        assert_eq!(bug.signature, "refutation z3 api: check-sat");
        let kept = std::fs::read_to_string(folder.path().join(&bug.folder).join(TRACE)).unwrap();
        assert_eq!(kept, trace);
        let script = std::fs::read_to_string(folder.path().join(&bug.folder).join("test.smt2")).unwrap();
        assert!(script.contains("(assert p)\n(check-sat)"), "{script}");
    }
}
