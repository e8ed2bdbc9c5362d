//! The mutators in campaigns, with solvers made for the occasion.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json as value;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

/// Satisfiable by models that are easily guessed, with variables of one sort.
const SEEDS: &[&str] = &[
    "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (or (> (+ x y) (- 900)) (= x y 7)))\n(check-sat)\n",
    "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-fun f (Int) Int)\n(assert (or (< x 900) (< (f x) 3 x)))\n(check-sat)\n",
    "(set-logic QF_BV)\n(declare-const a (_ BitVec 8))\n(assert (bvule a (bvor a #x0f)))\n(check-sat)\n",
];

/// A folder with the seeds and a solver that does this with the script on its standard input.
fn folder(solver: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("seeds")).expect("a folder");
    for (i, seed) in SEEDS.iter().enumerate() {
        fs::write(folder.path().join(format!("seeds/{i}.smt2")), seed).expect("a file");
    }
    let path = folder.path().join("solver.sh");
    fs::write(&path, format!("#!/bin/sh\n{solver}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    folder
}

/// Every test is evaluated again from its bytes: one that is not what it says would be a flaw.
#[test]
fn all_mutators_make_the_same_true_tests_again() {
    let folder = folder("cat");
    let strategies = "operator,typed,evolve,fusion,equiv,broken";
    let stream = |out, noise| {
        let flags =
            ["fuzz", "--null", "--seeds", "seeds", "--strategy", strategies, "--no-helper", "--recheck"];
        let more = ["--tests", "1500", "--jobs", "1", "--noise", noise, "--out", out, "--json"];
        let output = smtquake(folder.path(), &[&flags[..], &more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let summary = json(&output);
        assert_eq!(
            (&summary["tests"], &summary["false_alarms_suppressed"]),
            (&value!(1500), &value!(0)),
            "{summary}"
        );
        assert_eq!(summary["findings"], value!({}), "{summary}");
        summary["stream_hash"].clone()
    };
    assert_eq!(stream("one", "0"), stream("two", "0"));
    assert_ne!(stream("three", "60"), stream("four", "0"));
}

#[test]
fn a_refutation_of_what_evolved_is_found_with_its_witness() {
    let folder = folder("grep -c '(check-sat' | while read n; do echo unsat; done");
    let flags = ["fuzz", "./solver.sh", "--seeds", "seeds", "--strategy", "evolve", "--no-helper"];
    let output = smtquake(
        folder.path(),
        &[&flags[..], &["--tests", "6", "--jobs", "1", "--out", "out", "--json"]].concat(),
    );
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(json(&output)["findings"]["refutation"].as_u64() > Some(0), "{}", stdout(&output));
    let show = smtquake(folder.path(), &["bugs", "show", "1", "--out", "out"]);
    assert!(stdout(&show).contains("define-fun"), "{}", stdout(&show));
}

#[test]
fn a_parser_may_refuse_but_not_break_or_hang() {
    let broken = |solver: &str, time: &str| {
        let folder = folder(solver);
        let flags =
            ["fuzz", "./solver.sh", "--seeds", "seeds", "--strategy", "broken", "--no-helper", "--no-reduce"];
        let more = ["--tests", "24", "--jobs", "1", "--timeout", time, "--out", "out", "--json"];
        json(&smtquake(folder.path(), &[&flags[..], &more].concat()))
    };
    let clean = broken("cat > /dev/null; echo '(error \"line 1: no script\")'; exit 1", "5s");
    assert_eq!((&clean["findings"], &clean["rejections"]), (&value!({}), &value!({})), "{clean}");
    let crash = broken("cat > /dev/null; kill -SEGV $$", "5s");
    assert_eq!(crash["findings"], value!({"crash": 24}), "{crash}");
    // A script with a check may take its time.
    let hang = broken(
        "if grep -q '[a-z]-sat\\|get-\\|simplify\\|eval\\|imize'; then echo sat; else sleep 60; fi",
        "0.2s",
    );
    assert!(hang["findings"]["parser"].as_u64() > Some(0), "{hang}");
    assert_eq!(hang["findings"]["crash"], value!(null), "{hang}");
}
