//! Changing terms: substitution, replacement, lets.
//!
//! Every operation visits each distinct sub-term once, keeps terms typed, and keeps the *text* true: two variables of
//! one name are different variables in the arena but shadow each other when printed, so whatever puts a term
//! below a binder renames the binder's variable when its name would catch another ([`is_printable`] tells).
//!
//! A let variable is its name and its definition. It is therefore rewritten like a node above its definition,
//! wherever it stands, and agrees with its `let`, which is rewritten the same way.

mod alpha;
mod bind;
mod expand;
mod free;
mod functions;
mod introduce;
mod printable;
mod replace;
mod retype;
mod script;
mod substitute;
mod var_set;

pub use alpha::alpha_eq;
pub(crate) use free::bound_in;
pub use free::{FreeVars, functions_of};
pub use functions::Definition;
pub use printable::{is_printable, unprintable_at};
pub use var_set::{VarSet, VarSets};

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::decl::{Binding, Var, VarId};
use crate::symbol::Symbol;
use crate::term::{Head, TermId};
use crate::walk::{Lets, Walk, child};

/// Rewrites the terms of one arena, with buffers and free-variable sets that are kept between operations.
///
/// After [`Arena::rollback`] it may be used on; calling [`Rewriter::rolled_back`] saves work.
#[derive(Clone, Debug, Default)]
pub struct Rewriter {
    /// The free variables of the arena's terms.
    pub free: FreeVars,
    walk: Walk,
    memo: FxHashMap<TermId, TermId>,
    tasks: Vec<Task>,
    /// By base name: every smaller number is taken.
    next_number: FxHashMap<Symbol, u32>,
    rollbacks: u64,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    Visit(TermId),
    Build(TermId),
    /// The first term's result is the second's.
    Alias(TermId, TermId),
}

/// What a pass makes of a term before its arguments are rewritten.
enum Before {
    /// Rewrite the arguments, then [`Pass::after`].
    Descend,
    /// This is the result.
    Done(TermId),
    /// The result is that of this term.
    Instead(TermId),
}

/// One kind of rewriting, bottom-up over the distinct sub-terms.
trait Pass {
    /// Looks at a term on the way down.
    fn before(&mut self, rewriter: &mut Rewriter, arena: &mut Arena, term: TermId) -> Option<Before>;

    /// Makes the result from rewritten arguments; `None` when it has no sort.
    fn after(
        &mut self,
        rewriter: &mut Rewriter,
        arena: &mut Arena,
        term: TermId,
        args: &[TermId],
    ) -> Option<TermId> {
        rewriter.rebuild(arena, term, args)
    }
}

impl Rewriter {
    /// A rewriter that knows nothing yet.
    pub fn new() -> Rewriter {
        Rewriter::default()
    }

    /// To be called right after [`Arena::rollback`], to keep what is still true.
    pub fn rolled_back(&mut self, arena: &Arena) {
        self.free.rolled_back(arena);
    }

    fn run(&mut self, arena: &mut Arena, root: TermId, pass: &mut impl Pass) -> Option<TermId> {
        // Passes may run others; each takes the buffers that are there.
        let mut memo = std::mem::take(&mut self.memo);
        let mut tasks = std::mem::take(&mut self.tasks);
        memo.clear();
        tasks.clear();
        tasks.push(Task::Visit(root));
        let mut args = Vec::new();
        let mut sound = true;
        while let Some(task) = tasks.pop() {
            if !self.step(arena, pass, task, &mut memo, &mut tasks, &mut args) {
                sound = false;
                break;
            }
        }
        let result = memo.get(&root).copied().filter(|_| sound);
        self.memo = memo;
        self.tasks = tasks;
        result
    }

    fn step(
        &mut self,
        arena: &mut Arena,
        pass: &mut impl Pass,
        task: Task,
        memo: &mut FxHashMap<TermId, TermId>,
        tasks: &mut Vec<Task>,
        args: &mut Vec<TermId>,
    ) -> bool {
        match task {
            Task::Visit(term) => {
                if memo.contains_key(&term) {
                    return true;
                }
                match pass.before(self, arena, term) {
                    None => return false,
                    Some(Before::Done(result)) => {
                        memo.insert(term, result);
                    }
                    Some(Before::Instead(other)) => {
                        tasks.extend([Task::Alias(term, other), Task::Visit(other)])
                    }
                    Some(Before::Descend) => {
                        tasks.push(Task::Build(term));
                        let first = tasks.len();
                        tasks.extend(
                            (0..).map_while(|i| child(arena, term, i, Lets::Through)).map(Task::Visit),
                        );
                        tasks[first..].reverse();
                    }
                }
            }
            Task::Alias(term, other) => {
                let Some(&result) = memo.get(&other) else { return false };
                memo.insert(term, result);
            }
            Task::Build(term) => {
                args.clear();
                args.extend(
                    (0..).map_while(|i| child(arena, term, i, Lets::Through)).filter_map(|c| memo.get(&c)),
                );
                let Some(result) = pass.after(self, arena, term, args) else { return false };
                memo.insert(term, result);
            }
        }
        true
    }

    /// A name that nothing in the arena has, made from another's.
    pub fn fresh_name(&mut self, arena: &mut Arena, base: Symbol) -> Symbol {
        if self.rollbacks != arena.rollbacks() {
            self.next_number.clear();
            self.rollbacks = arena.rollbacks();
        }
        let next = self.next_number.entry(base).or_default();
        loop {
            let name = format!("{}!{next}", arena.name(base));
            *next += 1;
            if arena.symbols.lookup(&name).is_none() {
                return arena.symbols.intern(&name);
            }
        }
    }

    /// A variable of the same sort and binding under a name that nothing else has.
    pub fn fresh_var(&mut self, arena: &mut Arena, var: VarId) -> VarId {
        let old = *arena.var(var);
        let name = self.fresh_name(arena, old.name);
        let binding = match old.binding {
            Binding::Scope(_) => Binding::Scope(0),
            of_let => of_let,
        };
        arena.make_var(Var { name, binding, ..old })
    }
}

/// The let variable of `var`'s name with another definition.
fn redefined(arena: &mut Arena, var: VarId, definition: TermId) -> VarId {
    if arena.definition(var) == Some(definition) {
        return var;
    }
    let name = arena.var(var).name;
    let sort = arena.sort_of(definition);
    arena.make_var(Var { name, sort, binding: Binding::Let(definition) })
}

/// The variables that a term binds, in any of its arguments.
fn all_bound(arena: &Arena, term: TermId) -> impl Iterator<Item = VarId> + '_ {
    let parts = arena.term(term);
    let scopes = match parts.head {
        Head::Let(_) | Head::Match(_) => 0..parts.args.len(),
        // A binder binds the same variables in all of its arguments.
        Head::Binder(..) => 0..1,
        _ => 0..0,
    };
    scopes.flat_map(move |i| bound_in(arena, parts.head, i).iter().copied())
}
