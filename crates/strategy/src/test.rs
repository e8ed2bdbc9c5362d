//! A test: a script, what is known about it, and where it comes from.

use std::borrow::Cow;
use std::sync::Arc;

use memchr::memmem;
use serde::{Deserialize, Serialize};

/// A script whose answers are known. Its memory is reused from test to test: see [`Test::clear`].
#[derive(Clone, Debug, Default)]
pub struct Test {
    /// The printed script, by the standard's names.
    pub text: Vec<u8>,
    /// What is known, per check-sat in order.
    pub checks: Vec<Check>,
    /// How to make it again.
    pub provenance: Provenance,
    /// What it was one step ago, on a walk.
    pub previous: Option<Previous>,
    /// Whether its script prints more than its checks say, and has to be read to know what.
    pub by_script: bool,
}

/// The script that a step led on from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Previous {
    /// The script, by the standard's names. Its answer is that of the test.
    pub text: Vec<u8>,
    /// The rule of the step.
    pub rule: &'static str,
    /// How much of the script the step is about: the terms that it replaced and that took their place.
    pub size: u32,
}

/// A check-sat of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The right answer.
    pub truth: Truth,
    /// Whether a `(get-model)` follows.
    pub model: bool,
}

/// What is known about a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Satisfiable: this model shows it, to anyone with an evaluator.
    Sat(Arc<Witness>),
    /// Satisfiable, because its seed is, by its label, and every step since has made it weaker. Nobody knows a witness.
    Weakened,
    /// Satisfiable, because other solvers say so. Nobody knows a witness.
    Agreed,
    /// Unsatisfiable, for this reason.
    Unsat(Refutation),
    /// The same as that of the check with this number of the same test.
    Same(usize),
    /// Nothing.
    Unknown,
}

/// A model of a test, as SMT-LIB definitions. What the standard leaves open is fixed in it too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The definitions in one pair of parentheses, as an answer to `(get-model)`.
    pub model: String,
}

/// Why a check is unsatisfiable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refutation {
    /// A formula and its negation are asserted, one of them in another Boolean shape.
    Negation,
    /// Constants are fixed by equations to values under which another assertion is false.
    FixedValues,
    /// An assumption implies the negation of an assertion.
    Assumption,
    /// Its seed is unsatisfiable, by its label, and every step since has made it stronger.
    Strengthened,
    /// Both of its seeds are unsatisfiable, by their labels, and it says what one of them says.
    Fused,
    /// Other solvers say so.
    Agreed,
}

impl Refutation {
    /// The reason in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Refutation::Negation => "a formula and its negation are asserted, in two Boolean shapes",
            Refutation::FixedValues => {
                "equations fix all constants of an assertion to values under which it is false"
            }
            Refutation::Assumption => "an assumption implies the negation of an assertion",
            Refutation::Strengthened => "its seed is unsatisfiable, and every step has made it stronger",
            Refutation::Fused => "both of its seeds are unsatisfiable, and fusion keeps what they say",
            Refutation::Agreed => "other solvers say that it is unsatisfiable",
        }
    }
}

/// How commands begin that only a solver takes which was told to go on after a check. What looks like one in a string costs
/// nothing but simplifications.
const INCREMENTAL: &[&[u8]] = &[b"(push", b"(pop", b"(check-sat-assuming", b"(reset-assertions"];

/// Everything needed to make a test again, byte for byte.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The strategy that made it.
    pub strategy: Arc<str>,
    /// The campaign's number.
    pub campaign: u64,
    /// The seed's name, for people.
    pub seed: Arc<str>,
    /// The hash of the seed's bytes.
    pub seed_hash: Arc<str>,
    /// How often the seed had been visited before.
    pub visit: u64,
    /// Its place among the tests of that visit.
    pub instance: u64,
    /// The rules that led from the seed to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Cow<'static, str>>,
    /// The bytes that it was decoded from, in hexadecimal digits, where no numbers but answers led to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Arc<str>>,
}

impl Provenance {
    /// The bytes that it was decoded from.
    pub fn choices(&self) -> Option<Vec<u8>> {
        let digits = self.choices.as_ref()?.as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        digits.chunks(2).map(byte).collect()
    }
}

impl Test {
    /// Forgets everything but the memory it has.
    pub fn clear(&mut self) {
        self.text.clear();
        self.checks.clear();
        self.provenance.steps.clear();
        self.provenance.choices = None;
        self.previous = None;
        self.by_script = false;
    }

    /// The test twice, with `reset` in between: for what goes wrong only in a process that has seen it before. By the
    /// standard, nothing before a reset matters after it.
    pub fn after_itself(&self, reset: &str) -> Test {
        let again = self.checks.iter().map(|check| Check {
            truth: match &check.truth {
                Truth::Same(other) => Truth::Same(other + self.checks.len()),
                truth => truth.clone(),
            },
            ..check.clone()
        });
        Test {
            text: [&self.text, reset.as_bytes(), b"\n", &self.text].concat(),
            checks: self.checks.iter().cloned().chain(again).collect(),
            provenance: self.provenance.clone(),
            previous: self.previous.clone(),
            by_script: self.by_script,
        }
    }

    /// Whether it is no script, or need not be one: nothing that it asks is judged.
    pub fn is_broken(&self) -> bool {
        self.checks.is_empty()
    }

    /// Whether the answer to one of its checks is not known.
    pub fn is_open(&self) -> bool {
        self.checks.iter().any(|check| check.truth == Truth::Unknown)
    }

    /// Whether it takes a solver that goes on after a check, or takes back what it was told.
    pub fn is_incremental(&self) -> bool {
        self.checks.len() > 1 || INCREMENTAL.iter().any(|word| memmem::find(&self.text, word).is_some())
    }

    /// Whether some truth of it rests on a label, which nobody can check by evaluation.
    pub fn rests_on_label(&self) -> bool {
        let labelled = |truth: &Truth| {
            let by_label = [Refutation::Strengthened, Refutation::Fused];
            matches!(truth, Truth::Weakened) || matches!(truth, Truth::Unsat(why) if by_label.contains(why))
        };
        self.checks.iter().any(|check| labelled(&check.truth))
    }

    /// The witness of its first satisfiable check; all checks of a test share one.
    pub fn witness(&self) -> Option<&Arc<Witness>> {
        self.checks.iter().find_map(|check| match &check.truth {
            Truth::Sat(witness) => Some(witness),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recheck;

    #[test]
    fn after_itself_a_test_has_the_same_truth() {
        let witness = Arc::new(Witness { model: "((define-fun x () Int 1))".to_owned() });
        let test = Test {
            text: b"(declare-const x Int)(assert (> x 0))(check-sat)(push 1)(assert (= x 0))(check-sat)"
                .to_vec(),
            checks: [Truth::Sat(witness), Truth::Unsat(Refutation::FixedValues)]
                .map(|truth| Check { truth, model: false })
                .to_vec(),
            ..Test::default()
        };
        let twice = test.after_itself("(reset)");
        assert_eq!(twice.checks.len(), 4);
        assert!(recheck(&twice.text, &twice.checks).is_ok());
        assert!(recheck(&twice.text, &test.checks).is_err());
    }

    #[test]
    fn one_check_in_a_scope_is_incremental() {
        let checks = vec![Check { truth: Truth::Unknown, model: false }];
        let mut test = Test { text: b"(assert true)(check-sat)".to_vec(), checks, ..Test::default() };
        assert!(!test.is_incremental());
        test.text = b"(push 1)(assert true)(check-sat)".to_vec();
        assert!(test.is_incremental());
        test.text = b"(check-sat-assuming (p))".to_vec();
        assert!(test.is_incremental());
    }
}
