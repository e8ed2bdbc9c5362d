//! Mutants of a seed, one after another: each is the one before with a change.

use std::borrow::Cow;
use std::hash::Hasher;

use rustc_hash::{FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};
use smtlib::theory::{CoreOp, Op};
use smtlib::{Features, Head, TermId};

use super::base::{Answer, Draft};
use super::kinds::Kind;
use super::spot::Spot;
use super::stock::Stock;
use crate::dice::Dice;
use crate::factor::is_in_constant_factor;
use crate::language::{features_of, is_taken};
use crate::test::Test;
use crate::walk::Made;

/// How far and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// Steps before a chain begins anew at its seed.
    pub steps: u64,
    /// Mutants of a seed before the next one is visited.
    pub iterations: u64,
    /// How many times as long as its seed a mutant may become.
    pub growth: usize,
    /// Mutants whose model is asked for, in percent.
    pub models: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { steps: 50, iterations: 100, growth: 3, models: 25 }
    }
}

/// Attempts at one step before the chain is given up.
const ATTEMPTS: usize = 48;
/// Changes of the first step, so that visits of a seed do not meet at once.
const LEAP: u64 = 3;
/// Steps that leave out an assertion, or exchange two, in percent.
const REARRANGED: u32 = 4;

/// An assertion of a mutant.
#[derive(Clone, Debug)]
struct Assertion {
    root: TermId,
    /// Printed by the standard's names.
    text: Vec<u8>,
    holds: bool,
    beyond: bool,
}

/// Mutants of one seed.
pub struct Visit<'v> {
    stock: &'v mut Stock,
    bounds: &'v Bounds,
    visit: u64,
    dice: Dice,
    /// Mutants made.
    made: u64,
    /// Steps since the seed, and the kinds of their changes.
    steps: u64,
    changes: Vec<Cow<'static, str>>,
    seen: FxHashSet<u64>,
    assertions: Vec<Assertion>,
    /// What all assertions may have in bytes.
    most: usize,
    /// Whether the last mutant is asked for its model.
    model: bool,
}

impl<'v> Visit<'v> {
    pub(super) fn new(stock: &'v mut Stock, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        let (dice, seen, assertions) = (stock.base.dice(visit), FxHashSet::default(), Vec::new());
        let (made, steps, most, model, changes) = (0, 0, 0, false, Vec::new());
        let mut visit =
            Visit { stock, bounds, visit, dice, made, steps, changes, seen, assertions, most, model };
        visit.begin();
        visit
    }

    /// How many mutants it makes.
    pub fn tests(&self) -> u64 {
        self.bounds.iterations
    }

    /// Makes test number `instance`, and those before it that were not made yet. The same numbers give the same test.
    pub fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        if instance < self.made {
            self.dice = self.stock.base.dice(self.visit);
            self.made = 0;
            self.seen.clear();
            self.begin();
        }
        while self.made <= instance {
            if !self.advance() {
                return Made::Nothing;
            }
            self.model = self.dice.chance(self.bounds.models);
            self.made += 1;
        }
        let draft = Draft {
            holds: self.stock.has_witness() && self.assertions.iter().all(|it| it.holds),
            beyond: self.assertions.iter().any(|it| it.beyond),
            model: self.model,
            visit: self.visit,
            instance,
        };
        self.stock.base.say(draft, test, |out| {
            for assertion in &self.assertions {
                out.extend_from_slice(b"(assert ");
                out.extend_from_slice(&assertion.text);
                out.extend_from_slice(b")\n");
            }
        });
        test.provenance.steps.clone_from(&self.changes);
        Made::Test
    }

    /// Back to the seed.
    fn begin(&mut self) {
        self.stock.roll_back();
        let base = &self.stock.base;
        let assertion = |&root: &TermId| {
            let mut text = Vec::new();
            base.printer.term(&base.script.arena, root, &mut text);
            Assertion { root, text, holds: true, beyond: false }
        };
        self.assertions = base.roots.iter().map(assertion).collect();
        self.steps = 0;
        self.changes.clear();
        self.most = self.length() * self.bounds.growth.max(1) + 64;
        self.seen.insert(self.hash());
    }

    /// Goes on to the next mutant; false when there is none.
    fn advance(&mut self) -> bool {
        if self.steps >= self.bounds.steps {
            self.begin();
        }
        if self.step() {
            return true;
        }
        let stuck = self.steps == 0;
        self.begin();
        !stuck && self.step()
    }

    fn step(&mut self) -> bool {
        let mut wanted = if self.steps == 0 { LEAP } else { 1 };
        for _ in 0..ATTEMPTS {
            wanted = wanted.saturating_sub(u64::from(self.change()));
            if wanted == 0 && self.seen.insert(self.hash()) {
                self.steps += 1;
                return true;
            }
        }
        false
    }

    /// Tries a change.
    fn change(&mut self) -> bool {
        let count = self.assertions.len();
        if count > 1 && self.stock.steady && self.dice.chance(REARRANGED) {
            let (one, other) = (self.dice.below(count), self.dice.below(count));
            self.changes.push(Cow::Borrowed(if one == other {
                self.assertions.remove(one);
                "drop-assertion"
            } else {
                self.assertions.swap(one, other);
                "swap-assertions"
            }));
            return true;
        }
        let number = self.choose_assertion();
        let root = self.assertions[number].root;
        let Stock { base, measures, .. } = &mut *self.stock;
        let spot = Spot::choose(&mut base.script.arena, measures, root, &mut self.dice);
        let Some(kind) = Kind::draw(self.stock.kinds, &mut self.dice) else { return false };
        let new = (kind.make)(self.stock, &spot, &mut self.dice);
        let Some(changed) = new.filter(|&new| new != spot.term).and_then(|new| self.put(root, &spot, new))
        else {
            return false;
        };
        let taken = self.take(number, root, changed, &spot);
        if taken {
            self.changes.push(Cow::Borrowed(kind.name));
        }
        taken
    }

    /// An assertion, the more likely the longer it is.
    fn choose_assertion(&mut self) -> usize {
        let mut number = self.dice.below(self.length().max(1));
        for (i, assertion) in self.assertions.iter().enumerate() {
            if number < assertion.text.len() {
                return i;
            }
            number -= assertion.text.len();
        }
        0
    }

    /// The assertion with a new term in a place, if that may stand there.
    fn put(&mut self, root: TermId, spot: &Spot, new: TermId) -> Option<TermId> {
        let base = &mut self.stock.base;
        let arena = &mut base.script.arena;
        let changed = base.rewriter.replace_at(arena, root, &spot.position, new).filter(|&it| it != root)?;
        // Some operators ask for literals.
        let above = spot.position.steps().split_last().map(|(_, above)| above)?;
        let parts = arena.term(smtlib::Position::from(above).term(arena, changed)?);
        match parts.head {
            Head::Op(op, ..) => is_taken(arena, op, parts.args, Features::ALL).then_some(changed),
            _ => Some(changed),
        }
    }

    /// Goes on from a changed assertion, if it is worth it.
    fn take(&mut self, number: usize, before: TermId, mut root: TermId, spot: &Spot) -> bool {
        let base = &mut self.stock.base;
        let mut holds = base.has_witness();
        if base.has_witness() {
            match base.answer(root) {
                Answer::Holds => {}
                Answer::Fails if self.stock.steady && self.dice.chance(50) => {
                    // What is false is true when it is denied.
                    match denied(self.stock, root) {
                        Some(denied) => root = denied,
                        None => return false,
                    }
                }
                Answer::Fails | Answer::Unknown if self.stock.steady => return false,
                Answer::Fails | Answer::Unknown => holds = false,
            }
        }
        let base = &mut self.stock.base;
        let stuck = !base.allowed.has(Features::NONLINEAR)
            && is_in_constant_factor(&base.script.arena, before, &spot.position);
        let beyond = stuck
            || !products_are_plain(self.stock, root)
            || !features_of(&mut self.stock.base.script, root).is_subset(self.stock.base.allowed);
        if beyond && !self.stock.base.general {
            return false;
        }
        let base = &self.stock.base;
        let mut text = Vec::new();
        base.printer.term(&base.script.arena, root, &mut text);
        if self.length() - self.assertions[number].text.len() + text.len() > self.most {
            return false;
        }
        self.assertions[number] = Assertion { root, text, holds, beyond };
        true
    }

    fn length(&self) -> usize {
        self.assertions.iter().map(|assertion| assertion.text.len()).sum()
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for assertion in &self.assertions {
            hasher.write(&assertion.text);
            hasher.write_u8(0);
        }
        hasher.finish()
    }
}

/// The negation of a formula that is no negation itself.
fn denied(stock: &mut Stock, root: TermId) -> Option<TermId> {
    let arena = &mut stock.base.script.arena;
    let parts = arena.term(root);
    match (parts.head, parts.args) {
        (Head::Op(Op::Core(CoreOp::Not), ..), &[inner]) => Some(inner),
        _ => arena.apply(CoreOp::Not, &[], &[root]),
    }
}

/// Whether every product of an assertion has the shape that a linear logic asks for, in such a logic.
fn products_are_plain(stock: &Stock, root: TermId) -> bool {
    if stock.base.allowed.has(Features::NONLINEAR) {
        return true;
    }
    let arena = &stock.base.script.arena;
    let mut walk = smtlib::Walk::new();
    walk.post_order(arena, [root], smtlib::Lets::Kept).iter().all(|&term| {
        let parts = arena.term(term);
        // What the seed has is as its author wrote it.
        stock.base.is_seeds(term)
            || match parts.head {
                Head::Op(op @ Op::Arith(_), ..) => is_taken(arena, op, parts.args, stock.base.allowed),
                _ => true,
            }
    })
}
