//! Which function of Yices makes which operator.

use smtlib::theory::{ArithOp as A, ArrayOp as Y, BvOp as B, CoreOp as C, Op};

use crate::adapter::template::Row;

/// The functions, without `yices_`.
pub(in crate::adapter) const TABLE: &[Row] = &[
    (Op::Core(C::True), "true", ""),
    (Op::Core(C::False), "false", ""),
    (Op::Core(C::Not), "not", "a"),
    (Op::Core(C::Implies), "implies", "aa"),
    (Op::Core(C::And), "and", "#*"),
    (Op::Core(C::Or), "or", "#*"),
    (Op::Core(C::Xor), "xor", "#*"),
    (Op::Core(C::Eq), "eq", "aa"),
    (Op::Core(C::Distinct), "distinct", "#*"),
    (Op::Core(C::Ite), "ite", "aaa"),
    (Op::Arith(A::Neg), "neg", "a"),
    (Op::Arith(A::Sub), "sub", "aa"),
    (Op::Arith(A::Add), "sum", "#*"),
    (Op::Arith(A::Mul), "product", "#*"),
    (Op::Arith(A::Div), "division", "aa"),
    (Op::Arith(A::IntDiv), "idiv", "aa"),
    (Op::Arith(A::Mod), "imod", "aa"),
    (Op::Arith(A::Abs), "abs", "a"),
    (Op::Arith(A::Le), "arith_leq_atom", "aa"),
    (Op::Arith(A::Lt), "arith_lt_atom", "aa"),
    (Op::Arith(A::Ge), "arith_geq_atom", "aa"),
    (Op::Arith(A::Gt), "arith_gt_atom", "aa"),
    (Op::Arith(A::ToInt), "floor", "a"),
    (Op::Arith(A::IsInt), "is_int_atom", "a"),
    (Op::Array(Y::Select), "application1", "aa"),
    (Op::Array(Y::Store), "update1", "aaa"),
    (Op::BitVec(B::Concat), "bvconcat2", "aa"),
    (Op::BitVec(B::Not), "bvnot", "a"),
    (Op::BitVec(B::Neg), "bvneg", "a"),
    (Op::BitVec(B::And), "bvand", "#*"),
    (Op::BitVec(B::Or), "bvor", "#*"),
    (Op::BitVec(B::Xor), "bvxor", "#*"),
    (Op::BitVec(B::Nand), "bvnand", "aa"),
    (Op::BitVec(B::Nor), "bvnor", "aa"),
    (Op::BitVec(B::Xnor), "bvxnor", "aa"),
    (Op::BitVec(B::Add), "bvsum", "#*"),
    (Op::BitVec(B::Sub), "bvsub", "aa"),
    (Op::BitVec(B::Mul), "bvproduct", "#*"),
    (Op::BitVec(B::Udiv), "bvdiv", "aa"),
    (Op::BitVec(B::Urem), "bvrem", "aa"),
    (Op::BitVec(B::Sdiv), "bvsdiv", "aa"),
    (Op::BitVec(B::Srem), "bvsrem", "aa"),
    (Op::BitVec(B::Smod), "bvsmod", "aa"),
    (Op::BitVec(B::Shl), "bvshl", "aa"),
    (Op::BitVec(B::Lshr), "bvlshr", "aa"),
    (Op::BitVec(B::Ashr), "bvashr", "aa"),
    (Op::BitVec(B::Repeat), "bvrepeat", "ai"),
    (Op::BitVec(B::ZeroExtend), "zero_extend", "ai"),
    (Op::BitVec(B::SignExtend), "sign_extend", "ai"),
    (Op::BitVec(B::Comp), "redcomp", "aa"),
    (Op::BitVec(B::Ult), "bvlt_atom", "aa"),
    (Op::BitVec(B::Ule), "bvle_atom", "aa"),
    (Op::BitVec(B::Ugt), "bvgt_atom", "aa"),
    (Op::BitVec(B::Uge), "bvge_atom", "aa"),
    (Op::BitVec(B::Slt), "bvslt_atom", "aa"),
    (Op::BitVec(B::Sle), "bvsle_atom", "aa"),
    (Op::BitVec(B::Sgt), "bvsgt_atom", "aa"),
    (Op::BitVec(B::Sge), "bvsge_atom", "aa"),
    (Op::BitVec(B::RedOr), "redor", "a"),
    (Op::BitVec(B::RedAnd), "redand", "a"),
    (Op::BitVec(B::Bit), "bitextract", "ai"),
];

/// Operators that say their indices in another order, or within other bounds.
pub(in crate::adapter) const TURNED: &[Row] = &[
    // The lower bound comes first.
    (Op::BitVec(B::Extract), "bvextract", "aii"),
    // It turns by less than the whole.
    (Op::BitVec(B::RotateLeft), "rotate_left", "ai"),
    (Op::BitVec(B::RotateRight), "rotate_right", "ai"),
];
