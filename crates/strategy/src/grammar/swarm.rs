//! Swarm testing (Groce et al., ISSTA 2012): each group of scripts has its own probabilities, some of them zero.

use smtlib::theory::{Op, Table};

use super::choices::Choices;

/// The probabilities of one group, as weights.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    operators: Vec<u32>,
    /// Applications of declared functions, against all operators together.
    pub(super) functions: u32,
    /// Applications of defined functions.
    pub(super) definitions: u32,
    pub(super) lets: u32,
    pub(super) matches: u32,
    /// All operators together.
    pub(super) operations: u32,
    /// Leaves by kind.
    pub(super) literals: u32,
    pub(super) constants: u32,
    pub(super) locals: u32,
    pub(super) bound: u32,
    /// How often a term with fuel is a leaf all the same, in percent.
    pub(super) early: u32,
    /// How often an operator that can is given more arguments than it must, in percent.
    pub(super) more: u32,
}

/// Operators of a group that are left out, in percent.
const LEFT_OUT: u32 = 25;

impl Weights {
    /// Draws the probabilities of a group.
    pub(super) fn draw(choices: &mut dyn Choices) -> Weights {
        let rows = Table::get().rows().iter();
        let operators =
            rows.map(|_| if choices.chance(LEFT_OUT) { 0 } else { 1 << choices.below(5) }).collect();
        let mut some = |most: usize| choices.below(most + 1) as u32;
        Weights {
            operators,
            functions: some(30),
            definitions: some(20),
            lets: some(8),
            matches: some(10),
            operations: 100,
            literals: 10 + some(30),
            constants: 40 + some(40),
            locals: 20 + some(40),
            bound: some(40),
            early: some(30),
            more: some(30),
        }
    }

    /// How often an operator is chosen, relative to the others.
    pub(super) fn of(&self, op: Op) -> u32 {
        self.operators[op.index()]
    }
}
