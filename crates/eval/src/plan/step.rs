//! The parts of a plan.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::theory::Op;
use smtlib::{Arena, CasesId, FunId, QualId, SortId, TermId, VarId};

use super::definition;
use crate::machine::Machine;
use crate::unknown::Unknown;
use crate::value::Value;

/// Something that a plan reads from outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Input {
    /// A declared symbol.
    Fun(FunId),
    /// A variable that something outside binds.
    Var(VarId),
}

/// Where a step's result lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A truth value, as 0 or 1.
    Truth,
    /// A bit-vector of this many bits, at most 64.
    Word(u32),
    /// A value.
    Value,
}

/// What a step computes. The arguments of words and truths are words.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Set once.
    Constant,
    /// Read from outside.
    Input(Input),
    Not,
    And,
    Or,
    Xor,
    Implies,
    /// Equality of words, chainable.
    EqWords,
    /// Pairwise difference of words.
    DistinctWords,
    /// The condition is a truth; the branches live where the result does.
    Ite,
    Word1(fn(u64, u32) -> u64, u32),
    Word2(fn(u64, u64, u32) -> u64, u32),
    /// A left-associative operator on more than two words.
    WordN(fn(u64, u64, u32) -> u64, u32),
    Test1(fn(u64, u32) -> bool, u32),
    Test2(fn(u64, u64, u32) -> bool, u32),
    Extract(u32, u32),
    /// The width of the second argument.
    Concat(u32),
    /// An operator with an index: the index and the width.
    WordBy(fn(u64, u32, u32) -> u64, u32, u32),
    /// The argument itself in a wider word.
    Same,
    Apply(Op, QualId),
    Call(FunId),
    /// A function value applied to arguments.
    CallValue,
    Quantifier(Quantifier, u32),
    Lambda(TermId, u32),
    /// The matched value decides which of the children is run.
    Match(CasesId, u32),
    Unknown(Box<Unknown>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quantifier {
    Forall,
    Exists,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) kind: Kind,
    pub(super) first_arg: u32,
    pub(super) arg_count: u32,
    pub(super) place: Place,
    pub(super) sort: SortId,
}

/// A body with variables of its own.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub(super) plan: Rc<Plan>,
    /// The variables that the binder binds.
    pub(super) bound: Box<[VarId]>,
    /// Variables from outside that the body reads, and their slots in the parent.
    pub(super) captured: Box<[(VarId, u32)]>,
}

/// Terms compiled into steps.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) args: Vec<u32>,
    pub(super) children: Vec<Child>,
    pub(super) constants: Vec<(u32, Value)>,
    pub(super) inputs: FxHashMap<Input, u32>,
    pub(super) roots: Vec<u32>,
    pub(super) slots: FxHashMap<TermId, u32>,
    /// Whether branches must be run only when they are chosen: the body of a recursive function.
    pub(super) lazy: bool,
    /// Steps that run other bodies, with a term that holds them.
    pub(super) indirect: Vec<(u32, TermId)>,
    /// Steps that name a function by an index: `(_ map f)`, `(_ as-array f)`.
    pub(super) named: Vec<(u32, FunId)>,
    /// The symbols that those bodies read; found when first asked for.
    pub(super) indirect_symbols: OnceCell<Vec<(u32, FxHashSet<FunId>)>>,
    pub(super) affected: RefCell<FxHashMap<Input, Rc<[u32]>>>,
}

impl Plan {
    #[inline]
    pub(super) fn args_of(&self, step: &Step) -> &[u32] {
        &self.args[step.first_arg as usize..(step.first_arg + step.arg_count) as usize]
    }

    /// The slot of a term's value.
    pub(super) fn slot(&self, machine: &Machine, term: TermId) -> Option<u32> {
        self.slots.get(&machine.definitions.strip(machine.arena, term)).copied()
    }

    /// The steps to run again after an input changed, the input's own among them.
    pub(super) fn affected_by(&self, arena: &Arena, input: Input) -> Rc<[u32]> {
        if let Some(found) = self.affected.borrow().get(&input) {
            return found.clone();
        }
        let mut touched = vec![false; self.steps.len()];
        if let Some(&slot) = self.inputs.get(&input) {
            touched[slot as usize] = true;
        }
        if let Input::Fun(fun) = input {
            let symbols = self.indirect_symbols.get_or_init(|| {
                let symbols = |&(slot, term): &(u32, TermId)| (slot, definition::symbols_of(arena, term));
                let named = |&(slot, fun): &(u32, FunId)| (slot, definition::symbols_of_fun(arena, fun));
                self.indirect.iter().map(symbols).chain(self.named.iter().map(named)).collect()
            });
            for (slot, symbols) in symbols {
                touched[*slot as usize] |= symbols.contains(&fun);
            }
        }
        let mut list = Vec::new();
        for (i, step) in self.steps.iter().enumerate() {
            let calls = matches!(step.kind, Kind::Call(fun) if input == Input::Fun(fun));
            if touched[i] || calls || self.args_of(step).iter().any(|&a| touched[a as usize]) {
                touched[i] = true;
                list.push(i as u32);
            }
        }
        let list: Rc<[u32]> = list.into();
        self.affected.borrow_mut().insert(input, list.clone());
        list
    }
}
