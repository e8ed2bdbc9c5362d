//! The sort of a term whose arguments changed.

use smallvec::SmallVec;

use crate::arena::Arena;
use crate::sort::{SortCtor, SortId};
use crate::term::{Binder, Head, TermId};

impl Arena {
    /// A term of `old`'s kind, with this head and these arguments; `None` when they do not fit it.
    ///
    /// The head is `old`'s own but for the variables it binds. Arguments of the same sorts as before give the sort
    /// that it had.
    pub(super) fn retyped(&mut self, old: TermId, head: Head, args: &[TermId]) -> Option<TermId> {
        // A function put in the place of a variable that was applied is applied itself: it prints the same.
        if head == Head::Call
            && let Some((&function, rest)) = args.split_first()
            && let Head::Fun(fun, qual) = self.term(function).head
            && self.term(function).args.is_empty()
            && let Some(applied) = self.apply_fun(fun, qual, rest)
        {
            return Some(applied);
        }
        let before = self.term(old);
        let same = before.args.len() == args.len()
            && before.args.iter().zip(args).all(|(&a, &b)| self.sort_of(a) == self.sort_of(b));
        // What was ill-typed is kept as it is: opaque, whatever its arguments are.
        if same || before.sort == SortId::OPAQUE {
            let sort = before.sort;
            return Some(self.intern(head, args, sort));
        }
        let sort = match head {
            Head::Op(op, spelling, qual) => return self.apply_op(op, spelling, qual, args),
            Head::Fun(fun, qual) => return self.apply_fun(fun, qual, args),
            Head::Call => {
                let sorts: SmallVec<[SortId; 8]> = args.iter().map(|&a| self.sort_of(a)).collect();
                let (&function, rest) = sorts.split_first()?;
                self.call_sort(function, rest)?
            }
            Head::Let(_) => self.sort_of(*args.last()?),
            Head::Annotated(_) => self.sort_of(*args.first()?),
            Head::Binder(binder, vars) => {
                let vars: SmallVec<[SortId; 8]> =
                    self.var_list(vars).iter().map(|&v| self.sorts.canonical(self.var(v).sort)).collect();
                self.binder_sort_of(binder, &vars, args)?
            }
            Head::Match(_) => self.match_sort(args)?,
            Head::Literal(..) | Head::Var(_) | Head::Unknown(..) | Head::Verbatim(_) => before.sort,
        };
        Some(self.intern(head, args, sort))
    }

    fn binder_sort_of(&mut self, binder: Binder, vars: &[SortId], args: &[TermId]) -> Option<SortId> {
        let first = self.sort_of(*args.first()?);
        let body = self.sort_of(*args.last()?);
        if binder != Binder::Lambda && !self.accepts(SortId::BOOL, first) {
            return None;
        }
        Some(match binder {
            Binder::Forall | Binder::Exists => SortId::BOOL,
            Binder::Witness | Binder::Eps | Binder::Choice => *vars.first()?,
            Binder::Lambda => {
                let mut parts: SmallVec<[SortId; 8]> = vars.into();
                parts.push(body);
                self.sorts.make(SortCtor::Fun, &parts)
            }
            Binder::Comprehension => {
                let element = if args.len() > 1 { body } else { *vars.first()? };
                self.sorts.make(SortCtor::Set, &[element])
            }
        })
    }

    fn match_sort(&self, args: &[TermId]) -> Option<SortId> {
        let bodies: SmallVec<[SortId; 8]> = args.get(1..)?.iter().map(|&a| self.sort_of(a)).collect();
        let sort = bodies.iter().copied().find(|&s| s != SortId::OPAQUE).unwrap_or(SortId::OPAQUE);
        let sort = if sort == SortId::INT && bodies.contains(&SortId::REAL) { SortId::REAL } else { sort };
        bodies.iter().all(|&s| self.accepts(sort, s)).then_some(sort)
    }
}
