//! FixedSizeBitVectors. Widths up to 64 bits seldom come here: the plan computes them in machine words.

use smtlib::theory::BvOp;

use super::Call;
use crate::bitvec::BitVec;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(call: &Call, op: BvOp, args: &[&Value]) -> Eval {
    let arg = |i: usize| match args.get(i) {
        Some(Value::BitVec(value)) => Ok(value),
        _ => Err(call.ill_typed()),
    };
    let fold = |f: fn(&BitVec, &BitVec) -> BitVec| -> Eval {
        let mut result = arg(0)?.clone();
        for i in 1..args.len() {
            result = f(&result, arg(i)?);
        }
        Ok(Value::BitVec(result))
    };
    let test = |f: fn(&BitVec, &BitVec) -> bool| -> Eval { Ok(Value::Bool(f(arg(0)?, arg(1)?))) };
    let wide = |value: Option<BitVec>| {
        value.map(Value::BitVec).ok_or_else(|| Unknown::Limit("a bit-vector is too wide".into()))
    };
    match op {
        BvOp::Concat => {
            let mut result = arg(0)?.clone();
            for i in 1..args.len() {
                let Value::BitVec(longer) = wide(result.concat(arg(i)?))? else {
                    return Err(call.ill_typed());
                };
                result = longer;
            }
            Ok(Value::BitVec(result))
        }
        BvOp::Extract => wide(arg(0)?.extract(call.index(0)?, call.index(1)?)),
        BvOp::Repeat => wide(arg(0)?.repeat(call.index(0)?)),
        BvOp::ZeroExtend => wide(arg(0)?.zero_extend(call.index(0)?)),
        BvOp::SignExtend => wide(arg(0)?.sign_extend(call.index(0)?)),
        BvOp::RotateLeft => Ok(arg(0)?.rotate_left(call.index(0)?).into()),
        BvOp::RotateRight => Ok(arg(0)?.rotate_right(call.index(0)?).into()),
        BvOp::Not => Ok(arg(0)?.bvnot().into()),
        BvOp::Neg => Ok(arg(0)?.bvneg().into()),
        BvOp::RedOr => Ok(arg(0)?.bvredor().into()),
        BvOp::RedAnd => Ok(arg(0)?.bvredand().into()),
        BvOp::And => fold(BitVec::bvand),
        BvOp::Or => fold(BitVec::bvor),
        BvOp::Xor => fold(BitVec::bvxor),
        BvOp::Nand => fold(BitVec::bvnand),
        BvOp::Nor => fold(BitVec::bvnor),
        // Of one argument the standard says nothing, and Z3 something else than for the other operators.
        BvOp::Xnor if args.len() < 2 => Err(call.ill_typed()),
        BvOp::Xnor => fold(BitVec::bvxnor),
        BvOp::Add => fold(BitVec::bvadd),
        BvOp::Sub => fold(BitVec::bvsub),
        BvOp::Mul => fold(BitVec::bvmul),
        BvOp::Udiv => fold(BitVec::bvudiv),
        BvOp::Urem => fold(BitVec::bvurem),
        BvOp::Sdiv => fold(BitVec::bvsdiv),
        BvOp::Srem => fold(BitVec::bvsrem),
        BvOp::Smod => fold(BitVec::bvsmod),
        BvOp::Shl => fold(BitVec::bvshl),
        BvOp::Lshr => fold(BitVec::bvlshr),
        BvOp::Ashr => fold(BitVec::bvashr),
        BvOp::ExtRotateLeft => fold(BitVec::ext_rotate_left),
        BvOp::ExtRotateRight => fold(BitVec::ext_rotate_right),
        BvOp::Comp => fold(BitVec::bvcomp),
        BvOp::UltBv => Ok(BitVec::from_bool(arg(0)?.bvult(arg(1)?)).into()),
        BvOp::SltBv => Ok(BitVec::from_bool(arg(0)?.bvslt(arg(1)?)).into()),
        BvOp::Ult => test(BitVec::bvult),
        BvOp::Ule => test(BitVec::bvule),
        BvOp::Ugt => test(BitVec::bvugt),
        BvOp::Uge => test(BitVec::bvuge),
        BvOp::Slt => test(BitVec::bvslt),
        BvOp::Sle => test(BitVec::bvsle),
        BvOp::Sgt => test(BitVec::bvsgt),
        BvOp::Sge => test(BitVec::bvsge),
        BvOp::Nego => Ok(Value::Bool(arg(0)?.bvnego())),
        BvOp::Uaddo => test(BitVec::bvuaddo),
        BvOp::Saddo => test(BitVec::bvsaddo),
        BvOp::Umulo => test(BitVec::bvumulo),
        BvOp::Smulo => test(BitVec::bvsmulo),
        BvOp::Usubo => test(BitVec::bvusubo),
        BvOp::Ssubo => test(BitVec::bvssubo),
        BvOp::Sdivo => test(BitVec::bvsdivo),
        BvOp::UmulNoOvfl => test(BitVec::bvumul_noovfl),
        BvOp::SmulNoOvfl => test(BitVec::bvsmul_noovfl),
        BvOp::SmulNoUdfl => test(BitVec::bvsmul_noudfl),
        BvOp::ToNat => Ok(Value::Int(arg(0)?.ubv_to_int())),
        BvOp::ToInt => Ok(Value::Int(arg(0)?.sbv_to_int())),
        BvOp::FromInt => match args {
            [Value::Int(value)] => Ok(BitVec::int_to_bv(call.index(0)?, value).into()),
            _ => Err(call.ill_typed()),
        },
        BvOp::Bit | BvOp::BitToBool => Ok(Value::Bool(arg(0)?.bit(call.index(0)?))),
        BvOp::Ite => Ok(Value::BitVec(arg(if arg(0)?.is_zero() { 2 } else { 1 })?.clone())),
    }
}
