//! Where a solver broke, in words that stay the same when the same bug is met again.

use solver::run::Crash;

/// The place of a crash: `file:line` when it says so, else the assertion, else the signal.
pub fn crash_place(crash: &Crash) -> String {
    let said = crash.message.as_deref().and_then(place_in);
    said.unwrap_or_else(|| match crash.signal {
        Some(signal) => signal_name(signal),
        None => "unknown place".to_owned(),
    })
}

/// The first source place or assertion in a message.
pub(crate) fn place_in(message: &str) -> Option<String> {
    z3_place(message)
        .or_else(|| message.split_whitespace().find_map(source_place))
        .or_else(|| first_line(message))
}

/// Z3 writes `File: …`, `Line: …` on lines of their own.
fn z3_place(message: &str) -> Option<String> {
    let after = |key: &str| message.lines().find_map(|line| line.trim().strip_prefix(key));
    Some(format!("{}:{}", file_name(after("File: ")?.trim()), after("Line: ")?.trim()))
}

/// `…/dir/file.cpp:123:` without the folders, which differ from build to build.
fn source_place(word: &str) -> Option<String> {
    let word = word.trim_matches(|c: char| "()[]\"'`,;".contains(c)).trim_end_matches(':');
    let mut parts = word.split(':');
    let file = file_name(parts.next()?);
    let line: u32 = parts.next()?.parse().ok()?;
    let (_, suffix) = file.rsplit_once('.')?;
    ["c", "cc", "cpp", "cxx", "h", "hpp", "hh", "rs", "def"]
        .contains(&suffix)
        .then(|| format!("{file}:{line}"))
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The first line, without the numbers and addresses that change from run to run. A warning is about what went on
/// before.
fn first_line(message: &str) -> Option<String> {
    let tells = |line: &&str| !line.is_empty() && !line.to_ascii_lowercase().contains("warning");
    let line = message.lines().map(str::trim).find(tells)?;
    let mut out = String::new();
    for c in line.chars().take(120) {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            c => out.push(c),
        }
    }
    Some(out)
}

/// Whether all that is known of a crash's place is the signal that ended the process.
pub(crate) fn is_bare_signal(place: &str) -> bool {
    place.starts_with("SIG") || place.starts_with("signal ")
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        11 => "SIGSEGV",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(message: &str) -> String {
        crash_place(&Crash { signal: Some(6), message: Some(message.to_owned()) })
    }

    #[test]
    fn the_known_solvers_say_where() {
        assert_eq!(
            place("ASSERTION VIOLATION\nFile: ../src/smt/theory_seq.cpp\nLine: 5\nx > 0"),
            "theory_seq.cpp:5"
        );
        assert_eq!(
            place("Fatal failure within void f() at /build/src/theory/a.cpp:77\nCheck failure"),
            "a.cpp:77"
        );
        assert_eq!(place("x: lib/btor.c:12: f: Assertion `y' failed."), "btor.c:12");
    }

    #[test]
    fn what_changes_from_run_to_run_is_left_out() {
        assert_eq!(place("terminate called at 0x7ff12"), place("terminate called at 0x7ff99"));
        assert_eq!(crash_place(&Crash { signal: Some(11), message: None }), "SIGSEGV");
    }

    #[test]
    fn a_warning_is_no_place() {
        assert_eq!(place("[boolector] dump: WARNING: without assumptions"), "SIGABRT");
        assert_eq!(place("warning: slow\nunreachable code"), "unreachable code");
    }
}
