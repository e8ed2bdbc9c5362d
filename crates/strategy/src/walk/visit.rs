//! A visit of a seed: the paper's algorithm 1.

mod say;

use std::borrow::Cow;
use std::hash::Hasher;
use std::mem;

use eval::Value;
use rustc_hash::{FxHashSet, FxHasher};
use smtlib::{Arena, Features, Position, TermId};

use super::assertion::Assertion;
use super::repertoire::Repertoire;
use super::statistics::Statistics;
use super::stock::Stock;
use super::{Bounds, Made};
use crate::dice::Dice;
use crate::factor::is_factor;
use crate::rules::Match;
use crate::test::{Previous, Test};

/// What asking for a model adds to a script.
const MODEL_BYTES: usize = 48;
/// How many levels of a term a rule's pattern looks at, nearly always.
const REACH: usize = 3;
/// Choices for one step before the walk is given up.
const ATTEMPTS: usize = 24;

/// Walks from one seed.
pub struct Visit<'v> {
    stock: &'v mut Stock,
    bounds: &'v Bounds,
    statistics: &'v mut Statistics,
    seen: &'v mut FxHashSet<u64>,
    visit: u64,
    dice: Dice,
    /// Tests made.
    made: u64,
    /// Texts of this visit: none is made twice.
    texts: FxHashSet<u64>,
    /// By rule: how often it was used on this visit.
    uses: Vec<u32>,
    walk: Walking,
}

/// A walk under way.
struct Walking {
    assertions: Vec<Assertion>,
    steps: Vec<Cow<'static, str>>,
    /// Whether it needs more than the seed's logic allows.
    beyond: bool,
    text: Vec<u8>,
    /// The assertion that is tried.
    draft: Vec<u8>,
    previous: Previous,
    /// By rule: in how many places it applies.
    counts: Vec<u32>,
    /// What may not be exceeded.
    most: usize,
}

/// A step that was taken.
struct Taken {
    assertion: usize,
    root: TermId,
    position: Position,
    found: Match,
    new: TermId,
    /// Whether it changed a part of a product: what was linear may not be any more.
    factor: bool,
}

/// Why a step was not taken.
enum Refusal {
    /// The rule needs a term that there is not, or its condition does not hold.
    Unbuildable,
    TooLong,
    Twice,
    /// Nobody knows whether the witness is one of the result.
    Unknown,
    /// The result is false under the witness, in an assertion of this number: a bug of ours.
    False(usize),
}

impl<'v> Visit<'v> {
    pub(super) fn new(
        stock: &'v mut Stock,
        bounds: &'v Bounds,
        visit: u64,
        statistics: &'v mut Statistics,
        seen: &'v mut FxHashSet<u64>,
    ) -> Visit<'v> {
        let rules = stock.rules.book.readings().len();
        let dice = dice_of(stock, visit);
        let walk = Walking {
            assertions: Vec::new(),
            steps: Vec::new(),
            beyond: false,
            text: Vec::new(),
            draft: Vec::new(),
            previous: Previous::default(),
            counts: Vec::new(),
            most: 0,
        };
        let texts = FxHashSet::default();
        let mut visit = Visit {
            stock,
            bounds,
            statistics,
            seen,
            visit,
            dice,
            made: 0,
            texts,
            uses: vec![0; rules],
            walk,
        };
        visit.begin();
        visit
    }

    /// Makes test number `instance`, and those before it that were not made yet. The same numbers give the same test.
    pub fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        if instance < self.made {
            self.dice = dice_of(self.stock, self.visit);
            self.made = 0;
            self.texts.clear();
            self.uses.fill(0);
            self.begin();
        }
        loop {
            let made = self.advance(test);
            if self.made > instance || made != Made::Test {
                return made;
            }
        }
    }

    /// How many tests it makes.
    pub fn tests(&self) -> u64 {
        self.bounds.iterations
    }

    /// Back to the seed.
    fn begin(&mut self) {
        self.stock.roll_back();
        self.walk.assertions.clone_from(&self.stock.begin);
        self.walk.steps.clear();
        self.walk.beyond = false;
        self.walk.counts.clear();
        self.walk.counts.resize(self.uses.len(), 0);
        for assertion in &self.walk.assertions {
            count(&self.stock.rules, &mut self.walk.counts, assertion, true);
        }
        self.write();
        let length = self.walk.text.len();
        self.walk.most = (self.bounds.growth * length).saturating_sub(MODEL_BYTES).max(length);
        self.texts.insert(hash(&self.walk.text));
        self.statistics.walks += 1;
    }

    fn advance(&mut self, test: &mut Test) -> Made {
        if self.walk.steps.len() as u64 >= self.bounds.steps {
            self.begin();
        }
        if let Some(made) = self.step(test) {
            return made;
        }
        if self.walk.steps.is_empty() {
            return Made::Nothing;
        }
        // A dead end: the next walk finds another way.
        self.begin();
        self.step(test).unwrap_or(Made::Nothing)
    }

    /// Takes a step; nothing when no choice leads to one.
    fn step(&mut self, test: &mut Test) -> Option<Made> {
        let options = self.rules();
        for _ in 0..ATTEMPTS {
            let (assertion, place, found) = self.choose(&options)?;
            let refusal = match self.attempt(assertion, place, found) {
                Ok(taken) if self.take(&taken, options.len()) => {
                    self.say(test);
                    return Some(Made::Test);
                }
                Ok(_) => Refusal::Twice,
                Err(refusal) => refusal,
            };
            let why = match refusal {
                Refusal::Unbuildable => "not applicable after all",
                Refusal::TooLong => "too long",
                Refusal::Twice => "made before",
                Refusal::Unknown => "witness undecided",
                Refusal::False(assertion) => {
                    let rule = self.stock.rules.book.reading(&found).rule.name;
                    mem::swap(&mut self.walk.assertions[assertion].text, &mut self.walk.draft);
                    self.write();
                    self.made += 1;
                    self.say(test);
                    self.begin();
                    return Some(Made::Flaw(format!(
                        "rule {rule} makes assertion {assertion} false under the witness of the seed"
                    )));
                }
            };
            *self.statistics.refused.entry(why.to_owned()).or_default() += 1;
        }
        None
    }

    /// The rules that apply somewhere.
    fn rules(&self) -> Vec<u16> {
        let counts = self.walk.counts.iter().enumerate();
        counts.filter(|(_, count)| **count > 0).map(|(rule, _)| rule as u16).collect()
    }

    /// A rule, then one of its readings and places. Of two rules that are drawn the one that was used less often is
    /// taken: a few rules apply to everything, and would be most of every walk.
    fn choose(&mut self, rules: &[u16]) -> Option<(usize, u32, Match)> {
        let (one, other) = (*self.dice.pick(rules)?, *self.dice.pick(rules)?);
        let uses = |rule: u16| self.uses[usize::from(rule)];
        let rule = if uses(one) <= uses(other) { one } else { other };
        let mut left = self.dice.below(self.walk.counts[usize::from(rule)] as usize);
        let rules = &self.stock.rules;
        for (i, assertion) in self.walk.assertions.iter().enumerate() {
            for (place, found) in &assertion.options {
                if rules.rule_of(found) == usize::from(rule) {
                    if left == 0 {
                        return Some((i, *place, *found));
                    }
                    left -= 1;
                }
            }
        }
        None
    }

    /// What a choice leads to.
    fn attempt(&mut self, assertion: usize, place: u32, found: Match) -> Result<Taken, Refusal> {
        let Stock { arena, rewriter, pool, ledger, printer, rules, .. } = &mut *self.stock;
        let Assertion { root, places, .. } = &self.walk.assertions[assertion];
        let position = places.position(place as usize);
        let bound: Vec<TermId> = position
            .bound(arena, *root)
            .into_iter()
            .filter(|&var| arena.definition(var).is_none())
            .collect::<Vec<_>>()
            .into_iter()
            .map(|var| arena.var_term(var))
            .collect();
        // The rule draws from the same numbers as the terms that are filled in.
        let mut filling = Dice::new(&[self.dice.number()]);
        let mut fill = |arena: &Arena, sort| pool.pick(arena, sort, &bound, &mut filling);
        let new = rules
            .book
            .apply(arena, rewriter, &found, &mut self.dice, &mut fill)
            .ok_or(Refusal::Unbuildable)?;
        let root = rewriter.replace_at(arena, *root, &position, new).ok_or(Refusal::Unbuildable)?;
        if root == self.walk.assertions[assertion].root {
            return Err(Refusal::Unbuildable);
        }
        self.walk.draft.clear();
        printer.term(arena, root, &mut self.walk.draft);
        let rest = self.walk.text.len() - self.walk.assertions[assertion].text.len();
        if rest + self.walk.draft.len() > self.walk.most {
            return Err(Refusal::TooLong);
        }
        if let Some(ledger) = ledger {
            match ledger.value(arena, root) {
                Ok(Value::Bool(true)) => {}
                Ok(_) => return Err(Refusal::False(assertion)),
                Err(_) => return Err(Refusal::Unknown),
            }
        }
        let factor = is_factor(arena, self.walk.assertions[assertion].root, &position);
        Ok(Taken { assertion, root, position, found, new, factor })
    }

    /// Goes on from what a choice leads to; false when this text was there before.
    fn take(&mut self, taken: &Taken, applicable: usize) -> bool {
        let reading = self.stock.rules.book.reading(&taken.found);
        let (name, introduces) = (reading.rule.name, reading.introduces);
        let assertion = &mut self.walk.assertions[taken.assertion];
        let before = mem::replace(&mut assertion.root, taken.root);
        mem::swap(&mut assertion.text, &mut self.walk.draft);
        mem::swap(&mut self.walk.text, &mut self.walk.previous.text);
        let beyond = self.walk.beyond;
        let needed = if taken.factor { Features::NONLINEAR } else { Features::NONE };
        self.walk.beyond |= !(introduces | needed).is_subset(self.stock.logic.1);
        self.write();
        let hash = hash(&self.walk.text);
        if !self.texts.insert(hash) {
            let assertion = &mut self.walk.assertions[taken.assertion];
            assertion.root = before;
            mem::swap(&mut assertion.text, &mut self.walk.draft);
            mem::swap(&mut self.walk.text, &mut self.walk.previous.text);
            self.walk.beyond = beyond;
            return false;
        }
        let Stock { arena, memo, finder, rules, label, measures, .. } = &mut *self.stock;
        let assertion = &mut self.walk.assertions[taken.assertion];
        let (mut old, mut new) = (before, taken.root);
        let steps = taken.position.steps();
        for step in &steps[..(steps.len() + 1).saturating_sub(REACH)] {
            memo.inherit(arena, old, new);
            let below = |term: TermId| arena.term(term).args.get(*step as usize).copied();
            let (Some(old_below), Some(new_below)) = (below(old), below(new)) else { break };
            (old, new) = (old_below, new_below);
        }
        count(rules, &mut self.walk.counts, assertion, false);
        assertion.find(arena, finder, memo, rules, *label);
        count(rules, &mut self.walk.counts, assertion, true);
        let size = measures.tree_size(arena, taken.found.term) + measures.tree_size(arena, taken.new);
        self.walk.previous.size = u32::try_from(size).unwrap_or(u32::MAX);
        self.walk.previous.rule = name;
        let rule = rules.rule_of(&taken.found);
        self.note(hash, rule, name, applicable);
        self.walk.steps.push(Cow::Borrowed(name));
        self.made += 1;
        true
    }
}

/// Counts an assertion's options in, or out.
fn count(rules: &Repertoire, counts: &mut [u32], assertion: &Assertion, into: bool) {
    for (_, found) in &assertion.options {
        let count = &mut counts[rules.rule_of(found)];
        *count = if into { *count + 1 } else { *count - 1 };
    }
}

fn dice_of(stock: &Stock, visit: u64) -> Dice {
    let provenance = &stock.provenance;
    let seed = u64::from_str_radix(provenance.seed_hash.get(..16).unwrap_or("0"), 16).unwrap_or(0);
    Dice::new(&[provenance.campaign, seed, visit])
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hasher.finish()
}
