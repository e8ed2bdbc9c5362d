//! Constants of the script, old or new, in the place of terms.

use smtlib::{FunKind, Head, Script, TermId};

use super::{Replacement, TermPass};

/// The first declared constants of the same sort, or a new one.
pub(super) struct Variables;

/// Constants that are tried at one place.
const AT_MOST: usize = 2;

impl TermPass for Variables {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        !matches!(script.arena.term(term).head, Head::Literal(..) | Head::Var(_))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let sort = script.arena.sort_of(term);
        let fits = |fun: &smtlib::Fun| {
            matches!(fun.kind, FunKind::Declared)
                && fun.params.is_empty()
                && script.arena.sorts.canonical(fun.result) == sort
        };
        let funs: Vec<_> = script.arena.funs().filter(|(_, fun)| fits(fun)).map(|(id, _)| id).collect();
        let constants =
            funs.into_iter().take(AT_MOST).map(|fun| Replacement::Term(script.arena.fun_term(fun)));
        let mut all: Vec<Replacement> = constants.collect();
        if !script.arena.term(term).args.is_empty() {
            all.push(Replacement::Fresh(sort));
        }
        all
    }
}
