//! What a chain of mutations takes from one seed.

use rustc_hash::FxHashMap;
use smtlib::theory::{Op, Table};
use smtlib::{Lets, Measures, SortId, TermId, Walk};

use super::alternatives::{Alternative, alternatives};
use super::base::Base;
use super::chain::{Bounds, Visit};
use super::kinds::Kind;
use super::shapes::Shapes;
use crate::walk::Pool;

/// A seed, and what can be put into it.
pub struct Stock {
    pub(super) base: Base,
    pub(super) pool: Pool,
    pub(super) shapes: Shapes,
    pub(super) measures: Measures,
    /// What may be done.
    pub(super) kinds: &'static [Kind],
    /// Whether every mutant has to satisfy the witness.
    pub(super) steady: bool,
    /// By operator: whether it may be used.
    known: Vec<bool>,
    /// What was found for a term, as long as its number means it.
    found: FxHashMap<TermId, Vec<Alternative>>,
}

/// Tells the random numbers of shapes from all others.
const SHAPES: u64 = u64::MAX - 1;

impl Stock {
    /// Finds what can be put into a seed, of operators that `knows` lets through.
    pub(crate) fn new(
        mut base: Base,
        kinds: &'static [Kind],
        steady: bool,
        knows: &dyn Fn(Op) -> bool,
    ) -> Stock {
        let sorts = sorts(&base);
        let roots = base.roots.clone();
        let pool = Pool::of(&mut base.script.arena, &mut base.rewriter, &roots);
        let mut dice = base.dice(SHAPES);
        let shapes = Shapes::of(&mut base.script, &sorts, knows, &mut dice);
        base.keep();
        let known = Table::get().rows().iter().map(|row| knows(row.op)).collect();
        let (measures, found) = (Measures::new(Lets::Kept), FxHashMap::default());
        Stock { base, pool, shapes, measures, kinds, steady, known, found }
    }

    /// The operators that mutants may have besides those of the seed.
    pub fn operators(&self) -> Vec<Op> {
        let rows = Table::get().rows().iter().map(|row| row.op);
        let mut operators: Vec<Op> = self.shapes.operators().collect();
        // Another operator has the sorts of one that is there: it is one of the shapes, or takes more arguments.
        operators.extend(rows.filter(|op| {
            self.known[op.index()]
                && super::base::is_standard(*op)
                && op.theory() == smtlib::theory::Theory::Core
        }));
        operators.sort_unstable();
        operators.dedup();
        operators
    }

    /// Whether all its mutants satisfy a model of the seed.
    pub fn is_steady(&self) -> bool {
        self.steady
    }

    /// Whether a model of the seed is known.
    pub fn has_witness(&self) -> bool {
        self.base.has_witness()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.base.bytes() + (64 << 10)
    }

    /// Begins visit number `visit`.
    pub fn visit<'v>(&'v mut self, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        Visit::new(self, bounds, visit)
    }

    /// Other operators for the arguments of a term.
    pub(super) fn alternatives(&mut self, term: TermId) -> &[Alternative] {
        let Stock { base, known, found, .. } = self;
        found.entry(term).or_insert_with(|| alternatives(&mut base.script, term, &|op| known[op.index()]))
    }

    /// Back to the seed.
    pub(super) fn roll_back(&mut self) {
        self.base.roll_back();
        self.found.clear();
    }
}

/// The sorts of a seed's terms, the commonest first.
fn sorts(base: &Base) -> Vec<SortId> {
    let arena = &base.script.arena;
    let mut counts: Vec<(SortId, usize)> = vec![(SortId::BOOL, 0)];
    for &term in Walk::new().post_order(arena, base.roots.iter().copied(), Lets::Kept) {
        let sort = arena.sort_of(term);
        match counts.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, count)) => *count += 1,
            None => counts.push((sort, 1)),
        }
    }
    counts.retain(|(sort, _)| !arena.sorts.has_opaque(*sort));
    counts.sort_by_key(|(sort, count)| (std::cmp::Reverse(*count), sort.index()));
    counts.into_iter().map(|(sort, _)| sort).collect()
}
