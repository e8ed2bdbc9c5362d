//! Replacing function symbols by what they stand for.

use rustc_hash::FxHashMap;

use super::free::functions_of;
use super::{Before, Pass, Rewriter};
use crate::arena::Arena;
use crate::decl::{Binding, FunId, FunKind, Var, VarId};
use crate::term::{Head, TermId};

/// A term over parameters; over none for a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The parameters.
    pub vars: Vec<VarId>,
    /// The term over them.
    pub body: TermId,
}

struct ReplaceFuns<'a> {
    definitions: &'a FxHashMap<FunId, Definition>,
}

impl Pass for ReplaceFuns<'_> {
    fn before(&mut self, _: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before> {
        match arena.term(term).head {
            // The name of a term changes with it, or it would name the old one.
            Head::Fun(fun, _) if !self.definitions.contains_key(&fun) => Some(match arena.fun(fun).kind {
                FunKind::Named(named) if mentions(arena, named, self.definitions) => Before::Instead(named),
                _ => Before::Descend,
            }),
            _ => Some(Before::Descend),
        }
    }

    fn after(
        &mut self,
        rewriter: &mut Rewriter,
        arena: &mut Arena,
        term: TermId,
        args: &[TermId],
    ) -> Option<TermId> {
        if let Head::Fun(fun, _) = arena.term(term).head
            && let Some(definition) = self.definitions.get(&fun)
            // A function without its arguments is a value of a higher-order logic and stays.
            && definition.vars.len() == args.len()
        {
            let values: Vec<(VarId, TermId)> =
                definition.vars.iter().copied().zip(args.iter().copied()).collect();
            return rewriter.substitute(arena, definition.body, &values);
        }
        rewriter.rebuild(arena, term, args)
    }
}

fn mentions(arena: &Arena, term: TermId, definitions: &FxHashMap<FunId, Definition>) -> bool {
    functions_of(arena, &mut crate::walk::Walk::new(), term).iter().any(|fun| definitions.contains_key(fun))
}

impl Rewriter {
    /// `term` with applications of functions replaced by their definitions' bodies over the arguments, all at once;
    /// what the bodies mention is not replaced in turn. Binders of `term` do not capture variables of a body.
    /// `None` when sorts do not fit.
    pub fn substitute_functions(
        &mut self,
        arena: &mut Arena,
        term: TermId,
        definitions: &FxHashMap<FunId, Definition>,
    ) -> Option<TermId> {
        // Variables of a body that are not its parameters must not be caught: stand-ins that nothing binds take
        // their places until the end.
        let mut closed = definitions.clone();
        let mut stand_ins: FxHashMap<VarId, VarId> = FxHashMap::default();
        let mut ids: Vec<FunId> = closed.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            let Some(definition) = closed.get_mut(&id) else { continue };
            let body = self.close_lets(arena, definition.body);
            let mut renaming = Vec::new();
            for var in self.free.scoped(arena, body) {
                if !definition.vars.contains(&var) {
                    let fresh = *stand_ins.entry(var).or_insert_with(|| self.fresh_var(arena, var));
                    renaming.push((var, arena.var_term(fresh)));
                }
            }
            definition.body = self.substitute(arena, body, &renaming)?;
        }
        let result = self.run(arena, term, &mut ReplaceFuns { definitions: &closed })?;
        let mut back: Vec<(VarId, TermId)> = Vec::new();
        for (&var, &fresh) in &stand_ins {
            back.push((fresh, arena.var_term(var)));
        }
        back.sort_unstable();
        if back.is_empty() { Some(result) } else { self.substitute(arena, result, &back) }
    }

    /// `term` without applications of functions that `define-fun` defines; recursive ones stay.
    pub fn inline_definitions(&mut self, arena: &mut Arena, term: TermId) -> Option<TermId> {
        let mut definitions: FxHashMap<FunId, Definition> = FxHashMap::default();
        // A body that is not recursive uses only functions that were declared before.
        for id in self.defined_below(arena, term) {
            let FunKind::Defined { vars, body: Some(body) } = &arena.fun(id).kind else { continue };
            let (vars, body) = (vars.clone(), *body);
            if self.functions(arena, body).last().is_some_and(|&last| last >= id) {
                continue;
            }
            let body = self.substitute_functions(arena, body, &definitions)?;
            definitions.insert(id, Definition { vars, body });
        }
        self.substitute_functions(arena, term, &definitions)
    }

    /// The defined functions that a term uses, directly or through others, in ascending order.
    fn defined_below(&mut self, arena: &Arena, term: TermId) -> Vec<FunId> {
        let mut found = std::collections::BTreeSet::new();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            for fun in self.functions(arena, term) {
                match arena.fun(fun).kind {
                    FunKind::Defined { body: Some(body), .. } if found.insert(fun) => todo.push(body),
                    FunKind::Named(named) if found.insert(fun) => todo.push(named),
                    _ => {}
                }
            }
        }
        found.into_iter().collect()
    }

    /// The script's functions that occur in a term, through let variables too, in ascending order.
    pub fn functions(&mut self, arena: &Arena, term: TermId) -> Vec<FunId> {
        functions_of(arena, &mut self.walk, term)
    }

    /// A variable for quantifiers, of a name that nothing has: `base` and a number.
    pub fn fresh_scoped(&mut self, arena: &mut Arena, base: &str, sort: crate::sort::SortId) -> VarId {
        let base = arena.symbols.intern(base);
        let name = self.fresh_name(arena, base);
        arena.make_var(Var { name, sort, binding: Binding::Scope(0) })
    }
}
