//! Terms that contradict others: random assertions alone are hardly ever unsatisfiable.

use smtlib::theory::{ArithOp as A, BvOp as B, CoreOp as C, FloatOp as F, Op};

/// Operators that do not both hold of the same arguments.
const RIVALS: &[(Op, Op)] = &[
    (Op::Core(C::Eq), Op::Core(C::Distinct)),
    (Op::Core(C::And), Op::Core(C::Xor)),
    (Op::Arith(A::Lt), Op::Arith(A::Ge)),
    (Op::Arith(A::Le), Op::Arith(A::Gt)),
    (Op::Arith(A::Lt), Op::Arith(A::Gt)),
    (Op::Arith(A::Lt), Op::Core(C::Eq)),
    (Op::BitVec(B::Ult), Op::BitVec(B::Uge)),
    (Op::BitVec(B::Ule), Op::BitVec(B::Ugt)),
    (Op::BitVec(B::Ult), Op::Core(C::Eq)),
    (Op::BitVec(B::Slt), Op::BitVec(B::Sge)),
    (Op::BitVec(B::Sle), Op::BitVec(B::Sgt)),
    (Op::BitVec(B::Sgt), Op::Core(C::Eq)),
    (Op::Float(F::Lt), Op::Float(F::Geq)),
    (Op::Float(F::Leq), Op::Float(F::Gt)),
    (Op::Float(F::Lt), Op::Float(F::Eq)),
];

/// The operators that do not hold where this one does, of the same two arguments.
pub(super) fn rivals(op: Op) -> impl Iterator<Item = Op> {
    RIVALS.iter().filter_map(move |&(a, b)| match () {
        () if a == op => Some(b),
        () if b == op => Some(a),
        () => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all pairs of small values, by evaluation.
    #[test]
    fn rivals_never_hold_together() {
        let values = [
            ("Bool", vec!["true", "false"]),
            ("Int", vec!["0", "1", "2"]),
            ("(_ BitVec 2)", vec!["#b00", "#b01", "#b10", "#b11"]),
            ("Float32", vec!["(_ NaN 8 24)", "(_ +zero 8 24)", "(_ -zero 8 24)", "(_ +oo 8 24)"]),
        ];
        for (a, b) in RIVALS {
            let mut seen = 0;
            for (_, values) in &values {
                for pair in values.iter().flat_map(|x| values.iter().map(move |y| format!("{x} {y}"))) {
                    let text = format!("(assert (and ({} {pair}) ({} {pair})))", a.name(), b.name());
                    let script = smtlib::Script::parse(text.as_bytes()).unwrap();
                    if !script.type_errors.is_empty() {
                        continue;
                    }
                    seen += 1;
                    let root = script.assertions().next().unwrap();
                    let value = eval::Evaluator::new(&script.arena, &[root]).value(0);
                    assert_eq!(value, Ok(eval::Value::Bool(false)), "{text}");
                }
            }
            assert!(seen > 0, "{} {}", a.name(), b.name());
        }
    }
}
