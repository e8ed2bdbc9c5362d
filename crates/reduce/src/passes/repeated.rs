//! Terms that occur more than once.

use rustc_hash::FxHashMap;
use smtlib::{Rewriter, Script, TermId};

use super::constant::constants;
use super::place::everywhere;
use super::{ScriptPass, places};

/// A constant, or an argument, in the place of all occurrences of a term at once.
pub(super) struct Repeated;

/// Terms that are tried.
const AT_MOST: usize = 64;

impl ScriptPass for Repeated {
    fn name(&self) -> &'static str {
        "repeated terms"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let mut script = script.clone();
        let mut counts: FxHashMap<TermId, usize> = FxHashMap::default();
        for place in places(&script) {
            *counts.entry(place.term).or_default() += 1;
        }
        let compound =
            |&(term, count): &(TermId, usize)| count > 1 && !script.arena.term(term).args.is_empty();
        let mut repeated: Vec<(TermId, usize)> = counts.into_iter().filter(compound).collect();
        // The youngest terms are the outermost.
        repeated.sort_by_key(|&(term, _)| std::cmp::Reverse(term));
        let mut all = Vec::new();
        for (term, _) in repeated.into_iter().take(AT_MOST) {
            // Bound variables may not leave their binders; a value without them may go anywhere.
            let sort = script.arena.sort_of(term);
            let mut values = constants(&mut script, sort);
            let args = script.arena.term(term).args.to_vec();
            let free = Rewriter::new().free.scoped(&script.arena, term);
            values.extend(args.into_iter().filter(|&it| script.arena.sort_of(it) == sort && free.is_empty()));
            all.extend(values.into_iter().filter_map(|value| everywhere(script.clone(), term, value)));
        }
        all
    }
}
