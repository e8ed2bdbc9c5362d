//! The paper's preprocessing (section 3.1.4): formulas without a parity are replaced by others that give their parts one.
//!
//! What comes out says something else, so it has to be asked again what it answers.

use rustc_hash::FxHashMap;
use smtlib::theory::CoreOp;
use smtlib::{Arena, Head, Lets, Rewriter, TermId, Walk};

use super::parity::{Parity, is_ambiguous};
use super::places::{Finder, Places};
use crate::dice::Dice;

/// Passes over an assertion: one for each level of nesting.
const PASSES: usize = 64;

/// The assertions with `=>`, `and` or `or` in the place of every `xor` and every `=` and `distinct` of truth values, and
/// with a negation around the negative uses of a let variable that also has positive ones. `None` when there is nothing
/// of that kind.
pub(super) fn disambiguated(
    arena: &mut Arena,
    rewriter: &mut Rewriter,
    roots: &[TermId],
    dice: &mut Dice,
) -> Option<Vec<TermId>> {
    let mut changed = false;
    let mut all = Vec::with_capacity(roots.len());
    for &root in roots {
        let connected = connectives(arena, rewriter, root, dice)?;
        let settled = uses(arena, rewriter, connected)?;
        changed |= settled != root;
        all.push(settled);
    }
    changed.then_some(all)
}

/// Outer formulas first: what is put in their place still holds the inner ones.
fn connectives(arena: &mut Arena, rewriter: &mut Rewriter, root: TermId, dice: &mut Dice) -> Option<TermId> {
    let mut walk = Walk::new();
    let mut root = root;
    for _ in 0..PASSES {
        let found: Vec<TermId> = walk
            .post_order(arena, [root], Lets::Kept)
            .iter()
            .copied()
            .filter(|&term| is_ambiguous(arena, term))
            .collect();
        let mut map = FxHashMap::default();
        for term in found {
            let args = arena.term(term).args.to_vec();
            let op = [CoreOp::Implies, CoreOp::And, CoreOp::Or][dice.below(3)];
            map.insert(term, arena.apply(op, &[], &args)?);
        }
        if map.is_empty() {
            return Some(root);
        }
        root = rewriter.replace_all(arena, root, &map)?;
    }
    Some(root)
}

/// One use after another, because each changes the places of the others.
fn uses(arena: &mut Arena, rewriter: &mut Rewriter, root: TermId) -> Option<TermId> {
    let (mut finder, mut places, mut root) = (Finder::default(), Places::default(), root);
    for _ in 0..PASSES {
        finder.find(arena, root, &mut places);
        let is_doubtful = |term: TermId| match arena.term(term).head {
            Head::Var(var) => finder.parity_of_uses(var) == Some(Parity::Ambiguous),
            _ => false,
        };
        let negative =
            |place: &super::places::Place| place.parity == Parity::Negative && is_doubtful(place.term);
        let Some(place) = places.all().iter().position(negative) else { break };
        let used = places.all()[place].term;
        let negated = arena.apply(CoreOp::Not, &[], &[used])?;
        root = rewriter.replace_at(arena, root, &places.position(place), negated)?;
    }
    Some(root)
}

#[cfg(test)]
mod tests {
    use smtlib::{Script, SortId, term_text};

    use super::*;

    fn rewritten(formula: &str) -> Option<String> {
        let text =
            format!("(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(assert {formula})");
        let mut script = Script::parse(text.as_bytes()).unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let (mut rewriter, mut dice) = (Rewriter::new(), Dice::new(&[3]));
        let roots = disambiguated(&mut script.arena, &mut rewriter, &roots, &mut dice)?;
        let mut places = Places::default();
        Finder::default().find(&script.arena, roots[0], &mut places);
        for place in places.all() {
            let formula = script.arena.sort_of(place.term) == SortId::BOOL;
            assert!(!formula || place.parity != Parity::Ambiguous, "{}", term_text(&script.arena, roots[0]));
        }
        Some(term_text(&script.arena, roots[0]))
    }

    #[test]
    fn every_formula_gets_a_parity() {
        for formula in [
            "(xor p (= q (distinct p q)))",
            "(not (= p q (xor p q)))",
            "(let ((y (xor p q))) (and y (not y)))",
        ] {
            let text = rewritten(formula).unwrap();
            assert!(!text.contains("xor") && !text.contains("distinct") && !text.contains("(= "), "{text}");
        }
    }

    #[test]
    fn negative_uses_are_negated() {
        let text = rewritten("(let ((y (> x 1))) (and (not y) y (=> y q)))").unwrap();
        assert_eq!(text, "(let ((y (> x 1))) (and (not (not y)) y (=> (not y) q)))");
    }

    #[test]
    fn what_has_a_parity_stays() {
        assert_eq!(rewritten("(let ((y (= x 1))) (and y (or y (distinct x 2))))"), None);
    }
}
