//! Literals, as they stand in scripts.

use smtlib::theory::{CoreOp, Op};
use smtlib::{Arena, Head, LiteralKind, TermId};

use super::variable::Literals;

/// Whether a term is such a literal.
pub(super) fn is_literal(arena: &Arena, term: TermId, literals: Literals) -> bool {
    match (arena.term(term).head, literals) {
        (Head::Literal(..) | Head::Op(Op::Core(CoreOp::True | CoreOp::False), ..), Literals::Value) => true,
        (Head::Literal(LiteralKind::Numeral | LiteralKind::Decimal, text), _) => {
            let text = arena.name(text);
            let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
            literals != Literals::Char && !text.starts_with('-') && (literals != Literals::Positive || !zero)
        }
        // Escapes are longer than what they stand for.
        (Head::Literal(LiteralKind::String, text), Literals::Char) => {
            let mut chars = arena.name(text).chars();
            chars.next().is_some_and(|c| c.is_ascii_alphanumeric()) && chars.next().is_none()
        }
        _ => false,
    }
}

/// The text of a numeral, or of a decimal that is whole.
pub(super) fn number(arena: &Arena, term: TermId) -> Option<&str> {
    match arena.term(term).head {
        Head::Literal(LiteralKind::Numeral, text) => Some(arena.name(text)),
        Head::Literal(LiteralKind::Decimal, text) => arena.name(text).strip_suffix(".0"),
        _ => None,
    }
}

/// The value of a bit-vector literal, if it is not too wide to tell.
pub(super) fn bits(arena: &Arena, term: TermId) -> Option<u128> {
    let Head::Literal(kind, text) = arena.term(term).head else { return None };
    let text = arena.name(text);
    match kind {
        LiteralKind::Hex => u128::from_str_radix(text.strip_prefix("#x")?, 16).ok(),
        LiteralKind::Binary => u128::from_str_radix(text.strip_prefix("#b")?, 2).ok(),
        LiteralKind::BvNumeral => text.strip_prefix("bv")?.parse().ok(),
        _ => None,
    }
}
