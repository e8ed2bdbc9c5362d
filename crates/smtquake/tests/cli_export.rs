//! `smtquake export` as its users run it.

use std::fs;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

const SCRIPT: &str =
    "(declare-const x Int)\n(assert (forall ((y Int)) (> (+ x y) 0)))\n(assert (< x 3))\n(check-sat)\n";

fn folder(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.smt2"), script).expect("a file");
    folder
}

#[test]
fn each_language_says_the_same() {
    let folder = folder(SCRIPT);
    let smt2 = smtquake(folder.path(), &["export", "a.smt2"]);
    assert_eq!((code(&smt2), stdout(&smt2)), (0, SCRIPT));
    let ae = smtquake(folder.path(), &["export", "a.smt2", "--format", "ae", "-o", "a.ae"]);
    assert_eq!((code(&ae), stdout(&ae)), (0, ""), "{}", stderr(&ae));
    let text = fs::read_to_string(folder.path().join("a.ae")).expect("a file");
    assert!(text.ends_with("axiom a : (forall y : int. ((x + y) > 0))\ngoal g : not ((x < 3))\n"), "{text}");
    let tree = json(&smtquake(folder.path(), &["export", "a.smt2", "--format", "json"]));
    assert_eq!(tree["commands"][0]["declares"]["name"], "x");
    let quantified = &tree["commands"][1]["terms"][0];
    assert_eq!((&quantified["binder"], &quantified["vars"][0][1]), (&"forall".into(), &"Int".into()));
    assert_eq!(quantified["args"][0]["args"][0]["op"], "+");
    assert_eq!(tree["commands"][2]["terms"][0]["args"][1]["literal"], "3");
}

#[test]
fn what_a_language_cannot_say_is_named() {
    let folder = folder("(declare-const x (_ BitVec 8))\n(assert (= (bvmul x x) x))\n(check-sat)\n");
    let output = smtquake(folder.path(), &["export", "a.smt2", "--format", "ae", "-o", "a.ae"]);
    assert_eq!(code(&output), 1);
    assert_eq!(stderr(&output), "a.smt2: Alt-Ergo's language cannot say the operator `bvmul`\n");
    assert!(!folder.path().join("a.ae").exists());
}

#[test]
fn a_finding_is_exported_by_its_smallest_script() {
    let folder = folder(SCRIPT);
    let finding = folder.path().join("finding");
    fs::create_dir(&finding).expect("a folder");
    fs::write(finding.join("finding.toml"), "").expect("a file");
    fs::write(finding.join("test.smt2"), SCRIPT).expect("a file");
    fs::write(finding.join("reduced.smt2"), "(check-sat)\n").expect("a file");
    assert_eq!(stdout(&smtquake(folder.path(), &["export", "finding"])), "(check-sat)\n");
}

#[test]
fn bad_use_is_one_clear_sentence() {
    let folder = folder("(check-sat");
    for (arguments, word) in [
        (&["export", "a.smt2"][..], "a.smt2"),
        (&["export", "nowhere.smt2"], "no such file"),
        (&["export", "a.smt2", "--format", "ae", "--for", "z3"], "a.smt2"),
        (&["export", "3", "--out", "nothing"], "nothing"),
    ] {
        let output = smtquake(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}
