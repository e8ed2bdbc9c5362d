//! Literals to values.

use smtlib::{Arena, LiteralKind, SortCtor, SortId, Symbol};

use crate::bitvec::BitVec;
use crate::number::{Int, Real, int};
use crate::text::{Escapes, Text};
use crate::value::Value;

/// The value of a literal; `None` for one that is malformed, such as `(_ bv9 2)`.
pub(super) fn value(
    arena: &Arena,
    kind: LiteralKind,
    text: Symbol,
    sort: SortId,
    escapes: Escapes,
) -> Option<Value> {
    let text = arena.name(text);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    Some(match kind {
        LiteralKind::Numeral => {
            let value = int::parse_numeral(digits)?;
            Value::Int(if negative { -value } else { value })
        }
        LiteralKind::Decimal => {
            // Z3 writes `2.` for `2.0`.
            let value = match digits.strip_suffix('.') {
                Some(whole) => Real::from(int::parse_numeral(whole)?),
                None => Real::parse_decimal(digits)?,
            };
            Value::Real(if negative { value.neg() } else { value })
        }
        LiteralKind::Hex | LiteralKind::Binary => Value::BitVec(BitVec::parse(text).ok()?),
        LiteralKind::BvNumeral => {
            let width = arena.sorts.width(sort)?;
            Value::BitVec(BitVec::from_decimal(text.strip_prefix("bv")?, u64::from(width)).ok()?)
        }
        LiteralKind::String => Value::Text(Text::decode(text, escapes).ok()?),
        LiteralKind::Field => field(text.strip_prefix("#f")?.split_once('m')?.0, arena, sort)?,
        LiteralKind::FieldNumeral(_) => field(text.strip_prefix("ff")?, arena, sort)?,
    })
}

fn field(text: &str, arena: &Arena, sort: SortId) -> Option<Value> {
    let SortCtor::Field(order) = arena.sorts.ctor(sort) else { return None };
    let order: Int = int::parse_numeral(arena.name(order))?;
    let value = match text.strip_prefix('-') {
        Some(digits) => -int::parse_numeral(digits)?,
        None => int::parse_numeral(text)?,
    };
    int::modulo(&value, &order).map(Value::Field)
}
