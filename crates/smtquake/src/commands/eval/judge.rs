//! Verdicts on assertions: true, false, or unknown with a reason.

use eval::{Evaluator, Explanation, Missing, Model, Unknown, Value};
use smtlib::{Arena, TermId};

/// The value of an assertion under a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds, perhaps after the model was completed by plain values.
    True,
    /// It does not hold, however the model is completed.
    False,
    /// Why its value is not known.
    Unknown(Unknown),
}

impl Verdict {
    fn of(value: Result<Value, Unknown>) -> Verdict {
        match value {
            Ok(Value::Bool(true)) => Verdict::True,
            Ok(Value::Bool(false)) => Verdict::False,
            Ok(_) => Verdict::Unknown(Unknown::Opaque("an assertion that is not Boolean".to_owned())),
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    /// Whether a larger budget might have given a value.
    fn is_out_of_budget(&self) -> bool {
        matches!(self, Verdict::Unknown(Unknown::Quantifier | Unknown::Recursion(_)))
    }
}

/// Evaluates assertions under any number of models.
pub struct Judge<'a> {
    arena: &'a Arena,
    assertions: Vec<TermId>,
    /// Chooses nothing: what it says holds for every completion of the model.
    strict: Evaluator<'a>,
    /// Chooses plain values for what the model leaves out.
    completing: Evaluator<'a>,
    /// How many assertions may still be evaluated again.
    retries: u32,
}

/// The assertions share the budget of one evaluation. So many of those that ran out of it get another one for
/// themselves: more would take too long where every assertion has a quantifier.
const RETRIES: u32 = 200;

impl<'a> Judge<'a> {
    /// A judge of these assertions.
    pub fn new(arena: &'a Arena, assertions: Vec<TermId>) -> Judge<'a> {
        let strict = Evaluator::new(arena, &assertions).with_missing(Missing::Unknown);
        let completing = Evaluator::new(arena, &assertions).with_missing(Missing::Choose);
        // An assertion that has no other beside it had the whole budget already.
        let retries = if assertions.len() > 1 { RETRIES } else { 0 };
        Judge { arena, assertions, strict, completing, retries }
    }

    /// The verdicts under a model, in order.
    ///
    /// No assertion is called false because of a value that we chose: solvers leave out what does not matter to
    /// *their* model, and another choice might make it true.
    pub fn judge(&mut self, model: &Model) -> Vec<Verdict> {
        self.strict.set_model(model.clone());
        self.completing.set_model(model.clone());
        (0..self.assertions.len())
            .map(|i| match self.strictly(i) {
                Verdict::Unknown(reason) => match self.completed(i) {
                    Verdict::False => Verdict::Unknown(reason),
                    verdict => verdict,
                },
                verdict => verdict,
            })
            .collect()
    }

    fn strictly(&mut self, assertion: usize) -> Verdict {
        let verdict = Verdict::of(self.strict.value(assertion));
        if !self.may_retry(&verdict) {
            return verdict;
        }
        Verdict::of(self.alone(assertion).value(0))
    }

    fn completed(&mut self, assertion: usize) -> Verdict {
        let verdict = Verdict::of(self.completing.value(assertion));
        if !self.may_retry(&verdict) {
            return verdict;
        }
        // What was chosen for the other assertions holds for this one too.
        let mut alone = self.alone(assertion).with_missing(Missing::Choose);
        alone.set_model(self.completing.model().clone());
        Verdict::of(alone.value(0))
    }

    fn may_retry(&mut self, verdict: &Verdict) -> bool {
        let may = verdict.is_out_of_budget() && self.retries > 0;
        self.retries -= u32::from(may);
        may
    }

    /// An evaluator with all the budget for one assertion, under the model as it was given.
    fn alone(&self, assertion: usize) -> Evaluator<'a> {
        let mut evaluator =
            Evaluator::new(self.arena, &[self.assertions[assertion]]).with_missing(Missing::Unknown);
        evaluator.set_model(self.strict.model().clone());
        evaluator
    }

    /// Why an assertion is false under the model of the last verdicts.
    pub fn explain(&mut self, assertion: usize) -> Option<Explanation> {
        let term = self.assertions[assertion];
        eval::explain(self.arena, &mut self.strict, term)
            .or_else(|| eval::explain(self.arena, &mut self.alone(assertion), term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smtlib::Script;

    /// The verdicts under the model that gives `x` the value 3.
    fn verdicts(source: &str) -> Vec<Verdict> {
        let source =
            format!("(declare-const x Int) (declare-const y Int) (declare-fun f (Int) Int) {source}");
        let script = Script::parse(source.as_bytes()).unwrap();
        assert_eq!(script.type_errors, []);
        let (x, _) = script.arena.funs().next().unwrap();
        let mut model = Model::new();
        model.set_value(x, Value::Int(3.into()));
        Judge::new(&script.arena, script.assertions().collect()).judge(&model)
    }

    #[test]
    fn what_the_model_decides_is_true_or_false() {
        let source = "(assert (= x 3)) (assert (= x 4)) (assert (or (= x 3) (= y 1))) (assert (= y y x 4))";
        assert_eq!(verdicts(source)[..3], [Verdict::True, Verdict::False, Verdict::True]);
    }

    #[test]
    fn a_value_that_had_to_be_chosen_makes_nothing_false() {
        let no_value = |name: &str| Verdict::Unknown(Unknown::NoValue(name.to_owned()));
        assert_eq!(
            verdicts("(assert (= y 0)) (assert (= y 1)) (assert (= (f 2) 1)) (assert (distinct y 0))"),
            [Verdict::True, no_value("y"), no_value("f"), no_value("y")]
        );
        let unspecified = verdicts("(assert (= (div x 0) 77)) (assert (= (div x 0) (div x (- x 3))))");
        assert!(matches!(unspecified[0], Verdict::Unknown(Unknown::Unspecified(_))), "{unspecified:?}");
        assert_eq!(unspecified[1], Verdict::True);
    }

    #[test]
    fn assertions_do_not_take_the_budget_from_each_other() {
        // Each of these needs more than a third of the instances that one evaluation may look at.
        let heavy = |n: u32| {
            format!("(assert (forall ((b (_ BitVec 15))) (or (= b (_ bv{n} 15)) (distinct b (_ bv{n} 15)))))")
        };
        let source: String = (1..=3).map(heavy).collect();
        assert_eq!(verdicts(&source), [Verdict::True, Verdict::True, Verdict::True]);
    }
}
