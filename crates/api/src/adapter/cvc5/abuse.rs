//! Calls that cvc5 must complain about: its C interface tells every error.

use super::world::Manager;
use super::{Object, TABLE};
use crate::adapter::{Done, Refused};

impl Manager<'_> {
    /// Passes nothing, or a term of another manager, in one place of a kind.
    pub(super) fn abused(&self, way: u32) -> Done<Option<String>> {
        let terms: Vec<Object> = self.terms.iter().map(|(_, term)| term).collect();
        let missing = || Refused::because("there is nothing to be misused");
        let &term = terms.get(way as usize / 7 % terms.len().max(1)).ok_or_else(missing)?;
        let (op, name, _) = TABLE[way as usize % TABLE.len()];
        let &(kind, _) = self.cvc5.kinds.get(&op).ok_or_else(missing)?;
        let (count, indices) = (op.row().signature.args.len().max(1), op.row().signature.indices.len());
        let place = (way / 512) as usize % count;
        let foreign = (way / 4096).is_multiple_of(2);
        let stranger = Manager::new(self.cvc5);
        let mut args = vec![term; count];
        args[place] = std::ptr::null_mut();
        if foreign {
            // SAFETY: the manager lives until this ends.
            args[place] =
                stranger.made(unsafe { (self.cvc5.functions.mk_boolean)(stranger.manager, true) })?;
        }
        let what = if foreign { "a term of another manager" } else { "nothing" };
        Ok(match self.of_kind(kind, &vec![1; indices], &args) {
            Ok(_) => Some(format!("a term of kind {name} takes {what} in place {place} without an error")),
            Err(_) => None,
        })
    }
}
