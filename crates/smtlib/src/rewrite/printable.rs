//! Whether the text of a term means the term.

use super::Rewriter;
use super::free::bound_in;
use crate::arena::Arena;
use crate::decl::VarId;
use crate::term::{Head, TermId};
use crate::walk::{Lets, Walk};

/// Whether every variable of a term is found by its name at its own binder when the term is printed and read again.
/// The variables in `params` are bound outside: by a definition's header.
pub fn is_printable(arena: &Arena, term: TermId, params: &[VarId]) -> bool {
    unprintable_at(arena, term, params).is_none()
}

/// The smallest sub-term at which [`is_printable`] fails: a binder that catches something else, or the whole term
/// when a variable is not bound at all.
pub fn unprintable_at(arena: &Arena, term: TermId, params: &[VarId]) -> Option<TermId> {
    let mut rewriter = Rewriter::new();
    let mut walk = Walk::new();
    for &node in walk.post_order(arena, [term], Lets::Kept) {
        if !rewriter.binds_properly(arena, node) {
            return Some(node);
        }
    }
    let free = rewriter.free.written(arena, term);
    let unbound = rewriter.free.sets.iter(free).any(|v| !params.contains(&v));
    let hidden = (0..params.len()).any(|i| rewriter.catches(arena, params, i, term));
    (unbound || hidden).then_some(term)
}

impl Rewriter {
    fn binds_properly(&mut self, arena: &Arena, node: TermId) -> bool {
        let term = arena.term(node);
        if let Head::Let(vars) = term.head {
            let vars = arena.var_list(vars);
            let agrees = |(&var, &definition)| arena.definition(var) == Some(definition);
            if term.args.len() != vars.len() + 1 || !vars.iter().zip(term.args).all(agrees) {
                return false;
            }
        }
        term.args.iter().enumerate().all(|(i, &arg)| {
            let vars = bound_in(arena, term.head, i);
            (0..vars.len()).all(|v| !self.catches(arena, vars, v, arg))
        })
    }
}
