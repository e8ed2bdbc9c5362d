//! Evaluation plans: terms compiled once into steps in topological order, run for many assignments.
//!
//! A step's place is also the slot of its result. Truth values and bit-vectors of at most 64 bits live in machine
//! words, everything else in [`Value`]s. Bodies of quantifiers, lambdas, matches and defined functions are plans of
//! their own, with the variables they use as inputs.

mod binder;
mod compile;
mod definition;
mod frame;
mod lazy;
mod ledger;
mod literal;
mod run;
mod step;
mod words;

pub(crate) use binder::lambda_vars;
pub(crate) use definition::Definitions;
pub use ledger::Ledger;
pub(crate) use step::{Input, Plan};

use std::rc::Rc;

use smtlib::{Arena, FunId, TermId};

use crate::machine::{Budget, Machine, Missing};
use crate::model::{Meaning, Model};
use crate::text::Escapes;
use crate::unknown::Eval;
use crate::value::Value;
use frame::Frame;

/// Terms of a script, ready to be evaluated under many models.
///
/// ```
/// use eval::{Evaluator, Model, Value};
///
/// let script = smtlib::Script::parse(b"(declare-const x Int)(assert (> (* x x) 10))").unwrap();
/// let (x, _) = script.arena.funs().next().unwrap();
/// let roots: Vec<_> = script.assertions().collect();
/// let mut evaluator = Evaluator::new(&script.arena, &roots);
/// evaluator.set(x, Value::Int(3.into()));
/// assert_eq!(evaluator.value(0), Ok(Value::Bool(false)));
/// evaluator.set(x, Value::Int((-4).into()));
/// assert_eq!(evaluator.value(0), Ok(Value::Bool(true)));
/// ```
pub struct Evaluator<'a> {
    machine: Machine<'a>,
    plan: Rc<Plan>,
    frame: Frame,
    state: State,
}

/// How much of the frame is up to date.
#[derive(Clone, PartialEq, Eq)]
enum State {
    Nothing,
    /// All but what depends on these symbols.
    AllBut(Vec<FunId>),
}

impl<'a> Evaluator<'a> {
    /// Compiles `roots` for evaluation.
    pub fn new(arena: &'a Arena, roots: &[TermId]) -> Evaluator<'a> {
        Evaluator::reading(arena, roots, Escapes::Standard)
    }

    /// The same, for a script whose string literals are written with these escapes ([`Escapes::of_script`]).
    pub fn reading(arena: &'a Arena, roots: &[TermId], escapes: Escapes) -> Evaluator<'a> {
        let machine = Machine::new(arena, Model::new()).with_escapes(escapes);
        let plan = Rc::new(Plan::compile(arena, &machine.definitions, roots));
        let frame = Frame::new(&plan);
        Evaluator { machine, plan, frame, state: State::Nothing }
    }

    /// Sets what to do about gaps of the model.
    pub fn with_missing(mut self, missing: Missing) -> Self {
        self.machine.missing = missing;
        self
    }

    /// Sets how much work an evaluation may do.
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.machine.budget = budget;
        self
    }

    /// Takes a whole model.
    pub fn set_model(&mut self, model: Model) {
        self.machine.model = model;
        self.state = State::Nothing;
    }

    /// Gives one constant another value; only what depends on it is computed again.
    pub fn set(&mut self, fun: FunId, value: Value) {
        self.set_meaning(fun, Meaning::Value(value));
    }

    /// Gives one symbol another meaning; only what depends on it is computed again.
    pub fn set_meaning(&mut self, fun: FunId, meaning: Meaning) {
        self.machine.model.set(fun, meaning);
        if let State::AllBut(changed) = &mut self.state {
            changed.push(fun);
        }
    }

    /// The model, with what had to be chosen on the way.
    pub fn model(&self) -> &Model {
        &self.machine.model
    }

    /// How often a value had to be chosen because the model did not fix it.
    pub fn chosen(&self) -> u64 {
        self.machine.chosen()
    }

    /// Brings all values up to date.
    pub fn run(&mut self) {
        match std::mem::replace(&mut self.state, State::AllBut(Vec::new())) {
            State::Nothing => {
                self.machine.refill();
                self.frame.run_all(&self.plan, &mut self.machine);
            }
            State::AllBut(changed) => {
                for fun in changed {
                    self.machine.refill();
                    self.frame.run_affected(&self.plan, &mut self.machine, Input::Fun(fun));
                }
            }
        }
    }

    /// The value of root number `root`.
    pub fn value(&mut self, root: usize) -> Eval {
        self.run();
        self.frame.value(&self.plan, self.plan.roots[root])
    }

    /// The value of a term that is part of a root; `None` when it is not, or only under a binder.
    pub fn value_of(&mut self, term: TermId) -> Option<Eval> {
        self.run();
        let slot = self.plan.slot(&self.machine, term)?;
        Some(self.frame.value(&self.plan, slot))
    }

    /// How many steps a full run has.
    pub fn steps(&self) -> usize {
        self.plan.steps.len()
    }
}

impl Machine<'_> {
    /// The value of a closed term.
    pub fn evaluate(&mut self, term: TermId) -> Eval {
        let plan = Plan::compile(self.arena, &self.definitions, &[term]);
        let mut frame = Frame::new(&plan);
        frame.run_all(&plan, self);
        frame.value(&plan, plan.roots[0])
    }
}
