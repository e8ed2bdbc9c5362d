//! `smtquake learn` and `fuzz --tune` as their users run them, with a solver made for the occasion.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

/// Speaks Z3's dialect: two options, which it lists, and a word for every check.
fn solver(options: &str) -> String {
    format!(
        "#!/bin/sh\n\
         case \"$*\" in *-pd*) printf 'Global parameters\\n    alpha (bool) x (default: false)\\n    beta (bool) y \
         (default: false)\\n'; exit;; esac\n\
         word=sat\n{options}\n\
         while read -r line; do case \"$line\" in\n\
         *check-sat*) echo $word;;\n\
         *echo*) line=${{line#*\\\"}}; echo \"${{line%%\\\"*}}\";;\n\
         *all-statistics*) echo \"(:conflicts 1)\";;\n\
         esac; done\n"
    )
}

const WRONG: &str = "case \"$*\" in *alpha=true*) word=unsat;; esac";
const STUBBORN: &str = "case \"$*\" in *=true*) echo '(error \"unknown parameter\")'; exit 1;; esac";
const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
                    (assert (and (> x 3) (or (< y x) (= (+ x y) 7))))\n(assert (not (= x y)))\n(check-sat)\n";

fn folder(options: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solver.sh");
    fs::write(&path, solver(options)).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    fs::write(folder.path().join("a.smt2"), SEED).expect("a file");
    folder
}

#[test]
fn what_was_learnt_is_kept_and_gone_on_with_and_damage_is_told() {
    let folder = folder(WRONG);
    let learn = |flags: &[&str]| {
        let all = ["learn", "z3:./solver.sh", "--for", "3s", "--jobs", "1", "-o", "l.tsv"];
        smtquake(folder.path(), &[&all[..], flags].concat())
    };
    let output = learn(&["--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let (first, formulas) = (json(&output), json(&output)["formulas"].as_u64());
    assert_eq!((&first["options"], &first["options_that_matter"]), (&2.into(), &1.into()), "{first}");
    assert!(stderr(&learn(&[])).contains("go on with it by `--resume`"));
    let second = json(&learn(&["--resume", "--json"]));
    assert!(second["formulas"].as_u64() > formulas, "{second}");
    let file = folder.path().join("l.tsv");
    let text = fs::read_to_string(&file).expect("the file").replace("alpha", "gamma");
    fs::write(&file, text).expect("a file");
    let output = learn(&["--resume"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("l.tsv is damaged (its checksum is wrong)"), "{}", stderr(&output));
}

#[test]
fn a_solver_that_refuses_every_option_is_told_of_once() {
    let folder = folder(STUBBORN);
    let output =
        smtquake(folder.path(), &["learn", "z3:./solver.sh", "--for", "3s", "--jobs", "1", "-o", "l.tsv"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("refuses each of its 2 options"), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
}

#[test]
fn a_wrong_answer_under_an_option_names_that_option_alone() {
    let folder = folder(WRONG);
    let flags = [
        "fuzz",
        "z3:./solver.sh",
        "--seeds",
        "a.smt2",
        "--strategy",
        "storm",
        "--tests",
        "12",
        "--jobs",
        "1",
    ];
    let output = smtquake(
        folder.path(),
        &[&flags[..], &["--class", "refutation", "--out", "plain", "--json"]].concat(),
    );
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let output = smtquake(
        folder.path(),
        &[&flags[..], &["--class", "refutation", "--tune", "--out", "tuned", "--json"]].concat(),
    );
    assert_eq!(code(&output), 1, "{} {}", stdout(&output), stderr(&output));
    assert!(json(&output)["configurations"].as_u64() > Some(0), "{}", stdout(&output));
    let output = smtquake(folder.path(), &["bugs", "--out", "tuned", "--json"]);
    let bugs = json(&output);
    let options: Vec<_> =
        bugs["bugs"].as_array().expect("bugs").iter().map(|bug| bug["options"].clone()).collect();
    assert!(!options.is_empty() && options.iter().all(|it| it == "alpha=true"), "{bugs}");
}

#[test]
fn a_solver_without_options_cannot_be_tuned() {
    let folder = folder("");
    let flags =
        ["fuzz", "z3:./solver.sh", "--seeds", "a.smt2", "--tests", "4", "--tune", "--options", "safe"];
    let output = smtquake(folder.path(), &flags);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("no option that could be changed at the level safe"),
        "{}",
        stderr(&output)
    );
}
