//! `smtquake reduce` as its users run it, with commands and solvers made for the occasion.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

mod outcome;

use outcome::{code, json, stderr, stdout};

const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-const first Int)\n(declare-const second Int)\n\
                      (assert (and (> first 3) (or (< second first) (= (div first 7) (mod second 5)))))\n\
                      (assert (not (= first second)))\n(check-sat)\n(exit)\n";

fn folder(solver: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.smt2"), SCRIPT).expect("a file");
    let path = folder.path().join("solver.sh");
    fs::write(&path, format!("#!/bin/sh\n{solver}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smtquake"));
    command.arg("reduce").arg("a.smt2").args(arguments).current_dir(folder);
    command.env("SMTQUAKE_CACHE", folder.join("cache"));
    command
}

fn reduce(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("smtquake")
}

#[test]
fn a_command_is_all_that_is_needed() {
    let folder = folder("");
    let output = reduce(folder.path(), &["--check", "grep -q '(div '", "-o", "out.smt2", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told = json(&output);
    assert_eq!((told["before"].as_u64(), told["after"].as_u64()), (Some(205), Some(25)), "{told}");
    let text = fs::read_to_string(folder.path().join("out.smt2")).expect("a result");
    assert_eq!(text, "(assert (= (div 0 0) 0))\n");
}

#[test]
fn a_crash_is_kept_with_its_place() {
    let folder =
        folder("grep -q '(mod ' && { echo 'a.c:7: f: Assertion `x` failed.' >&2; kill -ABRT $$; }; echo sat");
    let output = reduce(folder.path(), &["--on", "./solver.sh", "--expect", "crash"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("a crash (a.c:7)"), "{}", stderr(&output));
    let text = fs::read_to_string(folder.path().join("a.reduced.smt2")).expect("a result");
    assert_eq!(text, "(assert (= 0 (mod 0 0)))\n");
    assert!(stdout(&output).contains("nothing makes it smaller"), "{}", stdout(&output));
}

#[test]
fn options_that_are_not_needed_go() {
    let folder = folder("case \"$* $(cat)\" in *needed?1*'(mod '*) kill -SEGV $$;; esac; echo sat");
    let target = "./solver.sh[useless=2,needed=1,idle=true]";
    let output = reduce(folder.path(), &["--on", target, "--expect", "crash", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told = json(&output);
    let target = told["target"].as_str().expect("a target");
    assert!(target.ends_with("solver.sh[needed=1]"), "{told}");
}

#[test]
fn a_wrong_unsat_keeps_a_witness() {
    let folder = folder("grep -q '(mod ' && echo unsat || echo sat");
    let witness = "((define-fun first () Int 10) (define-fun second () Int 2))";
    fs::write(folder.path().join("w.smt2"), witness).expect("a file");
    let output = reduce(folder.path(), &["--on", "./solver.sh", "--witness", "w.smt2", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told = json(&output);
    assert!(told["after"].as_u64() < Some(60), "{told}");
    let text = fs::read_to_string(folder.path().join("a.reduced.smt2")).expect("a result");
    fs::write(folder.path().join("m.smt2"), told["witness"].as_str().expect("a witness")).expect("a file");
    let evaluated = Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .args(["eval", "a.reduced.smt2", "--model", "m.smt2"])
        .current_dir(folder.path())
        .output()
        .expect("smtquake");
    assert_eq!(code(&evaluated), 0, "{text}\n{}", stdout(&evaluated));
}

#[test]
fn a_loss_is_kept_as_long_as_somebody_decides_it_and_there_is_no_excuse() {
    let folder = folder(
        "input=$(cat); case \"$input\" in *'(mod '*) echo unknown;; *) echo sat;; esac
         case \"$input\" in *reason*) echo \"(:reason-unknown $REASON)\";; esac",
    );
    let other = folder.path().join("other.sh");
    fs::copy(folder.path().join("solver.sh"), &other).expect("a copy");
    fs::write(&other, "#!/bin/sh\ngrep -q second && echo sat || echo unknown\n").expect("a file");
    let arguments = ["--on", "./solver.sh", "--expect", "unknown", "--against", "./other.sh", "--json"];
    let output = reduce(folder.path(), &arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told = json(&output);
    assert_eq!(told["shows"], "unknown, where sat is right", "{told}");
    let text = fs::read_to_string(folder.path().join("a.reduced.smt2")).expect("a result");
    assert!(text.contains("(mod ") && text.contains("second") && text.len() < SCRIPT.len() / 2, "{text}");
    let late = fs::read_to_string(folder.path().join("solver.sh")).expect("a solver");
    fs::write(folder.path().join("solver.sh"), late.replace("$REASON", "timeout")).expect("a file");
    let output = reduce(folder.path(), &arguments);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("that is no loss"), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_reduced_is_said_in_a_sentence() {
    let folder = folder("echo sat");
    for (arguments, said) in [
        (&["--check", "false", "--match", "x"] as &[&str], "does not show"),
        (&["--check", "/no/such/program"], "cannot be run"),
        (&["--check", "sleep 60; true", "--timeout", "300ms"], "over its limit"),
        (&["--on", "./solver.sh", "--expect", "crash"], "does not crash: sat"),
        (&["--on", "./solver.sh"], "does nothing wrong that can be seen"),
        (&["--on", "./solver.sh", "--expect", "sat", "--runs", "3/2"], "two of five runs"),
    ] {
        let output = reduce(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{arguments:?}: {}", stderr(&output));
    }
    let flaky = "test -f flag && { rm flag; exit 1; }; touch flag; true";
    let output = reduce(folder.path(), &["--check", flaky, "--jobs", "1"]);
    assert!(stderr(&output).contains("of 3 runs"), "{}", stderr(&output));
}

#[test]
fn what_shows_only_sometimes_is_reduced_when_that_is_enough() {
    // A solver leaves no traces that the next one could find: it throws dice.
    let folder = folder("grep -q '(mod ' && case $(date +%N) in *[02468]) kill -SEGV $$;; esac; echo sat");
    let every_other = "test -f flag && { rm flag; exit 1; }; touch flag; grep -q '(mod '";
    for arguments in [
        &["--check", every_other, "--jobs", "1", "--runs", "1/2", "--json"] as &[&str],
        &["--on", "./solver.sh", "--expect", "crash", "--runs", "1/16", "--json"],
    ] {
        let output = reduce(folder.path(), arguments);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        assert!(json(&output)["after"].as_u64() < Some(60), "{}", stdout(&output));
    }
}

#[test]
fn a_kill_leaves_the_best_so_far() {
    let folder = folder("");
    let mut child =
        command(folder.path(), &["--check", "sleep 0.05; grep -q '(div '", "-o", "out.smt2", "--jobs", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("smtquake");
    let out = folder.path().join("out.smt2");
    let start = Instant::now();
    while !out.exists() && start.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("a kill");
    child.wait().expect("its end");
    let text = fs::read_to_string(&out).expect("the best so far");
    assert!(text.contains("(div ") && text.len() < SCRIPT.len(), "{text}");
}
