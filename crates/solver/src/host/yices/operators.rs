//! Which function of Yices makes which operator.

use std::collections::HashMap;

use smtlib::theory::{ArithOp, Arity, ArrayOp, BvOp, CoreOp, Op};

use super::functions::{Functions, YTerm};
use crate::host::HostError;
use crate::host::symbols::Symbols;

/// What a function takes.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Constant,
    Unary,
    /// Two terms; more are taken as the operator's row in the signature table says.
    Binary,
    Ternary,
    /// Any number of terms.
    List,
    /// A term and a number.
    Indexed,
}

use Shape::{Binary, Constant, Indexed, List, Ternary, Unary};

/// The function (without its `yices_`) of each operator that has one of its own.
const TABLE: &[(Op, &str, Shape)] = &[
    (Op::Core(CoreOp::True), "true", Constant),
    (Op::Core(CoreOp::False), "false", Constant),
    (Op::Core(CoreOp::Not), "not", Unary),
    (Op::Core(CoreOp::Implies), "implies", Binary),
    (Op::Core(CoreOp::And), "and", List),
    (Op::Core(CoreOp::Or), "or", List),
    (Op::Core(CoreOp::Xor), "xor", List),
    (Op::Core(CoreOp::Eq), "eq", Binary),
    (Op::Core(CoreOp::Distinct), "distinct", List),
    (Op::Core(CoreOp::Ite), "ite", Ternary),
    (Op::Arith(ArithOp::Neg), "neg", Unary),
    (Op::Arith(ArithOp::Sub), "sub", Binary),
    (Op::Arith(ArithOp::Add), "sum", List),
    (Op::Arith(ArithOp::Mul), "product", List),
    (Op::Arith(ArithOp::Div), "division", Binary),
    (Op::Arith(ArithOp::IntDiv), "idiv", Binary),
    (Op::Arith(ArithOp::Mod), "imod", Binary),
    (Op::Arith(ArithOp::Abs), "abs", Unary),
    (Op::Arith(ArithOp::Le), "arith_leq_atom", Binary),
    (Op::Arith(ArithOp::Lt), "arith_lt_atom", Binary),
    (Op::Arith(ArithOp::Ge), "arith_geq_atom", Binary),
    (Op::Arith(ArithOp::Gt), "arith_gt_atom", Binary),
    (Op::Arith(ArithOp::ToInt), "floor", Unary),
    (Op::Arith(ArithOp::IsInt), "is_int_atom", Unary),
    (Op::Array(ArrayOp::Select), "application1", Binary),
    (Op::Array(ArrayOp::Store), "update1", Ternary),
    (Op::BitVec(BvOp::Concat), "bvconcat", List),
    (Op::BitVec(BvOp::Not), "bvnot", Unary),
    (Op::BitVec(BvOp::Neg), "bvneg", Unary),
    (Op::BitVec(BvOp::And), "bvand", List),
    (Op::BitVec(BvOp::Or), "bvor", List),
    (Op::BitVec(BvOp::Xor), "bvxor", List),
    (Op::BitVec(BvOp::Nand), "bvnand", Binary),
    (Op::BitVec(BvOp::Nor), "bvnor", Binary),
    (Op::BitVec(BvOp::Xnor), "bvxnor", Binary),
    (Op::BitVec(BvOp::Add), "bvsum", List),
    (Op::BitVec(BvOp::Sub), "bvsub", Binary),
    (Op::BitVec(BvOp::Mul), "bvproduct", List),
    (Op::BitVec(BvOp::Udiv), "bvdiv", Binary),
    (Op::BitVec(BvOp::Urem), "bvrem", Binary),
    (Op::BitVec(BvOp::Sdiv), "bvsdiv", Binary),
    (Op::BitVec(BvOp::Srem), "bvsrem", Binary),
    (Op::BitVec(BvOp::Smod), "bvsmod", Binary),
    (Op::BitVec(BvOp::Shl), "bvshl", Binary),
    (Op::BitVec(BvOp::Lshr), "bvlshr", Binary),
    (Op::BitVec(BvOp::Ashr), "bvashr", Binary),
    (Op::BitVec(BvOp::Repeat), "bvrepeat", Indexed),
    (Op::BitVec(BvOp::ZeroExtend), "zero_extend", Indexed),
    (Op::BitVec(BvOp::SignExtend), "sign_extend", Indexed),
    (Op::BitVec(BvOp::RotateLeft), "rotate_left", Indexed),
    (Op::BitVec(BvOp::RotateRight), "rotate_right", Indexed),
    (Op::BitVec(BvOp::Comp), "redcomp", Binary),
    (Op::BitVec(BvOp::Ult), "bvlt_atom", Binary),
    (Op::BitVec(BvOp::Ule), "bvle_atom", Binary),
    (Op::BitVec(BvOp::Ugt), "bvgt_atom", Binary),
    (Op::BitVec(BvOp::Uge), "bvge_atom", Binary),
    (Op::BitVec(BvOp::Slt), "bvslt_atom", Binary),
    (Op::BitVec(BvOp::Sle), "bvsle_atom", Binary),
    (Op::BitVec(BvOp::Sgt), "bvsgt_atom", Binary),
    (Op::BitVec(BvOp::Sge), "bvsge_atom", Binary),
    (Op::BitVec(BvOp::RedOr), "redor", Unary),
    (Op::BitVec(BvOp::RedAnd), "redand", Unary),
    (Op::BitVec(BvOp::Bit), "bitextract", Indexed),
];

/// A function that was found.
#[derive(Clone, Copy)]
enum Call {
    Constant(unsafe extern "C" fn() -> YTerm),
    Unary(unsafe extern "C" fn(YTerm) -> YTerm),
    Binary(unsafe extern "C" fn(YTerm, YTerm) -> YTerm),
    Ternary(unsafe extern "C" fn(YTerm, YTerm, YTerm) -> YTerm),
    List(unsafe extern "C" fn(u32, *mut YTerm) -> YTerm),
    Indexed(unsafe extern "C" fn(YTerm, u32) -> YTerm),
}

/// The functions of all operators.
pub(super) struct Operators(HashMap<Op, Call>);

impl Operators {
    pub(super) fn find(library: &Symbols) -> Result<Operators, HostError> {
        let mut calls = HashMap::new();
        for &(op, name, shape) in TABLE {
            let name = format!("yices_{name}");
            // SAFETY: the shapes are those of the header. The library stays loaded beside the functions.
            let call = unsafe {
                match shape {
                    Shape::Constant => Call::Constant(library.function(&name)?),
                    Shape::Unary => Call::Unary(library.function(&name)?),
                    Shape::Binary => Call::Binary(library.function(&name)?),
                    Shape::Ternary => Call::Ternary(library.function(&name)?),
                    Shape::List => Call::List(library.function(&name)?),
                    Shape::Indexed => Call::Indexed(library.function(&name)?),
                }
            };
            calls.insert(op, call);
        }
        Ok(Operators(calls))
    }

    /// An operator applied to terms; `width` is that of the first argument where it is a bit-vector.
    pub(super) fn apply(
        &self,
        f: &Functions,
        op: Op,
        indices: &[u32],
        width: u32,
        args: &mut [YTerm],
    ) -> Result<YTerm, String> {
        let made = match (op, &*args, indices) {
            // Yices has the integers among the reals.
            (Op::Arith(ArithOp::ToReal), &[term], _) => term,
            (Op::BitVec(BvOp::Extract), &[term], &[high, low]) => {
                // SAFETY: Yices checks the term itself.
                unsafe { (f.bvextract)(term, low, high) }
            }
            // It turns by less than the whole.
            (Op::BitVec(BvOp::RotateLeft | BvOp::RotateRight), _, &[by]) => {
                return self.call(f, op, &[by.checked_rem(width).unwrap_or(0)], args);
            }
            (Op::BitVec(BvOp::Repeat | BvOp::ZeroExtend | BvOp::SignExtend | BvOp::Bit), _, _)
            | (_, _, []) => {
                return self.call(f, op, indices, args);
            }
            _ => return Err(not_supported(op)),
        };
        f.checked(made)
    }

    fn call(&self, f: &Functions, op: Op, indices: &[u32], args: &mut [YTerm]) -> Result<YTerm, String> {
        let call = self.0.get(&op).copied().ok_or_else(|| not_supported(op))?;
        let wrong = || format!("`{}` is not supported with {} arguments", op.name(), args.len());
        // SAFETY: Yices checks its terms itself, and the list lives until the call is over.
        let made = unsafe {
            match (call, &*args, indices) {
                (Call::Constant(call), [], []) => call(),
                (Call::Unary(call), &[a], []) => call(a),
                (Call::Ternary(call), &[a, b, c], []) => call(a, b, c),
                (Call::Indexed(call), &[a], &[index]) => call(a, index),
                (Call::List(call), [_, ..], []) => call(args.len() as u32, args.as_mut_ptr()),
                (Call::Binary(call), [_, ..], []) => {
                    return fold(f, op.row().arity, args, |a, b| f.checked(call(a, b)))
                        .unwrap_or_else(|| Err(wrong()));
                }
                _ => return Err(wrong()),
            }
        };
        f.checked(made)
    }
}

/// A function of two terms applied to more, as SMT-LIB 2.7 section 3.7.1 says; `None` when it cannot be.
fn fold(
    f: &Functions,
    arity: Arity,
    args: &[YTerm],
    mut call: impl FnMut(YTerm, YTerm) -> Result<YTerm, String>,
) -> Option<Result<YTerm, String>> {
    match (arity, args) {
        (_, &[a, b]) => Some(call(a, b)),
        (Arity::LeftAssoc, [first, rest @ ..]) => {
            Some(rest.iter().try_fold(*first, |sum, &arg| call(sum, arg)))
        }
        (Arity::RightAssoc, [rest @ .., last]) => {
            Some(rest.iter().rev().try_fold(*last, |sum, &arg| call(arg, sum)))
        }
        (Arity::Chainable, _) => {
            let links: Result<Vec<YTerm>, String> =
                args.windows(2).map(|pair| call(pair[0], pair[1])).collect();
            Some(links.and_then(|mut links| {
                // SAFETY: the list lives until the call is over.
                f.checked(unsafe { (f.and)(links.len() as u32, links.as_mut_ptr()) })
            }))
        }
        _ => None,
    }
}

pub(super) fn not_supported(op: Op) -> String {
    format!("the operator `{}` is not supported", op.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_has_one_function_of_the_shape_its_signature_asks_for() {
        let mut seen = std::collections::HashSet::new();
        for &(op, name, shape) in TABLE {
            assert!(seen.insert(op), "{name}");
            let signature = &op.row().signature;
            let takes = (signature.args.len(), signature.indices.len());
            let expected = match shape {
                Constant => (0, 0),
                Unary => (1, 0),
                Binary | List => (2, 0),
                Ternary => (3, 0),
                Indexed => (1, 1),
            };
            assert_eq!(takes, expected, "{name}");
        }
    }
}
