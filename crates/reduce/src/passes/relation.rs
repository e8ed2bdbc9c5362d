//! Equality in the place of other relations.

use smtlib::theory::{CoreOp, Op};
use smtlib::{Head, Script, SortCtor, TermId};

use super::{Replacement, TermPass};

/// `(= a b)` in the place of `(<= a b)`, `(bvslt a b)`, `(str.prefixof a b)`: every solver knows it best.
pub(super) struct Relations;

impl TermPass for Relations {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        let sort = |term: TermId| script.arena.sort_of(term);
        let parts = script.arena.term(term);
        let related = match parts.head {
            Head::Op(Op::Core(op), ..) => op == CoreOp::Distinct,
            Head::Op(..) => true,
            _ => false,
        };
        related
            && matches!(script.arena.sorts.ctor(sort(term)), SortCtor::Bool)
            && parts.args.len() > 1
            && parts.args.iter().all(|&arg| sort(arg) == sort(parts.args[0]))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let args = script.arena.term(term).args.to_vec();
        script.arena.apply(CoreOp::Eq, &[], &args).map(Replacement::Term).into_iter().collect()
    }
}
