//! A place that is to be changed, and what may be put there.

use smtlib::{Arena, Measures, Position, TermId};

use crate::dice::Dice;

/// A place in an assertion.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) position: Position,
    pub(crate) term: TermId,
    /// The variables that are bound there.
    pub(crate) bound: Vec<TermId>,
}

impl Spot {
    /// One of all places of an assertion, each as likely as any other.
    pub(crate) fn choose(arena: &mut Arena, measures: &mut Measures, root: TermId, dice: &mut Dice) -> Spot {
        let (mut term, mut steps) = (root, Vec::new());
        let size = |measures: &mut Measures, term| {
            usize::try_from(measures.tree_size(arena, term)).unwrap_or(usize::MAX)
        };
        // The number of a place among all places below: the term itself, then those of its arguments.
        let mut number = dice.below(size(measures, root));
        while number > 0 {
            number -= 1;
            for (i, &arg) in arena.term(term).args.iter().enumerate() {
                let below = size(measures, arg);
                if number < below {
                    steps.push(i as u32);
                    term = arg;
                    break;
                }
                number -= below;
            }
        }
        let position = Position::from(&steps[..]);
        let bound = position.bound(arena, root);
        let bound = bound.into_iter().filter(|&var| arena.definition(var).is_none()).collect::<Vec<_>>();
        let bound = bound.into_iter().map(|var| arena.var_term(var)).collect();
        Spot { position, term, bound }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use smtlib::{Lets, Script, term_text};

    use super::*;

    #[test]
    fn every_place_is_as_likely_as_any_other() {
        let text = b"(declare-const x Int)(assert (forall ((y Int)) (= (+ x y 1) (- x))))";
        let mut script = Script::parse(text).unwrap();
        let root = script.assertions().next().unwrap();
        let (mut measures, mut dice) = (Measures::new(Lets::Kept), Dice::new(&[1]));
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..8000 {
            let spot = Spot::choose(&mut script.arena, &mut measures, root, &mut dice);
            assert_eq!(spot.position.term(&script.arena, root), Some(spot.term));
            assert_eq!(spot.bound.len(), usize::from(!spot.position.steps().is_empty()));
            *counts.entry(term_text(&script.arena, spot.term)).or_default() += 1;
        }
        // Eight places, of which two are `x`.
        assert_eq!(counts.len(), 7, "{counts:?}");
        for (text, count) in counts {
            let expected = if text == "x" { 2000 } else { 1000 };
            assert!(count.abs_diff(expected) < 200, "{text}: {count}");
        }
    }
}
