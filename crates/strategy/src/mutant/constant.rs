//! Literals near a literal: the values next to it, and those at which solvers turn.

use smtlib::{Arena, Head, LiteralKind, SortId, TermId};

use crate::dice::Dice;

/// Numbers at which arithmetic turns.
const EDGES: &[&str] =
    &["0", "1", "2", "7", "255", "256", "2147483647", "2147483648", "4294967296", "18446744073709551616"];
/// Strings at which string solvers turn.
const STRINGS: &[&str] = &["", "a", "0", "01", "-1", "ab", "aab", " ", "A"];

/// Another literal of the same sort, if it has any that we know.
pub(super) fn neighbour(arena: &mut Arena, term: TermId, dice: &mut Dice) -> Option<TermId> {
    let Head::Literal(kind, text) = arena.term(term).head else { return None };
    let (text, sort) = (arena.name(text).to_owned(), arena.sort_of(term));
    let (kind, text) = match kind {
        LiteralKind::Numeral if sort == SortId::INT => (kind, number(&text, dice)),
        LiteralKind::Decimal if sort == SortId::REAL => (kind, decimal(&text, dice)),
        LiteralKind::String if sort == SortId::STRING => (kind, string(&text, dice)),
        LiteralKind::Hex | LiteralKind::Binary | LiteralKind::BvNumeral => {
            (LiteralKind::Binary, bits(arena.sorts.width(sort)? as usize, dice))
        }
        _ => return None,
    };
    let text = arena.symbols.intern(&text);
    Some(arena.intern(Head::Literal(kind, text), &[], sort)).filter(|&new| new != term)
}

fn number(text: &str, dice: &mut Dice) -> String {
    let near = text.parse::<u64>().ok().filter(|_| dice.chance(60));
    match near {
        Some(number) => match dice.below(4) {
            0 => number.saturating_add(1),
            1 => number.saturating_sub(1),
            2 => number / 2,
            _ => number.saturating_mul(2),
        }
        .to_string(),
        None => dice.pick(EDGES).map_or("0", |edge| edge).to_owned(),
    }
}

fn decimal(text: &str, dice: &mut Dice) -> String {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    match dice.below(3) {
        0 => format!("{whole}.{part}5"),
        1 => format!("{whole}.0"),
        _ => format!("{}.{part}", number(whole, dice)),
    }
}

/// Plain text may be cut and doubled; what has quotes or escapes in it is left as it is.
fn string(text: &str, dice: &mut Dice) -> String {
    let plain = text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == ' ');
    match dice.below(4) {
        0 if plain && !text.is_empty() => text[1..].to_owned(),
        1 if plain && text.len() < 32 => format!("{text}{text}"),
        2 if text.len() < 64 => format!("{text}a"),
        _ => dice.pick(STRINGS).map_or("", |edge| edge).to_owned(),
    }
}

fn bits(width: usize, dice: &mut Dice) -> String {
    let bits: String = match dice.below(5) {
        0 => "0".repeat(width),
        1 => "1".repeat(width),
        2 => format!("{:0>width$}", 1),
        3 => format!("1{}", "0".repeat(width - 1)),
        _ => (0..width).map(|_| if dice.chance(50) { '1' } else { '0' }).collect(),
    };
    format!("#b{bits}")
}
