//! Equality of terms up to the names of bound variables and up to lets.

use rustc_hash::{FxHashMap, FxHashSet};

use super::free::bound_in;
use super::var_set::{VarSet, VarSets};
use crate::arena::Arena;
use crate::decl::VarId;
use crate::print::sort_text;
use crate::sort::SortId;
use crate::symbol::Symbol;
use crate::term::{AttributeValue, Head, LiteralKind, QualId, TermId};

/// Whether two terms, perhaps of two arenas, are equal but for the names of bound variables and but for lets, which
/// stand for their definitions. Functions are compared by their names, and so are free variables.
pub fn alpha_eq(a: (&Arena, TermId), b: (&Arena, TermId)) -> bool {
    let mut comparison = Comparison {
        a: a.0,
        b: b.0,
        free_a: ValueVars::default(),
        free_b: ValueVars::default(),
        scopes: vec![Vec::new()],
        ids: FxHashMap::default(),
        equal: FxHashSet::default(),
        todo: vec![(a.1, b.1, 0)],
        sorts: FxHashMap::default(),
    };
    comparison.run()
}

/// Which variables of the two sides are the same, the innermost last.
type Pairs = Vec<(VarId, VarId)>;

struct Comparison<'a> {
    a: &'a Arena,
    b: &'a Arena,
    free_a: ValueVars,
    free_b: ValueVars,
    scopes: Vec<Pairs>,
    ids: FxHashMap<Pairs, u32>,
    equal: FxHashSet<(TermId, TermId, u32)>,
    todo: Vec<(TermId, TermId, u32)>,
    sorts: FxHashMap<(SortId, SortId), bool>,
}

/// The term that a term stands for when lets are looked through.
fn value(arena: &Arena, mut term: TermId) -> TermId {
    while let Some(next) = below(arena, term) {
        term = next;
    }
    term
}

/// The term that a let or a let variable stands for.
fn below(arena: &Arena, term: TermId) -> Option<TermId> {
    let parts = arena.term(term);
    match parts.head {
        Head::Let(_) => parts.args.last().copied(),
        Head::Var(var) => arena.definition(var),
        _ => None,
    }
}

/// The scoped variables that the values of terms depend on: a definition that nothing uses does not count.
#[derive(Default)]
struct ValueVars {
    sets: VarSets,
    of_term: Vec<VarSet>,
}

impl ValueVars {
    fn of(&mut self, arena: &Arena, term: TermId) -> VarSet {
        for index in self.of_term.len()..=term.index() {
            let id = TermId::from_index(index);
            let parts = arena.term(id);
            let set = match parts.head {
                Head::Var(var) if arena.definition(var).is_none() => self.sets.singleton(var),
                Head::Var(_) | Head::Let(_) => {
                    below(arena, id).map_or(VarSet::EMPTY, |t| self.of_term[t.index()])
                }
                head => {
                    let mut all = VarSet::EMPTY;
                    for (i, arg) in parts.args.iter().enumerate() {
                        let mut set = self.of_term[arg.index()];
                        for &var in bound_in(arena, head, i) {
                            set = self.sets.remove(set, var);
                        }
                        all = self.sets.union(all, set);
                    }
                    all
                }
            };
            self.of_term.push(set);
        }
        self.of_term[term.index()]
    }
}

impl Comparison<'_> {
    fn run(&mut self) -> bool {
        // What is on the list is assumed equal: one difference anywhere ends it all.
        while let Some((s, t, scope)) = self.todo.pop() {
            let (s, t) = (value(self.a, s), value(self.b, t));
            let closed = self.free_a.of(self.a, s).is_empty() && self.free_b.of(self.b, t).is_empty();
            let scope = if closed { 0 } else { scope };
            if self.equal.insert((s, t, scope)) && !self.compare(s, t, scope) {
                return false;
            }
        }
        true
    }

    fn compare(&mut self, s: TermId, t: TermId, scope: u32) -> bool {
        let (x, y) = (self.a.term(s), self.b.term(t));
        if x.args.len() != y.args.len()
            || !self.same_sort(x.sort, y.sort)
            || !self.same_head(x.head, y.head, scope)
        {
            return false;
        }
        for (i, (&u, &v)) in x.args.iter().zip(y.args).enumerate() {
            let (left, right) = (bound_in(self.a, x.head, i), bound_in(self.b, y.head, i));
            if left.len() != right.len() {
                return false;
            }
            let inner = if left.is_empty() {
                scope
            } else {
                let sorts = left.iter().zip(right).all(|(&l, &r)| {
                    let (l, r) = (self.a.var(l).sort, self.b.var(r).sort);
                    self.same_sort(self.a.sorts.canonical(l), self.b.sorts.canonical(r))
                });
                match self.enter(scope, left, right, (u, v)) {
                    Some(inner) if sorts => inner,
                    _ => return false,
                }
            };
            self.todo.push((u, v, inner));
        }
        true
    }

    /// The scope below a binder, reduced to the variables that the bodies depend on, so that bodies which depend on
    /// the same are compared once.
    fn enter(
        &mut self,
        scope: u32,
        left: &[VarId],
        right: &[VarId],
        bodies: (TermId, TermId),
    ) -> Option<u32> {
        let mut pairs = self.scopes[scope as usize].clone();
        pairs.extend(left.iter().copied().zip(right.iter().copied()));
        let (free_a, free_b) = (self.free_a.of(self.a, bodies.0), self.free_b.of(self.b, bodies.1));
        let mut kept = Pairs::new();
        for (i, &(l, r)) in pairs.iter().enumerate() {
            let later = &pairs[i + 1..];
            let used =
                |hidden: bool, free: &ValueVars, set: VarSet, v: VarId| !hidden && free.sets.contains(set, v);
            let used_left = used(later.iter().any(|p| p.0 == l), &self.free_a, free_a, l);
            let used_right = used(later.iter().any(|p| p.1 == r), &self.free_b, free_b, r);
            if used_left != used_right {
                return None;
            }
            if used_left {
                kept.push((l, r));
            }
        }
        let next = self.scopes.len() as u32;
        let id = *self.ids.entry(kept.clone()).or_insert(next);
        if id == next {
            self.scopes.push(kept);
        }
        Some(id)
    }

    fn same_name(&self, x: Symbol, y: Symbol) -> bool {
        self.a.name(x) == self.b.name(y)
    }

    fn same_sort(&mut self, x: SortId, y: SortId) -> bool {
        *self.sorts.entry((x, y)).or_insert_with(|| sort_text(self.a, x) == sort_text(self.b, y))
    }

    fn same_qual(&mut self, x: QualId, y: QualId) -> bool {
        let (x, y) = (self.a.qual(x), self.b.qual(y));
        let indices = x.indices.len() == y.indices.len()
            && x.indices
                .iter()
                .zip(&y.indices)
                .all(|(i, j)| i.kind == j.kind && self.same_name(i.text, j.text));
        let ascriptions = match (x.ascription, y.ascription) {
            (None, None) => true,
            (Some(x), Some(y)) => self.same_sort(x, y),
            _ => false,
        };
        indices && ascriptions
    }

    fn same_head(&mut self, x: Head, y: Head, scope: u32) -> bool {
        match (x, y) {
            (Head::Literal(k, s), Head::Literal(l, t)) => {
                let kinds = match (k, l) {
                    (LiteralKind::FieldNumeral(p), LiteralKind::FieldNumeral(q)) => self.same_qual(p, q),
                    _ => k == l,
                };
                kinds && self.same_name(s, t)
            }
            (Head::Op(o, n, p), Head::Op(q, m, r)) => o == q && n == m && self.same_qual(p, r),
            (Head::Fun(f, p), Head::Fun(g, q)) => {
                self.same_name(self.a.fun(f).name, self.b.fun(g).name) && self.same_qual(p, q)
            }
            (Head::Var(v), Head::Var(w)) => self.same_var(v, w, scope),
            (Head::Call, Head::Call) => true,
            (Head::Binder(b, _), Head::Binder(c, _)) => b == c,
            (Head::Match(c), Head::Match(d)) => {
                let (c, d) = (self.a.cases(c), self.b.cases(d));
                c.len() == d.len()
                    && c.iter().zip(d).all(|(x, y)| match (x.constructor(), y.constructor()) {
                        (None, None) => true,
                        (Some(f), Some(g)) => self.same_name(self.a.fun(f).name, self.b.fun(g).name),
                        _ => false,
                    })
            }
            (Head::Annotated(x), Head::Annotated(y)) => {
                let (x, y) = (self.a.attributes(x), self.b.attributes(y));
                x.len() == y.len()
                    && x.iter().zip(y).all(|(i, j)| {
                        self.same_name(i.keyword, j.keyword) && self.same_attribute(i.value, j.value)
                    })
            }
            (Head::Unknown(s, p), Head::Unknown(t, q)) => self.same_name(s, t) && self.same_qual(p, q),
            (Head::Verbatim(s), Head::Verbatim(t)) => self.same_name(s, t),
            _ => false,
        }
    }

    fn same_var(&mut self, v: VarId, w: VarId, scope: u32) -> bool {
        let pairs = &self.scopes[scope as usize];
        let (i, j) = (pairs.iter().rposition(|p| p.0 == v), pairs.iter().rposition(|p| p.1 == w));
        i == j && (i.is_some() || self.same_name(self.a.var(v).name, self.b.var(w).name))
    }

    fn same_attribute(&self, x: AttributeValue, y: AttributeValue) -> bool {
        match (x, y) {
            (AttributeValue::Symbol(s), AttributeValue::Symbol(t))
            | (AttributeValue::Verbatim(s), AttributeValue::Verbatim(t)) => self.same_name(s, t),
            _ => x == y,
        }
    }
}
