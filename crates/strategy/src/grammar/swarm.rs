//! Swarm testing (Groce et al., ISSTA 2012): each group of scripts has its own probabilities, some of them zero.

use smtlib::theory::{Op, Row, Table};

use super::bounds::Bounds;
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
/// All uses there are; a file may say more.
const MOST_USES: u32 = 10_000;

impl Weights {
    /// Draws the probabilities of a group: around those that were learnt, if any.
    pub(super) fn draw(bounds: &Bounds, choices: &mut dyn Choices) -> Weights {
        // A use in ten thousand more than it has: what is rare in real files still occurs.
        let learnt = |row: &Row| bounds.operators.get(row.name()).map_or(1, |uses| 1 + uses.min(&MOST_USES));
        let mut weight = |row| if choices.chance(LEFT_OUT) { 0 } else { learnt(row) << choices.below(5) };
        let operators = Table::get().rows().iter().map(&mut weight).collect();
        let mut some = |most: usize| choices.below(most + 1) as u32;
        Weights {
            operators,
            functions: some(30),
            definitions: some(20),
            lets: some(bounds.lets as usize),
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
