//! The operators that Alt-Ergo's language has, and how it writes them.

use crate::theory::{ArithOp, ArrayOp, BvOp, CoreOp, Op};

/// How an operator is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Notation {
    /// `true`
    Word(&'static str),
    /// `not a`, `- a`
    Prefix(&'static str),
    /// `(a + b + c)`, grouped to the left.
    Infix(&'static str),
    /// `(a < b < c)`, which means `a < b and b < c`.
    Chain(&'static str),
    /// `(a -> (b -> c))`
    ToTheRight(&'static str),
    /// `f(a, b)`
    Call(&'static str),
    /// `(if a then b else c)`
    Ite,
    /// `=` on any type, `<->` on truth values.
    Equality,
    /// `(if a >= 0 then a else -a)`
    Abs,
    /// `a[i]`
    Select,
    /// `a[i <- b]`
    Store,
    /// `a^{p,q}`, the lower end first.
    Extract,
    /// Zeros before `a`.
    ZeroExtend,
}

/// How an operator is written, if it can be.
pub(super) fn notation(op: Op) -> Option<Notation> {
    use Notation::*;
    Some(match op {
        Op::Core(op) => match op {
            CoreOp::True => Word("true"),
            CoreOp::False => Word("false"),
            CoreOp::Not => Prefix("not "),
            CoreOp::Implies => ToTheRight("->"),
            CoreOp::And => Infix("and"),
            CoreOp::Or => Infix("or"),
            CoreOp::Xor => Infix("xor"),
            CoreOp::Eq => Equality,
            CoreOp::Distinct => Call("distinct"),
            CoreOp::Ite => Ite,
        },
        Op::Arith(op) => match op {
            ArithOp::Neg => Prefix("- "),
            ArithOp::Sub => Infix("-"),
            ArithOp::Add => Infix("+"),
            ArithOp::Mul => Infix("*"),
            // The quotient and remainder of integers are those of the standard.
            ArithOp::Div | ArithOp::IntDiv => Infix("/"),
            ArithOp::Mod => Infix("%"),
            ArithOp::Abs => Abs,
            ArithOp::Le => Chain("<="),
            ArithOp::Lt => Chain("<"),
            ArithOp::Ge => Chain(">="),
            ArithOp::Gt => Chain(">"),
            ArithOp::ToReal => Call("real_of_int"),
            ArithOp::ToInt => Call("int_floor"),
            ArithOp::IsInt => Call("real_is_int"),
            _ => return None,
        },
        Op::Array(ArrayOp::Select) => Select,
        Op::Array(ArrayOp::Store) => Store,
        Op::BitVec(BvOp::Concat) => Infix("@"),
        Op::BitVec(BvOp::Extract) => Extract,
        Op::BitVec(BvOp::ZeroExtend) => ZeroExtend,
        _ => return None,
    })
}
