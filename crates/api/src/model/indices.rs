//! Indices of operators: which numbers are worth trying.

use smtlib::theory::{BvOp, FloatOp, Op, RegexOp};
use smtlib::{SortCtor, SortId, Sorts};
use strategy::Dice;

/// Whether the indices say the sort of the arguments, and have to be drawn before them.
pub(super) fn come_first(op: Op) -> bool {
    matches!(op, Op::Float(_))
}

/// Indices for an operator whose first argument is of this sort. `known` are sorts that terms exist of.
pub(super) fn draw(
    op: Op,
    count: usize,
    first: Option<SortId>,
    known: &[SortId],
    sorts: &Sorts,
    dice: &mut Dice,
) -> Vec<u32> {
    let width = first.and_then(|sort| sorts.width(sort)).unwrap_or(1) as usize;
    let mut between = |low: usize, high: usize| dice.between(low, high.max(low)) as u32;
    match op {
        Op::BitVec(BvOp::Extract) => {
            let high = between(0, width - 1);
            vec![high, between(0, high as usize)]
        }
        Op::BitVec(BvOp::Repeat) => vec![between(1, 3)],
        Op::BitVec(BvOp::ZeroExtend | BvOp::SignExtend) => vec![between(0, 8)],
        Op::BitVec(BvOp::RotateLeft | BvOp::RotateRight) => vec![between(0, 2 * width)],
        Op::BitVec(BvOp::Bit | BvOp::BitToBool) => vec![between(0, width - 1)],
        Op::BitVec(BvOp::FromInt) | Op::Float(FloatOp::ToUbv | FloatOp::ToSbv) => {
            let widths: Vec<u32> = known.iter().filter_map(|&sort| sorts.width(sort)).collect();
            dice.pick(&widths).copied().into_iter().collect()
        }
        // Z3's function takes an upper bound of 0 for none at all.
        Op::Regex(RegexOp::Loop) => {
            let low = between(0, 2);
            vec![low, between(low.max(1) as usize, 3)]
        }
        Op::Regex(RegexOp::Power) => vec![between(0, 3)],
        Op::Float(_) if count == 2 => {
            let format = |&sort: &SortId| match sorts.ctor(sort) {
                SortCtor::Float(eb, sb) => Some((eb, sb)),
                _ => None,
            };
            let formats: Vec<(u32, u32)> = known.iter().filter_map(format).collect();
            dice.pick(&formats).map(|&(eb, sb)| vec![eb, sb]).unwrap_or_default()
        }
        _ => (0..count).map(|_| between(1, 6)).collect(),
    }
}
