//! `smtquake solver build --coverage` with a solver of a few lines of C, and what can go wrong.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use tempfile::TempDir;

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

/// A folder with the sources of the toy solver in `toy/`.
fn home() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("toy")).expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/tests/data/toy.c");
    fs::copy(source, folder.path().join("toy/toy.c")).expect("the toy solver");
    folder
}

fn build(folder: &Path, target: &str, command: &str) -> Output {
    smtquake(folder, &["solver", "build", target, "--coverage", "--source", "toy", "--build", command])
}

#[test]
fn a_program_of_the_users_stays_where_it_is() {
    let home = home();
    let output = build(home.path(), "./toy/toy", "$CC -O1 toy.c -o toy");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).starts_with("./toy/toy  ready: counts "), "{}", stdout(&output));
    fs::write(home.path().join("a.smt2"), "(check-sat)\n").expect("a script");
    let output = smtquake(home.path(), &["run", "a.smt2", "--on", "./toy/toy"]);
    assert!(stdout(&output).contains("sat"), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).trim_end().ends_with(" edges"), "{}", stdout(&output));
    let output = smtquake(home.path(), &["run", "a.smt2", "--on", "./toy/toy", "--json"]);
    assert!(json(&output)["runs"][0]["edges"].as_u64().is_some_and(|edges| edges > 0), "{}", stdout(&output));
}

/// Build systems call compilers in many ways. clang has its own assembler, links a run-time of its own for coverage, and
/// has no assembly at all when it optimises while linking.
#[test]
fn all_ways_to_compile_count() {
    const WAYS: &[&str] = &[
        "cc -pipe -O2 toy.c -o toy",
        "cc -O0 -g3 -save-temps toy.c -o toy",
        "cc -O2 -flto -c toy.c; cc -O2 -flto toy.o -o toy",
        "cc -O2 -fPIC -fno-plt -c toy.c; cc toy.o -o toy",
        "cc -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections toy.c -o toy",
        "cc -O2 -no-pie -static toy.c -o toy",
        "cc -O2 -S toy.c; cc toy.s -o toy",
        "cc -O2 -c toy.c; cc -r toy.o -o part.o; cc part.o -o toy",
        "cc -O2 -Wl,--compress-debug-sections=zlib toy.c -o toy",
        "c++ -O2 -Wall -Werror -x c++ toy.c -o toy",
    ];
    for (c, cxx) in [("gcc", "g++"), ("clang", "clang++")] {
        let is_here = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        if ![c, cxx].iter().all(is_here) {
            eprintln!("skipped: {c} and {cxx} are not here");
            continue;
        }
        for way in WAYS {
            let home = home();
            let arguments = [&TOY[..TOY.len() - 1], &[way]].concat();
            let chosen = [("CC", Path::new(c)), ("CXX", Path::new(cxx))];
            let output = command(home.path(), &arguments, &chosen).output().expect("the program runs");
            assert_eq!(code(&output), 0, "{c}: {way}: {}", stderr(&output));
            fs::write(home.path().join("a.smt2"), "(assert rare)\n(check-sat)\n").expect("a script");
            let output = smtquake(home.path(), &["run", "a.smt2", "--on", "./toy/toy", "--json"]);
            let run = &json(&output)["runs"][0];
            assert_eq!(run["outcome"], "finished", "{c}: {way}: {run}");
            assert!(run["edges"].as_u64().is_some_and(|edges| edges > 3), "{c}: {way}: {run}");
        }
    }
}

#[test]
fn a_build_of_a_family_is_listed_but_is_no_release() {
    let home = home();
    let command = "cc -O1 yices-smt2.c -o yices-smt2";
    fs::rename(home.path().join("toy/toy.c"), home.path().join("toy/yices-smt2.c")).expect("another name");
    let output = smtquake(
        home.path(),
        &["solver", "build", "yices@2.7.0", "--coverage", "--source", "toy", "--build", command, "--json"],
    );
    assert_eq!(code(&output), 1, "it answers wrongly: {}", stdout(&output));
    assert!(json(&output)["error"].as_str().expect("a reason").contains("does not work here"));
    // One that knows a little more.
    let source = fs::read_to_string(home.path().join("toy/yices-smt2.c")).expect("the toy solver");
    let clever = source.replace("puts (seen % 2 ? \"unsat\" : \"sat\")", "puts (\"sat\\nunsat\")");
    fs::write(home.path().join("toy/yices-smt2.c"), clever.replace("\"(check-sat)\", 11", "\"(\", 1"))
        .expect("written");
    for _ in 0..2 {
        let output = smtquake(
            home.path(),
            &[
                "solver",
                "build",
                "yices@2.7.0",
                "--coverage",
                "--source",
                "toy",
                "--build",
                command,
                "--json",
            ],
        );
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        let built = json(&output);
        assert_eq!(built["target"], "yices@2.7.0+cov");
        assert!(built["edges"].as_u64() > Some(10), "{built}");
    }
    let listed = json(&smtquake(home.path(), &["solver", "list", "--json"]));
    let targets: Vec<_> =
        listed["solvers"].as_array().expect("a list").iter().map(|it| it["target"].clone()).collect();
    assert!(targets.contains(&"yices@2.7.0+cov".into()), "{targets:?}");
    fs::write(home.path().join("a.smt2"), "(check-sat)\n").expect("a script");
    let output = smtquake(home.path(), &["run", "a.smt2", "--on", "yices@2.7.0+cov"]);
    assert!(stdout(&output).contains("yices@2.7.0+cov"), "{}{}", stdout(&output), stderr(&output));
    let output = smtquake(home.path(), &["solver", "remove", "yices@2.7.0+cov"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn a_failed_build_shows_its_last_lines_and_keeps_its_log() {
    let home = home();
    let output = build(home.path(), "./toy/toy", "echo begins; cc -c toy.c; cc -c nowhere.c; echo never");
    let said = stderr(&output);
    assert_eq!(code(&output), 1, "{said}");
    assert!(said.contains("./toy/toy could not be built") && said.contains("nowhere.c"), "{said}");
    let log =
        said.split("The whole log is in ").nth(1).and_then(|rest| rest.split(';').next()).expect("a log");
    let log = fs::read_to_string(log).expect("the log");
    assert!(log.starts_with("begins") && !log.contains("never"), "{log}");
    // What was done is not lost, and the same command goes on.
    assert!(home.path().join("toy/toy.o").exists());
}

#[test]
fn a_command_that_fails_without_a_word_is_told_by_its_exit_status() {
    let home = home();
    let output = build(home.path(), "./toy/toy", "false");
    assert_eq!(code(&output), 1);
    let said = stderr(&output);
    assert!(said.contains("could not be built:\n(exit status: 1)\nThe whole log is in "), "{said}");
}

/// The program, with these variables of its own.
fn command(home: &Path, arguments: &[&str], variables: &[(&str, &Path)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smtquake"));
    command
        .args(arguments)
        .current_dir(home)
        .env("SMTQUAKE_CACHE", home.join("cache"))
        .env("SMTQUAKE_PROFILES", home.join("profiles"))
        .env_remove("CC")
        .env_remove("CXX")
        .envs(variables.iter().copied());
    command
}

const TOY: &[&str] =
    &["solver", "build", "./toy/toy", "--coverage", "--source", "toy", "--build", "cc toy.c -o toy"];

#[test]
fn a_missing_compiler_is_named() {
    let home = home();
    let with = |variables: &[(&str, &Path)]| {
        let output = command(home.path(), TOY, variables).output().expect("the program runs");
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        stderr(&output).to_owned()
    };
    let said = with(&[("PATH", home.path())]);
    assert!(said.contains("a C compiler is needed") && said.contains("build-essential"), "{said}");
    assert!(said.contains("none of `cc`, `gcc`, `clang` is on PATH"), "{said}");
    let said = with(&[("CC", Path::new("nowhere-cc"))]);
    assert!(said.contains("CC names `nowhere-cc`, which is no program here"), "{said}");
    let said = with(&[("CC", Path::new("true"))]);
    assert!(said.contains("it makes no program"), "{said}");
}

#[test]
fn a_missing_package_is_named_before_anything_is_fetched() {
    let home = home();
    // Compilers, and nothing else that a build needs.
    let tools = home.path().join("tools");
    fs::create_dir(&tools).expect("a folder");
    for (name, real) in
        [("cc", "cc"), ("c++", "c++"), ("as", "as"), ("ld", "ld"), ("sed", "sed"), ("grep", "grep")]
    {
        let script =
            format!("#!/bin/sh\nPATH='{}' exec {real} \"$@\"\n", std::env::var("PATH").expect("a path"));
        fs::write(tools.join(name), script).expect("a script");
        fs::set_permissions(tools.join(name), fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let output = command(home.path(), &["solver", "build", "yices", "--coverage"], &[("PATH", &tools)])
        .output()
        .expect("the program runs");
    assert_eq!(code(&output), 1);
    let said = stderr(&output);
    assert!(said.contains("gperf") && said.contains("`apt-get install ") && said.contains("make"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// A kill of smtquake does not reach what it has started: the next command must neither disturb that nor begin anew.
#[test]
fn a_build_whose_smtquake_was_killed_is_waited_for_and_gone_on_with() {
    let home = home();
    let slow = "[ -e object ] || { sleep 2; echo >> object; }; wc -l < object; cc toy.c -o toy";
    let arguments = [&TOY[..TOY.len() - 1], &[slow]].concat();
    let mut child = command(home.path(), &arguments, &[]).spawn().expect("the program runs");
    std::thread::sleep(Duration::from_millis(700));
    child.kill().expect("a child to kill");
    child.wait().expect("a child");
    assert!(!home.path().join("toy/object").exists(), "it was too fast for this test");
    let output = command(home.path(), &arguments, &[]).output().expect("the program runs");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(
        fs::read_to_string(home.path().join("toy/object")).expect("a file"),
        "\n",
        "it was made twice"
    );
}

#[test]
fn what_does_not_count_is_told_apart() {
    let home = home();
    let output = build(home.path(), "./toy/toy", "$PLAIN_CC toy.c -o toy");
    assert!(stderr(&output).contains("it does not count what it runs"), "{}", stderr(&output));
    let output = build(home.path(), "./toy/other", "cc toy.c -o toy");
    assert!(stderr(&output).contains("the build made no such file"), "{}", stderr(&output));
    let output = build(home.path(), "z3", "cc toy.c -o toy");
    assert!(stderr(&output).contains("--program"), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_built_is_refused_in_one_sentence() {
    let home = home();
    let refused = |arguments: &[&str], words: &str| {
        let output = smtquake(home.path(), &[&["solver", "build"], arguments].concat());
        assert_ne!(code(&output), 0);
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    };
    refused(&["cvc5", "--coverage"], "not of cvc5");
    refused(&["yices@2.6.1", "--coverage"], "those of 2.6.4");
    refused(&["nothing", "--coverage"], "not a solver smtquake knows");
    refused(&["./toy/toy", "--coverage"], "no sources to build");
    refused(&["z3@system", "--coverage"], "no sources to build");
    refused(&["./toy/toy", "--coverage", "--source", "nowhere", "--build", "make"], "no such folder");
    refused(&["z3"], "--coverage");
    refused(&["z3", "--coverage", "--source", "toy"], "--build");
}
