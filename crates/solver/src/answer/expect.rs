//! What the commands of a script print when all goes well (SMT-LIB 2.7, section 4.1).

use smtlib::{Command, Script, Symbol};

use super::Expected;

/// What each command of a script is expected to print.
///
/// `:print-success` counts from the command that sets it (section 4.1.7), and is taken to be off at first, as it
/// is in all solvers against the standard. After `exit` nothing is printed any more.
///
/// ```
/// use solver::answer::{Expected, expected};
/// let script = smtlib::Script::parse(b"(declare-const p Bool) (check-sat) (get-model)").unwrap();
/// assert_eq!(expected(&script), [Expected::Silent, Expected::CheckSat, Expected::Model]);
/// ```
pub fn expected(script: &Script) -> Vec<Expected> {
    let name = |symbol: Symbol| script.arena.symbols.name(symbol);
    let mut silence = Expected::Silent;
    let mut ended = false;
    let of = |command: &Command| {
        if ended {
            return Expected::Silent;
        }
        match command {
            Command::SetOption(option, value) if name(*option).trim_start_matches(':') == "print-success" => {
                silence = match value.map(name) {
                    Some("true") => Expected::Success,
                    _ => Expected::Silent,
                };
                silence
            }
            Command::Exit => {
                ended = true;
                silence
            }
            // All options get their first values again.
            Command::Reset => std::mem::replace(&mut silence, Expected::Silent),
            Command::CheckSat | Command::CheckSatAssuming(_) | Command::CheckSatUsing(_) => {
                Expected::CheckSat
            }
            Command::GetModel => Expected::Model,
            Command::GetValue(_) => Expected::Values,
            Command::GetAssignment => Expected::Assignment,
            Command::GetUnsatCore => Expected::Core,
            Command::GetUnsatAssumptions => Expected::Assumptions,
            Command::GetAssertions => Expected::Assertions,
            Command::GetProof => Expected::Proof,
            Command::GetInfo(flag) if name(*flag).trim_start_matches(':') == "all-statistics" => {
                Expected::Statistics
            }
            Command::GetInfo(_) => Expected::Info,
            Command::GetOption(_) => Expected::Option,
            Command::Echo(_) => Expected::Echo,
            Command::Eval(..) | Command::Simplify(..) => Expected::Something,
            Command::Other(text) => of_other(name(*text)).unwrap_or(silence),
            _ => silence,
        }
    };
    script.commands.iter().map(of).collect()
}

/// Commands of single solvers that print though they are not called `get-…`.
const TALKATIVE: &[&str] = &[
    "apply",
    "check-synth",
    "check-synth-next",
    "display",
    "find-synth",
    "find-synth-next",
    "goals",
    "help",
    "help-tactic",
    "labels",
    "model",
];

/// What a command that is kept as text prints, if anything.
fn of_other(text: &str) -> Option<Expected> {
    let head = text.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    match head {
        "check-sat" => Some(Expected::CheckSat),
        "echo" => Some(Expected::Echo),
        "get-model" => Some(Expected::Model),
        "get-proof" => Some(Expected::Proof),
        _ if head.starts_with("get-") || TALKATIVE.contains(&head) => Some(Expected::Something),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Expected::*;
    use super::*;

    fn of(source: &str) -> Vec<Expected> {
        expected(&Script::parse(source.as_bytes()).unwrap())
    }

    #[test]
    fn every_command_has_its_response() {
        let source = "(set-logic ALL) (push 1) (assert true) (check-sat) (check-sat-assuming (true)) (get-value (true))
            (get-info :reason-unknown) (get-info :all-statistics) (get-option :verbosity) (echo \"sat\") (pop 1)
            (get-unsat-core) (simplify true)";
        let all = [
            Silent, Silent, Silent, CheckSat, CheckSat, Values, Info, Statistics, Option, Echo, Silent, Core,
            Something,
        ];
        assert_eq!(of(source), all);
    }

    #[test]
    fn success_is_printed_from_the_command_that_asks_for_it_to_the_one_that_does_not() {
        let source = "(set-info :a b) (set-option :print-success true) (push 1) (check-sat)
            (set-option :print-success false) (pop 1)";
        assert_eq!(of(source), [Silent, Success, Success, CheckSat, Silent, Silent]);
        assert_eq!(of("(set-option :print-success true) (reset) (push 1)"), [Success, Success, Silent]);
    }

    #[test]
    fn nothing_answers_after_the_end() {
        assert_eq!(of("(check-sat) (exit) (check-sat)"), [CheckSat, Silent, Silent]);
    }

    #[test]
    fn commands_of_single_solvers_are_known_by_their_names() {
        assert_eq!(
            of("(get-objectives) (apply simplify) (block-model :values) (frobnicate 1)"),
            [Something, Something, Silent, Silent]
        );
    }
}
