//! Models: what the free symbols of a script mean.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smtlib::{FunId, SortId};

use crate::choice::Choice;
use crate::value::{FunctionTable, Value};

/// What a symbol means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A constant.
    Value(Value),
    /// A function by its values.
    Table(FunctionTable),
    /// The body of a defined function of the same arena: how solvers print models.
    Defined(FunId),
}

/// An interpretation of the declared symbols and of what the standard leaves open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    meanings: FxHashMap<FunId, Meaning>,
    choices: BTreeMap<(Choice, Box<[Value]>), Value>,
    choice_functions: BTreeMap<Choice, FunId>,
    elements: FxHashMap<SortId, u32>,
}

impl Model {
    /// A model that says nothing.
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives a symbol its meaning.
    pub fn set(&mut self, fun: FunId, meaning: Meaning) {
        self.meanings.insert(fun, meaning);
    }

    /// Gives a constant its value.
    pub fn set_value(&mut self, fun: FunId, value: Value) {
        self.meanings.insert(fun, Meaning::Value(value));
    }

    /// The meaning of a symbol.
    pub fn get(&self, fun: FunId) -> Option<&Meaning> {
        self.meanings.get(&fun)
    }

    /// The value of a constant that is given as one.
    pub fn value(&self, fun: FunId) -> Option<&Value> {
        match self.meanings.get(&fun) {
            Some(Meaning::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// All symbols with a meaning, in the order of their declaration.
    pub fn meanings(&self) -> impl Iterator<Item = (FunId, &Meaning)> {
        let mut all: Vec<_> = self.meanings.iter().map(|(&fun, meaning)| (fun, meaning)).collect();
        all.sort_by_key(|(fun, _)| *fun);
        all.into_iter()
    }

    /// Fixes the result of an unspecified operation.
    pub fn fix(&mut self, choice: Choice, args: Box<[Value]>, result: Value) {
        self.choices.insert((choice, args), result);
    }

    /// The fixed result of an unspecified operation.
    pub fn fixed(&self, choice: Choice, args: &[&Value]) -> Option<&Value> {
        if self.choices.is_empty() {
            return None;
        }
        let args: Box<[Value]> = args.iter().map(|&v| v.clone()).collect();
        self.choices.get(&(choice, args))
    }

    /// All fixed results.
    pub fn choices(&self) -> impl Iterator<Item = (Choice, &[Value], &Value)> {
        self.choices.iter().map(|((choice, args), result)| (*choice, &args[..], result))
    }

    /// Forgets the fixed results.
    pub fn clear_choices(&mut self) {
        self.choices.clear();
    }

    /// The same symbols, with nothing said about unspecified operations.
    #[must_use]
    pub fn without_choices(&self) -> Model {
        let mut model = self.clone();
        model.choices.clear();
        model.choice_functions.clear();
        model
    }

    /// Gives an unspecified operation a function for what is not fixed: one that a solver's model defines.
    pub fn set_choice_function(&mut self, choice: Choice, fun: FunId) {
        self.choice_functions.insert(choice, fun);
    }

    /// The function that decides an unspecified operation where it is not fixed.
    pub fn choice_function(&self, choice: Choice) -> Option<FunId> {
        self.choice_functions.get(&choice).copied()
    }

    /// All functions that decide unspecified operations.
    pub fn choice_functions(&self) -> impl Iterator<Item = (Choice, FunId)> + '_ {
        self.choice_functions.iter().map(|(&choice, &fun)| (choice, fun))
    }

    /// Says that an uninterpreted sort has just this many elements.
    pub fn set_elements(&mut self, sort: SortId, count: u32) {
        self.elements.insert(sort, count);
    }

    /// How many elements an uninterpreted sort has, where the model says so.
    pub fn elements(&self, sort: SortId) -> Option<u32> {
        self.elements.get(&sort).copied()
    }

    /// The uninterpreted sorts with their numbers of elements.
    pub fn universes(&self) -> impl Iterator<Item = (SortId, u32)> + '_ {
        let mut all: Vec<_> = self.elements.iter().map(|(&sort, &count)| (sort, count)).collect();
        all.sort();
        all.into_iter()
    }
}
