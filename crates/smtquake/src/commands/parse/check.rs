//! One file: read, parse, and the checks that were asked for.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use smtlib::{Place, Printer, Script, Span};

use super::args::Args;
use super::problem::{Kind, Problem};
use super::stats::Stats;
use super::tokens;
use crate::files::Input;

/// After so many type errors of one file, the others are only counted: the first ones cause most of them.
const MAX_TYPE_PROBLEMS: usize = 20;

/// What to do with a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Reject type errors.
    pub check: bool,
    /// Reject what does not survive printing.
    pub roundtrip: bool,
    /// Give the printed script.
    pub print: bool,
    /// Give figures.
    pub stats: bool,
    /// Give the source, to show errors in it.
    pub source: bool,
}

impl Wanted {
    /// What the command line asks for.
    pub fn new(args: &Args) -> Wanted {
        Wanted {
            check: args.check,
            roundtrip: args.roundtrip,
            print: args.print,
            stats: args.stats,
            source: false,
        }
    }
}

/// What became of a file.
#[derive(Debug, Default)]
pub struct FileReport {
    /// Its name.
    pub file: String,
    /// Its size.
    pub bytes: usize,
    /// Whether it is a script.
    pub parsed: bool,
    /// How many type errors it has.
    pub type_errors: usize,
    /// How many of its parts were kept without being understood.
    pub opaque: usize,
    /// Whether it survives printing, if that was asked.
    pub round_trip: Option<bool>,
    /// Figures, if wanted.
    pub stats: Option<Stats>,
    /// The printed script, if wanted and not rejected.
    pub printed: Option<Vec<u8>>,
    /// The source, if wanted.
    pub source: Vec<u8>,
    /// Why it is rejected.
    pub problems: Vec<Problem>,
}

impl FileReport {
    /// Whether the file failed something that was asked of it.
    pub fn rejected(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Whether every term of the script is well sorted.
    pub fn typed(&self) -> bool {
        self.parsed && self.type_errors == 0
    }
}

/// Reads a file and checks it. Nothing that a file can hold stops the others: even a panic is only a report.
pub fn check(input: &Input, wanted: Wanted) -> FileReport {
    let file = input.name();
    guarded(&file, || match input.read() {
        Ok(source) => check_source(&file, source, wanted),
        Err(error) => {
            let problem = Problem::of_file(&file, Kind::Unreadable, format!("cannot be read: {error}"));
            FileReport { file: file.clone(), problems: vec![problem], ..FileReport::default() }
        }
    })
}

fn guarded(file: &str, work: impl FnOnce() -> FileReport) -> FileReport {
    // What the work left behind is dropped with the panic, so nothing broken can be seen later.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let mut problem =
            Problem::of_file(file, Kind::Internal, format!("internal error: {}", panic_text(&*panic)));
        problem.hint = Some("this is a bug of smtquake: please report it with this file".to_owned());
        FileReport { file: file.to_owned(), problems: vec![problem], ..FileReport::default() }
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

fn check_source(file: &str, source: Vec<u8>, wanted: Wanted) -> FileReport {
    let mut report = FileReport { file: file.to_owned(), bytes: source.len(), ..FileReport::default() };
    match Script::parse(&source) {
        Ok(script) => check_script(&script, &source, wanted, &mut report),
        Err(error) => {
            report.problems.push(problem_at(
                file,
                &source,
                error.span,
                Kind::Syntax,
                error.message,
                error.hint,
            ));
        }
    }
    if wanted.source {
        report.source = source;
    }
    report
}

fn check_script(script: &Script, source: &[u8], wanted: Wanted, report: &mut FileReport) {
    report.parsed = true;
    report.type_errors = script.type_errors.len();
    report.opaque = script.opaque;
    if wanted.check {
        add_type_problems(script, source, report);
    }
    let mut printed = Vec::new();
    if wanted.roundtrip || wanted.print {
        printed.reserve(source.len());
        Printer::new().script(script, &mut printed);
    }
    if wanted.roundtrip {
        let problem = round_trip_problem(&report.file, script, source, &printed);
        report.round_trip = Some(problem.is_none());
        report.problems.extend(problem);
    }
    if wanted.stats {
        report.stats = Some(Stats::of(script));
    }
    if wanted.print && !report.rejected() {
        report.printed = Some(printed);
    }
}

fn add_type_problems(script: &Script, source: &[u8], report: &mut FileReport) {
    for error in script.type_errors.iter().take(MAX_TYPE_PROBLEMS) {
        let (message, hint) = (error.message.clone(), error.hint.clone());
        report.problems.push(problem_at(&report.file, source, error.span, Kind::Type, message, hint));
    }
    let more = script.type_errors.len().saturating_sub(MAX_TYPE_PROBLEMS);
    if more > 0 {
        let message = format!("and {more} more type errors");
        report.problems.push(Problem::of_file(&report.file, Kind::Type, message));
    }
}

/// How the printed script is not the one that was read, if so.
fn round_trip_problem(file: &str, script: &Script, source: &[u8], printed: &[u8]) -> Option<Problem> {
    let problem = |place, message: String| {
        let mut problem = Problem::of_file(file, Kind::RoundTrip, message);
        problem.place = place;
        problem.hint = Some("this is a bug of smtquake: please report it with this file".to_owned());
        Some(problem)
    };
    match Script::parse(printed) {
        Ok(again) if again.same_content(script) => {}
        Ok(again) => {
            let place = first_different_command(script, &again).map(|span| Place::of(source, span.start));
            return problem(place, "the printed script is read as another script".to_owned());
        }
        Err(error) => return problem(None, format!("the printed script cannot be read: {error}")),
    }
    let place = tokens::first_difference(source, printed)?;
    problem(Some(place), "the printed script has other tokens from here on".to_owned())
}

fn first_different_command(script: &Script, again: &Script) -> Option<Span> {
    let index = script.commands.iter().zip(&again.commands).position(|(a, b)| a != b)?;
    script.command_spans.get(index).copied()
}

fn problem_at(
    file: &str,
    source: &[u8],
    span: Span,
    kind: Kind,
    message: String,
    hint: Option<String>,
) -> Problem {
    let place = Some(Place::of(source, span.start));
    Problem { file: file.to_owned(), place, kind, message, hint, span: Some(span) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Wanted = Wanted { check: true, roundtrip: true, print: true, stats: true, source: true };

    fn report(source: &str, wanted: Wanted) -> FileReport {
        check_source("a.smt2", source.as_bytes().to_vec(), wanted)
    }

    #[test]
    fn a_good_script_passes_everything() {
        let report = report("(declare-const p Bool) ; why\n(assert p)", ALL);
        assert!(report.parsed && report.typed() && !report.rejected(), "{report:?}");
        assert_eq!(report.round_trip, Some(true));
        assert_eq!(report.printed.as_deref(), Some(&b"(declare-const p Bool)\n(assert p)\n"[..]));
        assert_eq!(report.stats.map(|stats| stats.commands), Some(2));
    }

    #[test]
    fn a_syntax_error_is_one_problem_and_prints_nothing() {
        let report = report("(assert true)\n(assert (", ALL);
        assert!(!report.parsed && !report.typed() && report.printed.is_none());
        assert_eq!(report.problems.len(), 1);
        assert_eq!(report.problems[0].kind, Kind::Syntax);
        assert_eq!(report.problems[0].place.map(|place| place.line), Some(2));
    }

    #[test]
    fn type_errors_reject_only_when_asked() {
        let source = "(assert (+ true 1))";
        let lax = report(source, Wanted { print: true, ..Wanted::default() });
        assert!(lax.parsed && !lax.typed() && !lax.rejected() && lax.printed.is_some());
        let strict = report(source, ALL);
        assert!(strict.rejected() && strict.printed.is_none());
        assert_eq!(strict.problems[0].kind, Kind::Type);
    }

    #[test]
    fn many_type_errors_are_counted_not_listed() {
        let report = report(&"(assert 1)".repeat(1000), ALL);
        assert_eq!(report.type_errors, 1000);
        assert_eq!(report.problems.len(), MAX_TYPE_PROBLEMS + 1);
        assert!(report.problems[MAX_TYPE_PROBLEMS].message.contains("980 more"));
    }

    #[test]
    fn unknown_commands_are_kept_and_counted() {
        let report = report("(frobnicate 1 |a b|)", ALL);
        assert!(!report.rejected());
        assert_eq!(report.opaque, 1);
        assert_eq!(report.printed.as_deref(), Some(&b"(frobnicate 1 |a b|)\n"[..]));
    }

    #[test]
    fn a_lossy_print_is_a_round_trip_problem() {
        let source = b"(declare-const p Bool)(assert p)";
        let script = Script::parse(source).unwrap();
        let problem = |printed: &[u8]| round_trip_problem("a.smt2", &script, source, printed);
        assert!(problem(b"(declare-const p Bool)\n(assert p)\n").is_none());
        let other = problem(b"(declare-const p Bool)\n(check-sat)\n").expect("another script");
        assert_eq!(other.place.map(|place| place.to_string()).as_deref(), Some("1:23"));
        assert!(problem(b"(assert").expect("no script").message.contains("cannot be read"));
    }

    #[test]
    fn a_panic_becomes_a_report() {
        let report = guarded("a.smt2", || panic!("at step {}", 7));
        assert_eq!(report.problems[0].kind, Kind::Internal);
        assert!(report.problems[0].message.contains("at step 7"));
    }
}
