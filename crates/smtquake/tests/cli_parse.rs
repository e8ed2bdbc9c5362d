//! `smtquake parse` as its users run it: exit codes, standard output, standard error.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

mod outcome;

use outcome::{code, json, stderr, stdout};

fn smtquake() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smtquake"));
    command.arg("parse").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    smtquake().args(arguments).output().expect("the program starts")
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = smtquake()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// A folder with one file for each name and content.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

const GOOD: &[u8] = b"(declare-const x Int) ; comment\n(assert\n  (> |x| 0))\n(check-sat)\n";
const BROKEN: &[u8] = b"(declare-const x Int)\n(assert (> x 0)\n";
const ILL_SORTED: &[u8] = b"(declare-const x Int)\n(assert (and x true))\n";

#[test]
fn exit_codes_tell_good_from_rejected_from_bad_use() {
    let folder = folder(&[("good.smt2", GOOD), ("broken.smt2", BROKEN), ("ill.smt2", ILL_SORTED)]);
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let cases: &[(&[&str], i32)] = &[
        (&[&path("good.smt2")], 0),
        (&["--check", "--roundtrip", "--stats", &path("good.smt2")], 0),
        (&[&path("broken.smt2")], 1),
        (&[&path("ill.smt2")], 0),
        (&["--check", &path("ill.smt2")], 1),
        (&[&path("")], 1),
        (&[&path("good.smt2"), &path("ill.smt2")], 0),
        (&[], 2),
        (&["--no-such-flag", &path("good.smt2")], 2),
        (&[&path("missing.smt2")], 2),
        (&[&path("good.smt2"), &path("missing.smt2")], 2),
        (&["--json", "--print", &path("good.smt2")], 2),
    ];
    for (arguments, expected) in cases {
        let output = run(arguments);
        assert_eq!(code(&output), *expected, "{arguments:?}: {}", stderr(&output));
        if *expected == 2 {
            assert!(output.stdout.is_empty(), "{arguments:?}");
            assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
        }
    }
}

#[test]
fn a_folder_without_scripts_is_bad_use() {
    let folder = folder(&[("notes.txt", b"(check-sat)")]);
    let output = run(&[text(folder.path())]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no .smt2 file"), "{}", stderr(&output));
}

#[test]
fn json_has_every_key_and_counts_files() {
    let folder = folder(&[
        ("a/good.smt2", GOOD),
        ("a/b/broken.smt2", BROKEN),
        ("ill.smt2", ILL_SORTED),
        ("opaque.smt2", b"(frobnicate 1 2)"),
    ]);
    let output = run(&["--json", "--check", "--roundtrip", "--stats", text(folder.path())]);
    assert_eq!(code(&output), 1);
    let result = json(&output);
    let bytes = GOOD.len() + BROKEN.len() + ILL_SORTED.len() + "(frobnicate 1 2)".len();
    for (key, count) in
        [("files", 4), ("parsed", 3), ("typed", 2), ("round_trip", 3), ("rejected", 2), ("bytes", bytes)]
    {
        assert_eq!(result[key].as_u64(), Some(count as u64), "{key} in {result}");
    }
    assert!(result["seconds"].as_f64().expect("a number") > 0.0);
    let problems = result["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 2, "{result}");
    assert!(problems[0]["file"].as_str().expect("a name").ends_with("a/b/broken.smt2"));
    assert_eq!((&problems[0]["kind"], &problems[0]["place"]), (&"syntax".into(), &"3:1".into()));
    assert_eq!((&problems[1]["kind"], &problems[1]["place"]), (&"type".into(), &"2:9".into()));
    for problem in problems {
        assert!(!problem["message"].as_str().expect("a text").is_empty());
        assert!(problem["hint"].is_string(), "{problem}");
    }
    let stats = result["stats"].as_array().expect("a list");
    assert_eq!(stats.len(), 3, "one entry for each file that is a script");
    assert_eq!(stats[0]["commands"], 3);
    assert!(stats[0]["least_logic"].as_str().expect("a name").starts_with("QF_"), "{result}");
}

#[test]
fn parts_that_nobody_understands_are_counted_not_rejected() {
    let result = json(&run_with_input(&["--json", "--check", "-"], b"(frobnicate) (assert true)"));
    assert_eq!((&result["opaque"], &result["typed"], &result["rejected"]), (&1.into(), &1.into(), &0.into()));
    let result = json(&run_with_input(&["--json", "--check", "-"], GOOD));
    assert_eq!(result["opaque"], 0);
}

#[test]
fn json_says_nothing_about_round_trips_that_were_not_made() {
    let result = json(&run_with_input(&["--json", "-"], GOOD));
    assert!(result["round_trip"].is_null());
    assert!(result.get("stats").is_none());
}

#[test]
fn print_gives_the_script_in_regular_spacing() {
    let output = run_with_input(&["--print", "-"], GOOD);
    assert_eq!(code(&output), 0);
    assert_eq!(stdout(&output), "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_broken_script_prints_one_error_and_nothing_else() {
    let nested = [&b"(assert "[..], &b"(not ".repeat(100_000)].concat();
    let cases: &[(&str, &[u8])] = &[
        ("an open parenthesis", BROKEN),
        ("a closing one too many", b"(check-sat))"),
        ("an open string", b"(echo \"abc)"),
        ("an open symbol", b"(assert |abc)"),
        ("no parentheses", b"check-sat"),
        ("an empty command", b"()"),
        ("a command that is a number", b"(1 2)"),
        ("bytes that are no text", b"(assert |\xff\xfe|)"),
        ("binary junk", b"\x7fELF\x02\x01\x01\0\0\0"),
        ("zeros", &[0; 100]),
        ("an assertion of nothing", b"(assert)"),
        ("an assertion of two terms", b"(assert true false)"),
        ("a number with letters", b"(assert (= 1a 2))"),
        ("deep nesting without end", &nested),
    ];
    for (what, source) in cases {
        for flags in [&["--print", "-"][..], &["--print", "--check", "--roundtrip", "--stats", "-"]] {
            let output = run_with_input(flags, source);
            assert_eq!(code(&output), 1, "{what}: {}", stderr(&output));
            assert!(output.stdout.is_empty(), "{what}: {}", stdout(&output));
            assert_eq!(stderr(&output).matches("Error:").count(), 1, "{what}: {}", stderr(&output));
            assert!(stderr(&output).contains("<stdin>:"), "{what}: {}", stderr(&output));
            assert!(stderr(&output).contains('^'), "{what}: {}", stderr(&output));
        }
    }
}

#[test]
fn printing_several_leaves_out_the_broken_ones_only() {
    let folder = folder(&[("a.smt2", GOOD), ("b.smt2", BROKEN), ("c.smt2", b"(exit)")]);
    let output = run(&["--print", text(folder.path())]);
    assert_eq!(code(&output), 1);
    let scripts: Vec<&str> = stdout(&output).lines().filter(|line| !line.starts_with(';')).collect();
    assert_eq!(scripts, ["(declare-const x Int)", "(assert (> x 0))", "(check-sat)", "(exit)"]);
    assert!(stderr(&output).contains("b.smt2:3:1"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_folder_with_loops_and_junk_is_survived() {
    let folder = folder(&[("sub/good.smt2", GOOD), ("junk.smt2", &[0xFF; 10_000]), ("empty.smt2", b"")]);
    let link = |to: &Path, at: &str| std::os::unix::fs::symlink(to, folder.path().join(at)).expect("a link");
    link(folder.path(), "sub/up");
    link(Path::new("nowhere"), "dangling.smt2");
    link(&folder.path().join("sub/good.smt2"), "link.smt2");
    fs::create_dir(folder.path().join("folder.smt2")).expect("a folder");
    let output = run(&["--json", text(folder.path())]);
    assert_eq!(code(&output), 1);
    let result = json(&output);
    assert_eq!(result["files"], 5, "{result}");
    assert_eq!(result["parsed"], 3, "{result}");
    let problems: Vec<_> = result["problems"].as_array().expect("a list").iter().collect();
    assert_eq!(problems.len(), 2, "{result}");
    assert_eq!(problems[0]["kind"], "unreadable");
    assert!(problems[0]["file"].as_str().expect("a name").ends_with("dangling.smt2"));
    assert!(problems[0]["place"].is_null());
    assert_eq!(problems[1]["kind"], "syntax");
}

#[test]
fn a_million_levels_of_nesting_are_no_problem() {
    let depth = 1_000_000;
    let source = ["(assert ", &"(not ".repeat(depth), "true", &")".repeat(depth), ")"].concat();
    let output = run_with_input(&["--json", "--check", "--roundtrip", "--stats", "-"], source.as_bytes());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(json(&output)["stats"][0]["depth"].as_u64(), Some(depth as u64 + 1));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let source = b"(declare-const a_rather_long_name_of_a_constant Int)\n".repeat(50_000);
    let folder = folder(&[("many.smt2", &source)]);
    let mut child = smtquake()
        .args(["--print", text(folder.path())])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(stderr(&output), "");
    assert_eq!(code(&output), 0);
}

#[test]
fn there_is_no_colour_without_a_terminal() {
    let output = run_with_input(&["-"], BROKEN);
    assert!(!stderr(&output).contains('\u{1b}'));
}

#[test]
fn the_summary_groups_reasons() {
    let folder = folder(&[("a.smt2", b"(assert x y)"), ("b.smt2", b"(assert p q)"), ("c.smt2", GOOD)]);
    let output = run(&[text(folder.path())]);
    let text = stdout(&output);
    assert!(text.starts_with("3 files, "), "{text}");
    assert!(text.contains("MB/s"), "{text}");
    assert!(text.contains("\n2 syntax: expected `…`, found `…`\n"), "{text}");
    assert!(text.contains("a.smt2:1:11") && text.contains("b.smt2:1:11"), "{text}");
}

/// The examples are what README shows first: they must pass everything.
#[test]
fn the_examples_pass_every_check() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let output = run(&["--json", "--check", "--roundtrip", text(&examples)]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert_eq!(json(&output)["opaque"], 0);
}

/// Real files of other people, which are not part of this repository.
#[test]
fn the_corpus_is_read_and_survives_printing() {
    let corpus: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if !corpus.is_dir() {
        eprintln!("SKIPPED: there is no corpus at ../shared/corpus beside the checkout");
        return;
    }
    let result = json(&run(&["--json", "--roundtrip", text(&corpus)]));
    let count = |key: &str| result[key].as_u64().expect(key);
    assert!(count("files") > 1000, "{} files", count("files"));
    assert!(1000 * count("parsed") >= 995 * count("files"), "{} of {}", count("parsed"), count("files"));
    for problem in result["problems"].as_array().expect("a list") {
        assert_eq!(problem["kind"], "syntax", "{problem}");
    }
    assert_eq!(count("round_trip"), count("parsed"));
}
