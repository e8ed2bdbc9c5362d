//! `smtquake bisect` over releases made for the occasion: no network, no real solver.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{SystemTime, UNIX_EPOCH};

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

const SCRIPT: &str =
    "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";

/// What the releases 4.8.0, 4.8.1, … do: answer with a word, break (`!`), hang (`~`), or are not here (`.`).
fn folder(releases: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let mut listed = Vec::new();
    for (number, does) in releases.iter().enumerate() {
        let version = format!("4.8.{number}");
        listed.push(format!("\"{version}.0\""));
        let program = match *does {
            "." => continue,
            "!" => "#!/bin/sh\nkill -SEGV $$\n".to_owned(),
            // Only the script itself takes long, not the questions about what the release knows.
            "~" => "#!/bin/sh\nif head -c 200 | grep -q 'x 3'; then sleep 60; fi\n".to_owned(),
            word => format!("#!/bin/sh\necho {word}\n"),
        };
        let dir = cache.join("solvers/z3").join(&version);
        fs::create_dir_all(dir.join("bin")).expect("a folder");
        fs::write(dir.join("bin/z3"), &program).expect("a file");
        fs::set_permissions(dir.join("bin/z3"), fs::Permissions::from_mode(0o755)).expect("a program");
        let manifest = format!(
            "format = 1\nfamily = \"z3\"\nversion = \"{version}\"\npackage = \"z3-solver\"\n\
             package_version = \"{version}.0\"\nartifact = \"x.whl\"\nsha256 = \"00\"\nkind = \"executable\"\n\
             installed = 1\n[[file]]\npath = \"bin/z3\"\nrole = \"executable\"\nsize = {}\nsha256 = \"00\"\n",
            program.len()
        );
        fs::write(dir.join("solver.toml"), manifest).expect("a file");
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    fs::create_dir_all(cache.join("versions")).expect("a folder");
    let list = format!("{{\"asked\":{now},\"package_versions\":[{}]}}", listed.join(","));
    fs::write(cache.join("versions/z3.json"), list).expect("a file");
    fs::write(folder.path().join("bug.smt2"), SCRIPT).expect("a file");
    folder
}

#[test]
fn the_first_bad_release_and_the_fix_are_named() {
    let folder = folder(&["sat", "sat", "unsat", "unsat", "unsat", "sat", "sat", "sat", "sat"]);
    let output = smtquake(folder.path(), &["bisect", "bug.smt2", "--on", "z3", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let result = json(&output);
    assert_eq!(result["first_bad"], "4.8.2");
    assert_eq!(result["last_good"], "4.8.1");
    assert_eq!(result["last_bad"], "4.8.4");
    assert_eq!(result["fixed_in"], "4.8.5");
    assert_eq!(result["still_bad"], false);
    assert_eq!(result["method"], "binary");
    assert!(stderr(&output).contains("4.8.2: BAD: unsat"), "{}", stderr(&output));
    let text = smtquake(folder.path(), &["bisect", "bug.smt2", "--on", "z3"]);
    assert!(stdout(&text).contains("first bad 4.8.2 (last good 4.8.1), fixed in 4.8.5"), "{}", stdout(&text));
}

#[test]
fn a_release_that_tells_nothing_is_neither_good_nor_bad() {
    let folder = folder(&["sat", ".", "unknown", "!", "unsat", "~"]);
    let arguments = ["bisect", "bug.smt2", "--on", "z3", "--all", "--timeout", "1s", "--json"];
    let result = json(&smtquake(folder.path(), &arguments));
    let marks: Vec<&str> =
        result["matrix"].as_array().expect("a list").iter().filter_map(|row| row["mark"].as_str()).collect();
    assert_eq!(marks, ["good", "skipped", "skipped", "skipped", "bad", "skipped"], "{result:#}");
    assert_eq!(result["still_bad"], serde_json::Value::Null);
    assert_eq!((&result["last_good"], &result["first_bad"]), (&"4.8.0".into(), &"4.8.4".into()));
}

#[test]
fn a_crash_is_looked_for_when_asked() {
    let folder = folder(&["sat", "unsat", "unknown", "!", "!", "!"]);
    let arguments = ["bisect", "bug.smt2", "--on", "z3", "--expect", "crash", "--json"];
    let result = json(&smtquake(folder.path(), &arguments));
    assert_eq!((&result["first_bad"], &result["still_bad"]), (&"4.8.3".into(), &true.into()), "{result:#}");
}

#[test]
fn a_bug_that_came_back_has_two_lives() {
    let folder = folder(&["unsat", "sat", "sat", "unsat", "unsat"]);
    let result = json(&smtquake(folder.path(), &["bisect", "bug.smt2", "--on", "z3", "--json"]));
    assert_eq!(result["method"], "scan");
    assert_eq!(result["lives"].as_array().map(Vec::len), Some(2), "{result:#}");
}

#[test]
fn nothing_bad_is_one_sentence() {
    let folder = folder(&["sat", "sat", "sat", "sat", "sat"]);
    let output = smtquake(folder.path(), &["bisect", "bug.smt2", "--on", "z3"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let sentence = "no release of z3 answers wrongly: 5 of 5 were judged, 0 skipped";
    assert!(stdout(&output).contains(sentence), "{}", stdout(&output));
}

#[test]
fn a_finding_keeps_its_bisection() {
    let folder = folder(&["sat", "sat", "unsat", "unsat", "sat"]);
    let finding = folder.path().join("finding");
    fs::create_dir(&finding).expect("a folder");
    let toml = "class = \"refutation\"\ntarget = \"z3@4.8.3\"\nsignature = \"s\"\nevidence = \"e\"\ncheck = 0\n\
                outcome = \"Finished\"\nanswers = [\"sat\"]\n[provenance]\nstrategy = \"storm\"\ncampaign = 0\n\
                seed = \"s\"\nseed_hash = \"h\"\nvisit = 0\ninstance = 0\n";
    fs::write(finding.join("finding.toml"), toml).expect("a file");
    fs::write(finding.join("test.smt2"), SCRIPT).expect("a file");
    let output = smtquake(folder.path(), &["bisect", "finding"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let kept = fs::read_to_string(finding.join("bisect.json")).expect("a file");
    assert!(kept.contains("\"first_bad\": \"4.8.2\"") && kept.contains("by evaluation"), "{kept}");
    fs::write(finding.join("witness.smt2"), "((define-fun x () Int 3))").expect("a file");
    let doubted = smtquake(folder.path(), &["bisect", "finding"]);
    assert_eq!((code(&doubted), stderr(&doubted).contains("in doubt")), (2, true), "{}", stderr(&doubted));
    fs::write(finding.join("witness.smt2"), "((define-fun x () Int 4))").expect("a file");
    fs::remove_file(finding.join("bisect.json")).expect("a file");
    assert_eq!(code(&smtquake(folder.path(), &["bisect", "finding", "--from", "4.8.3"])), 0);
    assert!(!finding.join("bisect.json").exists(), "a part is not kept as if it were the whole");
    assert_eq!(code(&smtquake(folder.path(), &["bisect", "finding"])), 0);
    assert!(finding.join("bisect.json").exists());
}

#[test]
fn bad_use_is_one_clear_sentence() {
    let folder = folder(&["sat", "sat"]);
    fs::write(folder.path().join("none.smt2"), "(declare-const x Int)(assert (> x 3))(check-sat)")
        .expect("a file");
    for (arguments, word) in [
        (&["bisect", "bug.smt2"][..], "--on"),
        (&["bisect", "bug.smt2", "--on", "z3@4.8.1"], "one release"),
        (&["bisect", "bug.smt2", "--on", "./mine"], "no releases"),
        (&["bisect", "nowhere.smt2", "--on", "z3"], "no such file"),
        (&["bisect", "bug.smt2", "--on", "z3", "--expect", "sat,sat"], "1 checks"),
        (&["bisect", "bug.smt2", "--on", "z3", "--from", "9"], "from 9"),
        (&["bisect", "none.smt2", "--on", "z3"], "not known"),
    ] {
        let output = smtquake(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}
