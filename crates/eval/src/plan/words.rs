//! Operators on bit-vectors of at most 64 bits, as functions on machine words.

use smtlib::theory::BvOp;

use super::step::Kind;
use crate::bitvec::word;

/// The step for an operator whose arguments and result fit in words; `widths` are those of the arguments, `indices`
/// the numeral indices. `None` where there is no such step.
pub(super) fn step(op: BvOp, widths: &[u32], indices: &[u32]) -> Option<Kind> {
    let w = *widths.first()?;
    let two = |f: fn(u64, u64, u32) -> u64| {
        if widths.len() == 2 { Kind::Word2(f, w) } else { Kind::WordN(f, w) }
    };
    Some(match op {
        BvOp::Concat => match widths {
            [_, low] => Kind::Concat(*low),
            _ => return None,
        },
        BvOp::Extract => Kind::Extract(*indices.first()?, *indices.get(1)?),
        BvOp::Repeat => Kind::WordBy(word::repeat, *indices.first()?, w),
        BvOp::ZeroExtend => Kind::Same,
        BvOp::SignExtend => Kind::WordBy(word::sign_extend, *indices.first()?, w),
        BvOp::RotateLeft => Kind::WordBy(word::rotate_left, *indices.first()?, w),
        BvOp::RotateRight => Kind::WordBy(word::rotate_right, *indices.first()?, w),
        BvOp::Not => Kind::Word1(word::not, w),
        BvOp::Neg => Kind::Word1(word::neg, w),
        BvOp::RedOr => Kind::Word1(word::redor, w),
        BvOp::RedAnd => Kind::Word1(word::redand, w),
        BvOp::And => two(word::and),
        BvOp::Or => two(word::or),
        BvOp::Xor => two(word::xor),
        BvOp::Nand => two(word::nand),
        BvOp::Nor => two(word::nor),
        BvOp::Xnor if widths.len() > 1 => two(word::xnor),
        BvOp::Xnor => return None,
        BvOp::Add => two(word::add),
        BvOp::Sub => two(word::sub),
        BvOp::Mul => two(word::mul),
        BvOp::Udiv => two(word::udiv),
        BvOp::Urem => two(word::urem),
        BvOp::Sdiv => two(word::sdiv),
        BvOp::Srem => two(word::srem),
        BvOp::Smod => two(word::smod),
        BvOp::Shl => two(word::shl),
        BvOp::Lshr => two(word::lshr),
        BvOp::Ashr => two(word::ashr),
        BvOp::ExtRotateLeft => two(word::ext_rotate_left),
        BvOp::ExtRotateRight => two(word::ext_rotate_right),
        BvOp::Comp => two(word::comp),
        BvOp::Ult => Kind::Test2(word::ult, w),
        BvOp::Ule => Kind::Test2(word::ule, w),
        BvOp::Ugt => Kind::Test2(word::ugt, w),
        BvOp::Uge => Kind::Test2(word::uge, w),
        BvOp::Slt => Kind::Test2(word::slt, w),
        BvOp::Sle => Kind::Test2(word::sle, w),
        BvOp::Sgt => Kind::Test2(word::sgt, w),
        BvOp::Sge => Kind::Test2(word::sge, w),
        BvOp::Nego => Kind::Test1(word::nego, w),
        BvOp::Uaddo => Kind::Test2(word::uaddo, w),
        BvOp::Saddo => Kind::Test2(word::saddo, w),
        BvOp::Umulo => Kind::Test2(word::umulo, w),
        BvOp::Smulo => Kind::Test2(word::smulo, w),
        BvOp::Usubo => Kind::Test2(word::usubo, w),
        BvOp::Ssubo => Kind::Test2(word::ssubo, w),
        BvOp::Sdivo => Kind::Test2(word::sdivo, w),
        // Rare: through values.
        BvOp::UltBv
        | BvOp::SltBv
        | BvOp::UmulNoOvfl
        | BvOp::SmulNoOvfl
        | BvOp::SmulNoUdfl
        | BvOp::ToNat
        | BvOp::ToInt
        | BvOp::FromInt
        | BvOp::Bit
        | BvOp::BitToBool
        | BvOp::Ite => return None,
    })
}
