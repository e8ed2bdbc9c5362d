//! Lets inlined.

use smtlib::{Head, Rewriter, Script, TermId};

use super::{Replacement, ScriptPass, TermPass};

/// What lets define in the place of their variables: in one term, or in the whole script.
pub(super) struct Lets;

impl TermPass for Lets {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        matches!(script.arena.term(term).head, Head::Let(_))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let Some(&body) = script.arena.term(term).args.last() else { return Vec::new() };
        vec![Replacement::Term(Rewriter::new().close_lets(&mut script.arena, body))]
    }
}

impl ScriptPass for Lets {
    fn name(&self) -> &'static str {
        "lets"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let mut inlined = script.clone();
        inlined.inline_lets();
        // As a text it may be exponentially larger.
        let mut measures = smtlib::Measures::new(smtlib::Lets::Kept);
        let size: u64 = inlined.root_terms().map(|root| measures.tree_size(&inlined.arena, root)).sum();
        let small = size < 1 << 20 && inlined.commands != script.commands;
        small.then_some(inlined).into_iter().collect()
    }
}
