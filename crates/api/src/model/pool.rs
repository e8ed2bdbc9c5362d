//! Terms to choose from, by sort.

use smtlib::SortId;
use strategy::Dice;

/// Handles of terms by their sorts, each in the order they were made.
#[derive(Debug, Default)]
pub(super) struct Pool {
    sorts: Vec<(SortId, Vec<u32>)>,
}

/// How many of the latest terms are preferred, so that terms grow deep.
const LATEST: usize = 6;

impl Pool {
    pub(super) fn add(&mut self, sort: SortId, term: u32) {
        match self.sorts.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, terms)) => terms.push(term),
            None => self.sorts.push((sort, vec![term])),
        }
    }

    pub(super) fn sorts(&self) -> impl Iterator<Item = SortId> + '_ {
        self.sorts.iter().map(|(sort, _)| *sort)
    }

    pub(super) fn of(&self, sort: SortId) -> &[u32] {
        self.sorts.iter().find(|(known, _)| *known == sort).map_or(&[], |(_, terms)| terms)
    }

    /// A term of a sort: often one of the latest.
    pub(super) fn pick(&self, sort: SortId, dice: &mut Dice) -> Option<u32> {
        let terms = self.of(sort);
        let from = if dice.chance(50) { terms.len().saturating_sub(LATEST) } else { 0 };
        dice.pick(&terms[from..]).copied()
    }

    /// Takes a term away.
    pub(super) fn remove(&mut self, sort: SortId, term: u32) {
        if let Some((_, terms)) = self.sorts.iter_mut().find(|(known, _)| *known == sort) {
            terms.retain(|it| *it != term);
        }
    }

    /// A term of any sort.
    pub(super) fn any(&self, dice: &mut Dice) -> Option<u32> {
        let (sort, _) = dice.pick(&self.sorts)?;
        self.pick(*sort, dice)
    }
}
