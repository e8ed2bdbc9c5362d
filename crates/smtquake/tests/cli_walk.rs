//! `smtquake fuzz --strategy walk` as its users run it, with solvers made for the occasion.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

const SAT: &str = "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(declare-const y Int)\n\
                   (assert (or (< y x) (<= x (+ y 7))))\n(assert (=> (> x 100) (> x 50)))\n(check-sat)\n";
const UNSAT: &str =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(assert (< x 2))\n(check-sat)\n";

/// A program that reads a script into `$t` and then does this.
fn program(folder: &Path, name: &str, then: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\nt=$(cat)\n{then}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
}

fn folder(then: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("seeds/unsat")).expect("a folder");
    fs::write(folder.path().join("seeds/a.smt2"), SAT).expect("a file");
    program(folder.path(), "solver.sh", then);
    folder
}

const FUZZ: [&str; 10] =
    ["fuzz", "./solver.sh", "--strategy", "walk", "--seeds", "seeds", "--jobs", "1", "--out", "out"];

fn fuzz(folder: &Path, more: &[&str]) -> std::process::Output {
    smtquake(folder, &[&FUZZ[..], more].concat())
}

#[test]
fn a_wrong_answer_to_a_weaker_script_is_found_with_its_witness_and_its_steps() {
    let folder = folder("echo unsat");
    let output = fuzz(folder.path(), &["--tests", "40", "--json", "--no-reduce"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let summary = json(&output);
    assert_eq!(summary["findings"]["refutation"], 40, "{summary}");
    let walk = &summary["walk"];
    assert_eq!((&walk["steps"], &walk["witnessed"]), (&40.into(), &40.into()), "{walk}");
    let rules: u64 = walk["rules"].as_object().expect("rules").values().filter_map(|n| n.as_u64()).sum();
    assert_eq!(rules, 40);
    let first = folder.path().join("out/findings/0001-refutation-1");
    let finding = fs::read_to_string(first.join("finding.toml")).expect("a finding");
    assert!(finding.contains("strategy = \"walk\"") && finding.contains("steps = ["), "{finding}");
    assert!(first.join("witness.smt2").is_file());
    let again = smtquake(folder.path(), &["replay", "1", "--out", "out", "--times", "1"]);
    assert_eq!(code(&again), 1, "{}", stderr(&again));
    let page = smtquake(folder.path(), &["report", "--all", "--out", "out", "-o", "page.html"]);
    assert_eq!(code(&page), 0, "{}", stderr(&page));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(
        page.contains("Rules that apply after so many steps") && page.contains("The most frequent rules")
    );
}

#[test]
fn labels_come_from_folders_and_sidecars_and_a_disputed_one_is_skipped() {
    let folder = folder("echo sat");
    fs::write(folder.path().join("seeds/unsat/b.smt2"), UNSAT).expect("a file");
    fs::write(folder.path().join("seeds/unsat/c.smt2"), format!("; another\n{SAT}")).expect("a file");
    let output = fuzz(folder.path(), &["--tests", "300", "--plain", "--no-helper"]);
    assert!(
        stderr(&output).contains("it says sat itself, and its surroundings unsat"),
        "{}",
        stderr(&output)
    );
    // Of the one that is unsatisfiable by its folder: sat is wrong, and the solver has no model to show.
    assert!(stdout(&output).contains("solution"), "{}", stdout(&output));
    fs::write(folder.path().join("seeds/unsat/b.status"), "sat\n").expect("a file");
    let output = smtquake(
        folder.path(),
        &[&FUZZ[..8], &["--out", "other", "--tests", "300", "--plain", "--no-helper"]].concat(),
    );
    assert!(stdout(&output).contains("nothing found"), "{}", stdout(&output));
}

#[test]
fn an_answer_that_is_lost_by_one_step_is_a_finding_with_both_scripts() {
    let folder = folder("case \"$t\" in *'(or false'*) echo unknown;; *) echo sat;; esac");
    let output = fuzz(folder.path(), &["--tests", "300", "--class", "incomplete", "--plain"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let found = folder.path().join("out/findings/0001-incomplete-1");
    let read = |name: &str| fs::read_to_string(found.join(name)).expect("a file");
    let finding = read("finding.toml");
    assert!(finding.contains("unknown, but sat one step before, by rule or-false"), "{finding}");
    assert!(finding.contains("[step]\nrule = \"or-false\""), "{finding}");
    assert!(read("test.smt2").contains("(or false") && !read("previous.smt2").contains("(or false"));
    let again = smtquake(folder.path(), &["replay", "1", "--out", "out", "--times", "2"]);
    assert!(stdout(&again).starts_with("reproduced: 2 of 2"), "{}", stdout(&again));
    program(folder.path(), "other.sh", "echo sat");
    let gone =
        smtquake(folder.path(), &["replay", "1", "--out", "out", "--times", "2", "--on", "./other.sh"]);
    assert_eq!((code(&gone), stdout(&gone).starts_with("gone: 0 of 2")), (0, true), "{}", stdout(&gone));
}

#[test]
fn an_answer_that_an_older_release_had_is_a_finding_and_other_classes_are_not_kept() {
    let folder = folder("case \"$t\" in *distinct*) echo unknown;; *) echo unsat;; esac");
    program(folder.path(), "old.sh", "echo sat");
    let output = fuzz(
        folder.path(),
        &["--tests", "200", "--class", "incomplete", "--older", "./old.sh", "--plain", "--no-helper"],
    );
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let bugs = json(&smtquake(folder.path(), &["bugs", "--out", "out", "--json"]));
    let classes: Vec<&str> =
        bugs["bugs"].as_array().expect("bugs").iter().filter_map(|bug| bug["class"].as_str()).collect();
    assert!(!classes.is_empty() && classes.iter().all(|class| *class == "incomplete"), "{classes:?}");
    let show = smtquake(folder.path(), &["bugs", "show", "1", "--out", "out"]);
    assert!(stdout(&show).contains("old.sh says sat"), "{}", stdout(&show));
}

#[test]
fn what_takes_much_longer_than_on_an_older_release_is_a_finding_that_replays() {
    let count = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
    let folder = folder(&format!("case \"$t\" in *'(or false'*) {count};; esac; echo sat"));
    program(folder.path(), "old.sh", "echo sat");
    let arguments =
        ["--tests", "60", "--older", "./old.sh", "--timeout", "10s", "--plain", "--no-helper", "--no-reduce"];
    let output = fuzz(folder.path(), &arguments);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let bugs = json(&smtquake(folder.path(), &["bugs", "--out", "out", "--json"]));
    let slow = bugs["bugs"].as_array().expect("bugs").iter().find(|bug| bug["class"] == "slow");
    let id = slow.expect("a slow release")["id"].to_string();
    let show = smtquake(folder.path(), &["bugs", "show", &id, "--out", "out"]);
    assert!(stdout(&show).contains("times as long as ./old.sh: "), "{}", stdout(&show));
    let folders = fs::read_dir(folder.path().join("out/findings")).expect("findings").flatten();
    let slow = folders.map(|entry| entry.path()).find(|path| path.display().to_string().contains("-slow-"));
    let script = fs::read_to_string(slow.expect("a folder").join("reproduce.sh")).expect("a script");
    assert!(script.contains("--on './solver.sh,./old.sh'"), "{script}");
    let replay = |more: &[&str]| {
        smtquake(folder.path(), &[&["replay", &id, "--out", "out", "--times", "2"], more].concat())
    };
    let again = replay(&[]);
    assert_eq!((code(&again), stdout(&again).contains("2 of 2")), (1, true), "{}", stdout(&again));
    assert_eq!(code(&replay(&["--on", "./old.sh"])), 0);
}

#[test]
fn several_strategies_share_a_campaign_and_the_stream_is_the_same_again() {
    let folder = folder("echo sat");
    let stream = |out: &str, jobs: &str, tests: &str| {
        let strategies = "storm,walk,storm+walk";
        let base = ["fuzz", "--null", "--strategy", strategies, "--seeds", "seeds", "--json", "--no-helper"];
        let more = ["--jobs", jobs, "--tests", tests, "--out", out];
        let output = smtquake(folder.path(), &[&base[..], &more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        json(&output)["stream_hash"].as_str().expect("a hash").to_owned()
    };
    let whole = stream("a", "2", "700");
    assert_eq!(whole, stream("b", "2", "700"));
    assert_ne!(whole, stream("c", "1", "700"));
    let bad = smtquake(folder.path(), &["fuzz", "--null", "--strategy", "stroll"]);
    assert!(code(&bad) == 2 && stderr(&bad).contains("storm+walk"), "{}", stderr(&bad));
}
