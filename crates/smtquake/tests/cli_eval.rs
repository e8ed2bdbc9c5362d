//! `smtquake eval` as its users run it: exit codes, standard output, standard error.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

mod outcome;

use outcome::{code, json, stderr, stdout};

const SCRIPT: &str = "(declare-const x Int)\n(declare-const y Int)\n(assert (> x 0))\n(assert\n  (< x y))\n";
const TRUE: &str = "sat\n((define-fun x () Int 1)\n (define-fun y () Int 2))\n";
const FALSE: &str = "sat\n((define-fun x () Int (- 3))\n (define-fun y () Int 2))\n";
const PARTIAL: &str = "sat\n((define-fun x () Int 1))\n";
const GROUND: &str = "(assert (= (+ 1 2) 3))";
const OPEN: &str = "(assert (= (div 1 0) 5))";

/// A folder with one file for each name and content.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("a file");
    }
    folder
}

/// Runs `smtquake eval` in a folder.
fn run(folder: &tempfile::TempDir, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .arg("eval")
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

#[test]
fn exit_codes_tell_true_from_false_from_unknown() {
    let folder = folder(&[
        ("a.smt2", SCRIPT),
        ("ground.smt2", GROUND),
        ("open.smt2", OPEN),
        ("none.smt2", "(check-sat)"),
        ("mixed.smt2", &format!("{OPEN}(assert false)")),
        ("true.model", TRUE),
        ("false.model", FALSE),
        ("partial.model", PARTIAL),
        ("opaque.model", "((define-fun x () Int 1) (define-fun y () Int (frobnicate 2)))"),
    ]);
    let cases: &[(&[&str], i32)] = &[
        (&["ground.smt2"], 0),
        (&["none.smt2"], 0),
        (&["a.smt2", "--model", "true.model"], 0),
        (&["a.smt2", "--model", "false.model"], 1),
        (&["mixed.smt2"], 1),
        (&["open.smt2"], 3),
        (&["a.smt2", "--model", "partial.model"], 3),
        (&["a.smt2", "--model", "opaque.model"], 3),
        (&["ground.smt2", "--random", "3"], 0),
        (&["a.smt2", "--random", "100"], 1),
        (&["open.smt2", "--random", "3"], 3),
    ];
    for (arguments, expected) in cases {
        for json in [false, true] {
            let arguments = [*arguments, if json { &["--json"] } else { &[] }].concat();
            let output = run(&folder, &arguments, "");
            assert_eq!(code(&output), *expected, "{arguments:?}: {}", stderr(&output));
            assert_eq!(stderr(&output), "", "{arguments:?}");
        }
    }
}

#[test]
fn bad_use_says_what_is_wrong_and_where() {
    let folder = folder(&[
        ("a.smt2", SCRIPT),
        ("broken.smt2", "(assert true)\n(assert (> 1 0)\n"),
        ("ill.smt2", "(assert\n  (+ true 1))"),
        ("true.model", TRUE),
        ("broken.model", "sat\n(\n  (define-fun x () Int 1)\n  (define-fun y () Int\n"),
        ("ill.model", "sat\n((define-fun x () Bool true)\n (define-fun y () Int 2))\n"),
        ("error.model", "(error \"line 4: model is not available\")\n"),
        ("empty.model", ""),
    ]);
    let cases: &[(&[&str], &str)] = &[
        (&[], "<FILE>"),
        (&["a.smt2"], "free symbols (x, y)"),
        (&["a.smt2", "--json"], "--model"),
        (&["missing.smt2"], "cannot read missing.smt2"),
        (&["broken.smt2"], "broken.smt2:3:1"),
        (&["ill.smt2"], "ill.smt2:2:3"),
        (&["a.smt2", "--model", "missing.model"], "cannot read missing.model"),
        (&["a.smt2", "--model", "broken.model"], "broken.model:"),
        (&["a.smt2", "--model", "ill.model"], "ill.model:2:"),
        (&["a.smt2", "--model", "error.model"], "error.model:1:"),
        (&["a.smt2", "--model", "empty.model"], "empty.model:1:1"),
        (&["a.smt2", "--model", "true.model", "--random", "3"], "--random"),
        (&["a.smt2", "--random", "0"], "--random"),
        (&["a.smt2", "--seed", "1"], "--random"),
        (&["-", "--model", "-"], "standard input"),
    ];
    for (arguments, expected) in cases {
        let output = run(&folder, arguments, "");
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stdout(&output));
        assert!(output.stdout.is_empty(), "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn json_has_the_value_of_every_assertion() {
    let script = format!("{SCRIPT}{OPEN}\n(assert (= y 2))");
    let folder = folder(&[("a.smt2", &script), ("false.model", FALSE)]);
    let result = json(&run(&folder, &["--json", "a.smt2", "--model", "false.model"], ""));
    assert_eq!(result["file"], "a.smt2");
    let assertions = result["assertions"].as_array().expect("a list");
    let of = |key: &str| assertions.iter().map(|assertion| assertion[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("line"), [3, 4, 6, 7]);
    assert_eq!(of("value"), ["false", "true", "unknown", "true"]);
    assert_eq!(of("term")[0], "(> x 0)");
    assert_eq!(assertions[0]["explanation"], "(> x 0) is false: x = (- 3)");
    assert!(assertions[2]["reason"].as_str().expect("a reason").contains("division by zero"), "{result}");
    for (i, assertion) in assertions.iter().enumerate() {
        assert_eq!(assertion["reason"].is_null(), i != 2, "{assertion}");
        assert_eq!(assertion["explanation"].is_null(), i != 0, "{assertion}");
    }
}

#[test]
fn script_or_model_may_come_from_standard_input() {
    let folder = folder(&[("a.smt2", SCRIPT), ("true.model", TRUE)]);
    let from_model = run(&folder, &["a.smt2", "--model", "-"], TRUE);
    assert_eq!(code(&from_model), 0, "{}", stderr(&from_model));
    let from_script = run(&folder, &["-", "--model", "true.model"], SCRIPT);
    assert_eq!(code(&from_script), 0, "{}", stderr(&from_script));
    assert!(stdout(&from_script).contains("<stdin>: 2 assertions: 2 true"), "{}", stdout(&from_script));
    let broken = run(&folder, &["a.smt2", "--model", "-"], "sat\n(");
    assert_eq!(code(&broken), 2);
    assert!(stderr(&broken).contains("<stdin>:2:"), "{}", stderr(&broken));
}

#[test]
fn the_same_seed_gives_the_same_assignments() {
    let script = "(declare-const x Int) (declare-const b (_ BitVec 3)) (declare-fun f (Int) Bool)
        (declare-const s String)
        (assert (> x 0)) (assert (bvult b #b011)) (assert (f x)) (assert (= s \"\"))";
    let folder = folder(&[("a.smt2", script)]);
    let tried = |seed: &str| {
        let output = run(&folder, &["a.smt2", "--random", "200", "--seed", seed, "--json"], "");
        stdout(&output).to_owned()
    };
    assert_eq!(tried("7"), tried("7"));
    let result = |seed: &str| -> Value { serde_json::from_str(&tried(seed)).expect("JSON") };
    let counts = |seed: &str| -> Vec<Value> {
        let result = result(seed);
        let assertions = result["assertions"].as_array().expect("a list");
        assertions.iter().map(|assertion| assertion["counts"].clone()).collect()
    };
    assert!(["8", "9", "10"].iter().any(|seed| counts(seed) != counts("7")));
    let seven = result("7");
    assert_eq!((&seven["random"], &seven["seed"]), (&200.into(), &7.into()));
    for count in counts("7") {
        let of = |key: &str| count[key].as_u64().expect(key);
        assert_eq!(of("true") + of("false") + of("unknown"), 200, "{count}");
        assert!(of("true") > 0 && of("false") > 0 && of("unknown") == 0, "{count}");
    }
}

#[test]
fn random_counts_are_told_to_people() {
    let folder =
        folder(&[("a.smt2", "(declare-const p Bool)\n(assert (or p (not p)))\n(assert (and p (not p)))")]);
    let output = run(&folder, &["a.smt2", "--random", "10"], "");
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(
        lines,
        [
            "2  10 true   0 false   0 unknown  (or p (not p))",
            "3   0 true  10 false   0 unknown  (and p (not p))",
            "a.smt2: 2 assertions: all true under 0 of 10 assignments of seed 0",
        ]
    );
}

#[test]
fn deep_and_wide_scripts_are_judged() {
    let deep = format!("(assert {}true{})", "(not ".repeat(100_001), ")".repeat(100_001));
    let wide = "(assert false)\n".repeat(20_000);
    let folder = folder(&[("deep.smt2", &deep), ("wide.smt2", &wide)]);
    let output = run(&folder, &["deep.smt2"], "");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("\n            true is true\n"), "{}", stdout(&output));
    let result = json(&run(&folder, &["wide.smt2", "--json"], ""));
    let assertions = result["assertions"].as_array().expect("a list");
    assert_eq!(assertions.len(), 20_000);
    assert_eq!(assertions[19_999]["line"], 20_000);
}
