//! Assertions that contradict each other by construction, so that `sat` is a wrong answer.

use super::Visit;
use super::formula::FormulaId;
use crate::dice::Dice;
use crate::test::Refutation;

/// The two sides of a contradiction: texts to assert.
#[derive(Clone, Debug, Default)]
pub(super) struct Contradiction {
    pub(super) sides: Vec<Vec<u8>>,
}

impl Visit<'_> {
    /// A contradiction, and why it is one.
    pub(super) fn contradiction(&self, dice: &mut Dice) -> (Contradiction, Refutation) {
        if dice.chance(50)
            && let Some(fixed) = self.fixed_values(dice)
        {
            return (fixed, Refutation::FixedValues);
        }
        (self.negation(self.pools.pick(dice), dice), Refutation::Negation)
    }

    /// A formula, and its negation in another shape.
    pub(super) fn negation(&self, id: FormulaId, dice: &mut Dice) -> Contradiction {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let positive = dice.chance(50);
        self.writer().reshaped(id, positive, dice, &mut one);
        self.writer().reshaped(id, !positive, dice, &mut other);
        Contradiction { sides: vec![one, other] }
    }

    /// A fragment that is false, or the negation of a true one, and equations that fix all it depends on.
    fn fixed_values(&self, dice: &mut Dice) -> Option<Contradiction> {
        let assignment = self.assignment;
        let fragments = &self.stock.fragments;
        if self.stock.differences_only {
            return None;
        }
        for _ in 0..8 {
            let id = self.pools.pick_initial(dice);
            let super::formula::Shape::Fragment(fragment) = self.pools.shape(id) else { continue };
            let fragment = fragment as usize;
            let Some(constants) = fragments.constants(fragment).filter(|_| assignment.firm[fragment]) else {
                continue;
            };
            let equations: Option<Vec<&str>> =
                constants.iter().map(|&constant| assignment.equation(constant)).collect();
            let Some(equations) = equations else { continue };
            let mut sides: Vec<Vec<u8>> = equations.iter().map(|text| text.as_bytes().to_vec()).collect();
            let mut false_one = Vec::new();
            self.writer().reshaped(id, !self.pools.value(id), dice, &mut false_one);
            sides.insert(dice.between(0, sides.len()), false_one);
            return Some(Contradiction { sides });
        }
        None
    }
}
