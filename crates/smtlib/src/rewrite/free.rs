//! Free variables of terms, remembered per term.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::var_set::{VarSet, VarSets};
use crate::arena::Arena;
use crate::decl::{Binding, FunId, VarId};
use crate::symbol::Symbol;
use crate::term::{Head, QualId, TermId};
use crate::theory::Table;
use crate::walk::{Lets, Walk};

/// The free variables of all terms of one arena, computed as far as they are asked for.
///
/// When the arena is rolled back, everything is forgotten at the next question; after
/// [`FreeVars::rolled_back`] only what is gone.
#[derive(Clone, Debug, Default)]
pub struct FreeVars {
    /// The sets.
    pub sets: VarSets,
    written: Vec<VarSet>,
    full: Vec<VarSet>,
    rollbacks: u64,
    vars_by_name: FxHashMap<Symbol, SmallVec<[VarId; 2]>>,
    known_vars: usize,
    /// Names that are written at the head of some term without being bound.
    head_names: FxHashSet<Symbol>,
    known_funs: usize,
}

impl FreeVars {
    /// Nothing computed yet.
    pub fn new() -> FreeVars {
        FreeVars::default()
    }

    /// The variables that occur in the text of a term without being bound in it: scoped variables, and let variables
    /// whose `let` is outside.
    pub fn written(&mut self, arena: &Arena, term: TermId) -> VarSet {
        self.compute(arena, term);
        self.written[term.index()]
    }

    /// The variables that a term depends on: those written, and those that the definitions of free let variables
    /// depend on. Let variables that are bound in the term are counted too.
    pub fn full(&mut self, arena: &Arena, term: TermId) -> VarSet {
        self.compute(arena, term);
        self.full[term.index()]
    }

    /// The scoped variables that a term depends on, in ascending order; none means that it has one value.
    pub fn scoped(&mut self, arena: &Arena, term: TermId) -> Vec<VarId> {
        let set = self.full(arena, term);
        self.sets.iter(set).filter(|&v| arena.definition(v).is_none()).collect()
    }

    /// The let variables that are free in the text of a term, in ascending order.
    pub fn lets(&mut self, arena: &Arena, term: TermId) -> Vec<VarId> {
        let set = self.written(arena, term);
        self.sets.iter(set).filter(|&v| arena.definition(v).is_some()).collect()
    }

    /// To be called right after [`Arena::rollback`], to keep what is still true.
    pub fn rolled_back(&mut self, arena: &Arena) {
        self.written.truncate(arena.term_count());
        self.full.truncate(arena.term_count());
        self.rollbacks = arena.rollbacks();
        self.vars_by_name.clear();
        self.known_vars = 0;
        self.head_names.clear();
        self.known_funs = 0;
        // Names of unknown identifiers come from terms; without them the set would be too small.
        for index in 0..self.written.len() {
            self.note_head(arena, TermId::from_index(index));
        }
    }

    pub(super) fn sync(&mut self, arena: &Arena) {
        if self.rollbacks != arena.rollbacks() || self.written.len() > arena.term_count() {
            *self = FreeVars { rollbacks: arena.rollbacks(), ..FreeVars::default() };
        }
    }

    fn compute(&mut self, arena: &Arena, term: TermId) {
        self.sync(arena);
        // Arguments have smaller ids than their parents, and definitions than their variables.
        for index in self.written.len()..=term.index() {
            let id = TermId::from_index(index);
            self.note_head(arena, id);
            let (written, full) = self.of_node(arena, id);
            self.written.push(written);
            self.full.push(full);
        }
    }

    fn note_head(&mut self, arena: &Arena, id: TermId) {
        if let Head::Unknown(name, _) = arena.term(id).head {
            self.head_names.insert(name);
        }
    }

    fn of_node(&mut self, arena: &Arena, id: TermId) -> (VarSet, VarSet) {
        let term = arena.term(id);
        let (mut written, mut full) = (VarSet::EMPTY, VarSet::EMPTY);
        if let Head::Var(var) = term.head {
            written = self.sets.singleton(var);
            full = written;
            if let Some(definition) = arena.definition(var) {
                full = self.sets.union(full, self.full[definition.index()]);
            }
            return (written, full);
        }
        for (i, arg) in term.args.iter().enumerate() {
            let (mut w, mut f) = (self.written[arg.index()], self.full[arg.index()]);
            for &var in bound_in(arena, term.head, i) {
                w = self.sets.remove(w, var);
                // A let variable that is bound here may be bound outside as well, to the same definition, and be
                // what the definition of another one depends on.
                if !is_let(arena, var) {
                    f = self.sets.remove(f, var);
                }
            }
            written = self.sets.union(written, w);
            full = self.sets.union(full, f);
        }
        (written, full)
    }

    /// Whether a variable other than `var` but of its name is free in the text of `term`.
    pub(super) fn has_namesake(&mut self, arena: &Arena, term: TermId, var: VarId, except: &[VarId]) -> bool {
        let set = self.written(arena, term);
        if set.is_empty() {
            return false;
        }
        for index in self.known_vars..arena.var_count() {
            let id = VarId(index as u32);
            self.vars_by_name.entry(arena.var(id).name).or_default().push(id);
        }
        self.known_vars = arena.var_count();
        let name = arena.var(var).name;
        let namesakes = self.vars_by_name.get(&name).map_or(&[][..], |v| v);
        let other = |v: VarId| v != var && !except.contains(&v);
        if namesakes.len() < self.sets.len(set) {
            namesakes.iter().any(|&v| other(v) && self.sets.contains(set, v))
        } else {
            self.sets.iter(set).any(|v| other(v) && arena.var(v).name == name)
        }
    }

    /// Whether a function or operator that is written as `name` occurs in `term`, where a variable of that name
    /// would hide it.
    pub(super) fn names_function(
        &mut self,
        arena: &Arena,
        walk: &mut Walk,
        term: TermId,
        name: Symbol,
    ) -> bool {
        self.compute(arena, term);
        for index in self.known_funs..arena.fun_count() {
            self.head_names.insert(arena.fun(FunId(index as u32)).name);
        }
        self.known_funs = arena.fun_count();
        let ops = Table::get().named(name);
        if ops.is_empty() && !self.head_names.contains(&name) {
            return false;
        }
        walk.post_order(arena, [term], Lets::Kept).iter().any(|&t| match arena.term(t).head {
            Head::Op(op, _, QualId::NONE) => ops.iter().any(|(o, _)| *o == op),
            Head::Fun(fun, QualId::NONE) => arena.fun(fun).name == name,
            Head::Unknown(unknown, QualId::NONE) => unknown == name,
            _ => false,
        })
    }
}

/// The variables that a term binds in its argument `i`.
pub(crate) fn bound_in(arena: &Arena, head: Head, i: usize) -> &[VarId] {
    match head {
        Head::Let(vars) => {
            let vars = arena.var_list(vars);
            if i == vars.len() { vars } else { &[] }
        }
        Head::Binder(_, vars) => arena.var_list(vars),
        Head::Match(cases) if i > 0 => arena.cases(cases).get(i - 1).map_or(&[], |case| case.vars()),
        _ => &[],
    }
}

/// Whether a variable is bound by a `let`.
pub(crate) fn is_let(arena: &Arena, var: VarId) -> bool {
    matches!(arena.var(var).binding, Binding::Let(_))
}

/// The script's functions that occur in a term, through let variables too, in ascending order.
pub fn functions_of(arena: &Arena, walk: &mut Walk, term: TermId) -> Vec<FunId> {
    let order = walk.post_order(arena, [term], Lets::Through);
    let mut funs: Vec<FunId> = order
        .iter()
        .filter_map(|&t| match arena.term(t).head {
            Head::Fun(fun, _) => Some(fun),
            _ => None,
        })
        .collect();
    funs.sort_unstable();
    funs.dedup();
    funs
}
