//! Scripts in Alt-Ergo's language: each `alt_ergo/NAME.smt2` is one test against `alt_ergo/NAME.ae`, or, where the
//! language cannot say it, against the sentence in `alt_ergo/NAME.refused`. To add a test, drop a file;
//! `SMTQUAKE_BLESS=1 cargo test -p smtlib --test alt_ergo` writes what is expected.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use smtlib::{Script, alt_ergo};

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/alt_ergo");
    let entries = std::fs::read_dir(&folder).expect("the golden files are part of the source");
    let mut scripts: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    scripts.sort();
    assert!(!scripts.is_empty(), "no golden files in {}", folder.display());
    let trial = |path: std::path::PathBuf| {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&path))
    };
    let mut tests: Vec<Trial> = scripts.into_iter().map(trial).collect();
    tests.push(Trial::test("a million levels need no call stack", deep));
    tests.push(Trial::test("names of formulas do not multiply them", named));
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn check(path: &Path) -> Result<(), Failed> {
    let script = Script::parse(&std::fs::read(path)?).map_err(|error| error.to_string())?;
    let (actual, extension) = match alt_ergo(&script) {
        Ok(text) => (text, "ae"),
        Err(error) => (format!("{error}\n"), "refused"),
    };
    let golden = path.with_extension(extension);
    if std::env::var_os("SMTQUAKE_BLESS").is_some() {
        return Ok(std::fs::write(golden, actual)?);
    }
    let expected = std::fs::read_to_string(&golden)
        .map_err(|error| format!("{}: {error}; it says\n{actual}", golden.display()))?;
    if actual == expected {
        Ok(())
    } else {
        Err(format!("--- expected\n{expected}--- actual\n{actual}").into())
    }
}

fn deep() -> Result<(), Failed> {
    let levels = 1_000_000;
    let text = format!(
        "(declare-const p Bool)(assert {}p{})(check-sat)",
        "(not ".repeat(levels),
        ")".repeat(levels)
    );
    let script = Script::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let written = alt_ergo(&script).map_err(|error| error.to_string())?;
    if written.matches("(not ").count() == levels { Ok(()) } else { Err("levels are missing".into()) }
}

/// Forty formulas, each of the one before it twice.
fn named() -> Result<(), Failed> {
    let mut text = "(declare-const p Bool)(assert (! (or p p) :named n0))".to_owned();
    for i in 1..40 {
        text.push_str(&format!("(assert (! (and n{0} n{0}) :named n{i}))", i - 1));
    }
    let script = Script::parse((text + "(check-sat)").as_bytes()).map_err(|error| error.to_string())?;
    let written = alt_ergo(&script).map_err(|error| error.to_string())?;
    if written.len() < 10_000 { Ok(()) } else { Err(format!("{} bytes", written.len()).into()) }
}
