//! Smaller literals.

use smtlib::{Head, LiteralKind, Script, TermId};

use super::constant::read;
use super::{Replacement, TermPass};

/// Numbers towards zero, texts towards the empty one.
pub(super) struct Literals;

impl TermPass for Literals {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        matches!(script.arena.term(term).head, Head::Literal(..))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let Head::Literal(kind, symbol) = script.arena.term(term).head else { return Vec::new() };
        let text = script.arena.name(symbol).to_owned();
        let width = script.arena.sorts.width(script.arena.sort_of(term));
        let smaller: Vec<String> = match (kind, width) {
            (LiteralKind::String, _) => {
                shorter(&text).into_iter().map(|text| format!("\"{text}\"")).collect()
            }
            (LiteralKind::Numeral | LiteralKind::Decimal, _) => numbers(&text),
            (LiteralKind::Hex, _) => digits(&text).into_iter().map(|text| format!("#x{text}")).collect(),
            (LiteralKind::Binary, _) => digits(&text).into_iter().map(|text| format!("#b{text}")).collect(),
            (LiteralKind::BvNumeral, Some(width)) => numbers(text.trim_start_matches("bv"))
                .into_iter()
                .map(|n| format!("(_ bv{n} {width})"))
                .collect(),
            _ => Vec::new(),
        };
        smaller.iter().filter_map(|text| read(script, text)).map(Replacement::Term).collect()
    }
}

/// Parts of a text that keep its escapes whole.
fn shorter(text: &str) -> Vec<String> {
    let units = units(text);
    let mut all = Vec::new();
    let mut size = units.len() / 2;
    while size > 0 {
        for start in (0..units.len()).step_by(size) {
            let end = (start + size).min(units.len());
            all.push(units[..start].iter().chain(&units[end..]).copied().collect());
        }
        size /= 2;
    }
    for (i, unit) in units.iter().enumerate().filter(|(_, unit)| unit.len() > 1) {
        let plain = |&(k, other): &(usize, &&str)| (k, *other) == (i, *unit);
        let replaced = units.iter().enumerate().map(|it| if plain(&it) { "a" } else { it.1 });
        all.push(replaced.collect());
    }
    all
}

/// The characters of a literal's text: an escape or a doubled quote is one.
fn units(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = if rest.starts_with("\"\"") {
            2
        } else if rest.starts_with("\\u{") {
            rest.find('}').map_or(1, |at| at + 1)
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        units.push(&rest[..length]);
        rest = &rest[length..];
    }
    units
}

fn numbers(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    if let Some((whole, part)) = text.split_once('.') {
        if !part.trim_end_matches('0').is_empty() {
            all.push(format!("{whole}.0"));
        }
        all.extend(numbers(whole).into_iter().map(|whole| format!("{whole}.0")));
        return all;
    }
    if let Ok(number) = text.parse::<u64>() {
        all.extend(
            [2, number / 2, number.saturating_sub(1)].iter().filter(|&&it| it < number).map(u64::to_string),
        );
    } else if text.len() > 1 {
        all.push(text[..text.len() / 2].to_owned());
        all.push(text[..text.len() - 1].to_owned());
    }
    all
}

/// The same number of digits, fewer of them other than zero.
fn digits(text: &str) -> Vec<String> {
    let bare = text.trim_start_matches("#x").trim_start_matches("#b");
    let ones: Vec<usize> = bare.bytes().enumerate().filter(|(_, b)| *b != b'0').map(|(i, _)| i).collect();
    let without = |at: usize| {
        let mut changed = bare.to_owned();
        changed.replace_range(at..=at, "0");
        changed
    };
    ones.into_iter().take(8).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_shrink_and_escapes_stay_whole() {
        assert_eq!(shorter("ab"), ["b", "a"]);
        assert_eq!(shorter("\\u{3c}"), ["a"]);
        assert_eq!(units("a\"\"\\u{3c}"), ["a", "\"\"", "\\u{3c}"]);
        assert_eq!(numbers("10"), ["2", "5", "9"]);
        assert_eq!(numbers("1.5"), ["1.0", "0.0", "0.0"]);
        assert_eq!(digits("0f1"), ["001", "0f0"]);
    }
}
