//! Making binders whose variables catch exactly what they should, in the arena and in the text.

use super::{Rewriter, all_bound, redefined};
use crate::arena::Arena;
use crate::decl::VarId;
use crate::term::{Case, Head, TermId};

impl Rewriter {
    /// A term like `old` over other arguments. For a let variable the argument is its definition.
    pub(super) fn rebuild(&mut self, arena: &mut Arena, old: TermId, args: &[TermId]) -> Option<TermId> {
        let term = arena.term(old);
        match term.head {
            Head::Var(var) => match args.first() {
                Some(&definition) => {
                    let var = redefined(arena, var, definition);
                    Some(arena.var_term(var))
                }
                None => Some(old),
            },
            _ if term.args == args => Some(old),
            Head::Let(_) | Head::Binder(..) | Head::Match(_) => {
                self.rebuild_scope(arena, old, args, |_| false)
            }
            head => arena.retyped(old, head, args),
        }
    }

    /// A term like `old` whose variables of this choice have fresh names.
    pub(super) fn rename_bound(
        &mut self,
        arena: &mut Arena,
        old: TermId,
        choice: impl Fn(VarId) -> bool,
    ) -> Option<TermId> {
        let args = arena.term(old).args.to_vec();
        self.rebuild_scope(arena, old, &args, choice)
    }

    fn rebuild_scope(
        &mut self,
        arena: &mut Arena,
        old: TermId,
        args: &[TermId],
        force: impl Fn(VarId) -> bool,
    ) -> Option<TermId> {
        let mut args = args.to_vec();
        let head = match arena.term(old).head {
            Head::Let(vars) => {
                let old_vars = arena.var_list(vars).to_vec();
                let mut forced = Vec::with_capacity(old_vars.len());
                let mut vars = Vec::with_capacity(old_vars.len());
                for (&var, &definition) in old_vars.iter().zip(&args) {
                    forced.push(force(var));
                    vars.push(redefined(arena, var, definition));
                }
                let bodies = args.get_mut(old_vars.len()..)?;
                self.separate(arena, &mut vars, bodies, &forced)?;
                Head::Let(arena.make_var_list(&vars))
            }
            Head::Binder(binder, vars) => {
                let mut vars = arena.var_list(vars).to_vec();
                let forced: Vec<bool> = vars.iter().map(|&v| force(v)).collect();
                self.separate(arena, &mut vars, &mut args, &forced)?;
                Head::Binder(binder, arena.make_var_list(&vars))
            }
            Head::Match(cases) => {
                let mut cases = arena.cases(cases).to_vec();
                for (case, body) in cases.iter_mut().zip(args.iter_mut().skip(1)) {
                    let mut vars = case.vars().to_vec();
                    let forced: Vec<bool> = vars.iter().map(|&v| force(v)).collect();
                    self.separate(arena, &mut vars, std::slice::from_mut(body), &forced)?;
                    match case {
                        Case::Constructor(_, old) => *old = vars.into(),
                        Case::Parenthesised(_) => {}
                        Case::Var(old) => *old = vars[0],
                    }
                }
                Head::Match(arena.make_cases(cases))
            }
            head => head,
        };
        arena.retyped(old, head, &args)
    }

    /// Renames those of `vars`, bound together over `bodies`, that are forced to or whose name would catch something
    /// else there.
    fn separate(
        &mut self,
        arena: &mut Arena,
        vars: &mut [VarId],
        bodies: &mut [TermId],
        forced: &[bool],
    ) -> Option<()> {
        let mut renaming: Vec<(VarId, TermId)> = Vec::new();
        for i in 0..vars.len() {
            if forced[i] || bodies.iter().any(|&body| self.catches(arena, vars, i, body)) {
                let fresh = self.fresh_var(arena, vars[i]);
                renaming.push((vars[i], arena.var_term(fresh)));
                vars[i] = fresh;
            }
        }
        if !renaming.is_empty() {
            for body in bodies {
                *body = self.substitute_bound(arena, *body, &renaming)?;
            }
        }
        Some(())
    }

    /// Whether `vars[i]`, bound together with the others over `body`, is written like something else that is free
    /// there. A later variable of the same name hides it, and is then the one that is meant.
    pub(super) fn catches(&mut self, arena: &Arena, vars: &[VarId], i: usize, body: TermId) -> bool {
        let name = arena.var(vars[i]).name;
        self.free.has_namesake(arena, body, vars[i], &vars[i + 1..])
            || self.free.names_function(arena, &mut self.walk, body, name)
    }

    /// Whether a term binds a variable of this choice.
    pub(super) fn binds(arena: &Arena, term: TermId, choice: impl Fn(VarId) -> bool) -> bool {
        all_bound(arena, term).any(choice)
    }
}
