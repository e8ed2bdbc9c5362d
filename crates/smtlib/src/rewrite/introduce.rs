//! Naming what occurs more than once, so that the text of a graph is as long as the graph.

use rustc_hash::FxHashMap;

use super::Rewriter;
use super::free::bound_in;
use crate::arena::Arena;
use crate::decl::{Binding, Var, VarId};
use crate::symbol::Symbol;
use crate::term::{Head, TermId};

/// A place where lets can be put: the whole term, or an argument that a binder binds variables in. One binder below
/// two others is two scopes.
struct Scope {
    parent: u32,
    vars: Vec<VarId>,
    body: TermId,
    /// The lets to put here by level: a level's definitions use only variables of lower ones.
    levels: Vec<Vec<VarId>>,
}

/// A term in the scope where it belongs: the innermost that binds a variable it depends on.
type Place = (TermId, u32);

#[derive(Default)]
struct Introduction {
    scopes: Vec<Scope>,
    /// The scope of a binder's argument, by the binder's place.
    scope_of: FxHashMap<(TermId, u32, u32), u32>,
    /// How often a term is written if each term above it is written once.
    count: FxHashMap<Place, u32>,
    todo: Vec<Place>,
    result: FxHashMap<Place, TermId>,
    /// Where each new variable is put.
    level: FxHashMap<VarId, (u32, usize)>,
}

impl Rewriter {
    /// The same term with a `let` for each compound term that occurs more than once, at the innermost scope that
    /// binds all its variables. Lets that are there are expanded first. Patterns are left alone.
    pub fn introduce_lets(&mut self, arena: &mut Arena, term: TermId) -> TermId {
        let term = self.inline_lets(arena, term);
        let mut work = Introduction::default();
        work.scopes.push(Scope { parent: 0, vars: Vec::new(), body: term, levels: Vec::new() });
        work.count_occurrences(self, arena, term);
        work.build(self, arena).unwrap_or(term)
    }
}

/// The argument `i` when it is to be looked at: patterns are not.
fn arguments(arena: &Arena, term: TermId) -> &[TermId] {
    let parts = arena.term(term);
    match parts.head {
        Head::Annotated(_) => &parts.args[..1],
        _ => parts.args,
    }
}

/// Whether naming a term saves anything. Literals in disguise, such as `(- 5)` and `(fp #b0 #b10 #b1)`, are not
/// named: solvers ask for them as they are in some places.
fn is_worth_naming(arena: &Arena, term: TermId) -> bool {
    let parts = arena.term(term);
    let literal = |&t: &TermId| matches!(arena.term(t).head, Head::Literal(..));
    let is_literal = parts.args.len() <= 3 && parts.args.iter().all(literal);
    !parts.args.is_empty() && !is_literal
}

impl Introduction {
    /// The innermost scope, from `scope` outward, that binds a variable of the term.
    fn owner(&self, rewriter: &mut Rewriter, arena: &Arena, term: TermId, mut scope: u32) -> u32 {
        let free = rewriter.free.full(arena, term);
        if free.is_empty() {
            return 0;
        }
        while scope != 0 {
            let here = &self.scopes[scope as usize];
            if here.vars.iter().any(|&v| rewriter.free.sets.contains(free, v)) {
                return scope;
            }
            scope = here.parent;
        }
        0
    }

    fn use_term(&mut self, rewriter: &mut Rewriter, arena: &Arena, term: TermId, scope: u32) {
        let place = (term, self.owner(rewriter, arena, term, scope));
        let count = self.count.entry(place).or_insert(0);
        *count = count.saturating_add(1);
        if *count == 1 {
            self.todo.push(place);
        }
    }

    fn count_occurrences(&mut self, rewriter: &mut Rewriter, arena: &Arena, root: TermId) {
        self.use_term(rewriter, arena, root, 0);
        while let Some((term, scope)) = self.todo.pop() {
            let head = arena.term(term).head;
            for (i, &arg) in arguments(arena, term).iter().enumerate() {
                let vars = bound_in(arena, head, i);
                let inner = if vars.is_empty() {
                    scope
                } else {
                    let id = self.scopes.len() as u32;
                    self.scopes.push(Scope {
                        parent: scope,
                        vars: vars.to_vec(),
                        body: arg,
                        levels: Vec::new(),
                    });
                    self.scope_of.insert((term, i as u32, scope), id);
                    id
                };
                self.use_term(rewriter, arena, arg, inner);
            }
        }
    }

    fn build(&mut self, rewriter: &mut Rewriter, arena: &mut Arena) -> Option<TermId> {
        let mut places: Vec<Place> = self.count.keys().copied().collect();
        // Whatever a term is built from has a smaller id, in this scope, in outer ones and in those below it.
        places.sort_unstable();
        let base = arena.symbols.intern("let");
        for place in places {
            let built = self.build_term(rewriter, arena, place)?;
            let result = if self.count[&place] > 1 && is_worth_naming(arena, place.0) {
                self.name(rewriter, arena, place.1, built, base)
            } else {
                built
            };
            self.result.insert(place, result);
        }
        self.close_scope(rewriter, arena, 0)
    }

    fn name(
        &mut self,
        rewriter: &mut Rewriter,
        arena: &mut Arena,
        scope: u32,
        definition: TermId,
        base: Symbol,
    ) -> TermId {
        let name = rewriter.fresh_name(arena, base);
        let sort = arena.sort_of(definition);
        let var = arena.make_var(Var { name, sort, binding: Binding::Let(definition) });
        let used = rewriter.free.written(arena, definition);
        let here =
            rewriter.free.sets.iter(used).filter_map(|v| self.level.get(&v)).filter(|at| at.0 == scope);
        let level = here.map(|at| at.1 + 1).max().unwrap_or(0);
        let levels = &mut self.scopes[scope as usize].levels;
        if levels.len() == level {
            levels.push(Vec::new());
        }
        levels[level].push(var);
        self.level.insert(var, (scope, level));
        arena.var_term(var)
    }

    fn build_term(
        &mut self,
        rewriter: &mut Rewriter,
        arena: &mut Arena,
        (term, scope): Place,
    ) -> Option<TermId> {
        let mut args = arena.term(term).args.to_vec();
        let head = arena.term(term).head;
        for (i, arg) in args.iter_mut().enumerate().take(arguments(arena, term).len()) {
            *arg = match self.scope_of.get(&(term, i as u32, scope)) {
                Some(&inner) => self.close_scope(rewriter, arena, inner)?,
                None => self.reference(rewriter, arena, *arg, scope)?,
            };
        }
        // Fresh names cannot catch anything, so the head stays.
        arena.retyped(term, head, &args)
    }

    fn reference(&self, rewriter: &mut Rewriter, arena: &Arena, term: TermId, scope: u32) -> Option<TermId> {
        let place = (term, self.owner(rewriter, arena, term, scope));
        self.result.get(&place).copied()
    }

    /// The body of a scope under its lets. An annotation stays outside of them: solvers look for it right below the
    /// quantifier or the command.
    fn close_scope(&mut self, rewriter: &mut Rewriter, arena: &mut Arena, scope: u32) -> Option<TermId> {
        let body = self.scopes[scope as usize].body;
        let mut result = self.reference(rewriter, arena, body, scope)?;
        let levels = std::mem::take(&mut self.scopes[scope as usize].levels);
        let annotated = matches!(arena.term(result).head, Head::Annotated(_)).then_some(result);
        if let Some(outer) = annotated {
            result = arena.term(outer).args[0];
        }
        for vars in levels.iter().rev() {
            let mut args: Vec<TermId> = vars.iter().filter_map(|&v| arena.definition(v)).collect();
            args.push(result);
            let sort = arena.sort_of(result);
            let vars = arena.make_var_list(vars);
            result = arena.intern(Head::Let(vars), &args, sort);
        }
        match annotated {
            Some(outer) => {
                let mut args = arena.term(outer).args.to_vec();
                args[0] = result;
                let head = arena.term(outer).head;
                arena.retyped(outer, head, &args)
            }
            None => Some(result),
        }
    }
}
