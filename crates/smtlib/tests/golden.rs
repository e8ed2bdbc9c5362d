//! Scripts and what we make of them: each `golden/NAME.smt2` is one test against `golden/NAME.expected`, which holds
//! the printed form, the type errors and the number of opaque parts, or the syntax error. To add a test, drop a
//! file; `SMTQUAKE_BLESS=1 cargo test -p smtlib --test golden` writes what is expected.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use smtlib::{Place, Printer, Script};

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = std::fs::read_dir(&folder).expect("the golden files are part of the source");
    let mut scripts: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    scripts.sort();
    assert!(!scripts.is_empty(), "no golden files in {}", folder.display());
    let tests = scripts
        .into_iter()
        .map(|path| {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            Trial::test(name, move || check(&path))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn check(path: &Path) -> Result<(), Failed> {
    let source = std::fs::read(path)?;
    let actual = describe(&source);
    round_trips(&source)?;
    let expected_path = path.with_extension("expected");
    if std::env::var_os("SMTQUAKE_BLESS").is_some() {
        std::fs::write(&expected_path, &actual)?;
        return Ok(());
    }
    let expected = std::fs::read_to_string(&expected_path)
        .map_err(|error| format!("{}: {error}; bless it with SMTQUAKE_BLESS=1", expected_path.display()))?;
    match actual.lines().zip(expected.lines()).enumerate().find(|(_, (a, e))| a != e) {
        Some((line, (actual, expected))) => Err(format!(
            "line {} of the expected form:\n  expected {expected}\n  actual   {actual}",
            line + 1
        )
        .into()),
        None if actual != expected => {
            Err(format!("one is longer\n--- expected\n{expected}--- actual\n{actual}").into())
        }
        None => Ok(()),
    }
}

/// Everything we want to know about a script, as text.
fn describe(source: &[u8]) -> String {
    let script = match Script::parse(source) {
        Ok(script) => script,
        Err(error) => {
            let hint = error.hint.as_ref().map_or(String::new(), |hint| format!("\nhint: {hint}"));
            return format!("; syntax error\n{} {}{hint}\n", error.place(source), error.message);
        }
    };
    let mut text = Printer::new().script_text(&script);
    if !script.type_errors.is_empty() {
        text.push_str("; type errors\n");
    }
    for error in &script.type_errors {
        let hint = error.hint.as_ref().map_or(String::new(), |hint| format!(" -- {hint}"));
        let _ = writeln!(text, "{} {}{hint}", Place::of(source, error.span.start), error.message);
    }
    if script.opaque > 0 {
        let _ = writeln!(text, "; opaque parts: {}", script.opaque);
    }
    text
}

fn round_trips(source: &[u8]) -> Result<(), Failed> {
    let Ok(script) = Script::parse(source) else { return Ok(()) };
    let text = Printer::new().script_text(&script);
    let again =
        Script::parse(text.as_bytes()).map_err(|error| format!("the printed form: {error}\n{text}"))?;
    if !again.same_content(&script) {
        return Err(format!("the printed form means something else\n{text}").into());
    }
    if again.type_errors.len() != script.type_errors.len() || again.opaque != script.opaque {
        return Err("the printed form is typed otherwise".into());
    }
    Ok(())
}
