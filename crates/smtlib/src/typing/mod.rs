//! Sorts of applications: overload resolution over the table and the script's own functions, with the Int-to-Real
//! coercion that solvers do.
//!
//! Unknown parts never make an error of their own: a term of sort [`SortId::OPAQUE`] fits everywhere.

mod bindings;
mod special;

use smallvec::SmallVec;

use crate::arena::Arena;
use crate::decl::FunId;
use crate::sort::{SortCtor, SortId};
use crate::symbol::Symbol;
use crate::term::{Head, Index, IndexKind, Qual, QualId, TermId};
use crate::theory::{Arity, Op, Row};

use bindings::Bindings;

type SortList = SmallVec<[SortId; 8]>;

impl Arena {
    /// `op` applied to `args`, when the table allows it. `indices` are the numbers after `_`.
    pub fn apply(&mut self, op: impl Into<Op>, indices: &[u32], args: &[TermId]) -> Option<TermId> {
        let qual = if indices.is_empty() {
            QualId::NONE
        } else {
            let indices = indices
                .iter()
                .map(|i| Index { kind: IndexKind::Numeral, text: self.symbols.intern(&i.to_string()) })
                .collect();
            self.make_qual(Qual { indices, ascription: None })
        };
        self.apply_op(op.into(), 0, qual, args)
    }

    /// `op`, written with its name number `spelling`, applied to `args`, when the table allows it.
    pub fn apply_op(&mut self, op: Op, spelling: u8, qual: QualId, args: &[TermId]) -> Option<TermId> {
        let sorts: SortList = args.iter().map(|&a| self.sort_of(a)).collect();
        let sort = self.op_sort(op.row(), qual, &sorts)?;
        Some(self.intern(Head::Op(op, spelling, qual), args, sort))
    }

    /// A function of the script applied to `args`, when its sorts allow it.
    pub fn apply_fun(&mut self, fun: FunId, qual: QualId, args: &[TermId]) -> Option<TermId> {
        let sorts: SortList = args.iter().map(|&a| self.sort_of(a)).collect();
        let sort = self.fun_sort(fun, qual, &sorts)?;
        Some(self.intern(Head::Fun(fun, qual), args, sort))
    }

    /// The sort of an operator's application, when the table allows it.
    pub fn op_sort(&mut self, row: &Row, qual: QualId, args: &[SortId]) -> Option<SortId> {
        let signature = &row.signature;
        if args == [SortId::BOOL, SortId::BOOL]
            && row.op.theory() == crate::theory::Theory::Core
            && qual == QualId::NONE
        {
            // The commonest case by far; every binary Core operator takes two truth values and gives one.
            return (signature.args.len() == 2).then_some(SortId::BOOL);
        }
        let mut bindings = Bindings::default();
        if !self.bind_indices(row, qual, &mut bindings) {
            return None;
        }
        let wanted = signature.args.len();
        let fits = match row.arity {
            Arity::Fixed => args.len() == wanted,
            Arity::Variadic => args.len() + 1 >= wanted,
            // Solvers take a single argument too: `(and p)`.
            Arity::LeftAssoc => args.len() >= wanted || (args.len() == 1 && row.takes_one_argument()),
            Arity::RightAssoc | Arity::Chainable | Arity::Pairwise => args.len() >= wanted,
        };
        if !fits {
            return None;
        }
        if args.len() > wanted && row.arity == Arity::LeftAssoc && signature.args[0] != signature.result {
            return self.fold_left(row, args);
        }
        for (i, &sort) in args.iter().enumerate() {
            let pattern = signature.args.get(i).or(signature.args.last())?;
            if !bindings.bind(&self.sorts, pattern, sort) {
                return None;
            }
        }
        if !bindings.hold(&signature.conditions) {
            return None;
        }
        if signature.is_special() {
            return self.special_sort(row, qual, args, &bindings);
        }
        bindings.sort(&mut self.sorts, &signature.result)
    }

    /// Left-associative operators whose result is of another sort than their arguments, such as `concat`.
    fn fold_left(&mut self, row: &Row, args: &[SortId]) -> Option<SortId> {
        let mut result = args[0];
        for &arg in &args[1..] {
            result = self.op_sort(row, QualId::NONE, &[result, arg])?;
        }
        Some(result)
    }

    fn bind_indices(&self, row: &Row, qual: QualId, bindings: &mut Bindings) -> bool {
        let signature = &row.signature;
        if signature.special_indices {
            return true;
        }
        let qual = self.qual(qual);
        if qual.indices.len() != signature.indices.len() {
            return false;
        }
        qual.indices.iter().zip(&signature.indices).all(|(index, &variable)| match self.numeral(index) {
            Some(value) => bindings.set_dim(variable, value),
            None => false,
        })
    }

    /// The value of a numeral index.
    pub fn numeral(&self, index: &Index) -> Option<i64> {
        (index.kind == IndexKind::Numeral).then(|| self.name(index.text).parse().ok()).flatten()
    }

    /// The sort of a script function's application.
    pub fn fun_sort(&mut self, fun: FunId, qual: QualId, args: &[SortId]) -> Option<SortId> {
        let decl = self.fun(fun);
        if decl.params.len() != args.len() {
            return None;
        }
        if decl.sort_params.is_empty() {
            let fits = decl.params.iter().zip(args).all(|(&p, &a)| self.accepts(p, a));
            return fits.then(|| self.sorts.canonical(decl.result));
        }
        let decl = decl.clone();
        let mut found: Vec<Option<SortId>> = vec![None; decl.sort_params.len()];
        // `(as nil (List Int))` names the result; `(_ is nil)`-like indices do not.
        if let Some(ascribed) = self.qual(qual).ascription {
            let ascribed = self.sorts.canonical(ascribed);
            if !self.unify(decl.result, ascribed, &decl.sort_params, &mut found) {
                return None;
            }
        }
        for (&param, &arg) in decl.params.iter().zip(args) {
            if !self.unify(param, arg, &decl.sort_params, &mut found) {
                return None;
            }
        }
        // A parameter that nothing fixes is not an error: solvers that infer it accept such terms.
        let found: Vec<SortId> = found.iter().map(|s| s.unwrap_or(SortId::OPAQUE)).collect();
        let result = self.sorts.substitute(decl.result, &decl.sort_params, &found);
        Some(self.sorts.canonical(result))
    }

    /// Whether a value of sort `actual` may stand where `expected` is asked for.
    #[inline]
    pub fn accepts(&self, expected: SortId, actual: SortId) -> bool {
        let expected = self.sorts.canonical(expected);
        expected == actual
            || (expected == SortId::REAL && actual == SortId::INT)
            || self.sorts.has_opaque(expected)
            || self.sorts.has_opaque(actual)
            || self.same_function(expected, actual)
    }

    /// Z3's arrays are functions, and its lambdas are arrays.
    fn same_function(&self, a: SortId, b: SortId) -> bool {
        bindings::same_function(&self.sorts, a, b)
    }

    /// Matches a sort with parameters against a sort, finding the parameters.
    fn unify(&self, pattern: SortId, sort: SortId, params: &[Symbol], found: &mut [Option<SortId>]) -> bool {
        let pattern = self.sorts.canonical(pattern);
        if !self.sorts.has_param(pattern) {
            return self.accepts(pattern, sort);
        }
        if sort == SortId::OPAQUE {
            return true;
        }
        if let SortCtor::Param(name) = self.sorts.ctor(pattern)
            && let Some(i) = params.iter().position(|&p| p == name)
        {
            return match found[i] {
                None => {
                    found[i] = Some(sort);
                    true
                }
                Some(known) => self.accepts(known, sort),
            };
        }
        let (a, b) = (self.sorts.node(pattern), self.sorts.node(sort));
        a.ctor == b.ctor
            && a.args.len() == b.args.len()
            && a.args.iter().zip(&b.args).all(|(&p, &s)| self.unify(p, s, params, found))
    }

    /// The sort of `(f a …)` where `f` is a term: a function applied to all or some of its arguments, or Z3's array.
    pub fn call_sort(&mut self, function: SortId, args: &[SortId]) -> Option<SortId> {
        if self.sorts.has_opaque(function) {
            return Some(SortId::OPAQUE);
        }
        if !matches!(self.sorts.ctor(function), SortCtor::Fun | SortCtor::Array) {
            return None;
        }
        let parts: SortList = self.sorts.args(function).into();
        let (&result, params) = parts.split_last()?;
        if params.iter().zip(args).any(|(&p, &a)| !self.accepts(p, a)) {
            return None;
        }
        if args.len() < params.len() {
            return Some(self.sorts.make(SortCtor::Fun, &parts[args.len()..]));
        }
        if args.len() > params.len() {
            return self.call_sort(result, &args[params.len()..]);
        }
        Some(result)
    }
}

impl Row {
    /// Whether a left-associative operator is accepted with one argument, which it then equals.
    pub fn takes_one_argument(&self) -> bool {
        self.arity == Arity::LeftAssoc
            && self.signature.args.len() == 2
            && self.signature.args[0] == self.signature.result
            && !matches!(self.name(), "-" | "/" | "div")
    }
}
