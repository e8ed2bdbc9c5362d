//! `smtquake fuzz`, `bugs` and `replay` as their users run them, with solvers made for the occasion.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use serde_json::Value;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
                    (assert (and (> x 3) (or (< y x) (= (+ x y) 7))))\n(assert (not (= x y)))\n(check-sat)\n";

/// Answers every check of the script on its standard input with this word.
fn says(word: &str) -> String {
    format!(
        "grep -c '(check-sat' | while read n; do i=0; while [ $i -lt $n ]; do echo {word}; i=$((i+1)); done; done"
    )
}

fn folder(solver: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("seeds")).expect("a folder");
    fs::write(folder.path().join("seeds/a.smt2"), SEED).expect("a file");
    let path = folder.path().join("solver.sh");
    fs::write(&path, format!("#!/bin/sh\n{solver}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    folder
}

fn summary(output: &Output) -> Value {
    json(output)
}

#[test]
fn scripts_from_nothing_need_no_seeds_and_are_the_same_again() {
    let folder = folder(&says("sat"));
    let stream = |out| {
        let flags =
            ["fuzz", "--null", "--strategy", "grammar", "--tests", "600", "--jobs", "2", "--seed", "4"];
        let output = smtquake(folder.path(), &[&flags[..], &["--recheck", "--out", out, "--json"]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let summary = summary(&output);
        assert_eq!(
            (&summary["tests"], &summary["findings"]),
            (&600.into(), &serde_json::json!({})),
            "{summary}"
        );
        summary["stream"].clone()
    };
    assert_eq!(stream("one"), stream("two"));
    let output = smtquake(
        folder.path(),
        &["fuzz", "./solver.sh", "--strategy", "grammar", "--tests", "60", "--jobs", "1", "--json"],
    );
    assert!(summary(&output)["findings"]["solution"].as_u64() > Some(4), "{}", stdout(&output));
}

/// What is said in other words, or together with others, is still true.
#[test]
fn noise_and_company_change_no_truth() {
    let folder = folder("");
    for strategy in ["operator", "typed", "evolve", "equiv", "grammar"] {
        let mut flags = vec!["fuzz", "--null", "--no-helper", "--strategy", strategy, "--tests", "150"];
        flags.extend(["--jobs", "1", "--seeds", "seeds", "--noise", "50", "--together", "4", "--recheck"]);
        flags.extend(["--out", strategy, "--json"]);
        let output = smtquake(folder.path(), &flags);
        assert_eq!(code(&output), 0, "{strategy}: {}", stderr(&output));
        let told = json(&output);
        assert_eq!(told["false_alarms_suppressed"], 0, "{strategy}: {told}");
    }
}

#[test]
fn a_solver_that_is_always_wrong_is_one_bug_with_a_folder_that_replays() {
    let folder = folder(&says("unsat"));
    let fuzz =
        ["fuzz", "./solver.sh", "--seeds", "seeds", "--tests", "12", "--jobs", "1", "--out", "out", "--json"];
    let output = smtquake(folder.path(), &fuzz);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let summary = summary(&output);
    assert_eq!(summary["tests"], 12);
    assert!(summary["findings"]["refutation"].as_u64() > Some(4), "{summary}");
    assert_eq!(summary["findings"]["solution"], Value::Null);
    let bugs = smtquake(folder.path(), &["bugs", "--out", "out"]);
    assert!(stdout(&bugs).contains("refutation"), "{}", stdout(&bugs));
    let show = smtquake(folder.path(), &["bugs", "show", "1", "--out", "out"]);
    assert!(
        stdout(&show).contains("(check-sat)") && stdout(&show).contains("define-fun x"),
        "{}",
        stdout(&show)
    );
    let again = smtquake(folder.path(), &["replay", "1", "--out", "out", "--times", "2"]);
    assert_eq!(
        (code(&again), stdout(&again).contains("reproduced: 2 of 2")),
        (1, true),
        "{}",
        stderr(&again)
    );
    fs::write(folder.path().join("solver.sh"), format!("#!/bin/sh\n{}\n", says("unknown"))).expect("a file");
    let mended = smtquake(folder.path(), &["replay", "1", "--out", "out", "--times", "2"]);
    assert_eq!((code(&mended), stdout(&mended).starts_with("gone")), (0, true), "{}", stderr(&mended));
    // The witness of the finding satisfies its test, without any solver.
    let found = fs::read_dir(folder.path().join("out/findings"))
        .expect("findings")
        .next()
        .expect("one")
        .expect("one");
    let (test, witness) = (found.path().join("test.smt2"), found.path().join("witness.smt2"));
    let arguments = ["eval", &test.display().to_string(), "--model", &witness.display().to_string()];
    let eval = smtquake(folder.path(), &arguments);
    assert!([0, 1].contains(&code(&eval)), "{}", stderr(&eval));
}

#[test]
fn the_same_number_makes_the_same_tests_and_another_does_not() {
    let folder = folder(&says("unknown"));
    let hash = |out: &str, seed: &str, jobs: &str| {
        let fuzz = [
            "fuzz", "--null", "--seeds", "seeds", "--tests", "500", "--seed", seed, "--jobs", jobs, "--out",
            out, "--json",
        ];
        let output = smtquake(folder.path(), &fuzz);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        summary(&output)["stream_hash"].as_str().expect("a hash").to_owned()
    };
    assert_eq!(hash("a", "1", "2"), hash("b", "1", "2"));
    assert_ne!(hash("c", "2", "2"), hash("d", "1", "2"));
}

#[test]
fn a_campaign_goes_on_where_it_was() {
    let folder = folder(&says("unknown"));
    let fuzz = |out: &str, tests: &str| {
        let fuzz =
            ["fuzz", "--null", "--seeds", "seeds", "--tests", tests, "--jobs", "1", "--out", out, "--json"];
        summary(&smtquake(folder.path(), &fuzz))
    };
    let whole = fuzz("whole", "128");
    fuzz("parts", "64");
    let parts = fuzz("parts", "64");
    assert_eq!((&parts["tests"], &parts["stream_hash"]), (&whole["tests"], &whole["stream_hash"]));
    let other = ["fuzz", "--null", "--seeds", "seeds", "--tests", "1", "--seed", "9", "--out", "whole"];
    let refused = smtquake(folder.path(), &other);
    assert_eq!((code(&refused), stderr(&refused).contains("another campaign")), (2, true));
}

#[test]
fn junk_among_the_seeds_is_reported_and_skipped() {
    let folder = folder(&says("unknown"));
    let write =
        |name: &str, bytes: &[u8]| fs::write(folder.path().join("seeds").join(name), bytes).expect("a file");
    write("empty.smt2", b"");
    write("junk.smt2", &[0, 255, 3, 7]);
    write("open.smt2", &vec![b'('; 3 << 20]);
    write("huge.smt2", &vec![b'('; 8 << 20]);
    std::os::unix::fs::symlink("..", folder.path().join("seeds/loop")).expect("a link");
    let fuzz =
        ["fuzz", "--null", "--seeds", "seeds", "--tests", "100", "--jobs", "1", "--out", "out", "--plain"];
    let output = smtquake(folder.path(), &[&fuzz[..], &["--strategy", "storm"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for name in ["empty.smt2", "junk.smt2", "open.smt2", "huge.smt2"] {
        let line = stderr(&output).lines().any(|line| line.starts_with("skipped: ") && line.contains(name));
        assert!(line, "{name}: {}", stderr(&output));
    }
}

/// `unknown` on a test is a loss only for a solver that decides the seed.
#[test]
fn incompleteness_is_measured_against_the_seed() {
    let decides_the_seed = "input=$(cat); case \"$input\" in *storm!*|*'(assert '*'(assert '*) word=unknown;; *) word=sat;; esac; \
        echo \"$input\" | grep -c '(check-sat' | while read n; do i=0; while [ $i -lt $n ]; do echo $word; i=$((i+1)); done; done";
    for (solver, found) in [(says("unknown"), false), (decides_the_seed.to_owned(), true)] {
        let folder = folder(&solver);
        fs::write(
            folder.path().join("seeds/a.smt2"),
            "(set-logic QF_LIA)(declare-fun x () Int)(assert (and (> x 3) (< x 9) (= (mod x 2) 0)))(check-sat)",
        )
        .expect("a file");
        let fuzz = ["fuzz", "./solver.sh", "--seeds", "seeds", "--tests", "12", "--jobs", "1", "--json"];
        let output = smtquake(folder.path(), &fuzz);
        let incomplete = summary(&output)["findings"]["incomplete"].as_u64();
        assert_eq!(incomplete.is_some(), found, "{}", stderr(&output));
    }
}

#[test]
fn strategies_share_the_time_and_say_so() {
    let folder = folder(&says("unknown"));
    let fuzz =
        ["fuzz", "./solver.sh", "--seeds", "seeds", "--for", "6s", "--jobs", "1", "--out", "out", "--json"];
    let output = smtquake(folder.path(), &fuzz);
    let summary = summary(&output);
    let efforts = summary["strategies"].as_array().expect("a list");
    let share: f64 = efforts.iter().filter_map(|effort| effort["share"].as_f64()).sum();
    assert!(efforts.len() > 1 && (share - 1.0).abs() < 1e-6, "{summary:#}");
    let tests: u64 = efforts.iter().filter_map(|effort| effort["tests"].as_u64()).sum();
    assert_eq!(summary["tests"], tests);
    let report = smtquake(folder.path(), &["report", "--all", "--out", "out"]);
    assert!(stdout(&report).contains("share of the time"), "{}", stderr(&report));
}

#[test]
fn bad_use_is_one_clear_sentence() {
    let folder = folder(&says("unknown"));
    for (arguments, word) in [
        (&["fuzz", "./solver.sh", "--seeds", "nowhere"][..], "nowhere"),
        (&["fuzz", "--campaign", "none.toml"], "none.toml"),
        (&["fuzz", "z33"], "z33"),
        (&["bugs", "--out", "nothing"], "nothing"),
        (&["replay", "4", "--out", "nothing"], "nothing"),
        (&["fuzz", "--null", "--for", "soon"], "soon"),
    ] {
        let output = smtquake(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn findings_below_the_named_severity_do_not_fail() {
    let folder = folder("cat > /dev/null; kill -SEGV $$");
    let fuzz = |fail_on: &str, out: &str| {
        let fuzz = [
            "fuzz",
            "./solver.sh",
            "--seeds",
            "seeds",
            "--tests",
            "2",
            "--jobs",
            "1",
            "--fail-on",
            fail_on,
            "--out",
            out,
            "--junit",
            "junit.xml",
            "--json",
        ];
        let output = smtquake(folder.path(), &fuzz);
        (code(&output), summary(&output)["findings"]["crash"].as_u64())
    };
    assert_eq!(fuzz("soundness", "a"), (0, Some(2)));
    assert_eq!(fuzz("crash", "b"), (1, Some(2)));
    let junit = fs::read_to_string(folder.path().join("junit.xml")).expect("a file");
    assert!(junit.contains("<failure type=\"crash\""), "{junit}");
}
