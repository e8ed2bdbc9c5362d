//! A test in another guise: the same question, asked through other commands. Its answers are the same, so a solver that
//! answers otherwise contradicts itself, whatever is right.
//!
//! ```text
//! (assert F)            (push 1)              (declare-const a Bool)         (assert (! F :named a))
//! (check-sat)      ─►   (assert F)      or    (assert (=> a F))        or    (check-sat)               or …
//!                       (check-sat)           (check-sat-assuming (a))       (get-unsat-core)
//! ```

use std::borrow::Cow;
use std::sync::Arc;

use eval::model_text::read_model;
use smtlib::{Command, Script};

use crate::storm::assignment::equations;
use crate::test::{Test, Truth, Witness};

/// A way to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guise {
    /// All assertions in a scope of their own.
    Scoped,
    /// Assertions under Boolean constants, which the checks assume; asks which of these were needed.
    Assumed,
    /// Assertions with names; asks for an unsat core.
    Named,
    /// With models produced if they were not, or the other way round.
    Modelled,
    /// With equations that give constants their values in the witness.
    Fixed,
}

/// Every guise, and how it is called in a finding.
pub const GUISES: &[(Guise, &str)] = &[
    (Guise::Scoped, "in a scope"),
    (Guise::Assumed, "as assumptions"),
    (Guise::Named, "with names"),
    (Guise::Modelled, "with or without models"),
    (Guise::Fixed, "with its witness"),
];

/// What our names begin with: nobody else's do.
const OURS: &str = "smtquake!";

impl Guise {
    /// How it is called.
    pub fn name(self) -> &'static str {
        GUISES.iter().find(|(guise, _)| *guise == self).map_or("", |(_, name)| name)
    }

    /// The test in this guise, if it can be put in it.
    pub fn of(self, test: &Test) -> Option<Test> {
        let script = Script::parse(&test.text).ok()?;
        let refused = |command: &Command| {
            matches!(command, Command::Reset | Command::ResetAssertions | Command::Exit)
                || matches!(command, Command::Other(_) | Command::AssertSoft(..))
        };
        if script.commands.iter().any(refused) || find(&test.text, OURS.as_bytes()) {
            return None;
        }
        let writer =
            Writer { test, script: &script, text: Vec::new(), asserted: Vec::new(), marks: Vec::new() };
        let text = match self {
            Guise::Scoped => writer.scoped(),
            Guise::Assumed => writer.assumed(),
            Guise::Named => writer.named(),
            Guise::Modelled => Some(writer.modelled()),
            Guise::Fixed => writer.fixed(),
        }?;
        let mut checks = test.checks.clone();
        if self == Guise::Modelled {
            let asked = has_models(&script);
            checks.iter_mut().for_each(|check| check.model &= !asked);
        }
        if self == Guise::Assumed {
            checks.iter_mut().for_each(|check| assume(&mut check.truth, &script));
        }
        let mut provenance = test.provenance.clone();
        provenance.steps.push(Cow::Borrowed(self.name()));
        Some(Test { text, checks, provenance, by_script: true, previous: None })
    }
}

/// Makes the assumptions part of a witness.
fn assume(truth: &mut Truth, script: &Script) {
    let Truth::Sat(witness) = truth else { return };
    let Some(model) = witness.model.trim_end().strip_suffix(')') else { return };
    let names = (0..script.assertions().count()).map(|i| format!("(define-fun {OURS}a{i} () Bool true)\n"));
    let model = format!("{model}\n{})", names.collect::<String>());
    *truth = Truth::Sat(Arc::new(Witness { model }));
}

fn find(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Whether a script has models produced.
fn has_models(script: &Script) -> bool {
    script.commands.iter().any(|command| is_produce_models(script, command))
}

fn is_produce_models(script: &Script, command: &Command) -> bool {
    matches!(*command, Command::SetOption(name, _)
        if script.arena.name(name).trim_start_matches(':') == "produce-models")
}

struct Writer<'t> {
    test: &'t Test,
    script: &'t Script,
    text: Vec<u8>,
    /// Numbers of the assertions that hold here, and how many there were at each open scope.
    asserted: Vec<usize>,
    marks: Vec<usize>,
}

impl<'t> Writer<'t> {
    /// The commands as they are written.
    fn commands(&self) -> impl Iterator<Item = (&'t Command, &'t [u8])> + use<'t> {
        let (text, spans) = (&self.test.text, &self.script.command_spans);
        // A span goes up to the next command.
        let of = move |span: &smtlib::Span| {
            text.get(span.start as usize..span.end as usize).unwrap_or_default().trim_ascii_end()
        };
        self.script.commands.iter().zip(spans.iter().map(of))
    }

    fn line(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
    }

    /// Follows the scopes, and says the number of an assertion.
    fn follow(&mut self, command: &Command, number: &mut usize) {
        match command {
            Command::Assert(_) => {
                self.asserted.push(*number);
                *number += 1;
            }
            Command::Push(count) => {
                let mark = self.asserted.len();
                self.marks.extend(std::iter::repeat_n(mark, count.unwrap_or(1) as usize));
            }
            Command::Pop(count) => {
                for _ in 0..count.unwrap_or(1) {
                    self.asserted.truncate(self.marks.pop().unwrap_or(0));
                }
            }
            _ => {}
        }
    }

    /// Whether to ask what made check number `check` unsatisfiable: where it is not, that is an error, after which some
    /// solvers say nothing more.
    fn asks_why(&self, check: usize) -> bool {
        match self.test.checks.get(check).map(|check| &check.truth) {
            Some(Truth::Unsat(_)) => true,
            Some(Truth::Unknown) => check + 1 == self.test.checks.len(),
            _ => false,
        }
    }

    fn scoped(mut self) -> Option<Vec<u8>> {
        let mut inside = false;
        for (command, text) in self.commands() {
            if !inside && matches!(command, Command::Assert(_)) {
                self.line(b"(push 1)");
                inside = true;
            }
            self.line(text);
        }
        inside.then_some(self.text)
    }

    fn assumed(mut self) -> Option<Vec<u8>> {
        self.line(b"(set-option :produce-unsat-assumptions true)");
        let (mut number, mut check) = (0, 0);
        for (command, text) in self.commands() {
            self.follow(command, &mut number);
            match command {
                Command::Assert(_) => {
                    let (name, body) = (format!("{OURS}a{}", number - 1), body(text)?);
                    self.line(format!("(declare-const {name} Bool)").as_bytes());
                    self.line(&[b"(assert (=> ", name.as_bytes(), b" ", body, b"))"].concat());
                }
                Command::CheckSat => {
                    let names: Vec<String> =
                        self.asserted.iter().map(|number| format!("{OURS}a{number}")).collect();
                    self.line(format!("(check-sat-assuming ({}))", names.join(" ")).as_bytes());
                }
                Command::CheckSatUsing(_) | Command::CheckSatAssuming(_) => return None,
                _ => self.line(text),
            }
            if command.is_check() {
                if self.asks_why(check) && !self.asserted.is_empty() {
                    self.line(b"(get-unsat-assumptions)");
                }
                check += 1;
            }
        }
        (number > 0).then_some(self.text)
    }

    fn named(mut self) -> Option<Vec<u8>> {
        if find(&self.test.text, b":named") {
            return None;
        }
        self.line(b"(set-option :produce-unsat-cores true)");
        let (mut number, mut check) = (0, 0);
        for (command, text) in self.commands() {
            match command {
                Command::Assert(_) => {
                    let name = format!("{OURS}n{number}");
                    number += 1;
                    self.line(&[b"(assert (! ", body(text)?, b" :named ", name.as_bytes(), b"))"].concat());
                }
                _ => self.line(text),
            }
            if command.is_check() {
                // What an assumption has to do with it is not said by a core.
                if self.asks_why(check) && matches!(command, Command::CheckSat) {
                    self.line(b"(get-unsat-core)");
                }
                check += 1;
            }
        }
        (number > 0).then_some(self.text)
    }

    fn modelled(mut self) -> Vec<u8> {
        let asked = has_models(self.script);
        if !asked {
            self.line(b"(set-option :produce-models true)");
        }
        for (command, text) in self.commands() {
            let of_models = matches!(command, Command::GetModel) || is_produce_models(self.script, command);
            if !(asked && of_models) {
                self.line(text);
            }
        }
        self.text
    }

    fn fixed(mut self) -> Option<Vec<u8>> {
        let witness = self.test.witness()?;
        // A witness speaks of all checks, but a check that has none is another question then.
        if !self.test.checks.iter().all(|check| matches!(check.truth, Truth::Sat(_) | Truth::Unsat(_))) {
            return None;
        }
        let mut script = self.script.clone();
        let model = read_model(&mut script, &witness.model).ok()?;
        let equations = equations(&script.arena, &model);
        let declared = |equation: &(smtlib::FunId, String)| {
            let declares = |command: &Command| match command {
                Command::DeclareConst(fun) | Command::DeclareFun(fun) => *fun == equation.0,
                _ => false,
            };
            // Before any scope, so that the equation is about a name that is known.
            let outside =
                self.script.commands.iter().take_while(|command| !matches!(command, Command::Push(_)));
            outside.into_iter().any(declares)
        };
        let equations: Vec<&String> =
            equations.iter().filter(|it| declared(it)).map(|(_, text)| text).collect();
        if equations.is_empty() {
            return None;
        }
        let starts = |command: &Command| command.is_check() || matches!(command, Command::Push(_));
        let mut written = false;
        for (command, text) in self.commands() {
            if !written && starts(command) {
                for equation in &equations {
                    self.text.extend_from_slice(format!("(assert {equation})\n").as_bytes());
                }
                written = true;
            }
            self.line(text);
        }
        written.then_some(self.text)
    }
}

/// What an assertion asserts, as it is written. A comment would swallow what follows.
fn body(assertion: &[u8]) -> Option<&[u8]> {
    let inside = assertion.strip_prefix(b"(")?.strip_suffix(b")")?.trim_ascii_start();
    inside.strip_prefix(b"assert").filter(|body| !body.contains(&b';')).map(<[u8]>::trim_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recheck;
    use crate::test::{Check, Refutation};

    fn test() -> Test {
        let witness = Arc::new(Witness { model: "((define-fun x () Int 2))".to_owned() });
        let truths = [Truth::Sat(witness.clone()), Truth::Unsat(Refutation::Negation), Truth::Sat(witness)];
        Test {
            text: b"(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n(push 1)\n\
                    (assert (< x 1))\n(check-sat)\n(pop 1)\n(check-sat)\n"
                .to_vec(),
            checks: truths.map(|truth| Check { truth, model: false }).to_vec(),
            ..Test::default()
        }
    }

    #[test]
    fn every_guise_has_the_same_truth() {
        for (guise, name) in GUISES {
            let test = guise.of(&test()).unwrap_or_else(|| panic!("{name}"));
            let text = String::from_utf8_lossy(&test.text).into_owned();
            let script = Script::parse(&test.text).unwrap();
            assert!(script.type_errors.is_empty() && script.opaque == 0, "{text}");
            recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{doubt}\n{text}"));
            assert_eq!(test.provenance.steps, [*name]);
        }
    }

    #[test]
    fn why_is_asked_where_it_is_unsatisfiable() {
        let lines = |guise: Guise| {
            let text = String::from_utf8(guise.of(&test()).unwrap().text).unwrap();
            text.lines()
                .filter(|line| line.starts_with("(check") || line.starts_with("(get"))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let assumed = [
            "(check-sat-assuming (smtquake!a0))",
            "(check-sat-assuming (smtquake!a0 smtquake!a1))",
            "(get-unsat-assumptions)",
            "(check-sat-assuming (smtquake!a0))",
        ];
        assert_eq!(lines(Guise::Assumed), assumed);
        assert_eq!(lines(Guise::Named), ["(check-sat)", "(check-sat)", "(get-unsat-core)", "(check-sat)"]);
    }

    #[test]
    fn what_cannot_be_disguised_is_left_alone() {
        let of = |text: &str, guise: Guise| guise.of(&Test { text: text.as_bytes().to_vec(), ..test() });
        assert!(of("(assert true)(check-sat)(reset)(check-sat)", Guise::Scoped).is_none());
        assert!(of("(check-sat)", Guise::Named).is_none());
        assert!(of("(assert (! true :named n))(check-sat)", Guise::Named).is_none());
        assert!(of("(assert true ; why\n)(check-sat)", Guise::Assumed).is_none());
    }
}
