//! Which kind of Bitwuzla makes which operator. The numbers of kinds change between releases, their names do not.

use smtlib::theory::{ArrayOp as Y, BvOp as B, CoreOp as C, FloatOp as F, Op};

use crate::adapter::template;

/// The operator, its kind's name in the header without `BITWUZLA_KIND_`, and whether that takes any number of terms.
pub(in crate::adapter) type Row = (Op, &'static str, bool);

/// Operators that are kinds of terms.
pub(in crate::adapter) const TABLE: &[Row] = &[
    (Op::Core(C::Not), "NOT", false),
    (Op::Core(C::Implies), "IMPLIES", true),
    (Op::Core(C::And), "AND", true),
    (Op::Core(C::Or), "OR", true),
    (Op::Core(C::Xor), "XOR", true),
    (Op::Core(C::Eq), "EQUAL", true),
    (Op::Core(C::Distinct), "DISTINCT", true),
    (Op::Core(C::Ite), "ITE", false),
    (Op::Array(Y::Select), "ARRAY_SELECT", false),
    (Op::Array(Y::Store), "ARRAY_STORE", false),
    (Op::BitVec(B::Concat), "BV_CONCAT", true),
    (Op::BitVec(B::Extract), "BV_EXTRACT", false),
    (Op::BitVec(B::Not), "BV_NOT", false),
    (Op::BitVec(B::Neg), "BV_NEG", false),
    (Op::BitVec(B::And), "BV_AND", true),
    (Op::BitVec(B::Or), "BV_OR", true),
    (Op::BitVec(B::Xor), "BV_XOR", true),
    (Op::BitVec(B::Nand), "BV_NAND", false),
    (Op::BitVec(B::Nor), "BV_NOR", false),
    (Op::BitVec(B::Xnor), "BV_XNOR", false),
    (Op::BitVec(B::Add), "BV_ADD", true),
    (Op::BitVec(B::Sub), "BV_SUB", false),
    (Op::BitVec(B::Mul), "BV_MUL", true),
    (Op::BitVec(B::Udiv), "BV_UDIV", false),
    (Op::BitVec(B::Urem), "BV_UREM", false),
    (Op::BitVec(B::Sdiv), "BV_SDIV", false),
    (Op::BitVec(B::Srem), "BV_SREM", false),
    (Op::BitVec(B::Smod), "BV_SMOD", false),
    (Op::BitVec(B::Shl), "BV_SHL", false),
    (Op::BitVec(B::Lshr), "BV_SHR", false),
    (Op::BitVec(B::Ashr), "BV_ASHR", false),
    (Op::BitVec(B::Repeat), "BV_REPEAT", false),
    (Op::BitVec(B::ZeroExtend), "BV_ZERO_EXTEND", false),
    (Op::BitVec(B::SignExtend), "BV_SIGN_EXTEND", false),
    (Op::BitVec(B::RotateLeft), "BV_ROLI", false),
    (Op::BitVec(B::RotateRight), "BV_RORI", false),
    (Op::BitVec(B::ExtRotateLeft), "BV_ROL", false),
    (Op::BitVec(B::ExtRotateRight), "BV_ROR", false),
    (Op::BitVec(B::Comp), "BV_COMP", false),
    (Op::BitVec(B::Ult), "BV_ULT", false),
    (Op::BitVec(B::Ule), "BV_ULE", false),
    (Op::BitVec(B::Ugt), "BV_UGT", false),
    (Op::BitVec(B::Uge), "BV_UGE", false),
    (Op::BitVec(B::Slt), "BV_SLT", false),
    (Op::BitVec(B::Sle), "BV_SLE", false),
    (Op::BitVec(B::Sgt), "BV_SGT", false),
    (Op::BitVec(B::Sge), "BV_SGE", false),
    (Op::BitVec(B::RedOr), "BV_REDOR", false),
    (Op::BitVec(B::RedAnd), "BV_REDAND", false),
    (Op::BitVec(B::Nego), "BV_NEG_OVERFLOW", false),
    (Op::BitVec(B::Uaddo), "BV_UADD_OVERFLOW", false),
    (Op::BitVec(B::Saddo), "BV_SADD_OVERFLOW", false),
    (Op::BitVec(B::Umulo), "BV_UMUL_OVERFLOW", false),
    (Op::BitVec(B::Smulo), "BV_SMUL_OVERFLOW", false),
    (Op::BitVec(B::Usubo), "BV_USUB_OVERFLOW", false),
    (Op::BitVec(B::Ssubo), "BV_SSUB_OVERFLOW", false),
    (Op::BitVec(B::Sdivo), "BV_SDIV_OVERFLOW", false),
    (Op::Float(F::Fp), "FP_FP", false),
    (Op::Float(F::Abs), "FP_ABS", false),
    (Op::Float(F::Neg), "FP_NEG", false),
    (Op::Float(F::Add), "FP_ADD", false),
    (Op::Float(F::Sub), "FP_SUB", false),
    (Op::Float(F::Mul), "FP_MUL", false),
    (Op::Float(F::Div), "FP_DIV", false),
    (Op::Float(F::Fma), "FP_FMA", false),
    (Op::Float(F::Sqrt), "FP_SQRT", false),
    (Op::Float(F::Rem), "FP_REM", false),
    (Op::Float(F::RoundToIntegral), "FP_RTI", false),
    (Op::Float(F::Min), "FP_MIN", false),
    (Op::Float(F::Max), "FP_MAX", false),
    (Op::Float(F::Leq), "FP_LEQ", true),
    (Op::Float(F::Lt), "FP_LT", true),
    (Op::Float(F::Geq), "FP_GEQ", true),
    (Op::Float(F::Gt), "FP_GT", true),
    (Op::Float(F::Eq), "FP_EQUAL", true),
    (Op::Float(F::IsNormal), "FP_IS_NORMAL", false),
    (Op::Float(F::IsSubnormal), "FP_IS_SUBNORMAL", false),
    (Op::Float(F::IsZero), "FP_IS_ZERO", false),
    (Op::Float(F::IsInfinite), "FP_IS_INF", false),
    (Op::Float(F::IsNaN), "FP_IS_NAN", false),
    (Op::Float(F::IsNegative), "FP_IS_NEG", false),
    (Op::Float(F::IsPositive), "FP_IS_POS", false),
    (Op::Float(F::FromBits), "FP_TO_FP_FROM_BV", false),
    (Op::Float(F::FromFloat), "FP_TO_FP_FROM_FP", false),
    (Op::Float(F::FromSigned), "FP_TO_FP_FROM_SBV", false),
    (Op::Float(F::FromUnsigned), "FP_TO_FP_FROM_UBV", false),
    (Op::Float(F::ToUbv), "FP_TO_UBV", false),
    (Op::Float(F::ToSbv), "FP_TO_SBV", false),
];

/// Kinds whose name in the header is not the one that the library tells, and that one.
const TOLD: &[(&str, &str)] = &[
    ("ARRAY_SELECT", "SELECT"),
    ("ARRAY_STORE", "STORE"),
    ("BV_NEG_OVERFLOW", "BV_NEGO"),
    ("BV_UADD_OVERFLOW", "BV_UADDO"),
    ("BV_SADD_OVERFLOW", "BV_SADDO"),
    ("BV_UMUL_OVERFLOW", "BV_UMULO"),
    ("BV_SMUL_OVERFLOW", "BV_SMULO"),
    ("BV_USUB_OVERFLOW", "BV_USUBO"),
    ("BV_SSUB_OVERFLOW", "BV_SSUBO"),
    ("BV_SDIV_OVERFLOW", "BV_SDIVO"),
];

/// The names that a kind of this name in the header may be told by.
pub(super) fn told(name: &'static str) -> impl Iterator<Item = &'static str> {
    let other = TOLD.iter().find(|row| row.0 == name).map(|row| row.1);
    std::iter::once(name).chain(other)
}

/// Operators that are functions, without `bitwuzla_`; none of them takes the operator's indices.
pub(in crate::adapter) const FUNCTIONS: &[template::Row] = &[
    (Op::Core(C::True), "mk_true", ""),
    (Op::Core(C::False), "mk_false", ""),
    (Op::Array(Y::Const), "mk_const_array", "Sa"),
    (Op::Float(F::PlusInf), "mk_fp_pos_inf", "S"),
    (Op::Float(F::MinusInf), "mk_fp_neg_inf", "S"),
    (Op::Float(F::PlusZero), "mk_fp_pos_zero", "S"),
    (Op::Float(F::MinusZero), "mk_fp_neg_zero", "S"),
    (Op::Float(F::NaN), "mk_fp_nan", "S"),
];

/// Rounding modes, by their names in the header without `BITWUZLA_RM_`.
pub(in crate::adapter) const MODES: &[(Op, &str)] = &[
    (Op::Float(F::Rne), "RNE"),
    (Op::Float(F::Rna), "RNA"),
    (Op::Float(F::Rtn), "RTN"),
    (Op::Float(F::Rtp), "RTP"),
    (Op::Float(F::Rtz), "RTZ"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_made_in_one_way() {
        let functions = FUNCTIONS.iter().map(|row| (row.0, row.1));
        let modes = MODES.iter().copied();
        let mut seen = std::collections::HashSet::new();
        for (op, name) in TABLE.iter().map(|row| (row.0, row.1)).chain(functions).chain(modes) {
            assert!(seen.insert(op), "{name}");
        }
    }

    #[test]
    fn templates_are_well_formed_and_other_names_are_of_kinds_in_the_table() {
        for (_, name, text) in FUNCTIONS {
            assert!(template::is_well_formed(text), "{name} {text}");
        }
        for (name, _) in TOLD {
            assert!(TABLE.iter().any(|row| row.1 == *name), "{name}");
            assert_eq!(told(name).count(), 2, "{name}");
        }
    }

    #[test]
    fn kinds_of_any_number_of_terms_are_of_operators_that_have_a_meaning_then() {
        use smtlib::theory::Arity;
        for (op, name, any) in TABLE {
            assert!(!any || op.row().arity != Arity::Fixed, "{name}");
        }
    }
}
