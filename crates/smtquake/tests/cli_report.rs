//! `smtquake report` and `bugs` on a campaign against a solver that lies.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
                    (assert (and (> x 3) (or (< y x) (= (+ x y) 7))))\n(assert (not (= x y)))\n(check-sat)\n";

/// Refutes everything that it is asked.
const LIAR: &str = "#!/bin/sh\ngrep -c '(check-sat' | while read n; do i=0; while [ $i -lt $n ]; do echo unsat; \
                    i=$((i+1)); done; done\n";

/// A campaign in `out` against `target`, whose solver's file has this name.
fn campaign(solver: &str, option: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.smt2"), SEED).expect("a file");
    let path = folder.path().join(solver);
    fs::write(&path, LIAR).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    let target = format!("generic:./{solver}");
    let fuzz =
        ["fuzz", &target, "--seeds", "a.smt2", "--tests", "12", "--jobs", "1", "--out", "out", "--json"];
    let output = smtquake(folder.path(), &[&fuzz, option].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    folder
}

#[test]
fn an_issue_says_what_trackers_ask_for() {
    let folder = campaign("liar.sh", &[]);
    let output = smtquake(folder.path(), &["report", "1", "--out", "out"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    for part in [
        "# [soundness] generic:./liar.sh says unsat, but a model exists",
        "```smt2\n(check-sat)",
        "| 1 | sat | unsat |",
        "This model satisfies every assertion at the check.",
        "(define-fun x () Int",
        "liar.sh < bug.smt2",
        "Options: none needed.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains(&folder.path().display().to_string()), "a path of this machine: {text}");
}

#[test]
fn a_bisection_in_the_folder_is_part_of_the_report_and_of_the_list() {
    let folder = campaign("liar.sh", &[]);
    let finding = folder.path().join("out/findings/0001-refutation-1");
    let bisection = r#"{"target":"z3","known_by":"k","method":"scan","releases":3,"first_bad":"4.8.5","last_good":"4.8.4",
        "fixed_in":"4.8.13","last_bad":"4.8.12","still_bad":false,"newest":"5.4.0","lives":[{"last_good":"4.8.4",
        "first_bad":"4.8.5","last_bad":"4.8.12","fixed_in":"4.8.13"}],"matrix":[{"version":"4.8.5","mark":"bad",
        "answer":"unsat","note":null,"seconds":0.1}]}"#;
    // The smallest of the bug's findings stands for it, whichever that is.
    for entry in fs::read_dir(finding.parent().expect("a folder")).expect("findings") {
        fs::write(entry.expect("one").path().join("bisect.json"), bisection).expect("a file");
    }
    let report = smtquake(folder.path(), &["report", "1", "--out", "out"]);
    let sentence =
        "First bad 4.8.5 (last good 4.8.4), fixed in 4.8.13. The newest release, 5.4.0, does not show it.";
    assert!(stdout(&report).contains(sentence), "{}", stdout(&report));
    let bugs = json(&smtquake(folder.path(), &["bugs", "--out", "out", "--json"]));
    assert_eq!(bugs["bugs"][0]["versions"], "4.8.5–4.8.12");
    assert_eq!(bugs["bugs"][0]["class"], "refutation");
    let table = smtquake(folder.path(), &["bugs", "--out", "out"]);
    assert!(stdout(&table).contains("4.8.5–4.8.12"), "{}", stdout(&table));
}

#[test]
fn what_the_developers_do_not_want_is_marked_everywhere() {
    let unmaintained = |option: &[&str]| {
        let folder = campaign("liar.sh", &[&["--option", "old.part=1"], option].concat());
        fs::create_dir(folder.path().join("profiles")).expect("a folder");
        let profile = "name = \"generic\"\n[[policy.unmaintained]]\npart = \"the old part\"\nsettings = [\"old.part=1\"]\n";
        fs::write(folder.path().join("profiles/generic.toml"), profile).expect("a file");
        folder
    };
    let folder = unmaintained(&["--no-reduce"]);
    for arguments in [
        &["bugs", "--out", "out"][..],
        &["report", "1", "--out", "out"],
        &["bugs", "show", "1", "--out", "out"],
    ] {
        let output = smtquake(folder.path(), arguments);
        assert!(stdout(&output).contains("nobody maintains the old part"), "{}", stdout(&output));
    }
    // The bug does not need the option, as its reduction finds out: nothing is wrong with it then.
    let folder = unmaintained(&[]);
    let output = smtquake(folder.path(), &["bugs", "--out", "out"]);
    assert!(!stdout(&output).contains("old"), "{}", stdout(&output));
}

#[test]
fn a_campaign_is_one_page_without_anything_from_elsewhere() {
    let folder = campaign("a&b<i>.sh", &[]);
    let output = smtquake(folder.path(), &["report", "--all", "--out", "out", "-o", "page.html"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a file");
    for part in [
        "Tests over time",
        "Findings over time",
        "Answers per target",
        "Findings per strategy",
        "Bytes before",
    ] {
        assert!(page.contains(&format!("<title>{part}")), "{part}\n{page}");
    }
    assert!(page.contains("a&amp;b&lt;i&gt;.sh") && !page.contains("a&b<i>"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http"), "{page}");
    let html = smtquake(folder.path(), &["report", "1", "--out", "out", "--format", "html"]);
    assert!(
        stdout(&html).starts_with("<!doctype html>") && !stdout(&html).contains("<i>"),
        "{}",
        stdout(&html)
    );
}

#[test]
fn bad_use_is_one_clear_sentence() {
    let folder = campaign("liar.sh", &[]);
    for (arguments, word) in [
        (&["report"][..], "ID|FOLDER"),
        (&["report", "9", "--out", "out"], "no bug `9`"),
        (&["report", "a.smt2"], "no finding"),
        (&["report", "--all", "--out", "nowhere"], "nowhere"),
        (&["report", "1", "--out", "out", "-o", "no/such/folder.md"], "cannot write"),
    ] {
        let output = smtquake(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}
