//! Values of closed terms under one model, each computed once, in an arena that grows.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smtlib::{Arena, FunId, TermId};

use super::definition::Definitions;
use super::frame::Frame;
use super::step::Plan;
use crate::machine::{Budget, Machine, Missing};
use crate::model::{Meaning, Model};
use crate::regex::Regexes;
use crate::text::Escapes;
use crate::unknown::Eval;
use crate::value::Value;

/// The values of closed terms that were asked for, and of their parts. A term that differs from one whose value is known
/// in one place costs what is on the way to that place, not what it says all in all.
///
/// ```
/// use eval::{Ledger, Model, Value};
/// use smtlib::Script;
///
/// let mut script = Script::parse(b"(declare-const x Int)(assert (and (> x 3) (< (* x x) 17)))").unwrap();
/// let (x, _) = script.arena.funs().next().unwrap();
/// let mut model = Model::new();
/// model.set_value(x, Value::Int(4.into()));
/// let root = script.assertions().next().unwrap();
/// let mut ledger = Ledger::new(&script.arena, model);
/// assert_eq!(ledger.value(&script.arena, root), Ok(Value::Bool(true)));
/// ```
pub struct Ledger {
    model: Model,
    definitions: Rc<Definitions>,
    budget: Budget,
    regexes: Option<Regexes>,
    known: FxHashMap<TermId, Value>,
}

impl Ledger {
    /// With this model, which is not completed: gaps make values unknown. The arena may grow, but not by definitions.
    pub fn new(arena: &Arena, model: Model) -> Ledger {
        let definitions = Rc::new(Definitions::of(arena, Escapes::Standard));
        let (budget, known) = (Budget::default(), FxHashMap::default());
        Ledger { model, definitions, budget, regexes: None, known }
    }

    /// Sets how much work the evaluation of a term may do.
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The value of a closed term.
    pub fn value(&mut self, arena: &Arena, term: TermId) -> Eval {
        if let Some(value) = self.known.get(&term) {
            return Ok(value.clone());
        }
        let plan = Plan::compile_knowing(arena, &self.definitions, term, &self.known);
        let mut frame = Frame::new(&plan);
        // The machine borrows the arena, which changes between two questions: only the model outlives it.
        let (model, definitions) = (std::mem::take(&mut self.model), Rc::clone(&self.definitions));
        let regexes = self.regexes.take().unwrap_or_default();
        let mut machine = Machine::resumed(arena, model, definitions, regexes)
            .with_missing(Missing::Unknown)
            .with_budget(self.budget);
        frame.run_all(&plan, &mut machine);
        self.model = machine.model;
        // Values may hold languages, which are handles into this.
        self.regexes = Some(machine.regexes);
        for (&part, &slot) in &plan.slots {
            if let Ok(value) = frame.value(&plan, slot) {
                self.known.insert(part, value);
            }
        }
        let value = frame.value(&plan, plan.roots[0]);
        if let Ok(value) = &value {
            self.known.insert(term, value.clone());
        }
        value
    }

    /// Gives a meaning to a symbol that no term had when its value was asked for.
    pub fn set(&mut self, fun: FunId, meaning: Meaning) {
        self.model.set(fun, meaning);
    }

    /// To be called after [`Arena::rollback`]: the ids of terms that are gone will mean others.
    pub fn rolled_back(&mut self, arena: &Arena) {
        self.known.retain(|term, _| term.index() < arena.term_count());
    }
}

#[cfg(test)]
mod tests {
    use smtlib::{Rewriter, Script};

    use super::*;
    use crate::plan::Evaluator;

    /// Every other combination of an assertion's atoms has the value that a fresh evaluation gives it, also after the
    /// terms of the one before were forgotten.
    #[test]
    fn what_is_remembered_is_what_would_be_computed() {
        let text = b"(declare-const x Int)(declare-const s String)(declare-fun f (Int) Int)\
            (assert (let ((y (+ x 1))) (and (> (f y) (* y y)) (str.in_re s (re.+ (str.to_re \"a\"))) \
             (exists ((b Bool)) (= b (< y 3))) (not (= (f x) y)))))";
        let mut script = Script::parse(text).unwrap();
        let model =
            "((define-fun x () Int 2)(define-fun s () String \"aa\")(define-fun f ((a Int)) Int (* 4 a)))";
        let model = crate::model_text::read_model(&mut script, model).unwrap();
        let root = script.assertions().next().unwrap();
        let mut ledger = Ledger::new(&script.arena, model.clone());
        let parts: Vec<_> =
            smtlib::Positions::new(&script.arena, root).of_sort(smtlib::SortId::BOOL).collect();
        let mut rewriter = Rewriter::new();
        let mut seen = [0, 0];
        for (position, _) in &parts {
            for (_, other) in &parts {
                let mark = script.arena.checkpoint();
                if let Some(changed) = rewriter.replace_at(&mut script.arena, root, position, *other)
                    && rewriter.free.scoped(&script.arena, changed).is_empty()
                {
                    let mut fresh = Evaluator::new(&script.arena, &[changed]).with_missing(Missing::Unknown);
                    fresh.set_model(model.clone());
                    let value = ledger.value(&script.arena, changed);
                    assert_eq!(value, fresh.value(0), "{}", smtlib::term_text(&script.arena, changed));
                    seen[usize::from(value == Ok(Value::Bool(true)))] += 1;
                }
                script.arena.rollback(mark);
                rewriter.rolled_back(&script.arena);
                ledger.rolled_back(&script.arena);
            }
        }
        assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    }
}
