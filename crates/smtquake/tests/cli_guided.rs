//! Guided campaigns and `smtquake corpus` as their users run them, with a solver made for the occasion.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod outcome;

use outcome::{code, json, smtquake, stderr, stdout};

/// Answers every check with a word, and counts what stands in the script.
fn solver(word: &str) -> String {
    format!(
        "#!/bin/sh\n\
         exec awk '{{ checks += gsub(/[(]check-sat/, \"&\"); ites += gsub(/[(]ite/, \"&\"); nots += gsub(/[(]not/, \"&\")\n\
         ands += gsub(/[(]and/, \"&\"); asserts += gsub(/[(]assert/, \"&\"); asked += gsub(/all-statistics/, \"&\") }}\n\
         END {{ while (checks-- > 0) print \"{word}\"\n\
         if (asked) print \"(:ites \" ites \" :nots \" nots \" :ands \" ands \" :asserts \" asserts \")\" }}'\n"
    )
}

fn folder(word: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("profiles")).expect("a folder");
    fs::write(
        folder.path().join("profiles/toy.toml"),
        "name = \"toy\"\n[run]\nstatistics = true\n[session]\nsupported = false\n",
    )
    .expect("a file");
    let path = folder.path().join("toy.sh");
    fs::write(&path, solver(word)).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    folder
}

const HUNT: &[&str] =
    &["fuzz", "toy:./toy.sh", "--strategy", "grammar", "--guided", "--jobs", "2", "--out", "hunt", "--json"];

/// Begins to hunt, and is killed when so many inputs are kept.
fn killed_hunt(folder: &Path, enough: usize) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .args(HUNT)
        .args(["--for", "1h"])
        .current_dir(folder)
        .env("SMTQUAKE_CACHE", folder.join("cache"))
        .env("SMTQUAKE_PROFILES", folder.join("profiles"))
        .env("SMTQUAKE_PYTHON", "/nonexistent/python")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let begin = Instant::now();
    while inputs(folder).len() < enough {
        assert!(begin.elapsed() < Duration::from_secs(120), "only {} inputs are kept", inputs(folder).len());
        assert!(child.try_wait().expect("a child").is_none(), "it has ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("a child to kill");
    child.wait().expect("a child");
}

fn inputs(folder: &Path) -> Vec<PathBuf> {
    let list = fs::read_dir(folder.join("hunt/corpus")).into_iter().flatten().flatten();
    list.map(|it| it.path()).filter(|path| path.extension().is_some_and(|it| it == "input")).collect()
}

#[test]
fn a_corpus_survives_a_kill_and_a_damaged_file_and_is_gone_on_with() {
    let folder = folder("unknown");
    killed_hunt(folder.path(), 12);
    let (kept, problems) = guide::read(&folder.path().join("hunt/corpus")).expect("a corpus");
    assert_eq!(problems, [], "a kill leaves nothing half written");
    assert!(kept.len() >= 12 && kept.iter().all(|entry| !entry.features.is_empty()));

    let bad =
        inputs(folder.path()).into_iter().max_by_key(|path| fs::metadata(path).map_or(0, |it| it.len()));
    let bad = bad.expect("an input");
    let mut bytes = fs::read(&bad).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&bad, bytes).expect("a file");
    let again = smtquake(folder.path(), &[HUNT, &["--for", "6s"]].concat());
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    let name = bad.file_name().expect("a name").to_string_lossy().into_owned();
    let told = stderr(&again).lines().filter(|line| line.contains(&name)).count();
    assert_eq!(told, 1, "{}", stderr(&again));
    let corpus = json(&again)["corpus"].clone();
    assert!(corpus["entries"].as_u64() >= Some(kept.len() as u64 - 1), "{corpus}");

    // Nothing of it is lost on the way through the commands.
    fs::remove_file(&bad).expect("a file");
    let count = inputs(folder.path()).len();
    let stats = smtquake(folder.path(), &["corpus", "stats", "hunt"]);
    assert_eq!(code(&stats), 0, "{}", stderr(&stats));
    assert!(stdout(&stats).contains(&format!("# {count} inputs")), "{}", stdout(&stats));
    assert!(stdout(&stats).contains("assertions = ["), "{}", stdout(&stats));
    let exported = smtquake(folder.path(), &["corpus", "export", "hunt", "--out", "scripts"]);
    assert_eq!(code(&exported), 0, "{}", stderr(&exported));
    assert_eq!(fs::read_dir(folder.path().join("scripts")).expect("a folder").count(), count);

    fs::write(folder.path().join("scripts/broken.smt2"), "(assert").expect("a file");
    let imported = smtquake(folder.path(), &["corpus", "import", "other", "scripts"]);
    assert_eq!(code(&imported), 0, "{}", stderr(&imported));
    assert!(stderr(&imported).contains("broken.smt2"), "{}", stderr(&imported));
    fs::remove_file(folder.path().join("scripts/broken.smt2")).expect("a file");

    // The same scripts show the same, as a folder of scripts and as a corpus, which has each script once: different bytes
    // may mean the same one.
    let min = |corpus: &str, out: &[&str]| {
        let flags = [&["corpus", "min", corpus, "--on", "toy:./toy.sh", "--json"], out].concat();
        let output = smtquake(folder.path(), &flags);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        json(&output)
    };
    let (scripts, other) = (min("scripts", &["--out", "few"]), min("other", &[]));
    assert_eq!(scripts["features"], other["features"]);
    let texts = fs::read_dir(folder.path().join("scripts")).expect("a folder").flatten();
    let texts: BTreeSet<Vec<u8>> = texts.map(|it| fs::read(it.path()).expect("a script")).collect();
    assert_eq!(other["inputs"].as_u64(), Some(texts.len() as u64));
    let few = scripts["kept"].as_u64().expect("a number");
    assert!(few > 1 && few < count as u64, "{scripts}");
    assert_eq!(fs::read_dir(folder.path().join("few")).expect("a folder").count() as u64, few);
    let left = guide::read(&folder.path().join("other")).expect("a corpus").0;
    assert_eq!(left.len() as u64, other["kept"].as_u64().expect("a number"));
    // Again: nothing is superfluous, and nothing was lost.
    let again = min("other", &[]);
    assert_eq!((&again["features"], &again["kept"]), (&other["features"], &other["kept"]));
}

#[test]
fn a_finding_of_a_guided_campaign_carries_its_bytes_and_replays() {
    let folder = folder("sat");
    // A solver that nobody has described is told apart by what it answers.
    let flags = ["fuzz", "./toy.sh", "--strategy", "grammar", "--guided", "--tests", "120", "--jobs", "1"];
    let flags = [&flags[..], &["--no-reduce", "--class", "solution", "--out", "hunt", "--json"]].concat();
    let output = smtquake(folder.path(), &flags);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let told = json(&output);
    assert!(told["findings"]["solution"].as_u64() > Some(5), "{told}");
    assert_eq!(told["false_alarms_suppressed"], 0, "{told}");
    let findings: Vec<PathBuf> = fs::read_dir(folder.path().join("hunt/findings"))
        .expect("findings")
        .flatten()
        .map(|it| it.path())
        .collect();
    for finding in &findings {
        let text = fs::read_to_string(finding.join("finding.toml")).expect("a file");
        assert!(text.contains("choices = \""), "{text}");
    }
    let replayed = smtquake(folder.path(), &["replay", "1", "--out", "hunt"]);
    assert!(stdout(&replayed).contains("reproduced"), "{}{}", stdout(&replayed), stderr(&replayed));
}

#[test]
fn what_is_no_corpus_is_bad_use() {
    let folder = folder("sat");
    for (flags, word) in [
        (&["corpus", "export", "none", "--out", "x"][..], "no guided corpus"),
        (&["corpus", "min", ".", "--on", "toy:./toy.sh"], "no .smt2 file"),
        (
            &["fuzz", "toy:./toy.sh", "--guided", "--corpus", "toy.sh", "--tests", "1"],
            "toy.sh cannot be used",
        ),
    ] {
        let output = smtquake(folder.path(), flags);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(word), "{}", stderr(&output));
    }
}
