//! A visit of a seed: one mutant after another.

use rustc_hash::FxHashSet;
use smtlib::TermId;

use super::sites::Site;
use super::{Bounds, Stock};
use crate::dice::Dice;
use crate::mutant::{Answer, Base, Draft};
use crate::test::Test;
use crate::walk::Made;

/// Further changes that are made when a mutant was there before.
const ATTEMPTS: usize = 24;
/// Operators that are replaced first, so that visits of a seed do not meet at once.
const LEAP: usize = 6;
/// Up to so many mutants of a seed are made one after the other, each once.
const COUNTED: u64 = 1 << 16;
/// How often a mutant that the witness does not satisfy is left again, in percent.
const RETURNS: u32 = 50;

/// Mutants of one seed.
pub struct Visit<'v> {
    stock: &'v mut Stock,
    bounds: &'v Bounds,
    visit: u64,
    dice: Dice,
    /// Mutants made.
    made: u64,
    /// Whether the last of them is asked for its model.
    model: bool,
    /// What was made on this visit, by hash.
    seen: FxHashSet<u64>,
    now: State,
    /// Where to return to.
    held: State,
}

/// A mutant.
#[derive(Clone, Debug, Default)]
struct State {
    /// By site: its choice.
    chosen: Vec<u8>,
    /// By assertion: the term, and whether it holds, once that was asked. Nothing where there is no witness.
    roots: Option<Vec<(TermId, Option<Answer>)>>,
    /// Sites with a choice that the logic does not have.
    beyond: usize,
    hash: u64,
}

impl State {
    /// Whether the witness satisfies it, where there is one.
    fn holds(&self) -> Option<bool> {
        let roots = self.roots.as_ref()?;
        Some(roots.iter().all(|(_, answer)| *answer == Some(Answer::Holds)))
    }
}

impl<'v> Visit<'v> {
    pub(super) fn new(stock: &'v mut Stock, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        let (dice, seen) = (stock.base.dice(visit), FxHashSet::default());
        let (now, held) = (State::default(), State::default());
        let mut visit = Visit { stock, bounds, visit, dice, made: 0, model: false, seen, now, held };
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
            holds: self.now.holds() == Some(true),
            beyond: self.now.beyond > 0,
            model: self.model,
            visit: self.visit,
            instance,
        };
        let (sites, chosen) = (&self.stock.sites, &self.now.chosen);
        self.stock.base.say(draft, test, |out| sites.write(chosen, out));
        Made::Test
    }

    /// Back to the seed.
    fn begin(&mut self) {
        let base = &mut self.stock.base;
        base.roll_back();
        self.dice = base.dice(self.visit);
        self.made = 0;
        self.seen.clear();
        let asked = base.roots.iter().map(|&root| (root, Some(Answer::Holds))).collect();
        let roots = base.has_witness().then_some(asked);
        self.now = State { chosen: vec![0; self.stock.sites.all.len()], roots, beyond: 0, hash: 0 };
        self.seen.insert(self.now.hash);
        self.held.clone_from(&self.now);
    }

    /// Goes on to the next mutant; false when there is none.
    fn advance(&mut self) -> bool {
        match self.stock.sites.ways() {
            Some(ways) if ways <= COUNTED => self.count(ways),
            _ => self.step(),
        }
    }

    /// Replaces a few operators.
    fn step(&mut self) -> bool {
        if self.now.holds() != Some(false) {
            self.held.clone_from(&self.now);
        } else if self.dice.chance(RETURNS) {
            self.now.clone_from(&self.held);
        }
        let wanted = if self.made == 0 { LEAP } else { 1 + self.dice.below(self.bounds.changes.max(1)) };
        for change in 0..wanted + ATTEMPTS {
            let site = self.dice.below(self.stock.sites.all.len());
            let others = self.stock.sites.all[site].choices.len() - 1;
            let choice = self.dice.below(others) as u8;
            self.put(site, choice + u8::from(choice >= self.now.chosen[site]));
            if change + 1 >= wanted && self.seen.insert(self.now.hash) {
                self.judge();
                return true;
            }
        }
        false
    }

    /// Goes on to the next of all mutants, in an order that looks like none.
    fn count(&mut self, ways: u64) -> bool {
        let others = ways - 1;
        let number = self.visit.saturating_mul(self.bounds.iterations).saturating_add(self.made);
        if number >= others {
            return false;
        }
        let mut dice = self.stock.base.dice(u64::MAX);
        let mut stride = dice.number() % others.max(1);
        while gcd(stride, others) != 1 {
            stride += 1;
        }
        let start = dice.number() % others;
        let mut left =
            1 + ((u128::from(stride) * u128::from(number) + u128::from(start)) % u128::from(others)) as u64;
        for site in 0..self.now.chosen.len() {
            let choices = self.stock.sites.all[site].choices.len() as u64;
            self.put(site, (left % choices) as u8);
            left /= choices;
        }
        self.judge();
        true
    }

    /// Puts a choice at a site.
    fn put(&mut self, site: usize, choice: u8) {
        let before = std::mem::replace(&mut self.now.chosen[site], choice);
        if before == choice {
            return;
        }
        let Site { choices, assertion, position, .. } = &self.stock.sites.all[site];
        let (old, new) = (&choices[usize::from(before)], &choices[usize::from(choice)]);
        self.now.beyond = self.now.beyond + usize::from(new.beyond) - usize::from(old.beyond);
        self.now.hash ^= mark(site, before) ^ mark(site, choice);
        let Some((root, answer)) = self.now.roots.as_mut().and_then(|roots| roots.get_mut(*assertion)) else {
            return;
        };
        let Base { script, rewriter, .. } = &mut self.stock.base;
        let arena = &mut script.arena;
        let changed = position.term(arena, *root).and_then(|term| {
            let parts = arena.term(term);
            let (args, sort) = (parts.args.to_vec(), parts.sort);
            let term = arena.intern(new.head, &args, sort);
            rewriter.replace_at(arena, *root, position, term)
        });
        match changed {
            Some(changed) => (*root, *answer) = (changed, None),
            // The text goes on without its term: of this and all that follow nothing is known.
            None => self.now.roots = None,
        }
    }

    /// Asks the witness.
    fn judge(&mut self) {
        for (root, answer) in self.now.roots.iter_mut().flatten() {
            answer.get_or_insert_with(|| self.stock.base.answer(*root));
        }
    }
}

/// Tells one choice at one site from all others.
fn mark(site: usize, choice: u8) -> u64 {
    if choice == 0 { 0 } else { Dice::new(&[site as u64, u64::from(choice)]).number() }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
