//! Sorts as Alt-Ergo's types.

use super::names::Named;
use super::{Unsayable, Writer};
use crate::print::sort_text;
use crate::sort::{SortCtor, SortId};

impl Writer<'_> {
    /// The type of a sort. Sorts are never deep, so this recurs.
    pub(super) fn sort(&mut self, sort: SortId) -> Result<String, Unsayable> {
        let arena = &self.script.arena;
        let sort = arena.sorts.canonical(sort);
        let args = arena.sorts.args(sort);
        Ok(match (arena.sorts.ctor(sort), args) {
            (SortCtor::Bool, _) => "bool".to_owned(),
            (SortCtor::Int, _) => "int".to_owned(),
            (SortCtor::Real, _) => "real".to_owned(),
            (SortCtor::BitVec(width), _) => format!("bitv[{width}]"),
            (SortCtor::Array, &[index, element]) => {
                format!("({}, {}) farray", self.sort(index)?, self.sort(element)?)
            }
            (SortCtor::User(decl), []) => self.names.name(arena, Named::Sort(decl)),
            _ => return Err(Unsayable::sort(&sort_text(arena, sort))),
        })
    }
}
