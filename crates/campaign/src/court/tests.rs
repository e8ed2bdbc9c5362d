//! Solvers that print what they are told, and what comes of it.

use oracle::Class;
use solver::answer::Reply;
use solver::target::Setting;
use strategy::{Check, Test, Truth};

use super::Court;
use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::lane::{Fit, Lane};
use crate::mock::{lane, saying, solver, with_open_workshop, with_workshop};

const PLAIN: &str = "(declare-const x Int)(assert (> x 1))(check-sat)";
const OPEN: &str = "(declare-const x Int)(assert (= (div 1 x) 7))(check-sat)";
const MODEL: &str = "sat\n((define-fun x () Int 2))";
const NO_MODEL: &str = "sat\n((define-fun x () Int 1))";
const ZERO: &str = "sat\n((define-fun x () Int 0) (define-fun div0 ((a Int)) Int 7))";

/// What comes of solvers that print this: class, target and evidence of what is found, or why there is none.
fn heard(text: &str, solvers: &[(&str, &str)], references: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let all = |solvers: &[(&str, &str)]| -> Vec<Contestant> {
        solvers.iter().map(|(name, output)| saying(folder.path(), name, output)).collect()
    };
    let (targets, references) = (all(solvers), all(references));
    let (arbiters, targets): (Vec<_>, Vec<_>) = targets.iter().partition(|it| it.trusted);
    let checks = vec![Check { truth: Truth::Unknown, model: false }];
    let test = Test { text: text.as_bytes().to_vec(), checks, ..Test::default() };
    let mut lanes: Vec<Lane<'_>> = targets.into_iter().map(lane).collect();
    let fits = vec![Fit::AsIs; lanes.len()];
    let said: Vec<Vec<Reply>> =
        lanes.iter_mut().map(|lane| lane.run(&test, Fit::AsIs, "").unwrap().said).collect();
    let mut court = Court::new(arbiters.into_iter().map(lane).collect());
    let found =
        with_workshop(&references, |workshop| court.hear(&mut lanes, &fits, said, &test, workshop).unwrap());
    let shown = |it: Confirmed| match it.verdict.doubt() {
        None => format!("{} {}", it.finding.class, it.target),
        Some(why) => why,
    };
    found.into_iter().map(shown).collect()
}

#[test]
fn a_model_that_holds_needs_no_vote() {
    assert_eq!(heard(PLAIN, &[("a", MODEL), ("b", "unsat")], &[]), ["refutation b"]);
    // Not even against a majority, nor against those who are trusted.
    let many = [("a", MODEL), ("b", "unsat"), ("trusted", "unsat")];
    assert_eq!(heard(PLAIN, &many, &[]), ["refutation b", "refutation trusted"]);
}

#[test]
fn without_evidence_families_vote() {
    let two = [("a", "sat"), ("b", "unsat")];
    let undecided = heard(PLAIN, &two, &[]);
    assert!(undecided.len() == 1 && undecided[0].starts_with("nobody can tell"), "{undecided:?}");
    assert_eq!(heard(PLAIN, &two, &[("c", "unsat")]), ["solution a"]);
    assert_eq!(heard(PLAIN, &[("a", "sat"), ("b", "unsat"), ("c", "sat")], &[]), ["refutation b"]);
    assert_eq!(heard(PLAIN, &[("a", "sat"), ("b", "unsat"), ("c", "unknown")], &[]).len(), 1);
}

#[test]
fn the_trusted_are_believed() {
    let two = [("a", "sat"), ("trusted", "unsat")];
    assert_eq!(heard(PLAIN, &two, &[]), ["solution a"]);
    assert_eq!(heard(PLAIN, &[("a", "sat"), ("b", "sat"), ("trusted", "unsat")], &[]).len(), 2);
    assert_eq!(heard(PLAIN, &[("a", "unsat"), ("trusted", "unsat")], &[]), Vec::<String>::new());
}

#[test]
fn a_model_that_is_none_is_a_finding_and_no_evidence() {
    let found = heard(PLAIN, &[("a", NO_MODEL), ("b", "unsat")], &[]);
    assert_eq!(found[0], "model a");
    assert!(found.len() == 2 && found[1].starts_with("nobody can tell"), "{found:?}");
}

#[test]
fn what_the_standard_leaves_open_is_nobodys_fault() {
    for solvers in [
        &[("a", ZERO), ("b", "unsat")][..],
        &[("a", ZERO), ("trusted", "unsat")],
        &[("a", "sat"), ("b", "unsat"), ("c", "unsat")],
    ] {
        let found = heard(OPEN, solvers, &[]);
        assert!(found.len() == 1 && found[0].starts_with("the standard leaves open"), "{found:?}");
    }
}

#[test]
fn an_answer_after_an_error_is_none() {
    let error = "(error \"line 1: unknown sort\")\nunsat";
    assert_eq!(heard(PLAIN, &[("a", MODEL), ("b", error)], &[]), Vec::<String>::new());
    assert_eq!(heard(PLAIN, &[("a", "sat"), ("trusted", error)], &[]), Vec::<String>::new());
}

/// One release with other options, which is wrong in any case.
#[test]
fn engines_that_disagree_contradict_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let script = "if grep -q ':engine'; then echo unsat; else echo sat; fi";
    let plain = solver(folder.path(), "solver", script);
    let setting = Setting { name: "engine".to_owned(), value: "new".to_owned() };
    let found = plain.found.as_ref().unwrap().with_settings(vec![setting]);
    let other = plain.with_found(found);
    let checks = vec![Check { truth: Truth::Unknown, model: false }];
    let test = Test { text: PLAIN.as_bytes().to_vec(), checks, ..Test::default() };
    let mut lanes = vec![lane(&plain), lane(&other)];
    let said: Vec<Vec<Reply>> =
        lanes.iter_mut().map(|lane| lane.run(&test, Fit::AsIs, "").unwrap().said).collect();
    let found = with_open_workshop(&[], |workshop| {
        Court::new(Vec::new()).hear(&mut lanes, &[Fit::AsIs; 2], said, &test, workshop).unwrap()
    });
    let [found] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((found.finding.class, &found.verdict), (Class::Contradiction, &Verdict::Confirmed));
    assert!(found.target.contains("[engine=new]"), "{}", found.target);
    assert!(found.signature.0.starts_with("contradiction "), "{}", found.signature);
    let smaller = found.smaller.as_ref().unwrap();
    assert_eq!(String::from_utf8_lossy(&smaller.text), "(check-sat)\n");
}
