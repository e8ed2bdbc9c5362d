//! One run of a test whose answers are known.

use solver::answer::{Expected, Reply};
use solver::process::Limit;
use solver::profile::{MessageClass, Profile};
use solver::run::{Outcome, Run};
use strategy::{Check, Truth};

use crate::broken;
use crate::class::Class;
use crate::core::{Core, CoreOf, read_core, stranger};
use crate::crash::{crash_place, place_in};
use crate::finding::Finding;
use crate::incomplete::is_decidable;
use crate::model::{ModelVerdict, check_model};
use crate::tally::Tally;

/// A test as it was sent.
#[derive(Clone, Copy, Debug)]
pub struct Exam<'a> {
    /// The bytes that the target got.
    pub text: &'a [u8],
    /// The right answers.
    pub checks: &'a [Check],
    /// What the script was expected to print: [`expected_of`] its checks.
    pub expected: &'a [Expected],
    /// Its logic.
    pub logic: &'a str,
    /// Whether models can be evaluated on these bytes.
    pub models: bool,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// The answers, counted.
    pub tally: Tally,
    /// Bug candidates.
    pub findings: Vec<Finding>,
    /// Why the target did not take the test, in its own words.
    pub rejection: Option<String>,
    /// The answers that count: those before the first error.
    pub said: Vec<Reply>,
    /// Cores that were given for them, and name what is there.
    pub cores: Vec<Core>,
}

/// What a test's script prints, when all goes well.
pub fn expected_of(checks: &[Check], out: &mut Vec<Expected>) {
    out.clear();
    for check in checks {
        // Errors of declarations and assertions find their place here, not at the check.
        out.extend([Expected::Silent, Expected::CheckSat]);
        if check.model {
            out.push(Expected::Model);
        }
    }
}

/// Judges a run by the known answers.
pub fn examine(exam: &Exam<'_>, run: &Run, profile: &Profile) -> Examined {
    let mut examined = Examined { tally: Tally { runs: 1, ..Tally::default() }, ..Examined::default() };
    if !run.stderr.is_empty()
        && let Some(line) = profile.messages.disclaimer(&String::from_utf8_lossy(&run.stderr))
    {
        examined.tally.rejected += 1;
        examined.rejection = Some(line.to_owned());
        return examined;
    }
    examined.outcome(exam, run, profile);
    examined.answers(exam, run);
    examined
}

impl Examined {
    fn outcome(&mut self, exam: &Exam<'_>, run: &Run, profile: &Profile) {
        match &run.outcome {
            Outcome::Finished if !has_error(exam, run) && run.stderr.is_empty() => {}
            Outcome::Crashed(crash) => {
                self.tally.crashes += 1;
                let place = crash_place(crash);
                let said = crash.message.as_deref().unwrap_or_default();
                self.crash(format!("it breaks at {place}\n{said}"), place);
            }
            Outcome::Exceeded(limit) => {
                let time = matches!(limit, Limit::Wall | Limit::Cpu);
                *(if time { &mut self.tally.timeouts } else { &mut self.tally.exceeded }) += 1;
                self.findings.extend(broken::endless(exam, *limit));
            }
            Outcome::Killed(_) | Outcome::NotStarted(_) => self.tally.exceeded += 1,
            Outcome::Finished | Outcome::Failed(_) => self.messages(exam, run, profile),
        }
    }

    /// A solver may confess in a message and go home in peace.
    fn messages(&mut self, exam: &Exam<'_>, run: &Run, profile: &Profile) {
        let output = [run.stderr.as_slice(), run.stdout.as_slice()];
        let mut rejection = match run.outcome {
            Outcome::Failed(code) => Some(format!("exit code {code}")),
            _ => None,
        };
        for line in output.iter().flat_map(|text| text.split(|&b| b == b'\n')) {
            let line = String::from_utf8_lossy(line);
            match profile.messages.classify(&line) {
                Some(MessageClass::Assertion | MessageClass::InternalError | MessageClass::Crash) => {
                    self.tally.crashes += 1;
                    let place = place_in(&line).unwrap_or_default();
                    return self.crash(format!("it says: {line}"), place);
                }
                Some(MessageClass::ResourceOut) => {
                    self.tally.timeouts += 1;
                    return;
                }
                Some(MessageClass::Unsupported) => rejection = Some(line.into_owned()),
                Some(MessageClass::Benign) => {}
                None if line.trim_start().starts_with("(error") => rejection = Some(line.into_owned()),
                None => {}
            }
        }
        // Z3 says `unsupported` of a logic that it does not know by name, and answers all the same.
        if !is_answered(exam, run) {
            self.tally.rejected += u64::from(rejection.is_some());
            // What is broken has to be refused.
            self.rejection = rejection.filter(|_| !exam.checks.is_empty());
        }
    }

    fn crash(&mut self, evidence: String, place: String) {
        self.findings.push(Finding { class: Class::Crash, check: None, evidence, place: Some(place) });
    }

    /// The answers before the first error: what comes after it answers another question. Where the output holds
    /// anything that answers no command, the answers may have been given to the wrong checks.
    fn answers(&mut self, exam: &Exam<'_>, run: &Run) {
        if !run.strays.is_empty() {
            return;
        }
        let mut check = 0;
        let replies = || exam.expected.iter().zip(&run.replies);
        for (i, (expected, reply)) in replies().enumerate() {
            match (expected, reply) {
                (Expected::Core | Expected::Assumptions, Reply::Text(text)) => {
                    if let Some(check) = self.said.len().checked_sub(1) {
                        let of = match expected {
                            Expected::Core => CoreOf::Assertions,
                            _ => CoreOf::Assumptions,
                        };
                        self.core(exam, check, of, &String::from_utf8_lossy(run.text(*text)));
                    }
                }
                (expected, _) if is_question(*expected) => {}
                (_, Reply::Error(_)) => return,
                (Expected::CheckSat, reply) => {
                    let model = replies().nth(i + 1).filter(|(expected, _)| **expected == Expected::Model);
                    let model = model.and_then(|(_, reply)| reply.text()).map(|text| run.text(text));
                    self.said.push(*reply);
                    self.answer(exam, run, check, *reply, model);
                    check += 1;
                }
                _ => {}
            }
        }
    }

    fn answer(&mut self, exam: &Exam<'_>, run: &Run, check: usize, reply: Reply, model: Option<&[u8]>) {
        let Some(Check { truth, .. }) = exam.checks.get(check) else { return };
        let number = check + 1;
        match (reply, truth) {
            (Reply::Unsat, Truth::Sat(_)) => {
                self.tally.unsat += 1;
                self.wrong(
                    Class::Refutation,
                    check,
                    format!("check {number}: unsat, but the witness satisfies it"),
                );
            }
            (Reply::Unsat, Truth::Weakened) => {
                self.tally.unsat += 1;
                let why = "its seed is satisfiable, and every step has made it weaker";
                self.wrong(Class::Refutation, check, format!("check {number}: unsat, but {why}"));
            }
            (Reply::Unsat, Truth::Agreed) => {
                self.tally.unsat += 1;
                let why = "other solvers say that it is satisfiable";
                self.wrong(Class::Refutation, check, format!("check {number}: unsat, but {why}"));
            }
            (Reply::Sat, Truth::Unsat(why)) => {
                self.tally.sat += 1;
                self.wrong(Class::Solution, check, format!("check {number}: sat, but {}", why.sentence()));
            }
            (Reply::Unsat, _) => self.tally.unsat += 1,
            (Reply::Sat, _) => {
                self.tally.sat += 1;
                if let Some(model) = model.filter(|_| exam.models) {
                    self.model(exam, check, model);
                }
            }
            (Reply::Unknown, truth) => {
                self.tally.unknown += 1;
                let quiet = run.outcome == Outcome::Finished && *truth != Truth::Unknown;
                if quiet && is_decidable(exam.logic) {
                    let evidence = format!("check {number}: unknown, in the decidable logic {}", exam.logic);
                    self.wrong(Class::Incomplete, check, evidence);
                }
            }
            _ => {}
        }
    }

    fn model(&mut self, exam: &Exam<'_>, check: usize, model: &[u8]) {
        match check_model(exam.text, check, &String::from_utf8_lossy(model)) {
            ModelVerdict::Holds => self.tally.models += 1,
            ModelVerdict::Fails(assertion) => {
                let number = check + 1;
                let evidence = format!("check {number}: sat, but under its model this is false: {assertion}");
                self.wrong(Class::Model, check, evidence);
            }
            ModelVerdict::Unknown(_) | ModelVerdict::Unreadable(_) => self.tally.models_unknown += 1,
        }
    }

    fn core(&mut self, exam: &Exam<'_>, check: usize, of: CoreOf, text: &str) {
        if self.said[check] != Reply::Unsat {
            return;
        }
        let Some(names) = read_core(text) else { return };
        let core = Core { check, of, names };
        self.tally.cores += 1;
        match stranger(exam.text, &core) {
            Some(name) => {
                let evidence = format!(
                    "check {}: unsat, with a core that names `{name}`, which is not there",
                    check + 1
                );
                // Whatever the formula, names come from the solver's own tables.
                let place = Some("a name that is not there".to_owned());
                self.findings.push(Finding { class: Class::Core, check: Some(check), evidence, place });
            }
            None => self.cores.push(core),
        }
    }

    fn wrong(&mut self, class: Class, check: usize, evidence: String) {
        self.findings.push(Finding { class, check: Some(check), evidence, place: None });
    }
}

/// The answers of a run that count, whatever was asked: those before the first error, if the output holds nothing that
/// answers no command and the solver does not disclaim it.
pub fn answers_before_error(expected: &[Expected], run: &Run, profile: &Profile) -> Vec<Reply> {
    let disclaimed = !run.stderr.is_empty()
        && profile.messages.disclaimer(&String::from_utf8_lossy(&run.stderr)).is_some();
    if disclaimed || !run.strays.is_empty() || run.outcome != Outcome::Finished {
        return Vec::new();
    }
    let pairs = expected.iter().zip(&run.replies);
    let sound =
        pairs.take_while(|(expected, reply)| reply.error().is_none() || **expected == Expected::Model);
    sound.filter(|(expected, _)| **expected == Expected::CheckSat).map(|(_, reply)| *reply).collect()
}

/// Whether a command only asks about what was answered before: an error there changes nothing.
fn is_question(expected: Expected) -> bool {
    !matches!(expected, Expected::Silent | Expected::Success | Expected::CheckSat)
}

/// Whether every check got one of the three answers.
fn is_answered(exam: &Exam<'_>, run: &Run) -> bool {
    let answer = |reply: &Reply| matches!(reply, Reply::Sat | Reply::Unsat | Reply::Unknown);
    let mut checks = exam.expected.iter().zip(&run.replies).filter(|(e, _)| **e == Expected::CheckSat);
    run.replies.len() == exam.expected.len()
        && checks.all(|(_, reply)| answer(reply))
        && !has_error(exam, run)
}

fn has_error(exam: &Exam<'_>, run: &Run) -> bool {
    let asks = |i: usize| exam.expected.get(i).is_some_and(|expected| is_question(*expected));
    run.replies.iter().enumerate().any(|(i, reply)| reply.error().is_some() && !asks(i))
        || run.strays.iter().any(|&text| run.text(text).starts_with(b"(error"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use solver::answer::align;
    use strategy::{Refutation, Witness};

    use super::*;

    const TEXT: &[u8] =
        b"(set-logic QF_LIA)(declare-const x Int)(assert (> x 1))(check-sat)(get-model)(assert (< x 1))(check-sat)";

    fn examined(output: &str, outcome: Outcome) -> Examined {
        examined_by(output, "", outcome, &Profile::default())
    }

    fn examined_by(output: &str, errors: &str, outcome: Outcome, profile: &Profile) -> Examined {
        let witness = Arc::new(Witness { model: "((define-fun x () Int 2))".to_owned() });
        let checks = [
            Check { truth: Truth::Sat(witness), model: true },
            Check { truth: Truth::Unsat(Refutation::Negation), model: false },
        ];
        let mut expected = Vec::new();
        expected_of(&checks, &mut expected);
        let (stdout, stderr) = (output.as_bytes().to_vec(), errors.as_bytes().to_vec());
        let mut run = Run { outcome, stdout, stderr, ..Run::default() };
        align(&run.stdout, &expected, &mut run.replies, &mut run.strays);
        let exam = Exam { text: TEXT, checks: &checks, expected: &expected, logic: "QF_LIA", models: true };
        examine(&exam, &run, profile)
    }

    fn classes(output: &str) -> Vec<Class> {
        examined(output, Outcome::Finished).findings.iter().map(|finding| finding.class).collect()
    }

    #[test]
    fn right_answers_are_no_finding() {
        let examined = examined("sat\n((define-fun x () Int 7))\nunsat\n", Outcome::Finished);
        assert!(examined.findings.is_empty());
        assert_eq!(examined.tally, Tally { runs: 1, sat: 1, unsat: 1, models: 1, ..Tally::default() });
    }

    /// Bitwuzla 0.9.1 answers on equalities over declared sorts, and warns that it does not support them.
    #[test]
    fn what_a_solver_disclaims_is_no_finding() {
        let profile = solver::profile::Profiles::built_in().unwrap();
        let profile = profile.get("bitwuzla").unwrap().clone();
        let wrong = "sat\n((define-fun x () Int 0))\nunsat\n";
        let warning = "[bzla] warning: Equalities over uninterpreted sorts not yet supported.\n";
        let examined = |errors| examined_by(wrong, errors, Outcome::Finished, &profile);
        assert_eq!(examined("").findings.len(), 1);
        let disclaimed = examined(warning);
        assert!(disclaimed.findings.is_empty() && disclaimed.rejection.is_some());
        assert_eq!(disclaimed.tally, Tally { runs: 1, rejected: 1, ..Tally::default() });
    }

    #[test]
    fn wrong_answers_and_models_are() {
        assert_eq!(classes("unsat\n(error \"no model\")\nunsat\n"), [Class::Refutation]);
        assert_eq!(classes("sat\n((define-fun x () Int 2))\nsat\n"), [Class::Solution]);
        assert_eq!(classes("sat\n((define-fun x () Int 0))\nunsat\n"), [Class::Model]);
        assert_eq!(classes("sat\n((define-fun x () Int 2))\nunknown\n"), [Class::Incomplete]);
    }

    #[test]
    fn an_answer_after_an_error_accuses_nobody() {
        assert_eq!(classes("(error \"line 1: unknown sort\")\nunsat\n(error \"no model\")\nsat\n"), []);
        let rejected = examined("(error \"line 1: unknown sort\")\nunsat\n", Outcome::Finished).tally;
        assert_eq!(rejected.rejected, 1);
    }

    /// cvc5's library says `unknown (INCOMPLETE)`: whatever is not understood must not shift the answers after it.
    #[test]
    fn an_answer_beside_words_that_nobody_understands_accuses_nobody() {
        assert_eq!(classes("perhaps (INCOMPLETE)\nunsat\n(error \"no model\")\nsat\n"), []);
    }

    #[test]
    fn crashes_and_limits_are_told_apart() {
        let crash = solver::run::Crash { signal: Some(11), message: None };
        let examined_crash = examined("", Outcome::Crashed(crash));
        assert_eq!(examined_crash.findings[0].place.as_deref(), Some("SIGSEGV"));
        assert_eq!(examined("", Outcome::Exceeded(Limit::Wall)).tally.timeouts, 1);
    }
}
