//! `smtquake rules` as its users run it, with solvers made for the occasion and with real ones where there are any.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};
use solver::catalogue::Catalogue;

/// A program that reads a script and gives this answer.
fn solver(folder: &Path, name: &str, answer: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\ncat > /dev/null\necho {answer}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn all_rules_are_listed_with_their_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let listed = json(&smtquake(folder.path(), &["rules", "list", "--json"]));
    let rules = listed["rules"].as_array().unwrap();
    assert!(rules.len() >= 150, "{}", rules.len());
    for rule in rules {
        for key in ["name", "theory", "direction", "text", "proof"] {
            assert!(rule[key].is_string(), "{key} of {rule}");
        }
        assert!(rule["proof"].as_str().unwrap().starts_with("proved: "), "{rule}");
    }
    let output = smtquake(folder.path(), &["rules", "list", "--theory", "bv"]);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines.len() > 15 && lines[1].contains("  bv  "), "{lines:?}");
    assert!(!stdout(&output).contains("fp.lt"));
}

#[test]
fn what_is_no_table_or_no_two_solvers_is_bad_use() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path(), "yes", "unsat");
    for arguments in [
        &["rules", "list", "--theory", "bags"][..],
        &["rules", "prove", "--on", "./yes"],
        &["rules", "prove", "--on", "./yes,./missing"],
        &["rules"],
    ] {
        let output = smtquake(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn two_solvers_that_refute_every_negation_prove_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path(), "yes", "unsat");
    solver(folder.path(), "also", "unsat");
    let record = ["rules", "prove", "--on", "./yes,./also", "--theory", "uf", "--record", "proofs.tsv"];
    let output = smtquake(folder.path(), &record);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let written = fs::read_to_string(folder.path().join("proofs.tsv")).unwrap();
    assert!(written.contains("./also=") && written.contains("./yes="), "{written}");
}

#[test]
fn a_rule_that_nobody_proves_is_told_and_rejected() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path(), "yes", "unsat");
    solver(folder.path(), "no", "sat");
    solver(folder.path(), "dunno", "unknown");
    let run = |on: &str| smtquake(folder.path(), &["rules", "prove", "--on", on, "--theory", "uf", "--json"]);
    let denied = run("./yes,./no");
    assert_eq!(code(&denied), 1, "{}", stderr(&denied));
    assert_eq!(json(&denied)["refuted"].as_object().unwrap().len(), 5);
    let open = json(&run("./yes,./dunno"));
    assert!(open["refuted"].as_object().unwrap().is_empty());
    assert!(open["unproved"]["function-drops"].is_array(), "{open}");
}

#[test]
fn real_solvers_prove_the_rules_of_datatypes() {
    let here = Catalogue::open_default().and_then(|catalogue| catalogue.list()).unwrap_or_default();
    let has = |family: &str| here.iter().any(|solver| solver.manifest.family == family);
    if !has("z3") || !has("cvc5") {
        eprintln!("skipped: no z3 and cvc5 in the cache");
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .args(["rules", "prove", "--theory", "datatype"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}
