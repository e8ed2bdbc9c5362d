//! Phase 3, instance generation: scripts of assertions that all hold under the assignment, or that cannot.

use super::Visit;
use super::formula::FormulaId;
use crate::dice::Dice;
use crate::test::{Check, Test, Truth};

/// Which formulas an instance is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picks {
    /// As the paper has it.
    Random,
    /// Each of the initial pool once, in order.
    Whole,
}

impl Visit<'_> {
    /// A script with one check. Some of its assertions are made to contradict each other if `contradictory`.
    pub(super) fn instance(&self, picks: Picks, contradictory: bool, dice: &mut Dice, test: &mut Test) {
        let bounds = self.bounds;
        let model = !contradictory && dice.chance(bounds.models);
        self.head(model, false, &mut test.text);
        let (sides, truth) = if contradictory {
            let (contradiction, why) = self.contradiction(dice);
            (contradiction.sides, Truth::Unsat(why))
        } else {
            (Vec::new(), self.satisfiable())
        };
        let count = match picks {
            Picks::Random => bounds.draw_assertions(dice),
            Picks::Whole => self.pools.initial(),
        };
        let end = test.text.len() + bounds.instance_bytes;
        let mut sides = sides.into_iter();
        for at in 0..count {
            if test.text.len() >= end {
                break;
            }
            // The sides of a contradiction lie scattered among the rest.
            if dice.chance(20)
                && let Some(side) = sides.next()
            {
                self.assert(|out| out.extend_from_slice(&side), &mut test.text);
            }
            let id = match picks {
                Picks::Random => self.pools.pick(dice),
                Picks::Whole => at as FormulaId,
            };
            self.assert(|out| self.writer().made_true(id, out), &mut test.text);
        }
        for side in sides {
            self.assert(|out| out.extend_from_slice(&side), &mut test.text);
        }
        self.check(&mut test.text);
        if model {
            test.text.extend_from_slice(b"(get-model)\n");
        }
        test.checks.push(Check { truth, model });
    }

    pub(super) fn satisfiable(&self) -> Truth {
        Truth::Sat(self.assignment.witness.clone())
    }

    /// The logic and the declarations, and the options that later commands need.
    pub(super) fn head(&self, model: bool, global: bool, out: &mut Vec<u8>) {
        if model {
            out.extend_from_slice(b"(set-option :produce-models true)\n");
        }
        if global {
            out.extend_from_slice(b"(set-option :global-declarations true)\n");
        }
        out.extend_from_slice(&self.stock.head);
    }

    /// The command that the seed checks with.
    pub(super) fn check(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.stock.check);
    }

    pub(super) fn assert(&self, write: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
        out.extend_from_slice(b"(assert ");
        write(out);
        out.extend_from_slice(b")\n");
    }
}
