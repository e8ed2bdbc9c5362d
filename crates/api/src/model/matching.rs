//! Sorts against the patterns of a signature.

use smtlib::theory::{DIMS, Dim, Pattern, Relation, Signature};
use smtlib::{SortCtor, SortId, Sorts};

/// What the letters of a signature stand for.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    pub(super) dims: [Option<i64>; DIMS],
    sorts: [Option<SortId>; 4],
    number: Option<SortId>,
}

impl Letters {
    pub(super) fn new() -> Letters {
        Letters { dims: [None; DIMS], sorts: [None; 4], number: None }
    }

    /// Matches a sort, without coercions; letters that have no meaning yet get one.
    pub(super) fn fits(&mut self, sorts: &Sorts, pattern: &Pattern, sort: SortId) -> bool {
        match (pattern, sorts.ctor(sort)) {
            (Pattern::Bool, SortCtor::Bool)
            | (Pattern::Int, SortCtor::Int)
            | (Pattern::Real, SortCtor::Real)
            | (Pattern::RoundingMode, SortCtor::RoundingMode)
            | (Pattern::String, SortCtor::String)
            | (Pattern::RegLan, SortCtor::RegLan)
            | (Pattern::Any, _) => true,
            (Pattern::Num, SortCtor::Int | SortCtor::Real) => same(&mut self.number, sort),
            // Languages are no values: nothing may be chosen between or compared.
            (Pattern::Var(_), SortCtor::RegLan) => false,
            (Pattern::Var(letter), _) => {
                self.sorts.get_mut(*letter as usize).is_some_and(|known| same(known, sort))
            }
            (Pattern::BitVec(width), SortCtor::BitVec(actual)) => self.dim(width, actual),
            (Pattern::Float(eb, sb), SortCtor::Float(e, s)) => self.dim(eb, e) && self.dim(sb, s),
            (Pattern::Array(index, element), SortCtor::Array) => match *sorts.args(sort) {
                [i, e] => self.fits(sorts, index, i) && self.fits(sorts, element, e),
                _ => false,
            },
            _ => false,
        }
    }

    fn dim(&mut self, dim: &Dim, actual: u32) -> bool {
        let actual = i64::from(actual);
        match (dim.value(&self.dims), dim.variable()) {
            (Some(value), _) => value == actual,
            (None, Some(letter)) => {
                self.dims[letter as usize] = Some(actual);
                true
            }
            // A sum whose parts are indices that are still to be drawn.
            (None, None) => false,
        }
    }

    /// Whether the signature's conditions hold, as far as they are decided.
    pub(super) fn hold(&self, signature: &Signature) -> bool {
        signature.conditions.iter().all(|(left, relation, right)| {
            match (left.value(&self.dims), right.value(&self.dims)) {
                (Some(left), Some(right)) => match relation {
                    Relation::Less => left < right,
                    Relation::LessEq => left <= right,
                },
                _ => true,
            }
        })
    }
}

fn same(known: &mut Option<SortId>, sort: SortId) -> bool {
    *known.get_or_insert(sort) == sort
}
