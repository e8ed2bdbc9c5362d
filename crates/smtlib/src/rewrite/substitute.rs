//! Capture-avoiding substitution of variables.

use rustc_hash::FxHashMap;

use super::free::is_let;
use super::var_set::VarSet;
use super::{Before, Pass, Rewriter};
use crate::arena::Arena;
use crate::decl::VarId;
use crate::term::{Head, TermId};

struct Substitute {
    values: FxHashMap<VarId, TermId>,
    /// What is replaced.
    keys: VarSet,
    /// What the values depend on.
    range: VarSet,
    /// Let variables that stay as they are, whatever their definitions depend on.
    fixed: VarSet,
}

impl Rewriter {
    /// `term` with free variables replaced by terms, all at once. Binders inside are renamed where they would
    /// capture a variable of a value. `None` when a value's sort does not fit.
    ///
    /// ```
    /// use smtlib::{Head, Rewriter, Script, term_text};
    ///
    /// let source = b"(define-fun f ((x Int) (y Int)) Bool (exists ((x Int)) (> x y)))";
    /// let mut script = Script::parse(source).unwrap();
    /// let body = script.root_terms().next().unwrap();
    /// let mut rewriter = Rewriter::new();
    /// let y = rewriter.free.scoped(&script.arena, body)[0];
    /// let params = match &script.arena.funs().next().unwrap().1.kind {
    ///     smtlib::FunKind::Defined { vars, .. } => vars.clone(),
    ///     _ => unreachable!(),
    /// };
    /// let x = script.arena.var_term(params[0]);
    /// let result = rewriter.substitute(&mut script.arena, body, &[(y, x)]).unwrap();
    /// assert_eq!(term_text(&script.arena, result), "(exists ((x!0 Int)) (> x!0 x))");
    /// ```
    pub fn substitute(
        &mut self,
        arena: &mut Arena,
        term: TermId,
        values: &[(VarId, TermId)],
    ) -> Option<TermId> {
        self.substitute_except(arena, term, values, VarSet::EMPTY)
    }

    /// As [`Rewriter::substitute`], in `body`, below the binder of the replaced variables.
    ///
    /// Let variables that are free in `body` are defined outside of that binder: when their definitions mention a
    /// variable that is replaced here, they mean another binder of the same variable, further out.
    pub(super) fn substitute_bound(
        &mut self,
        arena: &mut Arena,
        body: TermId,
        values: &[(VarId, TermId)],
    ) -> Option<TermId> {
        let mut outside = self.free.written(arena, body);
        for &(var, _) in values {
            outside = self.free.sets.remove(outside, var);
        }
        self.substitute_except(arena, body, values, outside)
    }

    fn substitute_except(
        &mut self,
        arena: &mut Arena,
        term: TermId,
        values: &[(VarId, TermId)],
        fixed: VarSet,
    ) -> Option<TermId> {
        self.free.sync(arena);
        let (mut keys, mut range) = (VarSet::EMPTY, VarSet::EMPTY);
        for &(var, value) in values {
            let key = self.free.sets.singleton(var);
            keys = self.free.sets.union(keys, key);
            let full = self.free.full(arena, value);
            range = self.free.sets.union(range, full);
        }
        let values = values.iter().copied().collect();
        self.run(arena, term, &mut Substitute { values, keys, range, fixed })
    }
}

impl Pass for Substitute {
    fn before(&mut self, rewriter: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        let free = rewriter.free.full(arena, term);
        if rewriter.free.sets.disjoint(free, self.keys) {
            return Some(Before::Done(term));
        }
        match arena.term(term).head {
            Head::Var(var) => Some(match self.values.get(&var) {
                Some(&value) => Before::Done(value),
                None if rewriter.free.sets.contains(self.fixed, var) => Before::Done(term),
                None => Before::Descend,
            }),
            Head::Let(_) | Head::Binder(..) | Head::Match(_) => {
                let sets = &rewriter.free.sets;
                // A let variable that a value mentions has the same value as here: it cannot be captured. But one
                // that is bound again here is another use of the name than the one that stays.
                let clash = |var: VarId, arena: &Arena| {
                    sets.contains(self.keys, var)
                        || sets.contains(if is_let(arena, var) { self.fixed } else { self.range }, var)
                };
                if !Rewriter::binds(arena, term, |v| clash(v, arena)) {
                    return Some(Before::Descend);
                }
                let chosen: Vec<VarId> = super::all_bound(arena, term).filter(|&v| clash(v, arena)).collect();
                let renamed = rewriter.rename_bound(arena, term, |v| chosen.contains(&v))?;
                Some(Before::Instead(renamed))
            }
            _ => Some(Before::Descend),
        }
    }
}
