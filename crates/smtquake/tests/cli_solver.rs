//! `smtquake solver` as its users run it: exit codes, standard output, standard error.
//!
//! Most tests need no network: a shell script stands in for a solver, on `PATH` or as if it had been fetched, and there
//! is no Python to fetch others with. The last ones use real solvers from the user's cache or the package index; where
//! neither has them they say so and do nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

mod outcome;

use outcome::{code, json, stderr, stdout};

/// Prints both answers, so that every problem gets its right one, and tells version and options as Yices does.
const CLEVER: &str = "#!/bin/sh
case \"$1\" in
--version) echo 'Yices 2.6.4' ;;
--help)
  echo 'Option summary:'
  echo '    --delegate=<satsolver>    Use an external SAT solver (can be cadical, cryptominisat, kissat, or y2sat)'
  echo '    --timeout=<int>           Set a timeout in seconds (default = no timeout).'
  echo '    --mcsat                   Use the MCSat solver' ;;
*) echo sat; echo unsat ;;
esac
";
/// Knows one answer only.
const OPTIMIST: &str = "#!/bin/sh\necho sat\n";
/// Knows nothing.
const BROKEN: &str = "#!/bin/sh\necho '(error \"out of order\")'\n";

/// Builds, as far as anybody can see, a crate whose program knows both answers; `FAIL` makes the build fail half-way.
const CARGO: &str = "#!/bin/sh
case \"$1\" in
info) echo 'version: 0.1.0 (latest 0.3.4)' ;;
install)
  while [ \"$1\" != --root ]; do shift; done
  /bin/mkdir -p \"$2/bin\"
  echo '   Compiling oxiz-core v0.3.4' >&2
  if [ -e \"${0%/*}/FAIL\" ]; then echo 'error: could not compile `oxiz-core`' >&2; exit 101; fi
  printf '#!/bin/sh\\n[ \"$1\" = --version ] || { echo sat; echo unsat; }\\n' > \"$2/bin/oxiz\"
  /bin/chmod 755 \"$2/bin/oxiz\" ;;
esac
";

/// A home with an empty cache and an empty `PATH`.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("bin")).expect("a folder");
        Home { folder }
    }

    /// Puts a program on `PATH`.
    fn on_path(self, name: &str, script: &str) -> Home {
        write_program(&self.folder.path().join("bin").join(name), script);
        self
    }

    /// Puts a program into the cache as if it had been fetched.
    fn installed(self, family: &str, version: &str, kind: &str, script: &str) -> Home {
        let folder = self.folder.path().join("cache/solvers").join(family).join(version);
        fs::create_dir_all(folder.join("bin")).expect("a folder");
        write_program(&folder.join("bin/solver"), script);
        let manifest = format!(
            "format = 1\nfamily = \"{family}\"\nversion = \"{version}\"\npackage = \"p\"\n\
             package_version = \"{version}\"\nartifact = \"a\"\nkind = \"{kind}\"\ninstalled = 1\n\
             [[file]]\npath = \"bin/solver\"\nrole = \"{kind}\"\nsize = {}\nsha256 = \"unknown\"\n",
            script.len()
        );
        fs::write(folder.join("solver.toml"), manifest).expect("a file");
        self
    }

    /// Runs `smtquake solver` with nothing but what is in this home.
    fn run(&self, arguments: &[&str]) -> Output {
        let folder = self.folder.path();
        Command::new(env!("CARGO_BIN_EXE_smtquake"))
            .arg("solver")
            .args(arguments)
            .env("SMTQUAKE_CACHE", folder.join("cache"))
            .env("SMTQUAKE_PYTHON", "/no/such/python")
            .env("PATH", folder.join("bin"))
            .current_dir(folder)
            .output()
            .expect("the program runs")
    }
}

fn write_program(path: &Path, script: &str) {
    fs::write(path, script).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn bad_use_says_what_to_do_and_changes_nothing() {
    let home = Home::new();
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["versions"], "FAMILY"),
        (&["versions", "z4"], "did you mean `z3`"),
        (&["add"], "TARGET"),
        (&["add", "z3", "yies"], "did you mean `yices`"),
        (&["add", "./z3"], "needs no adding"),
        (&["add", "z3@system"], "the one on PATH"),
        (&["add", "z3[model=true]"], "write `z3`"),
        (&["add", "z3@"], "is not a version"),
        (&["list", "z3"], "unexpected argument"),
        (&["remove", "z3"], "none is installed"),
        (&["remove", "z3@4.8.12"], "z3@4.8.12 is not installed"),
        (&["remove", "z3@system"], "stays there"),
        (&["options"], "TARGET"),
        (&["options", "z3"], "`smtquake solver add z3` fetches it"),
        (&["options", "./none"], "there is no such file"),
        (&["options", "yices@system"], "looked for yices-smt2"),
    ];
    for (arguments, message) in cases {
        let output = home.run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
    assert!(!home.folder.path().join("cache").exists());
}

#[test]
fn without_python_what_is_here_is_listed_with_a_warning() {
    let home = Home::new().installed("z3", "4.8.12", "executable", CLEVER);
    let output = home.run(&["versions", "z3", "--json"]);
    assert_eq!(code(&output), 1, "the index was never asked: nothing is known of its releases");
    let result = json(&output);
    assert_eq!(result["family"], "z3");
    let version = json!({"version": "4.8.12", "available": false, "installed": true, "on_path": false});
    assert_eq!(result["versions"], json!([version]));
    assert_eq!(result["system"], Value::Null);
    for text in [stderr(&output), result["warning"].as_str().expect("a warning")] {
        assert!(text.contains("install python3"), "{text}");
    }
}

#[test]
fn remembered_releases_are_listed_newest_first() {
    let home = Home::new().on_path("yices-smt2", CLEVER).installed("yices", "2.6.5", "executable", CLEVER);
    let folder = home.folder.path().join("cache/versions");
    fs::create_dir(&folder).expect("a folder");
    let remembered = json!({"asked": 1, "package_versions": ["2.6.5", "2.10.0"]});
    fs::write(folder.join("yices.json"), remembered.to_string()).expect("a file");
    let output = home.run(&["versions", "yices"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let place = home.folder.path().join("bin/yices-smt2");
    let expected = format!(
        "version  available  installed  on PATH\n\
         2.10.0   yes\n\
         2.6.5    yes        installed\n\
         2.6.4                          on PATH\n\
         yices@system is {}\n",
        place.display()
    );
    assert_eq!(stdout(&output), expected);
    assert!(stderr(&output).starts_with("warning: "), "{}", stderr(&output));
}

#[test]
fn adding_verifies_what_is_there_and_names_what_cannot_be_fetched() {
    let home = Home::new()
        .installed("z3", "4.8.12", "executable", CLEVER)
        .installed("z3", "4.5.1", "executable", OPTIMIST)
        .installed("boolector", "3.2.4", "library", "");
    let output = home.run(&["add", "z3@4.8.12", "z3@4.5.1", "boolector@3.2.4"]);
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("z3@4.8.12 ") && lines[0].contains("ready: "), "{lines:?}");
    assert!(lines[1].contains("; bitvectors: sat"), "{lines:?}");
    assert!(lines[2].contains("  failed: ") && lines[2].contains("does not start"), "no library: {lines:?}");
    let output = home.run(&["add", "z3@4.8.0", "z3@4.4.2", "z3@4.8.12"]);
    assert_eq!(code(&output), 1);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines[0].contains("failed: ") && lines[0].contains("install python3"), "{lines:?}");
    assert!(lines[1].contains("failed: ") && lines[1].contains("runs no scripts"), "{lines:?}");
    assert!(lines[2].contains("ready: "), "one failure does not stop the others: {lines:?}");
}

#[test]
fn adding_gives_json_for_each_target() {
    let home = Home::new()
        .installed("z3", "4.8.12", "executable", OPTIMIST)
        .installed("z3", "4.8.7", "executable", BROKEN)
        .installed("cvc5", "1.4.2", "library", "");
    let output = home.run(&["add", "--json", "z3@4.8.12", "z3@4.8.7", "cvc5@1.4.2", "z3@4.4.0"]);
    assert_eq!(code(&output), 1);
    let result = json(&output);
    let solvers = result["solvers"].as_array().expect("a list");
    let of = |key: &str| solvers.iter().map(|solver| solver[key].clone()).collect::<Value>();
    assert_eq!(of("status"), json!(["limited", "failed", "failed", "failed"]));
    assert_eq!(of("target"), json!(["z3@4.8.12", "z3@4.8.7", "cvc5@1.4.2", "z3@4.4.0"]));
    assert_eq!(of("name"), json!(["z3@4.8.12", "z3@4.8.7", "cvc5@1.4.2", null]));
    let theories = solvers[0]["theories"].as_array().expect("a list");
    assert!(theories.contains(&json!({"theory": "core", "solved": true, "said": null})), "{theories:?}");
    assert!(
        theories.contains(&json!({"theory": "bitvectors", "solved": false, "said": "sat"})),
        "{theories:?}"
    );
    assert_eq!(solvers[0]["error"], Value::Null);
    assert!(solvers[1]["error"].as_str().expect("an error").contains("out of order"), "{}", solvers[1]);
}

#[test]
fn a_solver_that_is_a_crate_is_built_with_cargo() {
    let home = Home::new().on_path("cargo", CARGO);
    let output = home.run(&["add", "oxiz"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with("oxiz@0.3.4  ready"), "{}", stdout(&output));
    let listed = json(&home.run(&["list", "--json"]));
    assert_eq!(listed["solvers"][0]["target"], "oxiz@0.3.4");
    assert!(home.folder.path().join("cache/solvers/oxiz/0.3.4/bin/oxiz").is_file());
    assert_eq!(fs::read_dir(home.folder.path().join("cache/partial")).expect("a folder").count(), 0);
    // A version that cargo does not list may exist all the same.
    let output = home.run(&["add", "oxiz@0.3.1", "--json"]);
    assert_eq!(json(&output)["solvers"][0]["name"], "oxiz@0.3.1", "{}", stderr(&output));
}

#[test]
fn a_build_that_fails_installs_nothing_and_says_why() {
    let home = Home::new().on_path("cargo", CARGO).on_path("FAIL", "");
    let output = home.run(&["add", "oxiz"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("could not compile `oxiz-core`"), "{}", stdout(&output));
    assert_eq!(json(&home.run(&["list", "--json"]))["solvers"], json!([]));
    let output = Home::new().run(&["add", "oxiz"]);
    assert!(stdout(&output).contains("install Rust's cargo"), "{}", stdout(&output));
}

#[test]
fn what_is_listed_can_be_removed() {
    let home = Home::new()
        .on_path("yices-smt2", CLEVER)
        .installed("z3", "4.8.9", "executable", CLEVER)
        .installed("z3", "4.8.12", "executable", CLEVER);
    let targets = || {
        let result = json(&home.run(&["list", "--json"]));
        let solvers = result["solvers"].as_array().expect("a list").clone();
        solvers.iter().map(|solver| solver["target"].clone()).collect::<Value>()
    };
    assert_eq!(targets(), json!(["z3@4.8.12", "z3@4.8.9", "yices@system"]));
    let text = home.run(&["list"]);
    assert!(stdout(&text).lines().any(|line| line.starts_with("yices@system  2.6.4 ")), "{}", stdout(&text));
    let output = home.run(&["remove", "z3"]);
    assert!(stderr(&output).contains("installed: z3@4.8.12, z3@4.8.9"), "{}", stderr(&output));
    let output = home.run(&["remove", "z3@4.8.12", "--json"]);
    assert_eq!((code(&output), json(&output)), (0, json!({"removed": "z3@4.8.12", "bytes": CLEVER.len()})));
    assert_eq!(targets(), json!(["z3@4.8.9", "yices@system"]));
    assert!(!home.folder.path().join("cache/solvers/z3/4.8.12").exists());
}

#[test]
fn a_home_without_solvers_is_told_how_to_get_one() {
    let output = Home::new().run(&["list"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("`smtquake solver add z3`"), "{}", stdout(&output));
}

#[test]
fn a_damaged_solver_is_broken_and_missing_python_only_a_limit() {
    let health = |result: &Value, what: &str| {
        let checks = result["checks"].as_array().expect("a list");
        let check = checks.iter().find(|check| check["what"] == what).unwrap_or_else(|| panic!("{what}"));
        assert!(check["detail"].is_string(), "{check}");
        check["health"].clone()
    };
    let home = Home::new().on_path("yices-smt2", CLEVER);
    let output = home.run(&["doctor", "--json"]);
    assert_eq!((code(&output), &json(&output)["broken"]), (0, &json!(0)));
    assert_eq!(health(&json(&output), "pip"), "limited");
    assert_eq!(health(&json(&output), "yices@system"), "good");
    // Its hash is not the one in its manifest.
    let home = home.installed("z3", "4.8.12", "executable", CLEVER);
    let output = home.run(&["doctor", "--json"]);
    assert_eq!((code(&output), &json(&output)["broken"]), (1, &json!(1)));
    assert_eq!(health(&json(&output), "z3@4.8.12"), "broken");
    let output = home.run(&["doctor"]);
    let line = stdout(&output).lines().find(|line| line.starts_with("z3@4.8.12")).expect("a line");
    assert!(line.contains("BROKEN") && line.contains("add it again"), "{line}");
}

#[test]
fn options_are_listed_with_types_and_can_be_narrowed() {
    let home = Home::new().on_path("yices-smt2", CLEVER);
    let output = home.run(&["options", "yices", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let result = json(&output);
    assert_eq!(result["target"], "yices@system");
    let options = result["options"].as_array().expect("a list");
    assert_eq!(options.len(), 3, "{result}");
    let values = json!(["cadical", "cryptominisat", "kissat", "y2sat"]);
    assert_eq!(
        (&options[0]["name"], &options[0]["type"], &options[0]["values"]),
        (&json!("delegate"), &json!("enum"), &values)
    );
    assert_eq!((&options[1]["type"], &options[1]["min"]), (&json!("int"), &json!(0)));
    for option in options {
        for key in ["name", "type", "default", "category", "help"] {
            assert!(option.get(key).is_some(), "{key}: {option}");
        }
    }
    let output = home.run(&["options", "yices", "--filter", "MCSAT"]);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("name") && lines[1].starts_with("mcsat"), "{lines:?}");
    assert_eq!(lines[2], "yices@system: 1 of 3 options");
}

#[test]
fn a_program_that_nobody_knows_must_be_named() {
    let home = Home::new().on_path("mine", CLEVER);
    let output = home.run(&["options", "./bin/mine"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`z3:./bin/mine`"), "{}", stderr(&output));
    let output = home.run(&["options", "yices:./bin/mine"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// Runs `smtquake solver` with the user's own cache, Python and `PATH`.
fn run_here(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smtquake"));
    command.arg("solver").args(arguments).output().expect("the program runs")
}

/// Fetches a solver, or says aloud why it cannot be fetched.
fn fetched(target: &str) -> Option<Value> {
    let output = run_here(&["add", "--json", target]);
    let solver = json(&output)["solvers"][0].clone();
    let error = solver["error"].as_str().unwrap_or_default();
    let reasons = ["could not be reached", "pip is needed", "has no package for this machine"];
    if reasons.iter().any(|reason| error.contains(reason)) {
        eprintln!("SKIPPED {target}: {error}");
        return None;
    }
    assert_eq!(code(&output), 0, "{solver}");
    Some(solver)
}

#[test]
fn real_solvers_are_fetched_verified_and_asked() {
    // As many options as these releases have.
    for (target, options) in [("z3@4.8.12", 591), ("yices@2.6.5", 15), ("bitwuzla@0.9.1", 60)] {
        let Some(solver) = fetched(target) else { continue };
        assert_eq!((&solver["status"], &solver["name"]), (&json!("ready"), &json!(target)), "{solver}");
        let listed = json(&run_here(&["options", target, "--json"]));
        assert_eq!(listed["options"].as_array().map(Vec::len), Some(options), "{target}");
        let list = json(&run_here(&["list", "--json"]));
        let solvers = list["solvers"].as_array().expect("a list");
        assert!(solvers.iter().any(|one| one["target"] == target && one["path"] == solver["path"]), "{list}");
    }
}
