//! How far arithmetic goes: differences, linear, polynomial.
//!
//! Difference logic is as QF_IDL and QF_RDL have it, `(op (- x y) c)` and `(op x y)`, and `(op x c)`, which solvers take
//! there too. In linear logic a product has at most one factor that is not constant, and divisors are constant.

use rustc_hash::FxHashSet;

use super::Features;
use crate::arena::Arena;
use crate::decl::FunKind;
use crate::sort::SortId;
use crate::term::{Head, LiteralKind, TermId};
use crate::theory::{ArithOp, CoreOp, Op};

/// Finds the features of arithmetic; terms must come after those below them.
#[derive(Default)]
pub(super) struct Arithmetic {
    constants: FxHashSet<TermId>,
    /// Whether integers are compared of which none is a variable; they may be meant as reals.
    pub(super) numerals: bool,
}

/// The term that a term stands for when lets and annotations are looked through.
fn value(arena: &Arena, mut term: TermId) -> TermId {
    loop {
        let parts = arena.term(term);
        let next = match parts.head {
            Head::Let(_) => parts.args.last().copied(),
            Head::Annotated(_) => parts.args.first().copied(),
            Head::Var(var) => arena.definition(var),
            _ => None,
        };
        match next {
            Some(next) => term = next,
            None => return term,
        }
    }
}

impl Arithmetic {
    /// Whether a term is a number without variables.
    fn is_constant(&self, arena: &Arena, term: TermId) -> bool {
        self.constants.contains(&value(arena, term))
    }

    /// The features that a term adds to those of the terms below it.
    pub(super) fn features(&mut self, arena: &Arena, term: TermId) -> Features {
        if self.note_constant(arena, term) {
            return Features::NONE;
        }
        let parts = arena.term(term);
        let mut features = match parts.head {
            Head::Op(Op::Arith(op), ..) => self.of_operator(arena, op, parts.args),
            _ => Features::NONE,
        };
        match parts.head {
            Head::Op(Op::Arith(ArithOp::Le | ArithOp::Lt | ArithOp::Ge | ArithOp::Gt), ..)
            | Head::Op(Op::Core(CoreOp::Eq | CoreOp::Distinct), ..) => {
                features |= self.of_atom(arena, parts.args)
            }
            // Where a `let` defines a sum is not where the sum is used.
            Head::Let(_) => {}
            _ => {
                if parts.args.iter().any(|&arg| self.is_sum(arena, arg)) {
                    features |= Features::LINEAR;
                }
            }
        }
        features
    }

    /// What a term that a command holds adds: there it is not in an atom.
    pub(super) fn of_root(&self, arena: &Arena, root: TermId) -> Features {
        if self.is_sum(arena, root) { Features::LINEAR } else { Features::NONE }
    }

    fn note_constant(&mut self, arena: &Arena, term: TermId) -> bool {
        let parts = arena.term(term);
        let constant = match parts.head {
            Head::Literal(LiteralKind::Numeral | LiteralKind::Decimal, _) => true,
            Head::Op(Op::Arith(op), ..) => {
                is_arithmetic_sort(parts.sort)
                    && op != ArithOp::Pow
                    && parts.args.iter().all(|&arg| self.is_constant(arena, arg))
            }
            Head::Fun(fun, _) if parts.args.is_empty() => match arena.fun(fun).kind {
                FunKind::Defined { body: Some(body), .. } | FunKind::Named(body) => {
                    self.is_constant(arena, body)
                }
                _ => false,
            },
            _ => false,
        };
        if constant {
            self.constants.insert(term);
        }
        constant
    }

    fn of_operator(&self, arena: &Arena, op: ArithOp, args: &[TermId]) -> Features {
        let open = |args: &[TermId]| args.iter().filter(|&&arg| !self.is_constant(arena, arg)).count();
        let reals = args.iter().any(|&arg| arena.sort_of(arg) == SortId::REAL);
        let mut features = if reals { Features::REALS } else { Features::NONE };
        features |= match op {
            ArithOp::Mul if open(args) > 1 => Features::LINEAR | Features::NONLINEAR,
            ArithOp::Div | ArithOp::DivTotal => {
                let divisors = if open(&args[1..]) > 0 { Features::NONLINEAR } else { Features::NONE };
                Features::REALS | Features::LINEAR | divisors
            }
            ArithOp::IntDiv | ArithOp::Mod | ArithOp::Rem | ArithOp::IntDivTotal | ArithOp::ModTotal => {
                let divisors = if open(&args[1..]) > 0 { Features::NONLINEAR } else { Features::NONE };
                Features::INTS | Features::LINEAR | divisors
            }
            ArithOp::Divisible => Features::INTS | Features::LINEAR,
            ArithOp::ToInt | ArithOp::IsInt => Features::INTS | Features::REALS | Features::LINEAR,
            ArithOp::ToReal => Features::REALS,
            ArithOp::Neg
            | ArithOp::Sub
            | ArithOp::Add
            | ArithOp::Mul
            | ArithOp::Abs
            | ArithOp::Le
            | ArithOp::Lt
            | ArithOp::Ge
            | ArithOp::Gt => Features::NONE,
            _ => Features::LINEAR | Features::NONLINEAR,
        };
        features
    }

    /// An atom `(op a b …)`.
    fn of_atom(&mut self, arena: &Arena, args: &[TermId]) -> Features {
        let sorts = || args.iter().map(|&arg| arena.sort_of(arg));
        if !sorts().all(is_arithmetic_sort) {
            return Features::NONE;
        }
        let mut features = Features::NONE;
        if sorts().any(|sort| sort == SortId::REAL) {
            features |= Features::REALS;
        } else {
            self.numerals = true;
        }
        let is_difference = match *args {
            [a, b] => {
                (self.is_simple_difference(arena, a) && self.is_constant(arena, b))
                    || (self.is_simple_difference(arena, b) && self.is_constant(arena, a))
            }
            _ => false,
        };
        if !is_difference && args.iter().any(|&arg| self.is_sum(arena, arg)) {
            features |= Features::LINEAR;
        }
        features
    }

    /// Whether a term is more than a constant or something like a variable.
    fn is_sum(&self, arena: &Arena, term: TermId) -> bool {
        let term = value(arena, term);
        let parts = arena.term(term);
        is_arithmetic_sort(parts.sort)
            && matches!(parts.head, Head::Op(Op::Arith(_) | Op::Core(_), ..))
            && !self.is_constant(arena, term)
    }

    /// `(- x y)`
    fn is_simple_difference(&self, arena: &Arena, term: TermId) -> bool {
        let parts = arena.term(value(arena, term));
        matches!(parts.head, Head::Op(Op::Arith(ArithOp::Sub), ..))
            && parts.args.len() == 2
            && parts.args.iter().all(|&arg| !self.is_sum(arena, arg) && !self.is_constant(arena, arg))
    }
}

fn is_arithmetic_sort(sort: SortId) -> bool {
    sort == SortId::INT || sort == SortId::REAL
}
