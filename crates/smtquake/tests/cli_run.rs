//! `smtquake run` as its users run it, with solvers made for the occasion and with real ones where there are any.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use solver::catalogue::{Catalogue, SAMPLES};

mod outcome;

use outcome::{code, json, stderr, stdout};

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
        .env("SMTQUAKE_PROFILES", folder.path().join("profiles"))
        .output()
        .expect("the program runs")
}

#[test]
fn agreement_is_success_with_a_row_for_each_target() {
    let folder =
        folder(&[("a.smt2", TWO)], &[("p.sh", "echo sat; echo unsat"), ("q.sh", "echo sat; echo unknown")]);
    let output = run(&folder, &["a.smt2", "--on", "./p.sh,./q.sh"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].contains("./p.sh") && lines[1].contains("sat unsat"), "{lines:?}");
    assert!(lines[2].contains("./q.sh") && lines[2].contains("sat unknown"), "{lines:?}");
}

#[test]
fn all_scripts_of_a_folder_are_run() {
    let folder =
        folder(&[("b.smt2", SAT), ("a.smt2", SAT), ("notes.txt", "no script")], &[("p.sh", "echo sat")]);
    let output = run(&folder, &[".", "--on", "./p.sh", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let runs = json(&output)["runs"].clone();
    let files: Vec<&str> =
        runs.as_array().into_iter().flatten().filter_map(|run| run["file"].as_str()).collect();
    assert_eq!(files, ["./a.smt2", "./b.smt2"]);
}

#[test]
fn a_disagreement_names_the_check_and_both_sides() {
    let folder =
        folder(&[("a.smt2", TWO)], &[("p.sh", "echo sat; echo unsat"), ("q.sh", "echo sat; echo sat")]);
    let output = run(&folder, &["a.smt2", "--on", "./p.sh,./q.sh"]);
    assert_eq!(code(&output), 1);
    let last = stdout(&output).lines().last().unwrap_or_default();
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
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("unknown sort"), "{}", stdout(&output));
}

#[test]
fn a_crash_is_a_finding_and_a_timeout_is_not() {
    let folder = folder(&[("a.smt2", SAT)], &[("crash.sh", "kill -SEGV $$"), ("slow.sh", "sleep 60")]);
    let output = run(&folder, &["a.smt2", "--on", "./crash.sh", "--json"]);
    assert_eq!((code(&output), &json(&output)["runs"][0]["outcome"]), (1, &Value::from("crashed")));
    let output = run(&folder, &["a.smt2", "--on", "./slow.sh", "--timeout", "200ms", "--json"]);
    assert_eq!((code(&output), &json(&output)["runs"][0]["outcome"]), (0, &Value::from("timeout")));
}

/// The processes of all workers of a process.
fn workers_of(process: u32) -> Vec<String> {
    let marker = format!("SMTQUAKE_WORKER={process}-");
    let all = fs::read_dir("/proc").expect("processes").flatten();
    let named = all.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())));
    let marked = |path: &Path| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(marker.as_bytes()))
    };
    named.filter(|(_, path)| marked(path)).map(|(name, _)| name).collect()
}

/// Waits until something is so, and says whether it came to be.
fn soon(mut is_so: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while !is_so() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    is_so()
}

#[test]
fn nothing_is_left_of_a_run_that_is_killed() {
    let hang = "setsid sleep 40 &\nsleep 40 &\necho x > left; sleep 40";
    let folder = folder(&[("a.smt2", SAT)], &[("hang.sh", hang)]);
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .args(["run", "a.smt2", "--on", "./hang.sh", "--timeout", "60s"])
        .current_dir(folder.path())
        .env("SMTQUAKE_CACHE", folder.path().join("cache"))
        .env("SMTQUAKE_PROFILES", folder.path().join("profiles"))
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    // The shell and its three.
    let hangs = soon(|| workers_of(child.id()).len() == 4);
    child.kill().expect("a child to kill");
    child.wait().expect("a child");
    assert!(hangs, "the solver was not started");
    let is_empty = || fs::read_dir(&temporary).expect("a folder").next().is_none();
    assert!(soon(|| workers_of(child.id()).is_empty()), "{:?}", workers_of(child.id()));
    assert!(soon(is_empty), "{:?}", fs::read_dir(&temporary).expect("a folder").collect::<Vec<_>>());
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
        assert_eq!(json(&output)["runs"][0]["model"]["value"], verdict, "{}", stdout(&output));
        assert_eq!(code(&output), exit, "{solver}");
    }
    let shown = run(&folder, &["a.smt2", "--on", "./bad.sh"]);
    assert!(stdout(&shown).contains("model INVALID: it makes (> x 3) false"), "{}", stdout(&shown));
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
    assert!(stdout(&output).contains(stdout(&own).trim()), "{}", stdout(&output));
}

#[test]
fn every_run_has_the_promised_keys() {
    let folder = folder(&[("a.smt2", SAT), ("b.smt2", TWO)], &[("p.sh", "echo unsat")]);
    let result = json(&run(&folder, &["a.smt2", "b.smt2", "--on", "./p.sh", "--json"]));
    let runs = result["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 2);
    for run in runs {
        for key in ["file", "target", "sent", "answers", "outcome", "seconds", "memory", "model"] {
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
        (&["--on", "./p.sh"], "PATH"),
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
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
    }
}

/// A solver that stays, echoes and knows everything but `str.in_re` and `fp.rem`. `check` is what it does at a check, where
/// `$n` counts its resets and `$bad` is set by the script `b.smt2`.
fn dialogue(check: &str) -> String {
    format!(
        "#!/bin/sh\nn=0\nwhile IFS= read -r line; do case \"$line\" in\n\
         *str.in_re*|*fp.rem*) echo '(error \"unknown constant\")';;\n\
         '(reset)') n=$((n+1)); bad=;;\n\
         '(assert bad)') bad=1;;\n\
         '(check-sat)') {check};;\n\
         '(echo '*) line=${{line#*\\\"}}; echo \"${{line%\\\"*}}\";;\n\
         esac; done\n"
    )
}

/// A folder with two scripts of one check each, a solver that stays, and a profile of the user's that says so.
fn with_dialogue(check: &str) -> tempfile::TempDir {
    let good = "(declare-const p Bool)\n(assert p)\n(check-sat)\n";
    let bad = "(declare-const bad Bool)\n(assert bad)\n(check-sat)\n";
    let folder = folder(&[("a.smt2", good), ("b.smt2", bad)], &[("honest.sh", "echo sat")]);
    let path = folder.path().join("stays.sh");
    fs::write(&path, dialogue(check)).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    fs::create_dir(folder.path().join("profiles")).expect("a folder");
    let profile = "name = \"mine\"\nextends = \"generic\"\n[run]\ntime_limit = \"--soft={}\"\n\
        [session]\nsupported = true\n[messages]\ninternal_error = [\"ouch\"]\n\
        [policy]\nreports_per_week = 2\n";
    fs::write(folder.path().join("profiles/mine.toml"), profile).expect("a file");
    folder
}

/// Runs both scripts on the solver that stays, in one process.
fn in_session(folder: &tempfile::TempDir) -> (i32, Value) {
    in_session_beside(folder, "mine:./stays.sh")
}

fn in_session_beside(folder: &tempfile::TempDir, targets: &str) -> (i32, Value) {
    let output = run(folder, &["a.smt2", "b.smt2", "--on", targets, "--backend", "session", "--json"]);
    (code(&output), json(&output))
}

#[test]
fn a_crash_that_only_a_used_process_shows_is_not_confirmed() {
    let folder = with_dialogue("[ $n -gt 0 ] && kill -SEGV $$; echo sat");
    let (exit, result) = in_session(&folder);
    let second = &result["runs"][1];
    assert_eq!((exit, &second["outcome"]), (0, &Value::from("finished")), "{result}");
    assert_eq!(second["answers"], serde_json::json!(["sat"]));
    assert!(second["notes"][0].as_str().unwrap().starts_with("in the session: crashed"), "{second}");
}

#[test]
fn a_disagreement_counts_when_a_new_process_shows_it_too() {
    for (check, confirmed) in [
        ("if [ $n -gt 0 ]; then echo unsat; else echo sat; fi", false),
        ("if [ $bad ]; then echo unsat; else echo sat; fi", true),
    ] {
        let folder = with_dialogue(check);
        fs::write(folder.path().join("other.sh"), dialogue("echo sat")).expect("a file");
        let program = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path().join("other.sh"), program).expect("a program");
        let (exit, result) = in_session_beside(&folder, "mine:./stays.sh,mine:./other.sh");
        assert_eq!(exit, i32::from(confirmed), "{result}");
        assert_eq!(result["disagreements"].as_array().unwrap().len(), usize::from(confirmed), "{result}");
    }
}

#[test]
fn a_crash_that_a_new_process_shows_too_is_confirmed() {
    let folder = with_dialogue("if [ $bad ]; then echo '(error \"ouch\")'; else echo sat; fi");
    let (exit, result) = in_session(&folder);
    let second = &result["runs"][1];
    assert_eq!((exit, &second["outcome"]), (1, &Value::from("crashed")), "{result}");
    let confirmed = |note: &Value| note == "confirmed by a new process";
    assert!(second["notes"].as_array().unwrap().iter().any(confirmed), "{second}");
    let notes = serde_json::json!(["its developers want at most 2 reports a week"]);
    assert_eq!(result["advice"], serde_json::json!([{"target": "mine:./stays.sh", "notes": notes}]));
}

#[test]
fn a_script_is_sent_in_the_dialect_of_the_release_or_not_at_all() {
    let folder = with_dialogue("echo sat");
    let strings = "(assert (str.in_re \"a\" (str.to_re \"a\")))\n(check-sat)\n";
    let floats = "(declare-const x Float32)\n(assert (= x (fp.rem x x)))\n(check-sat)\n";
    fs::write(folder.path().join("strings.smt2"), strings).expect("a file");
    fs::write(folder.path().join("floats.smt2"), floats).expect("a file");
    let files = ["strings.smt2", "floats.smt2", "a.smt2"];
    let output = run(&folder, &[&files[..], &["--on", "mine:./stays.sh,./honest.sh", "--json"]].concat());
    let result = json(&output);
    assert_eq!(code(&output), 0, "{result}");
    let of = |run: usize, key: &str| result["runs"][run][key].clone();
    assert_eq!((of(0, "sent"), of(0, "answers")), ("in-its-dialect".into(), serde_json::json!(["sat"])));
    assert_eq!((of(2, "sent"), of(2, "outcome")), ("nothing".into(), "unsupported".into()));
    assert_eq!(of(2, "notes"), serde_json::json!(["it does not know `fp.rem`"]));
    assert_eq!(of(2, "answers"), serde_json::json!(["unsupported"]));
    assert_eq!(of(4, "sent"), "as-written");
    // One that cannot be asked is sent everything as it is.
    assert_eq!((of(1, "sent"), of(3, "sent")), ("as-written".into(), "as-written".into()));
    let table = run(&folder, &["strings.smt2", "--on", "mine:./stays.sh"]);
    assert!(stdout(&table).contains("sent in its dialect"), "{}", stdout(&table));
}

#[test]
fn a_mistake_in_a_profile_of_the_users_is_told_with_its_place() {
    let folder = with_dialogue("echo sat");
    fs::write(folder.path().join("profiles/z.toml"), "name = \"z\"\n[run]\nstdn = []\n").expect("a file");
    let output = run(&folder, &["a.smt2", "--on", "./honest.sh"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("z.toml:3:1: key `run.stdn`"), "{}", stderr(&output));
}

#[test]
fn a_solver_is_told_of_its_limits_by_its_profile() {
    let folder = with_dialogue("echo \"$0 $*\" >&2; echo unsat");
    fs::write(folder.path().join("stays.sh"), "#!/bin/sh\ncat > /dev/null\necho \"(error \\\"$*\\\")\"\n")
        .expect("a file");
    let output = run(&folder, &["a.smt2", "--on", "mine:./stays.sh", "--timeout", "10s"]);
    assert!(stdout(&output).contains("error: --soft=9000"), "{}{}", stdout(&output), stderr(&output));
}

/// The samples of all theories on real solvers of the catalogue: each gives the right answer or says what it lacks.
#[test]
fn a_sample_of_each_theory_is_answered_right_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for sample in SAMPLES {
        files.push(format!("{}.smt2", sample.theory));
        fs::write(folder.path().join(files.last().expect("a file")), sample.script).expect("a file");
    }
    for target in ["z3@4.8.12", "z3", "yices", "bitwuzla"] {
        let fetched = Catalogue::open_default()
            .expect("a catalogue")
            .add(&target.parse().expect("a target"), &mut |_, _| {});
        if let Err(error) = fetched {
            eprintln!("SKIPPED {target}: {error}");
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_smtquake"))
            .args(["run", "--json", "--on", target])
            .args(&files)
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        let result = json(&output);
        assert_eq!(code(&output), 0, "{target}: {result}");
        let runs = result["runs"].as_array().expect("a list");
        assert_eq!(runs.len(), SAMPLES.len());
        let mut answered = 0;
        for (run, sample) in runs.iter().zip(SAMPLES) {
            let answer = run["answers"][0].as_str().expect("an answer");
            assert!([sample.answer, "unsupported"].contains(&answer), "{target}: {run}");
            answered += usize::from(answer == sample.answer);
            eprintln!("{target:10} {:12} {answer}", sample.theory);
        }
        // Bitwuzla knows the fewest theories.
        assert!(answered >= 4, "{target}: {result}");
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
                eprintln!("SKIPPED: {}", stderr(&output).trim());
                continue;
            }
            tried += 1;
            let runs = &json(&output)["runs"];
            assert_eq!(code(&output), 0, "{runs}");
            assert_eq!(runs[0]["answers"], serde_json::json!(["sat"]), "{runs}");
            assert_eq!(runs[0]["model"]["value"], "true", "{runs}");
            assert_eq!(runs[1]["answers"], serde_json::json!(["sat", "unsat"]), "{runs}");
        }
    }
    eprintln!("{tried} real runs");
}
