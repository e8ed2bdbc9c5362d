//! A visit of two seeds: one fused script after another.

use std::hash::Hasher;

use eval::Value;
use rustc_hash::{FxHashSet, FxHasher};
use smtlib::TermId;

use super::{Bounds, Stock};
use crate::dice::Dice;
use crate::label::Label;
use crate::test::{Check, Refutation, Test, Truth};
use crate::walk::Made;

/// Attempts at a script that was not there before.
const ATTEMPTS: usize = 16;

/// Fused scripts of two seeds.
pub struct Visit<'v> {
    stock: &'v mut Stock,
    bounds: &'v Bounds,
    visit: u64,
    dice: Dice,
    /// Tests made.
    made: u64,
    seen: FxHashSet<u64>,
    text: Vec<u8>,
    model: bool,
}

impl<'v> Visit<'v> {
    pub(super) fn new(stock: &'v mut Stock, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        let dice = dice(stock, visit);
        let (seen, text) = (FxHashSet::default(), Vec::new());
        Visit { stock, bounds, visit, dice, made: 0, seen, text, model: false }
    }

    /// How many tests it makes.
    pub fn tests(&self) -> u64 {
        self.bounds.iterations
    }

    /// Makes test number `instance`, and those before it that were not made yet. The same numbers give the same test.
    pub fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        if instance < self.made {
            self.dice = dice(self.stock, self.visit);
            self.made = 0;
            self.seen.clear();
        }
        let mut made = Made::Nothing;
        while self.made <= instance {
            made = self.advance();
            if made == Made::Nothing {
                return made;
            }
            self.made += 1;
        }
        self.say(instance, test);
        made
    }

    fn advance(&mut self) -> Made {
        for _ in 0..ATTEMPTS {
            self.stock.roll_back();
            let Some((roots, used)) = self.fuse() else { continue };
            if self.is_false(&roots) {
                self.write(&roots, &used);
                return Made::Flaw("a fused assertion is false under the models of its seeds".to_owned());
            }
            if self.stock.witness.is_some() && !self.holds(&roots) {
                continue;
            }
            self.write(&roots, &used);
            let mut hasher = FxHasher::default();
            hasher.write(&self.text);
            if self.seen.insert(hasher.finish()) {
                self.model = self.stock.label == Label::Sat && self.dice.chance(self.bounds.models);
                return Made::Test;
            }
        }
        Made::Nothing
    }

    /// The assertions with some variables fused in some places, and the recipes that were used.
    fn fuse(&mut self) -> Option<(Vec<TermId>, Vec<usize>)> {
        let Stock { script, rewriter, roots, recipes, .. } = &mut *self.stock;
        let mut roots = roots.clone();
        let mut used: Vec<usize> = Vec::new();
        let wanted = 1 + self.dice.below(self.bounds.variables.max(1));
        for _ in 0..wanted {
            let chosen = self.dice.below(recipes.len());
            // A place is fused once: a second recipe for the same variable would look for what is gone.
            let taken = |other: &usize| overlap(&recipes[*other].sides, &recipes[chosen].sides);
            if used.contains(&chosen) || used.iter().any(taken) {
                continue;
            }
            used.push(chosen);
            for (new, places) in &recipes[chosen].sides {
                let all = self.dice.chance(25);
                for (assertion, position) in places {
                    if all || self.dice.chance(50) {
                        let root = &mut roots[*assertion];
                        *root = rewriter.replace_at(&mut script.arena, *root, position, *new)?;
                    }
                }
            }
        }
        (roots != self.stock.roots).then_some((roots, used))
    }

    fn holds(&mut self, roots: &[TermId]) -> bool {
        self.values(roots, |value| *value == Ok(Value::Bool(true)))
    }

    fn is_false(&mut self, roots: &[TermId]) -> bool {
        self.stock.witness.is_some() && !self.values(roots, |value| *value != Ok(Value::Bool(false)))
    }

    fn values(&mut self, roots: &[TermId], all: impl Fn(&eval::Eval) -> bool) -> bool {
        let Some((ledger, _)) = &mut self.stock.witness else { return false };
        roots.iter().all(|&root| all(&ledger.value(&self.stock.script.arena, root)))
    }

    /// Writes declarations, assertions and equations.
    fn write(&mut self, roots: &[TermId], used: &[usize]) {
        let stock = &*self.stock;
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        text.extend_from_slice(format!("(set-logic {})\n", stock.logic).as_bytes());
        text.extend_from_slice(&stock.declarations);
        used.iter().for_each(|&number| text.extend_from_slice(&stock.recipes[number].declaration));
        let unsat = stock.label == Label::Unsat;
        // What z is must be said where nothing satisfies the seeds; elsewhere its value is in the witness.
        if unsat || self.dice.chance(50) {
            let equations = used.iter().flat_map(|&number| stock.recipes[number].equations);
            equations.for_each(|equation| stock.assert(equation, &mut text));
        }
        if unsat && self.dice.chance(70) {
            text.extend_from_slice(b"(assert (or");
            for side in [&roots[..stock.cut], &roots[stock.cut..]] {
                text.extend_from_slice(b" (and true");
                for &root in side {
                    text.push(b' ');
                    stock.printer.term(&stock.script.arena, root, &mut text);
                }
                text.push(b')');
            }
            text.extend_from_slice(b"))\n");
        } else {
            roots.iter().for_each(|&root| stock.assert(root, &mut text));
        }
        text.extend_from_slice(b"(check-sat)\n");
        self.text = text;
    }

    fn say(&self, instance: u64, test: &mut Test) {
        test.clear();
        if self.model {
            test.text.extend_from_slice(b"(set-option :produce-models true)\n");
        }
        test.text.extend_from_slice(&self.text);
        if self.model {
            test.text.extend_from_slice(b"(get-model)\n");
        }
        let truth = match &self.stock.witness {
            Some((_, witness)) => Truth::Sat(witness.clone()),
            None => Truth::Unsat(Refutation::Fused),
        };
        test.checks.push(Check { truth, model: self.model });
        test.provenance.clone_from(&self.stock.provenance);
        test.provenance.visit = self.visit;
        test.provenance.instance = instance;
    }
}

/// Whether two recipes have a place in common.
fn overlap(
    one: &[(TermId, Vec<(usize, smtlib::Position)>); 2],
    other: &[(TermId, Vec<(usize, smtlib::Position)>); 2],
) -> bool {
    (0..2).any(|side| one[side].1.first().is_some_and(|place| other[side].1.contains(place)))
}

fn dice(stock: &Stock, visit: u64) -> Dice {
    let hash = blake3::hash(stock.provenance.seed_hash.as_bytes());
    let seed = u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap_or_default());
    Dice::new(&[stock.provenance.campaign, seed, visit])
}
