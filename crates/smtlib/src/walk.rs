//! Visiting the distinct sub-terms of terms, with a stack of our own and buffers that are kept between walks.

use crate::arena::Arena;
use crate::term::{Head, TermId};

/// Whether a let variable is a leaf, or stands above its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lets {
    /// A let variable is a leaf, as in the text.
    Kept,
    /// A let variable has its definition as its one argument. A variable has one value wherever it stands, so this
    /// reaches every value that a term depends on, also of a term that was taken out of its `let`.
    Through,
}

/// The `i`th term directly below a term.
#[inline]
pub(crate) fn child(arena: &Arena, term: TermId, i: usize, lets: Lets) -> Option<TermId> {
    let parts = arena.term(term);
    match parts.head {
        Head::Var(var) if lets == Lets::Through && i == 0 => arena.definition(var),
        _ => parts.args.get(i).copied(),
    }
}

/// A reusable walk over terms.
///
/// ```
/// use smtlib::{Lets, Script, Walk};
///
/// let script = Script::parse(b"(declare-const p Bool) (assert (and p (not p)))").unwrap();
/// let mut walk = Walk::new();
/// let order = walk.post_order(&script.arena, script.assertions(), Lets::Kept);
/// assert_eq!(order.len(), 3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// By term: the number of the walk that saw it last.
    seen: Vec<u32>,
    walk: u32,
    stack: Vec<(TermId, u32)>,
    order: Vec<TermId>,
}

impl Walk {
    /// A walk with empty buffers.
    pub fn new() -> Walk {
        Walk::default()
    }

    /// The distinct sub-terms of the roots, the roots included, each after those below it.
    pub fn post_order(
        &mut self,
        arena: &Arena,
        roots: impl IntoIterator<Item = TermId>,
        lets: Lets,
    ) -> &[TermId] {
        self.post_order_where(arena, roots, lets, |_| true)
    }

    /// As [`Walk::post_order`], without the terms that `enter` refuses and what only they lead to.
    pub fn post_order_where(
        &mut self,
        arena: &Arena,
        roots: impl IntoIterator<Item = TermId>,
        lets: Lets,
        mut enter: impl FnMut(TermId) -> bool,
    ) -> &[TermId] {
        self.start(arena);
        for root in roots {
            if self.see(root) && enter(root) {
                self.stack.push((root, 0));
            }
            while let Some((term, next)) = self.stack.last_mut() {
                let (term, i) = (*term, *next as usize);
                *next += 1;
                match child(arena, term, i, lets) {
                    Some(below) => {
                        if self.see(below) && enter(below) {
                            self.stack.push((below, 0));
                        }
                    }
                    None => {
                        self.order.push(term);
                        self.stack.pop();
                    }
                }
            }
        }
        &self.order
    }

    fn start(&mut self, arena: &Arena) {
        self.order.clear();
        self.stack.clear();
        if self.walk == u32::MAX {
            self.seen.clear();
            self.walk = 0;
        }
        self.walk += 1;
        if self.seen.len() < arena.term_count() {
            self.seen.resize(arena.term_count(), 0);
        }
    }

    /// Marks a term; false when this walk has seen it.
    #[inline]
    fn see(&mut self, term: TermId) -> bool {
        let mark = &mut self.seen[term.index()];
        let new = *mark != self.walk;
        *mark = self.walk;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Script;

    fn script(text: &str) -> Script {
        Script::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn each_term_comes_once_and_after_its_arguments() {
        let script = script("(declare-const x Int) (assert (= (+ x x) (* 2 (+ x x))))");
        let mut walk = Walk::new();
        for _ in 0..2 {
            let order = walk.post_order(&script.arena, script.assertions(), Lets::Kept).to_vec();
            assert_eq!(order.len(), 5);
            for (i, &term) in order.iter().enumerate() {
                assert!(script.arena.term(term).args.iter().all(|a| order[..i].contains(a)));
            }
        }
    }

    #[test]
    fn a_term_out_of_its_let_leads_to_the_definition_only_when_looked_through() {
        let script = script("(declare-const p Bool) (assert (let ((a (not p))) (and a a)))");
        let root = script.assertions().next().unwrap();
        let body = *script.arena.term(root).args.last().unwrap();
        let mut walk = Walk::new();
        assert_eq!(walk.post_order(&script.arena, [body], Lets::Kept).len(), 2);
        assert_eq!(walk.post_order(&script.arena, [body], Lets::Through).len(), 4);
    }

    #[test]
    fn refused_terms_and_what_is_below_them_are_left_out() {
        let script = script("(declare-const p Bool) (assert (and p (not (or p p))))");
        let mut walk = Walk::new();
        let root = script.assertions().next().unwrap();
        let not = script.arena.term(root).args[1];
        let order = walk.post_order_where(&script.arena, [root], Lets::Kept, |t| t != not);
        assert_eq!(order.len(), 2);
    }
}
