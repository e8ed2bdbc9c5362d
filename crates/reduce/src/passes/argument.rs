//! Fewer arguments.

use smtlib::{Head, Script, TermId};

use super::{Replacement, TermPass};

/// The same operator with fewer arguments, where it takes fewer: halves first, then one less.
pub(super) struct Arguments;

impl TermPass for Arguments {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        let term = script.arena.term(term);
        matches!(term.head, Head::Op(..)) && term.args.len() > 1
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let Head::Op(op, spelling, qual) = script.arena.term(term).head else { return Vec::new() };
        let (sort, args) = (script.arena.sort_of(term), script.arena.term(term).args.to_vec());
        let mut fewer: Vec<Vec<TermId>> = Vec::new();
        let mut size = args.len() / 2;
        while size > 0 {
            for start in (0..args.len()).step_by(size) {
                let end = (start + size).min(args.len());
                fewer.push(args[..start].iter().chain(&args[end..]).copied().collect());
            }
            size /= 2;
        }
        // `(+ x)` is no SMT-LIB, though many read it.
        let made = fewer.into_iter().filter(|args| args.len() > 1);
        let made =
            made.filter_map(|args| script.arena.apply_op(op, spelling, qual, &args)).collect::<Vec<_>>();
        made.into_iter().filter(|&it| script.arena.sort_of(it) == sort).map(Replacement::Term).collect()
    }
}
