//! Parts in the place of the whole.

use smtlib::{Head, Rewriter, Script, TermId};

use super::{Replacement, TermPass};

/// The nearest parts of the same sort: arguments, their arguments, and those below others. Conjuncts and disjuncts among
/// them.
pub(super) struct Children;

/// Parts that are tried at one place.
const AT_MOST: usize = 16;
/// How far below a part may stand.
const LEVELS: usize = 4;

impl TermPass for Children {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        !script.arena.term(term).args.is_empty()
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let sort = script.arena.sort_of(term);
        let mut found = Vec::new();
        let mut level = vec![term];
        let mut rewriter = Rewriter::new();
        for depth in 0..LEVELS {
            let mut next: Vec<TermId> = Vec::new();
            for &parent in &level {
                let binds = matches!(script.arena.term(parent).head, Head::Binder(..) | Head::Match(_));
                for child in script.arena.term(parent).args.to_vec() {
                    // A bound variable means nothing outside of its binder.
                    let open = |rewriter: &mut Rewriter| {
                        let inside = rewriter.free.scoped(&script.arena, child);
                        let outside = rewriter.free.scoped(&script.arena, term);
                        inside.iter().any(|var| !outside.contains(var))
                    };
                    if binds && open(&mut rewriter) {
                        continue;
                    }
                    let same = script.arena.sort_of(child) == sort;
                    if same && !found.contains(&child) {
                        found.push(child);
                    }
                    // One step further: `(not (not p))` needs two at once.
                    if !same || depth == 0 {
                        next.push(child);
                    }
                }
            }
            level = next;
        }
        found.truncate(AT_MOST);
        found.into_iter().map(Replacement::Term).collect()
    }
}
