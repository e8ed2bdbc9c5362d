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
         *all-statistics*) echo \"(:conflicts 1$more)\";;\n\
         esac; done\n"
    )
}

const WRONG: &str = "case \"$*\" in *alpha=true*) word=unsat;; esac";
/// A part of it is at work with an option only.
const BUSY: &str = "case \"$*\" in *alpha=true*) more=' :alpha 5';; esac";
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
    assert!(!folder.path().join("l.tsv").exists(), "there is nothing to keep");
    let output = smtquake(
        folder.path(),
        &["fuzz", "z3:./solver.sh", "--seeds", "a.smt2", "--for", "1h", "--tune", "--out", "hunt"],
    );
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(said.contains("z3:./solver.sh refuses its own options (alpha=true, beta=true)"), "{said}");
    assert!(said.contains("leave out `--tune`") && said.lines().count() == 1, "{said}");
    assert!(!folder.path().join("hunt").exists());
}

#[test]
fn what_cannot_be_used_is_told_before_a_campaign_is_made() {
    let folder = folder(WRONG);
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../tune/data/cvc5-1.4.2.tsv");
    let text = fs::read_to_string(shipped).expect("what comes with the program");
    fs::write(folder.path().join("other.tsv"), &text).expect("a file");
    fs::write(folder.path().join("new.tsv"), text.replace("correlations 1", "correlations 2"))
        .expect("a file");
    fs::write(folder.path().join("half.tsv"), &text[..text.len() / 2]).expect("a file");
    fs::write(folder.path().join("strange.tsv"), "a\tb\n").expect("a file");
    let fuzz = ["fuzz", "z3:./solver.sh", "--seeds", "a.smt2", "--tests", "2", "--tune", "--out", "hunt"];
    for (flag, value, words) in [
        ("--correlations", "other.tsv", "learnt from cvc5@1.4.2, and no target is one of these"),
        ("--correlations", "new.tsv", "has version 2 of the format, and this program reads 1"),
        ("--correlations", "half.tsv", "is damaged (its end is missing)"),
        ("--correlations", "strange.tsv", "holds no correlations"),
        ("--correlations", "none.tsv", "cannot read"),
        ("--options", "foo", "there is no level `foo`; there are safe, regular and all"),
    ] {
        let output = smtquake(folder.path(), &[&fuzz[..], &[flag, value]].concat());
        assert_eq!(code(&output), 2, "{value}");
        assert!(stderr(&output).contains(words), "{value}: {}", stderr(&output));
        assert!(!folder.path().join("hunt").exists(), "{value}: the corrected command wants the folder");
    }
    for (target, words) in [
        ("nothing@1", "not a solver smtquake knows"),
        ("z3@99.9", "z3@99.9 is not installed: `smtquake solver add z3@99.9`"),
    ] {
        let output = smtquake(folder.path(), &["learn", target]);
        assert_eq!((code(&output), stderr(&output).contains(words)), (2, true), "{}", stderr(&output));
    }
    let output = smtquake(folder.path(), &["learn", "z3:./solver.sh", "--resume", "-o", "none.tsv"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("no none.tsv to go on with: leave out `--resume`"),
        "{}",
        stderr(&output)
    );
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
fn what_is_reached_under_an_option_is_kept_with_it() {
    let folder = folder(BUSY);
    let hunt = ["fuzz", "z3:./solver.sh", "--strategy", "grammar", "--guided", "--tune", "--jobs", "1"];
    let output = smtquake(
        folder.path(),
        &[&hunt[..], &["--class", "crash", "--for", "12s", "--out", "hunt"]].concat(),
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let (entries, _) = guide::read(&folder.path().join("hunt/corpus")).expect("a corpus");
    let under: Vec<_> = entries.iter().filter_map(|entry| entry.under.as_ref()).collect();
    let alpha =
        |under: &&guide::Under| under.settings.iter().any(|it| it.name == "alpha" && it.value == "true");
    assert!(under.iter().any(alpha), "{under:?}");
    assert!(entries.iter().any(|entry| entry.under.is_none()));

    // It shows the same under these options and nothing like it without: both are needed.
    let min = smtquake(folder.path(), &["corpus", "min", "hunt", "--on", "z3:./solver.sh", "--out", "few"]);
    assert_eq!(code(&min), 0, "{}", stderr(&min));
    let (few, _) = guide::read(&folder.path().join("few")).expect("a corpus");
    assert!(few.iter().filter_map(|entry| entry.under.as_ref()).any(|under| alpha(&under)), "{few:?}");
    let export = smtquake(folder.path(), &["corpus", "export", "few", "--out", "scripts"]);
    assert_eq!(code(&export), 0, "{}", stderr(&export));
    let scripts = fs::read_dir(folder.path().join("scripts")).expect("a folder").flatten();
    let texts: Vec<String> = scripts.map(|it| fs::read_to_string(it.path()).expect("a script")).collect();
    assert!(
        texts.iter().any(|text| text.starts_with("; z3:./solver.sh\n") && text.contains("; alpha=true\n"))
    );
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
