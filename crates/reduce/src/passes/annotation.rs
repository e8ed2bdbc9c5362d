//! Terms without annotations.

use smtlib::{Head, Script, TermId};

use super::{Replacement, TermPass};

/// `t` in the place of `(! t …)`.
pub(super) struct Annotations;

impl TermPass for Annotations {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        matches!(script.arena.term(term).head, Head::Annotated(_))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        script.arena.term(term).args.first().map(|&inner| Replacement::Term(inner)).into_iter().collect()
    }
}
