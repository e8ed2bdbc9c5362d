//! The scripts to run.

use std::path::Path;

use anyhow::Context;
use smtlib::{Command, FunId, Script, TermId};
use solver::answer::{Expected, expected};

use crate::diagnostics::Diagnostic;
use crate::files::Input;
use crate::terminal;

/// A script as it stands in its file, and what is known about it.
pub struct Source {
    /// The file's name.
    pub name: String,
    /// What is sent to the solvers.
    pub bytes: Vec<u8>,
    /// What its commands print.
    pub expected: Vec<Expected>,
    /// Whether a solver must be told beforehand that one check is not all.
    pub incremental: bool,
    /// Its only question for a model.
    pub question: Option<Question>,
    /// What it says.
    pub script: Script,
}

/// The only `(get-model)` of a script.
#[derive(Debug, PartialEq, Eq)]
pub struct Question {
    /// The place of the check before it, among the commands.
    pub check: usize,
    /// Its own place among the commands.
    pub model: usize,
    /// What the model must make true: the assertions in force at the check, and its assumptions.
    pub claims: Vec<TermId>,
}

impl Source {
    /// Reads a file.
    pub fn read(path: &Path) -> anyhow::Result<Source> {
        Source::of(&Input::File(path.to_owned()))
    }

    /// Reads a script; a text that is none is shown with what is wrong, in the error.
    pub fn of(input: &Input) -> anyhow::Result<Source> {
        let name = input.name();
        let bytes = input.read().with_context(|| format!("cannot read {name}"))?;
        let script = Script::parse(&bytes).map_err(|error| {
            let hint = error.hint.as_deref();
            let message = &error.message;
            let problem = Diagnostic { file: &name, source: &bytes, span: error.span, message, hint };
            let shown = problem.render(terminal::stderr_has_colour());
            anyhow::anyhow!("{name} is not a script\n{}", shown.trim_end())
        })?;
        let expected = expected(&script);
        let checks = expected.iter().filter(|&&expected| expected == Expected::CheckSat).count();
        let levels = |command: &Command| matches!(command, Command::Push(_) | Command::Pop(_));
        let incremental = checks > 1 || script.commands.iter().any(levels);
        let question = question(&script, &expected);
        Ok(Source { name, bytes, expected, incremental, question, script })
    }

    /// The words of its tactics.
    pub fn tactics(&self) -> impl Iterator<Item = &str> {
        let text = |command: &Command| match command {
            Command::CheckSatUsing(tactic) => Some(*tactic),
            _ => None,
        };
        let texts = self.script.commands.iter().filter_map(text);
        texts.flat_map(|tactic| {
            let parts = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
            self.script.arena.name(tactic).split(parts).filter(|word| !word.is_empty())
        })
    }

    /// How many checks it has.
    pub fn checks(&self) -> usize {
        self.expected.iter().filter(|&&expected| expected == Expected::CheckSat).count()
    }
}

fn question(script: &Script, expected: &[Expected]) -> Option<Question> {
    let mut models = expected.iter().enumerate().filter(|(_, e)| **e == Expected::Model).map(|(i, _)| i);
    let (model, None) = (models.next()?, models.next()) else { return None };
    let check = expected[..model].iter().rposition(|&expected| expected == Expected::CheckSat)?;
    let mut asserted: Vec<TermId> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for command in &script.commands[..check] {
        match command {
            Command::Assert(term) => asserted.push(*term),
            Command::Push(count) => {
                // No script can use so many levels, but one can ask for them.
                let count = count.unwrap_or(1).min(1 << 16) as usize;
                levels.extend(std::iter::repeat_n(asserted.len(), count));
            }
            Command::Pop(count) => {
                let kept = levels.len().saturating_sub(count.unwrap_or(1) as usize);
                asserted.truncate(levels.get(kept).copied().unwrap_or(asserted.len()));
                levels.truncate(kept);
            }
            Command::Reset | Command::ResetAssertions => {
                asserted.clear();
                levels.clear();
            }
            _ => {}
        }
    }
    if let Command::CheckSatAssuming(terms) = &script.commands[check] {
        asserted.extend(terms);
    }
    Some(Question { check, model, claims: asserted })
}

/// Whether a name is declared more than once, so that a model does not say which one it means.
pub fn has_a_name_twice(script: &Script) -> bool {
    let declared = |command: &Command| match command {
        Command::DeclareFun(fun) | Command::DeclareConst(fun) => Some(*fun),
        _ => None,
    };
    let funs = script.commands.iter().filter_map(declared);
    let mut names: Vec<_> =
        funs.map(|fun: FunId| script.arena.symbols.name(script.arena.fun(fun).name)).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(source: &str) -> Option<Vec<String>> {
        let script = Script::parse(source.as_bytes()).unwrap();
        let question = question(&script, &expected(&script))?;
        Some(question.claims.iter().map(|&term| smtlib::term_text(&script.arena, term)).collect())
    }

    #[test]
    fn the_assertions_in_force_at_the_check_are_claimed() {
        let declared = "(declare-const a Bool) (declare-const b Bool) (declare-const c Bool)";
        let of = |rest: &str| claims(&format!("{declared} {rest}"));
        let own = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(of("(assert a) (check-sat) (get-model) (assert b)"), own(&["a"]));
        assert_eq!(
            of("(assert a) (push 2) (assert b) (pop 1) (assert c) (check-sat) (get-model)"),
            own(&["a", "c"])
        );
        assert_eq!(
            of("(assert a) (push) (assert b) (push) (pop 2) (check-sat-assuming (c)) (get-model)"),
            own(&["a", "c"])
        );
        assert_eq!(of("(assert a) (reset-assertions) (assert b) (check-sat) (get-model)"), own(&["b"]));
    }

    #[test]
    fn none_and_two_are_not_one_question() {
        assert_eq!(claims("(assert true) (check-sat)"), None);
        assert_eq!(claims("(get-model) (check-sat)"), None);
        assert_eq!(claims("(check-sat) (get-model) (check-sat) (get-model)"), None);
    }

    #[test]
    fn a_name_of_two_levels_is_noticed() {
        let twice = |source: &str| has_a_name_twice(&Script::parse(source.as_bytes()).unwrap());
        assert!(twice("(push 1) (declare-const x Int) (pop 1) (declare-const x Real)"));
        assert!(!twice("(declare-const x Int) (declare-const y Int)"));
    }
}
