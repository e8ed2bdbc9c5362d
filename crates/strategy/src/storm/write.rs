//! Formulas as text: as they were made, or in another Boolean shape that means the same.

use super::formula::{FormulaId, Pools, Shape};
use super::fragment::Fragments;
use crate::dice::Dice;

/// What writing needs.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) pools: &'a Pools,
    pub(super) fragments: &'a Fragments,
}

impl Writer<'_> {
    /// The formula as it was made. Formulas are at most [`Bounds::depth`](super::Bounds::depth) deep.
    pub(super) fn plain(&self, id: FormulaId, out: &mut Vec<u8>) {
        match self.pools.shape(id) {
            Shape::Fragment(fragment) => out.extend_from_slice(self.fragments.text(fragment as usize)),
            Shape::Not(a) => {
                out.extend_from_slice(b"(not ");
                self.plain(a, out);
                out.push(b')');
            }
            Shape::And(a, b) => {
                out.extend_from_slice(b"(and ");
                self.plain(a, out);
                out.push(b' ');
                self.plain(b, out);
                out.push(b')');
            }
        }
    }

    /// The formula where it is true, else its negation.
    pub(super) fn made_true(&self, id: FormulaId, out: &mut Vec<u8>) {
        if self.pools.value(id) {
            self.plain(id, out);
        } else {
            out.extend_from_slice(b"(not ");
            self.plain(id, out);
            out.push(b')');
        }
    }

    /// The formula, or with `positive` false its negation, in a shape of the dice's choice.
    pub(super) fn reshaped(&self, id: FormulaId, positive: bool, dice: &mut Dice, out: &mut Vec<u8>) {
        let (before, first, second, after) = match (self.pools.shape(id), positive) {
            (Shape::Fragment(_), _) => return self.reshaped_fragment(id, positive, dice, out),
            (Shape::Not(a), _) if dice.chance(80) => return self.reshaped(a, !positive, dice, out),
            (Shape::Not(a), _) => ("(not ", (a, positive), None, ")"),
            (Shape::And(a, b), true) => match dice.below(5) {
                0 => ("(and ", (a, true), Some((b, true)), ")"),
                1 => ("(and ", (b, true), Some((a, true)), ")"),
                2 => ("(not (or ", (a, false), Some((b, false)), "))"),
                3 => ("(not (=> ", (a, true), Some((b, false)), "))"),
                _ => ("(ite ", (a, true), Some((b, true)), " false)"),
            },
            (Shape::And(a, b), false) => match dice.below(5) {
                0 => ("(or ", (a, false), Some((b, false)), ")"),
                1 => ("(=> ", (a, true), Some((b, false)), ")"),
                2 => ("(=> ", (b, true), Some((a, false)), ")"),
                3 => ("(not (and ", (a, true), Some((b, true)), "))"),
                _ => ("(ite ", (a, true), Some((b, false)), " true)"),
            },
        };
        out.extend_from_slice(before.as_bytes());
        self.reshaped(first.0, first.1, dice, out);
        if let Some((part, positive)) = second {
            out.push(b' ');
            self.reshaped(part, positive, dice, out);
        }
        out.extend_from_slice(after.as_bytes());
    }

    fn reshaped_fragment(&self, id: FormulaId, positive: bool, dice: &mut Dice, out: &mut Vec<u8>) {
        let (before, after) = match (positive, dice.below(8)) {
            (true, 0) => ("(not (not ", "))"),
            (true, 1) => ("(=> true ", ")"),
            (true, _) => ("", ""),
            (false, 0) => ("(=> ", " false)"),
            (false, 1) => ("(xor true ", ")"),
            (false, _) => ("(not ", ")"),
        };
        out.extend_from_slice(before.as_bytes());
        self.plain(id, out);
        out.extend_from_slice(after.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use smtlib::{Script, TermId};

    use super::super::Bounds;
    use super::*;

    /// Every shape of a formula must be equivalent to it, whatever the fragments mean.
    #[test]
    fn other_shapes_mean_the_same() {
        let names = ["p", "q", "r"];
        let declarations: String = names.iter().map(|name| format!("(declare-const {name} Bool)")).collect();
        let source = format!("{declarations}(assert p)(assert q)(assert r)");
        let mut script = Script::parse(source.as_bytes()).unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let (fragments, _) = Fragments::of(&mut script, &roots, &Bounds::default());
        let (mut pools, mut dice) = (Pools::default(), Dice::new(&[5]));
        let bounds = Bounds { depth: 8, ..Bounds::default() };
        pools.fill(&fragments, &[Some(true), Some(false), Some(true)], &bounds, &mut dice);
        let writer = Writer { pools: &pools, fragments: &fragments };
        for _ in 0..300 {
            let (id, positive) = (pools.pick(&mut dice), dice.chance(50));
            let (mut plain, mut other) = (Vec::new(), Vec::new());
            writer.plain(id, &mut plain);
            writer.reshaped(id, positive, &mut dice, &mut other);
            let (plain, other) = (String::from_utf8(plain).unwrap(), String::from_utf8(other).unwrap());
            let sign = if positive { "=" } else { "distinct" };
            let claim = format!("(assert (forall ((p Bool) (q Bool) (r Bool)) ({sign} {plain} {other})))");
            let script = Script::parse(claim.as_bytes()).unwrap();
            let roots: Vec<TermId> = script.assertions().collect();
            let value = eval::Evaluator::new(&script.arena, &roots).value(0);
            assert_eq!(value, Ok(eval::Value::Bool(true)), "{claim}");
        }
    }
}
