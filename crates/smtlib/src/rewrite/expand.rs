//! Taking away what has only a textual meaning: lets and annotations.

use rustc_hash::FxHashSet;

use super::{Before, Pass, Rewriter};
use crate::arena::Arena;
use crate::decl::{FunKind, VarId};
use crate::term::{AttributesId, Head, TermId};

struct InlineLets;

impl Pass for InlineLets {
    fn before(&mut self, _: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        let parts = arena.term(term);
        Some(match parts.head {
            Head::Let(_) => Before::Instead(*parts.args.last()?),
            Head::Var(var) => arena.definition(var).map_or(Before::Done(term), Before::Instead),
            _ => Before::Descend,
        })
    }
}

struct CloseLets {
    open: FxHashSet<VarId>,
}

impl Pass for CloseLets {
    fn before(&mut self, rewriter: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        match arena.term(term).head {
            Head::Var(var) if self.open.contains(&var) => arena.definition(var).map(Before::Instead),
            _ => {
                let free = rewriter.free.full(arena, term);
                Some(if free.is_empty() { Before::Done(term) } else { Before::Descend })
            }
        }
    }
}

struct StripAnnotations;

impl Pass for StripAnnotations {
    fn before(&mut self, _: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        let parts = arena.term(term);
        Some(match parts.head {
            Head::Annotated(_) => Before::Instead(*parts.args.first()?),
            // The name goes with its annotation.
            Head::Fun(fun, _) => match arena.fun(fun).kind {
                FunKind::Named(named) => Before::Instead(named),
                _ => Before::Descend,
            },
            _ => Before::Descend,
        })
    }
}

struct StripNames;

impl Pass for StripNames {
    fn before(&mut self, _: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        let parts = arena.term(term);
        Some(match parts.head {
            Head::Annotated(attributes) if names(arena, attributes) => Before::Instead(*parts.args.first()?),
            Head::Fun(fun, _) => match arena.fun(fun).kind {
                FunKind::Named(named) => Before::Instead(named),
                _ => Before::Descend,
            },
            _ => Before::Descend,
        })
    }
}

fn names(arena: &Arena, attributes: AttributesId) -> bool {
    arena.attributes(attributes).iter().any(|attribute| arena.name(attribute.keyword) == ":named")
}

impl Rewriter {
    /// The same term without any `let`: as a graph of at most the same size, as a text perhaps exponentially larger.
    pub fn inline_lets(&mut self, arena: &mut Arena, term: TermId) -> TermId {
        self.run(arena, term, &mut InlineLets).unwrap_or(term)
    }

    /// The same term without free let variables, so that it can stand outside of their lets.
    pub fn close_lets(&mut self, arena: &mut Arena, term: TermId) -> TermId {
        self.close_except(arena, term, &[]).unwrap_or(term)
    }

    /// As [`Rewriter::close_lets`], but these variables may stay.
    pub(super) fn close_except(
        &mut self,
        arena: &mut Arena,
        term: TermId,
        bound: &[VarId],
    ) -> Option<TermId> {
        let bound: FxHashSet<VarId> = bound.iter().copied().collect();
        let mut open = FxHashSet::default();
        // The definition of an open variable may have open variables in turn.
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            for var in self.free.lets(arena, term) {
                if !bound.contains(&var) && open.insert(var) {
                    todo.extend(arena.definition(var));
                }
            }
        }
        if open.is_empty() {
            return Some(term);
        }
        self.run(arena, term, &mut CloseLets { open })
    }

    /// The same term without annotations that name a term, so that it can stand in a script more than once.
    /// Uses of a name are replaced by what it names.
    pub fn strip_names(&mut self, arena: &mut Arena, term: TermId) -> TermId {
        self.run(arena, term, &mut StripNames).unwrap_or(term)
    }

    /// The same term without annotations. Names given by `:named` are replaced by what they name.
    pub fn strip_annotations(&mut self, arena: &mut Arena, term: TermId) -> TermId {
        self.run(arena, term, &mut StripAnnotations).unwrap_or(term)
    }
}
