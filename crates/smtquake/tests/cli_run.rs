//! `smtquake run` as its users run it, with solvers made for the occasion and with real ones where there are any.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use serde_json::Value;

const SAT: &str = "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n(get-model)\n";
const TWO: &str = "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n(push 1)\n(assert (not p))\n(check-sat)\n(pop 1)\n";

/// A folder with scripts, and with one solver for each name and shell text.
fn folder(scripts: &[(&str, &str)], solvers: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in scripts {
        fs::write(folder.path().join(name), content).expect("a file");
    }
    for (name, body) in solvers {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\ncat > /dev/null\n{body}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    folder
}

/// Runs `smtquake run` in a folder, with an empty catalogue.
fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .arg("run")
        .args(arguments)
        .current_dir(folder.path())
        .env("SMTQUAKE_CACHE", folder.path().join("cache"))
        .output()
        .expect("the program runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code, not a signal")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)))
}

#[test]
fn agreement_is_success_with_a_row_for_each_target() {
    let folder =
        folder(&[("a.smt2", TWO)], &[("p.sh", "echo sat; echo unsat"), ("q.sh", "echo sat; echo unknown")]);
    let output = run(&folder, &["a.smt2", "--on", "./p.sh,./q.sh"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].contains("./p.sh") && lines[1].contains("sat unsat"), "{lines:?}");
    assert!(lines[2].contains("./q.sh") && lines[2].contains("sat unknown"), "{lines:?}");
}

#[test]
fn a_disagreement_names_the_check_and_both_sides() {
    let folder =
        folder(&[("a.smt2", TWO)], &[("p.sh", "echo sat; echo unsat"), ("q.sh", "echo sat; echo sat")]);
    let output = run(&folder, &["a.smt2", "--on", "./p.sh,./q.sh"]);
    assert_eq!(code(&output), 1);
    let last = text(&output.stdout).lines().last().unwrap_or_default();
    assert_eq!(last, "DISAGREEMENT a.smt2, check 2: sat from ./q.sh; unsat from ./p.sh");
    let found = json(&run(&folder, &["a.smt2", "--on", "./p.sh", "--on", "./q.sh", "--json"]));
    let expected =
        serde_json::json!([{"file": "a.smt2", "check": 2, "sat": ["./q.sh"], "unsat": ["./p.sh"]}]);
    assert_eq!(found["disagreements"], expected);
}

#[test]
fn an_answer_after_an_error_is_no_disagreement() {
    let error = "echo '(error \"unknown sort\")'; echo sat; echo sat";
    let folder = folder(&[("a.smt2", TWO)], &[("p.sh", error), ("q.sh", "echo unsat; echo unsat")]);
    let output = run(&folder, &["a.smt2", "--on", "./p.sh,./q.sh"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("unknown sort"), "{}", text(&output.stdout));
}

#[test]
fn a_crash_is_a_finding_and_a_timeout_is_not() {
    let folder = folder(&[("a.smt2", SAT)], &[("crash.sh", "kill -SEGV $$"), ("slow.sh", "sleep 60")]);
    let output = run(&folder, &["a.smt2", "--on", "./crash.sh", "--json"]);
    assert_eq!((code(&output), &json(&output)["runs"][0]["outcome"]), (1, &Value::from("crashed")));
    let output = run(&folder, &["a.smt2", "--on", "./slow.sh", "--timeout", "200ms", "--json"]);
    assert_eq!((code(&output), &json(&output)["runs"][0]["outcome"]), (0, &Value::from("timeout")));
}

#[test]
fn models_are_checked() {
    let says = |value: &str| format!("echo sat; echo '((define-fun x () Int {value}))'");
    let (good, bad) = (says("4"), says("3"));
    let solvers = [("good.sh", good.as_str()), ("bad.sh", &bad), ("none.sh", "echo sat; echo '()'")];
    let folder = folder(&[("a.smt2", SAT)], &solvers);
    for (solver, exit, verdict) in
        [("./good.sh", 0, "true"), ("./bad.sh", 1, "invalid"), ("./none.sh", 0, "unknown")]
    {
        let output = run(&folder, &["a.smt2", "--on", solver, "--json"]);
        assert_eq!(json(&output)["runs"][0]["model"]["value"], verdict, "{}", text(&output.stdout));
        assert_eq!(code(&output), exit, "{solver}");
    }
    let shown = run(&folder, &["a.smt2", "--on", "./bad.sh"]);
    assert!(text(&shown.stdout).contains("model INVALID: it makes (> x 3) false"), "{}", text(&shown.stdout));
}

#[test]
fn the_script_reaches_the_solver_as_it_is() {
    let folder = folder(&[("a.smt2", SAT)], &[]);
    let spy = folder.path().join("spy.sh");
    fs::write(&spy, "#!/bin/sh\nsum=$(cksum)\necho \"(error \\\"$sum\\\")\"\n").expect("a file");
    fs::set_permissions(&spy, fs::Permissions::from_mode(0o755)).expect("a program");
    let own =
        Command::new("sh").args(["-c", "cksum < a.smt2"]).current_dir(folder.path()).output().expect("cksum");
    let output = run(&folder, &["a.smt2", "--on", "./spy.sh"]);
    assert!(text(&output.stdout).contains(text(&own.stdout).trim()), "{}", text(&output.stdout));
}

#[test]
fn every_run_has_the_promised_keys() {
    let folder = folder(&[("a.smt2", SAT), ("b.smt2", TWO)], &[("p.sh", "echo unsat")]);
    let result = json(&run(&folder, &["a.smt2", "b.smt2", "--on", "./p.sh", "--json"]));
    let runs = result["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 2);
    for run in runs {
        for key in ["file", "target", "answers", "outcome", "seconds", "memory", "model"] {
            assert!(run.get(key).is_some(), "{key} in {run}");
        }
    }
    assert_eq!(runs[1]["answers"], serde_json::json!(["unsat", "none"]));
}

#[test]
fn bad_use_is_told_in_a_sentence() {
    let folder = folder(&[("a.smt2", SAT), ("broken.smt2", "(assert")], &[("p.sh", "echo sat")]);
    let cases: &[(&[&str], &str)] = &[
        (&["a.smt2"], "--on"),
        (&["--on", "./p.sh"], "FILE"),
        (&["no.smt2", "--on", "./p.sh"], "no.smt2"),
        (&["broken.smt2", "--on", "./p.sh"], "broken.smt2 is not a script"),
        (&["a.smt2", "--on", "z4"], "z3"),
        (&["a.smt2", "--on", "z3@1.2.3"], "solver add z3@1.2.3"),
        (&["a.smt2", "--on", "./nobody.sh"], "there is no such file"),
        (&["a.smt2", "--on", "./p.sh", "--timeout", "10"], "10s"),
        (&["a.smt2", "--on", "./p.sh", "--memory", "lots"], "512M"),
        (&["a.smt2", "--on", "./p.sh", "--backend", "telepathy"], "session"),
        (&["a.smt2", "--on", "./p.sh", "--backend", "session"], "spawn"),
        (&["a.smt2", "--on", "lib:./a.smt2"], "library"),
    ];
    for (arguments, told) in cases {
        let output = run(&folder, arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(text(&output.stderr).contains(told), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Runs on real solvers: those on `PATH`, and those of the user's catalogue.
#[test]
fn real_solvers_agree_by_every_backend() {
    let folder = folder(&[("a.smt2", SAT), ("b.smt2", TWO)], &[]);
    let mut tried = 0;
    for target in ["z3", "z3@system", "cvc5@system", "yices"] {
        for backend in ["spawn", "session"] {
            let output = Command::new(env!("CARGO_BIN_EXE_smtquake"))
                .args(["run", "a.smt2", "b.smt2", "--json", "--backend", backend, "--on", target])
                .current_dir(folder.path())
                .output()
                .expect("the program runs");
            if code(&output) == 2 {
                eprintln!("SKIPPED: {}", text(&output.stderr).trim());
                continue;
            }
            tried += 1;
            let runs = &json(&output)["runs"];
            assert_eq!(code(&output), 0, "{runs}");
            assert_eq!(runs[0]["answers"], serde_json::json!(["sat"]), "{runs}");
            // Yices prints one equation after the other, which is no reply in the standard's sense.
            if target != "yices" {
                assert_eq!(runs[0]["model"]["value"], "true", "{runs}");
            }
            assert_eq!(runs[1]["answers"], serde_json::json!(["sat", "unsat"]), "{runs}");
        }
    }
    eprintln!("{tried} real runs");
}
