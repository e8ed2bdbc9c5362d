//! Which name means what at the present place of a script.

use rustc_hash::FxHashMap;

use crate::decl::{FunId, VarId};
use crate::sort::SortDeclId;
use crate::symbol::Symbol;

const NONE: u32 = u32::MAX;

/// Names visible now: locals of terms, functions and sorts of the script, by assertion level.
#[derive(Default)]
pub(super) struct Scope {
    /// By symbol: the newest function of that name.
    funs: Vec<u32>,
    /// By function: the function of the same name before it.
    older: Vec<u32>,
    /// Symbols of the functions in the order they became visible.
    fun_log: Vec<Symbol>,
    sorts: FxHashMap<Symbol, SortDeclId>,
    sort_log: Vec<(Symbol, Option<SortDeclId>)>,
    /// Assertion levels, those between which nothing was declared counted together.
    levels: Vec<Levels>,
    /// By symbol: the innermost local of that name, as a place in `locals`.
    local_at: Vec<u32>,
    locals: Vec<Local>,
    /// Sort parameters, of `par` or of `declare-sort-parameter`.
    sort_params: Vec<Symbol>,
    pub(super) global_declarations: bool,
    pub(super) higher_order: bool,
}

#[derive(Clone, Copy)]
struct Levels {
    funs: usize,
    sorts: usize,
    count: u64,
}

#[derive(Clone, Copy)]
struct Local {
    name: Symbol,
    var: VarId,
    outer: u32,
}

fn slot(table: &mut Vec<u32>, index: usize) -> &mut u32 {
    if table.len() <= index {
        table.resize(index + 1, NONE);
    }
    &mut table[index]
}

impl Scope {
    pub(super) fn add_fun(&mut self, name: Symbol, fun: FunId) {
        let newest = slot(&mut self.funs, name.index());
        let before = std::mem::replace(newest, fun.0);
        *slot(&mut self.older, fun.index()) = before;
        self.fun_log.push(name);
    }

    /// The functions of a name, newest first.
    pub(super) fn funs(&self, name: Symbol) -> impl Iterator<Item = FunId> + '_ {
        let mut next = self.funs.get(name.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let fun = (next != NONE).then_some(FunId(next))?;
            next = self.older[fun.index()];
            Some(fun)
        })
    }

    #[inline]
    pub(super) fn newest_fun(&self, name: Symbol) -> Option<FunId> {
        match self.funs.get(name.index()) {
            Some(&fun) if fun != NONE => Some(FunId(fun)),
            _ => None,
        }
    }

    pub(super) fn older_fun(&self, fun: FunId) -> Option<FunId> {
        let older = self.older[fun.index()];
        (older != NONE).then_some(FunId(older))
    }

    pub(super) fn add_sort(&mut self, name: Symbol, sort: SortDeclId) {
        let before = self.sorts.insert(name, sort);
        self.sort_log.push((name, before));
    }

    pub(super) fn sort(&self, name: Symbol) -> Option<SortDeclId> {
        self.sorts.get(&name).copied()
    }

    pub(super) fn push(&mut self, levels: u32) {
        let new = Levels { funs: self.fun_log.len(), sorts: self.sort_log.len(), count: u64::from(levels) };
        match self.levels.last_mut() {
            Some(last) if (last.funs, last.sorts) == (new.funs, new.sorts) => last.count += new.count,
            _ if levels > 0 => self.levels.push(new),
            _ => {}
        }
    }

    pub(super) fn pop(&mut self, levels: u32) {
        let mut left = u64::from(levels);
        while left > 0 {
            let Some(last) = self.levels.last_mut() else { return };
            let Levels { funs, sorts, count } = *last;
            let popped = left.min(count);
            left -= popped;
            last.count -= popped;
            if last.count == 0 {
                self.levels.pop();
            }
            if !self.global_declarations {
                self.undo_to(funs, sorts);
            }
        }
    }

    fn undo_to(&mut self, funs: usize, sorts: usize) {
        while self.fun_log.len() > funs {
            let Some(name) = self.fun_log.pop() else { return };
            let newest = self.funs[name.index()];
            self.funs[name.index()] = self.older[newest as usize];
        }
        while self.sort_log.len() > sorts {
            match self.sort_log.pop() {
                Some((name, Some(before))) => self.sorts.insert(name, before),
                Some((name, None)) => self.sorts.remove(&name),
                None => return,
            };
        }
    }

    /// After `reset-assertions`: no levels; declarations of the first level stay, as solvers keep them.
    pub(super) fn pop_all(&mut self) {
        while !self.levels.is_empty() {
            self.pop(u32::MAX);
        }
    }

    /// After `reset`: nothing is declared.
    pub(super) fn clear(&mut self) {
        self.undo_to(0, 0);
        self.levels.clear();
        self.sort_params.clear();
        self.global_declarations = false;
        self.higher_order = false;
    }

    #[inline]
    pub(super) fn local(&self, name: Symbol) -> Option<VarId> {
        match self.local_at.get(name.index()) {
            Some(&at) if at != NONE => Some(self.locals[at as usize].var),
            _ => None,
        }
    }

    pub(super) fn add_local(&mut self, name: Symbol, var: VarId) {
        let innermost = slot(&mut self.local_at, name.index());
        let outer = std::mem::replace(innermost, self.locals.len() as u32);
        self.locals.push(Local { name, var, outer });
    }

    /// The locals of this name from the inside out.
    pub(super) fn locals_named(&self, name: Symbol) -> impl Iterator<Item = VarId> + '_ {
        let mut next = self.local_at.get(name.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let local = *self.locals.get(next as usize)?;
            next = local.outer;
            Some(local.var)
        })
    }

    pub(super) fn local_count(&self) -> usize {
        self.locals.len()
    }

    pub(super) fn drop_locals(&mut self, count: usize) {
        while self.locals.len() > count {
            let Some(local) = self.locals.pop() else { return };
            self.local_at[local.name.index()] = local.outer;
        }
    }

    pub(super) fn sort_param_count(&self) -> usize {
        self.sort_params.len()
    }

    pub(super) fn add_sort_params(&mut self, params: &[Symbol]) {
        self.sort_params.extend_from_slice(params);
    }

    pub(super) fn drop_sort_params(&mut self, count: usize) {
        self.sort_params.truncate(count);
    }

    pub(super) fn is_sort_param(&self, name: Symbol) -> bool {
        self.sort_params.contains(&name)
    }

    pub(super) fn sort_params(&self) -> &[Symbol] {
        &self.sort_params
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Symbols;

    #[test]
    fn pop_brings_back_what_push_hid() {
        let x = Symbols::default().intern("x");
        let mut scope = Scope::default();
        scope.add_fun(x, FunId(0));
        scope.push(1);
        scope.add_fun(x, FunId(1));
        assert_eq!(scope.funs(x).collect::<Vec<_>>(), [FunId(1), FunId(0)]);
        scope.pop(1);
        assert_eq!(scope.funs(x).collect::<Vec<_>>(), [FunId(0)]);
        scope.clear();
        assert_eq!(scope.newest_fun(x), None);
    }

    #[test]
    fn locals_shadow_from_the_inside_out() {
        let x = Symbols::default().intern("x");
        let mut scope = Scope::default();
        scope.add_local(x, VarId(0));
        scope.add_local(x, VarId(1));
        assert_eq!(scope.local(x), Some(VarId(1)));
        assert_eq!(scope.locals_named(x).collect::<Vec<_>>(), [VarId(1), VarId(0)]);
        scope.drop_locals(1);
        assert_eq!(scope.local(x), Some(VarId(0)));
    }
}
