//! Defined functions: which are recursive, what they read, and how they are called.

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{Arena, FunId, FunKind, Head, TermId};

use super::frame::Frame;
use super::step::{Input, Plan};
use crate::machine::{Machine, PlanKey};
use crate::text::Escapes;
use crate::theory::coerce;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

/// Which of a script's definitions can be looked through, and which must be run with care.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    /// Functions that are recursive, or use one that is.
    recursive: FxHashSet<FunId>,
    /// How string literals are written.
    pub(super) escapes: Escapes,
}

impl Definitions {
    /// Looks at all definitions of an arena: those from which only a way through themselves leads on are recursive.
    pub(crate) fn of(arena: &Arena, escapes: Escapes) -> Definitions {
        let mut uses: FxHashMap<FunId, FxHashSet<FunId>> = FxHashMap::default();
        for (fun, decl) in arena.funs() {
            if let FunKind::Defined { body: Some(body), .. } = decl.kind {
                let direct = direct_symbols(arena, body);
                let defined = |f: &FunId| matches!(arena.fun(*f).kind, FunKind::Defined { .. });
                uses.insert(fun, direct.into_iter().filter(defined).collect());
            }
        }
        // Peel off what uses nothing that is left; what remains has a cycle below it.
        let mut users: FxHashMap<FunId, Vec<FunId>> = FxHashMap::default();
        for (&fun, used) in &uses {
            for &other in used {
                users.entry(other).or_default().push(fun);
            }
        }
        let mut open: FxHashMap<FunId, usize> = uses.iter().map(|(&fun, used)| (fun, used.len())).collect();
        let mut ready: Vec<FunId> = open.iter().filter(|(_, n)| **n == 0).map(|(&f, _)| f).collect();
        while let Some(fun) = ready.pop() {
            open.remove(&fun);
            for user in users.get(&fun).into_iter().flatten() {
                if let Some(left) = open.get_mut(user) {
                    *left -= 1;
                    if *left == 0 {
                        ready.push(*user);
                    }
                }
            }
        }
        Definitions { recursive: open.into_keys().collect(), escapes }
    }

    /// Whether a function is recursive or uses one that is.
    pub(super) fn is_recursive(&self, fun: FunId) -> bool {
        self.recursive.contains(&fun)
    }

    /// The term that decides this one's value: lets, annotations, names and plain definitions are looked through.
    pub(super) fn strip(&self, arena: &Arena, mut term: TermId) -> TermId {
        loop {
            let node = arena.term(term);
            term = match node.head {
                Head::Let(_) => node.args[node.args.len() - 1],
                Head::Annotated(_) => node.args[0],
                Head::Var(var) => match arena.definition(var) {
                    Some(definition) => definition,
                    None => return term,
                },
                Head::Fun(fun, _) => match &arena.fun(fun).kind {
                    FunKind::Named(named) => *named,
                    FunKind::Defined { vars, body: Some(body) }
                        if vars.is_empty()
                            && !self.is_recursive(fun)
                            && arena.sort_of(*body) == node.sort =>
                    {
                        // Where the sorts differ the call stays, which makes a real of an integer.
                        *body
                    }
                    _ => return term,
                },
                _ => return term,
            };
        }
    }
}

/// The symbols in a term, without looking into definitions.
fn direct_symbols(arena: &Arena, root: TermId) -> FxHashSet<FunId> {
    collect_symbols(arena, root, false)
}

/// The symbols that a term reads, through definitions too.
pub(super) fn symbols_of(arena: &Arena, root: TermId) -> FxHashSet<FunId> {
    collect_symbols(arena, root, true)
}

/// A function and the symbols that it reads.
pub(super) fn symbols_of_fun(arena: &Arena, fun: FunId) -> FxHashSet<FunId> {
    let mut symbols = match arena.fun(fun).kind {
        FunKind::Defined { body: Some(body), .. } => symbols_of(arena, body),
        _ => FxHashSet::default(),
    };
    symbols.insert(fun);
    symbols
}

fn collect_symbols(arena: &Arena, root: TermId, through_definitions: bool) -> FxHashSet<FunId> {
    let mut symbols = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = arena.term(term);
        stack.extend_from_slice(node.args);
        match node.head {
            Head::Var(var) => stack.extend(arena.definition(var)),
            Head::Fun(fun, _) if symbols.insert(fun) => match arena.fun(fun).kind {
                FunKind::Defined { body: Some(body), .. } if through_definitions => stack.push(body),
                FunKind::Named(named) => stack.push(named),
                _ => {}
            },
            _ => {}
        }
    }
    symbols
}

impl Machine<'_> {
    /// A defined function applied to arguments.
    pub(crate) fn call_defined(&mut self, fun: FunId, args: &[Value]) -> Eval {
        let arena = self.arena;
        let decl = arena.fun(fun);
        let (vars, body) = match &decl.kind {
            FunKind::Defined { vars, body: Some(body) } => (&vars[..], *body),
            FunKind::Named(named) => (&[][..], *named),
            _ => return Err(Unknown::NoValue(arena.name(decl.name).to_owned())),
        };
        let plan = self.cached_plan(PlanKey::Body(fun), |machine| {
            let lazy = machine.definitions.is_recursive(fun);
            Plan::compile_body(machine.arena, &machine.definitions, &[body], lazy)
        });
        let mut frame = Frame::new(&plan);
        for (&var, arg) in vars.iter().zip(args) {
            let value = coerce(arena, arg.clone(), arena.var(var).sort);
            frame.set_input(&plan, Input::Var(var), Ok(value));
        }
        let result = self.nested(|machine| {
            if plan.lazy {
                frame.run_lazily(&plan, machine, plan.roots[0]);
            } else {
                frame.run_all(&plan, machine);
            }
            frame.value(&plan, plan.roots[0])
        })?;
        Ok(coerce(arena, result, decl.result))
    }

    /// Runs a body one level deeper, within the budget.
    pub(super) fn nested(&mut self, run: impl FnOnce(&mut Self) -> Eval) -> Eval {
        self.spent_calls += 1;
        if self.depth >= self.budget.recursion || self.spent_calls > self.budget.calls {
            return Err(Unknown::Recursion(self.budget.recursion));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }
}
