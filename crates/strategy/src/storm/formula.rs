//! Phase 2, formula generation: the construction pool, by conjunction and negation.

use super::Bounds;
use super::fragment::Fragments;
use crate::dice::Dice;

/// A formula of one of the two pools: those of the initial pool first, then the constructed ones.
pub(super) type FormulaId = u32;

/// The two pools of Alg. 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Pools {
    formulas: Vec<Formula>,
    initial: usize,
}

#[derive(Clone, Copy, Debug)]
struct Formula {
    shape: Shape,
    value: bool,
    depth: u32,
    bytes: u32,
}

/// How a formula is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Fragment(u32),
    Not(FormulaId),
    And(FormulaId, FormulaId),
}

/// The paper's probabilities, in percent.
const FROM_INITIAL: u32 = 30;
const CONJUNCTION: u32 = 50;

impl Pools {
    /// Takes the fragments whose value is known as the initial pool and constructs as many formulas as the bounds
    /// say.
    pub(super) fn fill(
        &mut self,
        fragments: &Fragments,
        values: &[Option<bool>],
        bounds: &Bounds,
        dice: &mut Dice,
    ) {
        self.formulas.clear();
        for (i, value) in values.iter().enumerate() {
            if let Some(value) = *value {
                self.formulas.push(Formula {
                    shape: Shape::Fragment(i as u32),
                    value,
                    depth: fragments.depth(i),
                    bytes: fragments.text(i).len() as u32,
                });
            }
        }
        self.initial = self.formulas.len();
        if self.initial == 0 {
            return;
        }
        let wanted = bounds.constructed(self.initial);
        // When every formula is as deep as allowed nothing can be constructed.
        for _ in 0..4 * wanted {
            if self.formulas.len() - self.initial >= wanted {
                break;
            }
            let formula = self.construct(dice);
            if formula.depth <= bounds.depth && formula.bytes as usize <= bounds.formula_bytes {
                self.formulas.push(formula);
            }
        }
    }

    fn construct(&self, dice: &mut Dice) -> Formula {
        let first = self.pick(dice);
        let a = self.formulas[first as usize];
        if dice.chance(CONJUNCTION) {
            let second = self.pick(dice);
            let b = self.formulas[second as usize];
            Formula {
                shape: Shape::And(first, second),
                value: a.value && b.value,
                depth: a.depth.max(b.depth) + 1,
                bytes: a.bytes.saturating_add(b.bytes).saturating_add("(and  )".len() as u32),
            }
        } else {
            Formula {
                shape: Shape::Not(first),
                value: !a.value,
                depth: a.depth + 1,
                bytes: a.bytes.saturating_add("(not )".len() as u32),
            }
        }
    }

    /// RandFormula of the paper.
    pub(super) fn pick(&self, dice: &mut Dice) -> FormulaId {
        let constructed = self.formulas.len() - self.initial;
        let picked = if constructed == 0 || dice.chance(FROM_INITIAL) {
            dice.below(self.initial)
        } else {
            self.initial + dice.below(constructed)
        };
        picked as FormulaId
    }

    /// A formula of the initial pool.
    pub(super) fn pick_initial(&self, dice: &mut Dice) -> FormulaId {
        dice.below(self.initial) as FormulaId
    }

    pub(super) fn is_empty(&self) -> bool {
        self.initial == 0
    }

    pub(super) fn initial(&self) -> usize {
        self.initial
    }

    pub(super) fn value(&self, id: FormulaId) -> bool {
        self.formulas[id as usize].value
    }

    pub(super) fn shape(&self, id: FormulaId) -> Shape {
        self.formulas[id as usize].shape
    }
}
