//! Replacement of sub-terms: of one occurrence, or of all.

use rustc_hash::{FxHashMap, FxHashSet};

use super::free::{bound_in, is_let};
use super::{Before, Pass, Rewriter, redefined};
use crate::arena::Arena;
use crate::decl::VarId;
use crate::position::Position;
use crate::term::{Head, TermId};

struct ReplaceAll<'a> {
    map: &'a FxHashMap<TermId, TermId>,
    /// Nothing older than this is replaced, nor holds anything that is.
    oldest: TermId,
}

impl Pass for ReplaceAll<'_> {
    fn before(&mut self, _: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        if let Some(&new) = self.map.get(&term) {
            return Some(Before::Done(new));
        }
        let is_leaf = arena.term(term).args.is_empty() && !matches!(arena.term(term).head, Head::Var(_));
        Some(if term < self.oldest || is_leaf { Before::Done(term) } else { Before::Descend })
    }
}

impl Rewriter {
    /// `root` with the occurrence at `position` replaced.
    ///
    /// Only the terms above it are made anew; they keep their sorts when the new term has the old one's, and are
    /// typed again when not: `None` when that fails, or when there is no such position. A variable of `new` that is
    /// bound at the position is that variable; a let variable that is not is replaced by its definition. When a
    /// definition of a `let` changes, so do the uses of its variable.
    pub fn replace_at(
        &mut self,
        arena: &mut Arena,
        root: TermId,
        position: &Position,
        new: TermId,
    ) -> Option<TermId> {
        let (spine, bound) = self.descend(arena, root, position)?;
        let mut result = self.close_except(arena, new, &bound)?;
        for (&term, &step) in spine.iter().zip(position.steps()).rev() {
            result = self.with_argument(arena, term, step as usize, result)?;
        }
        Some(result)
    }

    /// The terms above a position, and the variables bound there.
    ///
    /// A binder of a variable that is already bound on the way (an earlier replacement may have put one there) is
    /// renamed: a let variable between the two depends on the outer one.
    fn descend(
        &mut self,
        arena: &mut Arena,
        root: TermId,
        position: &Position,
    ) -> Option<(Vec<TermId>, Vec<VarId>)> {
        let mut spine = Vec::with_capacity(position.steps().len());
        let mut bound: Vec<VarId> = Vec::new();
        let mut at: FxHashSet<VarId> = FxHashSet::default();
        let mut term = root;
        for &step in position.steps() {
            let mut parts = arena.term(term);
            let here = bound_in(arena, parts.head, step as usize);
            if here.iter().any(|&v| !is_let(arena, v) && at.contains(&v)) {
                term = self.rename_bound(arena, term, |v| at.contains(&v))?;
                parts = arena.term(term);
            }
            for &var in bound_in(arena, parts.head, step as usize) {
                bound.push(var);
                at.insert(var);
            }
            spine.push(term);
            term = *parts.args.get(step as usize)?;
        }
        Some((spine, bound))
    }

    /// A term with one argument exchanged.
    fn with_argument(&mut self, arena: &mut Arena, term: TermId, i: usize, new: TermId) -> Option<TermId> {
        let mut args = arena.term(term).args.to_vec();
        if args[i] == new {
            return Some(term);
        }
        args[i] = new;
        if let Head::Let(vars) = arena.term(term).head
            && let Some(&var) = arena.var_list(vars).get(i)
        {
            // The variable's identity includes its definition, so its uses are uses of a new variable.
            let redefined = redefined(arena, var, new);
            let value = arena.var_term(redefined);
            let body = args.last_mut()?;
            *body = self.substitute_bound(arena, *body, &[(var, value)])?;
        }
        self.rebuild(arena, term, &args)
    }

    /// `root` with every occurrence of each key replaced by its value, all at once.
    ///
    /// Values are put in as they are: a variable of a value below a binder of that very variable is bound by it.
    /// Let variables of values that no `let` of `root` can bind there are replaced by their definitions. `None`
    /// when a value's sort does not fit.
    pub fn replace_all(
        &mut self,
        arena: &mut Arena,
        root: TermId,
        map: &FxHashMap<TermId, TermId>,
    ) -> Option<TermId> {
        let Some(&oldest) = map.keys().min() else { return Some(root) };
        let result = self.run(arena, root, &mut ReplaceAll { map, oldest })?;
        let outside = self.free.lets(arena, root);
        self.close_except(arena, result, &outside)
    }
}
