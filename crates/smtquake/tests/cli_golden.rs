//! Text in, text out: every file of `tests/cli` is a test.
//!
//! A test is a script whose first line is `; RUN: <flags of smtquake parse>`, or `; RUN: eval <flags>` for `smtquake
//! eval`. Where the flags say `%s` stands the file's name. What the program prints and its exit code are in the file of the same name with `.out` in the
//! place of `.smt2`; `SMTQUAKE_BLESS=1 cargo test -p smtquake --test cli_golden` writes these anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let trials = tests().into_iter().map(|path| {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli")
}

fn tests() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of tests");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut tests: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "smt2")).collect();
    tests.sort();
    assert!(!tests.is_empty(), "no tests in {}", folder().display());
    tests
}

fn check(path: &Path) -> Result<(), Failed> {
    let actual = transcript(path)?;
    let golden = path.with_extension("out");
    if std::env::var_os("SMTQUAKE_BLESS").is_some() {
        fs::write(&golden, actual)?;
        return Ok(());
    }
    let expected = fs::read_to_string(&golden).map_err(|error| format!("{}: {error}", golden.display()))?;
    if actual == expected {
        return Ok(());
    }
    Err(format!("--- expected\n{expected}--- actual\n{actual}--- SMTQUAKE_BLESS=1 accepts the actual").into())
}

/// Runs the test's command: standard output, standard error, exit code.
fn transcript(path: &Path) -> Result<String, Failed> {
    let source = fs::read(path)?;
    let first =
        String::from_utf8_lossy(source.split(|&b| b == b'\n').next().unwrap_or_default()).into_owned();
    let flags = first.strip_prefix("; RUN: ").ok_or("the first line must be `; RUN: …`")?;
    let (subcommand, flags) = match flags.strip_prefix("eval ") {
        Some(flags) => ("eval", flags),
        None => ("parse", flags),
    };
    let file = path.file_name().ok_or("a file has a name")?;
    let output = Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .current_dir(folder())
        .arg(subcommand)
        .args(flags.split_whitespace().map(|flag| if flag == "%s" { file } else { flag.as_ref() }))
        .output()?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.stderr.is_empty() {
        text += &format!("--- stderr\n{}", String::from_utf8_lossy(&output.stderr));
    }
    text += &format!("--- exit {}\n", output.status.code().ok_or("killed by a signal")?);
    Ok(text)
}
