//! Values as text: the edges of each sort, and small numbers.

use super::choices::Choices;
use super::productions::{Filling, Productions};
use super::sorts::{Kind, Sort, Sorts};

/// Strings that touch what is special about strings: nothing, digits, the language's own quotes and escapes, and
/// letters beyond one byte.
const STRINGS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "ba",
    "aa",
    "0",
    "1",
    "10",
    "-1",
    "01",
    "A",
    "z",
    " ",
    "\"\"",
    "abc",
    "\\u{0}",
    "\\u{7f}",
    "\\u{ff}",
    "\\u{100}",
    "\\u{2ffff}",
    "\\",
    "()",
    "x",
];
const LETTERS: &[&str] = &["a", "b", "c", "0", "9", "z", "\\u{0}", "\\u{ff}", "\\u{2ffff}"];
/// Numbers at which arithmetic turns, besides small ones.
const NUMBERS: &[&str] = &[
    "7",
    "8",
    "10",
    "64",
    "100",
    "127",
    "128",
    "255",
    "256",
    "65536",
    "2147483647",
    "4294967296",
    "18446744073709551616",
];

/// Whether [`write`] can write a value of a sort.
pub(super) fn exists(sorts: &Sorts, productions: &Productions, sort: Sort) -> bool {
    !productions.literals(sort).is_empty()
        || matches!(
            sorts.kind(sort),
            Kind::Bool
                | Kind::Int
                | Kind::Real
                | Kind::BitVec(_)
                | Kind::Float(..)
                | Kind::RoundingMode
                | Kind::String
                | Kind::RegLan
        )
}

/// Writes a value of a sort, one for which it [exists].
pub(super) fn write(
    sorts: &Sorts,
    productions: &Productions,
    Slotted { sort, filling }: Slotted,
    choices: &mut dyn Choices,
    out: &mut Vec<u8>,
) {
    let kind = sorts.kind(sort);
    let named = productions.literals(sort);
    let alone = !matches!(
        kind,
        Kind::Int | Kind::Real | Kind::BitVec(_) | Kind::Float(..) | Kind::String | Kind::RegLan
    );
    if !named.is_empty() && (alone || choices.chance(30)) {
        return out.extend_from_slice(&named[choices.below(named.len())]);
    }
    match kind {
        Kind::Int => integer(productions.negatives && filling != Filling::Divisor, choices, out),
        Kind::Real => real(filling, choices, out),
        Kind::BitVec(width) => bits_in_some_base(width, choices, out),
        Kind::Float(eb, sb) => float(eb, sb, choices, out),
        Kind::String => string(filling, choices, out),
        Kind::RegLan => {
            out.extend_from_slice(b"(str.to_re ");
            string(Filling::Any, choices, out);
            out.push(b')');
        }
        // Where swarm testing leaves the names out.
        Kind::RoundingMode => out.extend_from_slice(b"RNE"),
        _ => out.extend_from_slice(b"true"),
    }
}

/// A place for a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slotted {
    pub(super) sort: Sort,
    pub(super) filling: Filling,
}

/// A number, or with `any` false a positive one.
fn integer(any: bool, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    let negative = any && choices.chance(25);
    if negative {
        out.extend_from_slice(b"(- ");
    }
    natural(usize::from(!any || negative), choices, out);
    if negative {
        out.push(b')');
    }
}

fn natural(least: usize, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    if choices.chance(20) {
        out.extend_from_slice(NUMBERS[choices.below(NUMBERS.len())].as_bytes());
    } else {
        number(choices.between(least, 5) as u64, out);
    }
}

fn real(filling: Filling, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    let positive = filling == Filling::Divisor;
    let negative = !positive && choices.chance(25);
    if negative {
        out.extend_from_slice(b"(- ");
    }
    let fraction = choices.below(4);
    let quotient = !positive && fraction == 3;
    if quotient {
        out.extend_from_slice(b"(/ ");
    }
    natural(usize::from(positive || negative), choices, out);
    out.extend_from_slice(if fraction == 2 { b".5" } else { b".0" });
    if quotient {
        out.push(b' ');
        number(choices.between(1, 9) as u64, out);
        out.extend_from_slice(b".0)");
    }
    if negative {
        out.push(b')');
    }
}

fn bits_in_some_base(width: u32, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    match choices.below(3) {
        0 => {
            out.extend_from_slice(b"#b");
            bits(width, choices, out);
        }
        1 if width.is_multiple_of(4) => {
            out.extend_from_slice(b"#x");
            let edge = choices.below(4);
            for at in 0..width / 4 {
                let digit = match edge {
                    0 => 0,
                    1 => 15,
                    2 => 8 * usize::from(at == 0),
                    _ => choices.below(16),
                };
                out.push(b"0123456789abcdef"[digit]);
            }
        }
        _ => {
            out.extend_from_slice(b"(_ bv");
            let most = 1usize << width.min(16);
            number(choices.below(most) as u64, out);
            out.push(b' ');
            number(u64::from(width), out);
            out.push(b')');
        }
    }
}

/// Bits: zeros, ones, the sign alone, all but the sign, one, or any.
fn bits(width: u32, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    let edge = choices.below(8);
    for at in 0..width {
        let (first, last) = (at == 0, at + 1 == width);
        let bit = match edge {
            0 => false,
            1 => true,
            2 => first,
            3 => !first,
            4 => last,
            _ => choices.below(2) == 1,
        };
        out.push(b'0' + u8::from(bit));
    }
}

fn float(eb: u32, sb: u32, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    out.extend_from_slice(b"(fp #b");
    bits(1, choices, out);
    out.extend_from_slice(b" #b");
    bits(eb, choices, out);
    out.extend_from_slice(b" #b");
    bits(sb - 1, choices, out);
    out.push(b')');
}

fn string(filling: Filling, choices: &mut dyn Choices, out: &mut Vec<u8>) {
    let from = if filling == Filling::Letter { LETTERS } else { STRINGS };
    out.push(b'"');
    out.extend_from_slice(from[choices.below(from.len())].as_bytes());
    out.push(b'"');
}

/// A number in decimal.
pub(super) fn number(mut value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}
