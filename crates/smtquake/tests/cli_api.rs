//! `smtquake api`, with the real libraries where they are installed.

mod outcome;

use std::fs;
use std::process::{Command, Output};

use outcome::{code, json, stderr, stdout};
use solver::catalogue::Catalogue;

fn api(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_smtquake")).arg("api").args(args).output().unwrap()
}

/// Whether a solver's library is installed; tests of others are skipped.
fn is_here(family: &str) -> bool {
    let installed = Catalogue::open_default().and_then(|catalogue| catalogue.list()).unwrap_or_default();
    let here = installed.iter().any(|solver| solver.manifest.family == family);
    if !here {
        eprintln!("skipped: no {family} in the cache");
    }
    here
}

/// The libraries that are here. Bitwuzla's is built by the user, who names it.
fn libraries() -> Vec<String> {
    let released = ["z3", "cvc5", "yices", "boolector"].into_iter().filter(|family| is_here(family));
    released.map(str::to_owned).chain(bitwuzla()).collect()
}

/// Bitwuzla's library, if there is one.
fn bitwuzla() -> Option<String> {
    let place = std::env::var("SMTQUAKE_BITWUZLA_LIBRARY").ok();
    if place.is_none() {
        eprintln!("skipped: no Bitwuzla, whose library SMTQUAKE_BITWUZLA_LIBRARY would name");
    }
    place.map(|place| format!("lib:bitwuzla:{place}"))
}

/// A release with bugs that rounds find at once.
fn is_z3_487_here() -> bool {
    let installed = Catalogue::open_default().and_then(|catalogue| catalogue.list()).unwrap_or_default();
    let it_is = |family: &str, version: &str| (family, version) == ("z3", "4.8.7");
    let here = installed.iter().any(|solver| it_is(&solver.manifest.family, &solver.manifest.version));
    if !here {
        eprintln!("skipped: no z3@4.8.7 in the cache");
    }
    here
}

const TRACE: &str = "smtquake-trace 1 z3\n\
    1 new -> i0\n\
    2 sort (_ BitVec 8) -> s0\n\
    3 constant x s0 #x00 -> t0\n\
    4 term bvadd t0 t0 -> t1\n\
    5 term = t0 t1 -> t2\n\
    6 term not t2 -> t3\n\
    7 assert i0 t2\n\
    8 check-sat i0\n\
    9 check-model i0\n\
    10 check-sat i0 t3\n\
    11 check-core i0\n\
    12 check-fresh i0\n\
    13 delete i0\n";

fn written(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.trace");
    fs::write(&path, text).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn a_trace_is_replayed_and_answered() {
    for family in &libraries() {
        let (_folder, path) = written(TRACE);
        let output = api(&["replay", &path, "--on", family]);
        let text = stdout(&output);
        assert!(output.status.success(), "{family}: {text}{}", stderr(&output));
        for line in ["8 check-sat i0 = sat", "9 check-model i0 = valid", "10 check-sat i0 t3 = unsat"] {
            assert!(text.contains(line), "{family}: {line}\n{text}");
        }
        assert!(text.contains("11 check-core i0 = (t3)"), "{family}: {text}");
        // What was written can be read again, and says the same.
        let (_folder, path) = written(text);
        assert_eq!(stdout(&api(&["replay", &path, "--on", family])), text, "{family}");
    }
}

#[test]
fn nothing_is_judged_after_a_level_that_was_refused() {
    if !is_here("cvc5") {
        return;
    }
    // cvc5 looks at the assertion, and complains about it, only when it is given a level.
    let (_folder, path) = written(
        "smtquake-trace 1 cvc5\n1 new -> i0\n2 sort String -> s0\n3 sort RegLan -> s1\n\
         4 constant x s0 \"a\" -> t0\n5 term re.range t0 t0 -> t1\n6 term str.in_re t0 t1 -> t2\n\
         7 assert i0 t2\n8 push i0 1\n9 check-sat i0\n10 check-model i0\n",
    );
    let output = api(&["replay", &path]);
    let text = stdout(&output);
    assert!(text.contains("8 push i0 1 ! expecting a constant string"), "{text}");
    assert!(text.contains("10 check-model i0 ! ") && output.status.success(), "{text}");
}

#[test]
fn what_is_wrong_with_a_trace_is_said_in_one_message() {
    let cases = [
        ("7 assert i0 t2", "7 assert i0 t9", "line 8: nothing has made t9"),
        ("7 assert i0 t2", "7 asert i0 t2", "line 8: there is no call `asert`"),
        ("smtquake-trace 1 z3", "smtquake-trace 1 lib:z3:/nowhere/libz3.so", "/nowhere/libz3.so"),
        ("smtquake-trace 1 z3", "smtquake-trace 1", "names no target"),
    ];
    for (from, to, message) in cases {
        let (_folder, path) = written(&TRACE.replace(from, to));
        let output = api(&["replay", &path]);
        assert_eq!(code(&output), 2, "{to}");
        let said = stderr(&output);
        assert!(said.starts_with("error: ") && said.contains(message) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn a_trace_is_said_in_smt_lib() {
    let (_folder, path) = written(TRACE);
    let output = api(&["replay", &path, "--as", "smt2"]);
    assert!(stdout(&output).contains("(define-fun t2 () Bool (= x t1))"), "{}", stdout(&output));
}

#[test]
fn a_trace_is_said_in_c() {
    for family in &libraries() {
        let (_folder, path) = written(TRACE);
        let output = api(&["replay", &path, "--on", family, "--as", "c"]);
        let program = stdout(&output);
        assert!(
            program.contains("int main(void)") && program.contains(" t2 = "),
            "{program}{}",
            stderr(&output)
        );
    }
}

#[test]
fn rounds_find_nothing_where_nothing_is_and_are_the_same_for_any_number_of_jobs() {
    for family in &libraries() {
        let report = |jobs: &str| {
            json(&api(&["fuzz", family, "--rounds", "40", "--seed", "5", "--jobs", jobs, "--json"]))
        };
        let (one, two) = (report("1"), report("2"));
        assert_eq!(one["rounds"], 40, "{one:#}");
        assert_eq!(one["findings"].as_array().map(Vec::len), Some(0), "{family}: {one:#}");
        assert!(one["rounds_per_cpu_second"].as_f64() > Some(0.0) && one["unknown"].is_u64(), "{one:#}");
        // Unless the clock has ended a round, the calls are the same whoever makes them.
        if one["timeouts"] == 0 && two["timeouts"] == 0 {
            assert_eq!(
                [&one["calls"], &one["sat"], &one["unsat"]],
                [&two["calls"], &two["sat"], &two["unsat"]]
            );
        }
    }
}

/// Z3 4.8.7 gives no core for an assumption that is false; a trace of that becomes nothing but it.
#[test]
fn a_trace_that_shows_an_old_bug_becomes_small() {
    if !is_z3_487_here() {
        return;
    }
    let (_folder, path) = written(
        "smtquake-trace 1 z3@4.8.7\n4 new -> i0\n6 sort Bool -> s0\n7 constant p s0 true -> t0\n8 value s0 false -> t1\n\
         9 assert i0 t0\n10 push i0 2\n11 check-sat i0 t0 t1\n12 check-core i0\n13 delete i0\n",
    );
    assert_eq!(code(&api(&["replay", &path])), 1);
    let output = api(&["reduce", &path]);
    let expected = "smtquake-trace 1 z3@4.8.7\n0 new -> i0\n0 sort Bool -> s0\n0 value s0 false -> t0\n\
        0 check-sat i0 t0\n0 check-core i0\n";
    assert_eq!(stdout(&output), expected, "{}", stderr(&output));
    let sound = api(&["reduce", &path, "--on", "yices"]);
    assert_eq!(code(&sound), 2, "{}", stdout(&sound));
}

/// What is found on an old release is a bug of a campaign: listed, replayed and reported like any other.
#[test]
fn findings_are_kept_as_bugs() {
    if !is_z3_487_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("campaign").display().to_string();
    let fuzz = api(&["fuzz", "z3@4.8.7", "--rounds", "20", "--json", "--out", &out]);
    assert_eq!(code(&fuzz), 1, "{}{}", stdout(&fuzz), stderr(&fuzz));
    let smtquake = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_smtquake")).args(args).args(["--out", &out]).output().unwrap()
    };
    let bugs = smtquake(&["bugs", "--json"]);
    assert!(stdout(&bugs).contains("z3 api"), "{}{}", stdout(&bugs), stderr(&bugs));
    let again = smtquake(&["replay", "1", "--times", "2"]);
    assert!(stdout(&again).starts_with("reproduced: 2 of 2"), "{}{}", stdout(&again), stderr(&again));
    let report = smtquake(&["report", "1"]);
    assert!(stdout(&report).contains("## Calls"), "{}{}", stdout(&report), stderr(&report));
}

#[test]
fn datatypes_and_definitions_are_called() {
    let trace = "smtquake-trace 1 z3\n0 new -> i0\n\
        1 datatype (declare-datatype T ((leaf) (node (left T) (mark (_ BitVec 4))))) -> s0\n2 sort (_ BitVec 4) -> s1\n\
        3 constant x s0 (node leaf #x3) -> t0\n4 constant y s1 #x2 -> t1\n5 part s0 mark -> f0\n6 part s0 is-node -> f1\n\
        7 part s0 node -> f2\n8 apply f0 t0 -> t2\n9 apply f1 t0 -> t3\n10 term bvult t1 t2 -> t4\n11 assert i0 t3\n\
        12 assert i0 t4\n13 check-sat i0\n14 check-model i0\n15 term bvadd t1 t1 -> t5\n16 define g t5 t1 -> f3\n\
        17 define h t5 t1 -> f4\n18 apply f3 t2 -> t6\n19 apply f4 t2 -> t7\n20 term distinct t6 t7 -> t8\n\
        21 check-sat i0 t8\n22 apply f2 t0 t1 -> t9\n23 term = t9 t0 -> t10\n24 check-sat i0 t10\n25 check-fresh i0\n";
    let expected = [
        "13 check-sat i0 = sat",
        "14 check-model i0 = valid",
        "21 check-sat i0 t8 = unsat",
        "24 check-sat i0 t10 = unsat",
    ];
    for family in ["z3", "cvc5"] {
        if !is_here(family) {
            continue;
        }
        let (_folder, path) = written(trace);
        let output = api(&["replay", &path, "--on", family]);
        let text = stdout(&output);
        for line in expected {
            assert!(text.contains(line), "{family}: {line}\n{text}{}", stderr(&output));
        }
        assert!(!text.contains(" ! "), "{family}: {text}");
    }
    let (_folder, path) = written(trace);
    let script = stdout(&api(&["replay", &path, "--as", "smt2"])).to_owned();
    assert!(script.contains("(declare-datatype T ") && script.contains("((_ is node) x)"), "{script}");
}

#[test]
fn a_check_that_is_interrupted_does_no_harm() {
    if !is_here("z3") {
        return;
    }
    let trace = format!("{}14 new -> i1\n15 assert i1 t2\n16 interrupt i1 0\n17 check-sat i1 t3\n", TRACE);
    let (_folder, path) = written(&trace);
    let text = stdout(&api(&["replay", &path])).to_owned();
    // Whether it was in time is not said.
    assert!(
        ["unknown", "sat"].iter().any(|answer| text.contains(&format!("16 interrupt i1 0 = {answer}"))),
        "{text}"
    );
    assert!(text.contains("17 check-sat i1 t3 = unsat"), "{text}");
}

/// Variables that are bound have names of their own, options come before the solver, errors of use come back.
#[test]
fn bitwuzla_binds_prints_and_complains() {
    let Some(target) = bitwuzla() else { return };
    let (_folder, path) = written(
        "smtquake-trace 1 z3\n0 new -> i0\n0 set-option i0 rewrite-level 0\n0 sort (_ BitVec 1) -> s0\n\
         0 constant x s0 #b0 -> t0\n0 constant y s0 #b0 -> t1\n0 term bvssubo t1 t0 -> t2\n0 term not t2 -> t3\n\
         0 quantify exists t2 t0 t1 -> t4\n0 assert i0 t4\n0 check-sat i0\n0 check-dump i0\n0 print i0\n\
         0 quantify forall t3 t0 t1 -> t5\n1 inspect t4\n1 release t2\n0 check-sat i0 t5 t4\n0 print i0\n0 check-core i0\n\
         0 misuse bvadd t0 t3\n0 set-option i0 seed 3\n0 interrupt i0 0\n",
    );
    let output = api(&["replay", &path, "--on", &target]);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    for line in [
        "check-sat i0 = sat",
        "check-dump i0 = sat",
        "check-sat i0 t5 t4 = unsat",
        "check-core i0 = (t5)",
        "misuse bvadd t0 t3 ! ",
        "seed 3 ! a solver's options are set before it is made",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn answers_after_a_refused_assertion_are_not_judged() {
    if !is_here("yices") {
        return;
    }
    // Yices takes no products of variables, and its context is not what it was after it refused one.
    let (_folder, path) = written(
        "smtquake-trace 1 yices\n1 new -> i0\n2 sort Int -> s0\n3 constant x s0 1 -> t0\n4 term * t0 t0 -> t1\n\
         5 term > t1 t0 -> t2\n6 assert i0 t2\n7 check-sat i0\n8 check-model i0\n",
    );
    let output = api(&["replay", &path]);
    let text = stdout(&output);
    assert!(text.contains("6 assert i0 t2 ! "), "{text}{}", stderr(&output));
    assert!(text.contains("8 check-model i0 ! there is no model"), "{text}");
}

#[test]
fn another_solver_is_asked_about_what_is_refuted() {
    if !is_here("yices") || !is_here("z3") {
        return;
    }
    let report = json(&api(&["fuzz", "yices", "--rounds", "100", "--against", "z3", "--json"]));
    assert!(report["crossed"].as_u64().is_some_and(|asked| asked > 0), "{report}");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(0), "{report}");
    let output = api(&["fuzz", "yices", "--rounds", "1", "--against", "no-such-solver"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}
