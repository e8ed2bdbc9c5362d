//! The assignment M of Alg. 1: values for all symbols, and by our own evaluator the truth of every fragment (S2).

use std::sync::Arc;

use eval::model_text::{value_text, write_model};
use eval::{Budget, Choice, Evaluator, Missing, Model, Unknown, Value};
use smtlib::{Arena, FunId, TermId};

use crate::test::Witness;

/// Names of Boolean constants that every witness makes true, or false: for assumptions.
pub(super) const TRUE_GUARDS: [&str; 2] = ["storm!t0", "storm!t1"];
/// See [`TRUE_GUARDS`].
pub(super) const FALSE_GUARDS: [&str; 2] = ["storm!f0", "storm!f1"];

/// An assignment and what it makes of the fragments.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// By fragment: its value, if that is known.
    pub(super) values: Vec<Option<bool>>,
    /// By fragment: whether its value depends on nothing that the standard leaves open.
    pub(super) firm: Vec<bool>,
    pub(super) witness: Arc<Witness>,
    /// `(= x value)` per constant whose value every solver can read.
    equations: Vec<(FunId, String)>,
}

/// Evaluates the fragments of one seed under many assignments.
pub(super) struct Judge<'a> {
    arena: &'a Arena,
    strict: Evaluator<'a>,
    choosing: Evaluator<'a>,
    fragments: usize,
}

/// A share of quantifiers is decided by few instances or by none; the rest is not worth the time.
pub(crate) const BUDGET: Budget = Budget { instances: 1 << 12, recursion: 200, calls: 1 << 16 };

impl<'a> Judge<'a> {
    pub(super) fn new(arena: &'a Arena, fragments: &[TermId]) -> Judge<'a> {
        let evaluator = |missing| Evaluator::new(arena, fragments).with_missing(missing).with_budget(BUDGET);
        Judge {
            arena,
            strict: evaluator(Missing::Unknown),
            choosing: evaluator(Missing::Choose),
            fragments: fragments.len(),
        }
    }

    pub(super) fn assignment(&mut self, mut model: Model) -> Assignment {
        // A solver's model also says what `(div x 0)` is. That is its choice, and another model has another.
        self.strict.set_model(model.without_choices());
        let firm = self.results().iter().map(Result::is_ok).collect();
        self.strict.set_model(model.clone());
        let mut results = self.results();
        if results.iter().any(|result| matches!(result, Err(Unknown::Unspecified(_)))) {
            self.choosing.set_model(model.clone());
            self.choosing.run();
            for (choice, args, result) in self.choosing.model().choices() {
                if is_free_in_all_solvers(choice) && can_be_written(self.arena, choice) {
                    model.fix(choice, args.into(), result.clone());
                }
            }
            self.strict.set_model(model.clone());
            results = self.results();
        }
        let values = results.into_iter().map(|result| match result {
            Ok(Value::Bool(value)) => Some(value),
            _ => None,
        });
        Assignment {
            values: values.collect(),
            firm,
            witness: Arc::new(Witness { model: with_guards(&write_model(self.arena, &model)) }),
            equations: equations(self.arena, &model),
        }
    }

    fn results(&mut self) -> Vec<eval::Eval> {
        (0..self.fragments).map(|i| self.strict.value(i)).collect()
    }
}

impl Assignment {
    pub(super) fn bytes(&self) -> usize {
        let equations: usize = self.equations.iter().map(|(_, text)| text.len()).sum();
        2 * self.values.len() + self.witness.model.len() + equations
    }

    /// `(= x value)`, if that can be written.
    pub(super) fn equation(&self, constant: FunId) -> Option<&str> {
        let at = self.equations.binary_search_by_key(&constant, |(fun, _)| *fun).ok()?;
        Some(&self.equations[at].1)
    }
}

/// The standard leaves these results open and every solver does too: a function of the arguments, up to the
/// model. Others (`fp.min` of two zeros, `fp.to_ubv` out of range, …) solvers fix as they like, and a formula that
/// is satisfiable only for another choice would be a quarrel about words.
pub(crate) fn is_free_in_all_solvers(choice: Choice) -> bool {
    matches!(
        choice,
        Choice::DivByZero
            | Choice::IntDivByZero
            | Choice::ModByZero
            | Choice::RemByZero
            | Choice::Selector(_)
    )
}

/// Whether a witness can say what was chosen: a definition has no parameters for sorts.
fn can_be_written(arena: &Arena, choice: Choice) -> bool {
    match choice {
        Choice::Selector(fun) => arena.fun(fun).sort_params.is_empty(),
        _ => true,
    }
}

fn with_guards(model: &str) -> String {
    let mut text = model.trim_end().trim_end_matches(')').trim_end().to_owned();
    let guards =
        TRUE_GUARDS.map(|name| (name, true)).into_iter().chain(FALSE_GUARDS.map(|name| (name, false)));
    for (name, value) in guards {
        text.push_str(&format!("\n  (define-fun {name} () Bool {value})"));
    }
    text + "\n)\n"
}

/// `(= x value)` per constant whose value every solver can read.
pub(crate) fn equations(arena: &Arena, model: &Model) -> Vec<(FunId, String)> {
    let mut all = Vec::new();
    for (fun, meaning) in model.meanings() {
        let decl = arena.fun(fun);
        if let eval::Meaning::Value(value) = meaning
            && is_plain(value)
            && let Some(text) = value_text(arena, decl.result, value)
        {
            let (name, bars) = (arena.name(decl.name), arena.symbols.needs_bars(decl.name));
            let bar = if bars { "|" } else { "" };
            all.push((fun, format!("(= {bar}{name}{bar} {text})")));
        }
    }
    all
}

/// Whether a value has a notation in the standard that every solver of its theory reads.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Real(real) => real.as_rational().is_some(),
        Value::Bool(_) | Value::Int(_) | Value::BitVec(_) | Value::Float(_) => true,
        Value::RoundingMode(_) | Value::Text(_) => true,
        _ => false,
    }
}
