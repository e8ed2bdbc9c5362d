//! Random literals of every sort, biased to the interesting.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use smtlib::theory::{ArithOp, ArrayOp, BagOp, CoreOp, FloatOp, RegexOp, SeqOp, SetOp, StringOp};
use smtlib::{Arena, Head, Index, IndexKind, LiteralKind, Qual, SortCtor, SortId, TermId};

/// A literal, or the nearest to one that the sort has.
pub(super) fn literal(
    arena: &mut Arena,
    rng: &mut Xoshiro256PlusPlus,
    sort: SortId,
    depth: u32,
) -> Option<TermId> {
    if depth > 4 {
        return None;
    }
    match arena.sorts.ctor(sort) {
        SortCtor::Bool => arena.apply(if rng.random() { CoreOp::True } else { CoreOp::False }, &[], &[]),
        SortCtor::Int => integer(arena, rng),
        SortCtor::Real => real(arena, rng),
        SortCtor::BitVec(width) => Some(bits(arena, rng, width)),
        SortCtor::Float(eb, sb) => float(arena, rng, eb, sb),
        SortCtor::RoundingMode => {
            let modes = [FloatOp::Rne, FloatOp::Rna, FloatOp::Rtp, FloatOp::Rtn, FloatOp::Rtz];
            arena.apply(modes[rng.random_range(0..modes.len())], &[], &[])
        }
        SortCtor::String => Some(string(arena, rng)),
        SortCtor::RegLan => regex(arena, rng),
        SortCtor::Char => {
            let code = [0x30, 0x39, 0x41, 0x61, 0, 0x2FFFF][rng.random_range(0..6)];
            let text = arena.symbols.intern(&(code as u32).to_string());
            let indices = [Index { kind: IndexKind::Numeral, text }].into();
            let qual = arena.make_qual(Qual { indices, ascription: None });
            arena.apply_op(StringOp::CharLit.into(), 0, qual, &[])
        }
        SortCtor::Field(order) => {
            let order = arena.name(order).to_owned();
            let text = format!("#f{}m{order}", rng.random_range(0..9));
            let text = arena.symbols.intern(&text);
            Some(arena.intern(Head::Literal(LiteralKind::Field, text), &[], sort))
        }
        SortCtor::Array => {
            let (index, element) = (arena.sorts.args(sort)[0], *arena.sorts.args(sort).last()?);
            let qual = arena.make_qual(Qual { indices: Box::default(), ascription: Some(sort) });
            let value = literal(arena, rng, element, depth + 1)?;
            let mut array = arena.apply_op(ArrayOp::Const.into(), 0, qual, &[value])?;
            for _ in 0..rng.random_range(0..3) {
                let (i, v) =
                    (literal(arena, rng, index, depth + 1)?, literal(arena, rng, element, depth + 1)?);
                array = arena.apply(ArrayOp::Store, &[], &[array, i, v])?;
            }
            Some(array)
        }
        SortCtor::Seq => collection(arena, rng, sort, depth, SeqOp::Empty.into(), |arena, all, item| {
            let unit = arena.apply(SeqOp::Unit, &[], &[item])?;
            arena.apply(SeqOp::Concat, &[], &[all, unit])
        }),
        SortCtor::Set => collection(arena, rng, sort, depth, SetOp::Empty.into(), |arena, all, item| {
            let one = arena.apply(SetOp::Singleton, &[], &[item])?;
            arena.apply(SetOp::Union, &[], &[all, one])
        }),
        SortCtor::Bag => collection(arena, rng, sort, depth, BagOp::Empty.into(), |arena, all, item| {
            let count = arena.symbols.intern("2");
            let count = arena.intern(Head::Literal(LiteralKind::Numeral, count), &[], SortId::INT);
            let one = arena.apply(BagOp::Make, &[], &[item, count])?;
            arena.apply(BagOp::UnionDisjoint, &[], &[all, one])
        }),
        _ => None,
    }
}

fn collection(
    arena: &mut Arena,
    rng: &mut Xoshiro256PlusPlus,
    sort: SortId,
    depth: u32,
    empty: smtlib::theory::Op,
    mut add: impl FnMut(&mut Arena, TermId, TermId) -> Option<TermId>,
) -> Option<TermId> {
    let element = arena.sorts.args(sort)[0];
    let qual = arena.make_qual(Qual { indices: Box::default(), ascription: Some(sort) });
    let mut all = arena.apply_op(empty, 0, qual, &[])?;
    for _ in 0..rng.random_range(0..4) {
        let item = literal(arena, rng, element, depth + 1)?;
        all = add(arena, all, item)?;
    }
    Some(all)
}

fn numeral(arena: &mut Arena, text: &str) -> TermId {
    let text = arena.symbols.intern(text);
    arena.intern(Head::Literal(LiteralKind::Numeral, text), &[], SortId::INT)
}

fn magnitude(rng: &mut Xoshiro256PlusPlus) -> u128 {
    match rng.random_range(0..6) {
        0..=2 => rng.random_range(0..12),
        3 => (1 << rng.random_range(0..70)) + rng.random_range(0..3) - 1,
        4 => rng.random_range(0..1000),
        _ => rng.random::<u64>().into(),
    }
}

fn integer(arena: &mut Arena, rng: &mut Xoshiro256PlusPlus) -> Option<TermId> {
    let value = numeral(arena, &magnitude(rng).to_string());
    if rng.random_ratio(1, 3) { arena.apply(ArithOp::Neg, &[], &[value]) } else { Some(value) }
}

fn real(arena: &mut Arena, rng: &mut Xoshiro256PlusPlus) -> Option<TermId> {
    let text = match rng.random_range(0..3) {
        0 => format!("{}.0", magnitude(rng)),
        1 => format!("{}.{}", magnitude(rng) % 100, rng.random_range(0..1000)),
        _ => format!("0.{:05}", rng.random_range(0..100_000)),
    };
    let text = arena.symbols.intern(&text);
    let value = arena.intern(Head::Literal(LiteralKind::Decimal, text), &[], SortId::REAL);
    if rng.random_ratio(1, 3) { arena.apply(ArithOp::Neg, &[], &[value]) } else { Some(value) }
}

fn bits(arena: &mut Arena, rng: &mut Xoshiro256PlusPlus, width: u32) -> TermId {
    let width = width as usize;
    let mut text: Vec<u8> = match rng.random_range(0..7) {
        0 => vec![b'0'; width],
        1 => vec![b'1'; width],
        2 => (0..width).map(|i| if i == 0 { b'1' } else { b'0' }).collect(),
        3 => (0..width).map(|i| if i == 0 { b'0' } else { b'1' }).collect(),
        4 => (0..width).map(|i| if i + 4 > width && rng.random() { b'1' } else { b'0' }).collect(),
        _ => (0..width).map(|_| if rng.random() { b'1' } else { b'0' }).collect(),
    };
    if rng.random_ratio(1, 8) {
        let place = rng.random_range(0..width);
        text[place] ^= 1;
    }
    let text = format!("#b{}", String::from_utf8_lossy(&text));
    let text = arena.symbols.intern(&text);
    let sort = arena.sorts.bit_vec(width as u32);
    arena.intern(Head::Literal(LiteralKind::Binary, text), &[], sort)
}

fn float(arena: &mut Arena, rng: &mut Xoshiro256PlusPlus, eb: u32, sb: u32) -> Option<TermId> {
    if rng.random_ratio(1, 4) {
        let specials =
            [FloatOp::NaN, FloatOp::PlusInf, FloatOp::MinusInf, FloatOp::PlusZero, FloatOp::MinusZero];
        return arena.apply(specials[rng.random_range(0..specials.len())], &[eb, sb], &[]);
    }
    let parts = [bits(arena, rng, 1), bits(arena, rng, eb), bits(arena, rng, sb - 1)];
    arena.apply(FloatOp::Fp, &[], &parts)
}

fn string(arena: &mut Arena, rng: &mut Xoshiro256PlusPlus) -> TermId {
    const PIECES: &[&str] =
        &["a", "b", "ab", "0", "1", "7", "-", "A", " ", "\\u{e9}", "\\u{2FFFF}", "\\u{0}"];
    let count = rng.random_range(0..6);
    let text: String = (0..count).map(|_| PIECES[rng.random_range(0..PIECES.len())]).collect();
    let text = arena.symbols.intern(&text);
    arena.intern(Head::Literal(LiteralKind::String, text), &[], SortId::STRING)
}

fn regex(arena: &mut Arena, rng: &mut Xoshiro256PlusPlus) -> Option<TermId> {
    match rng.random_range(0..6) {
        0 => arena.apply(RegexOp::All, &[], &[]),
        1 => arena.apply(RegexOp::AllChar, &[], &[]),
        2 => arena.apply(RegexOp::None, &[], &[]),
        3 => {
            let ends = ["0", "9", "a", "z"].map(|c| {
                let text = arena.symbols.intern(c);
                arena.intern(Head::Literal(LiteralKind::String, text), &[], SortId::STRING)
            });
            let (low, high) = (ends[rng.random_range(0..4)], ends[rng.random_range(0..4)]);
            arena.apply(RegexOp::Range, &[], &[low, high])
        }
        _ => {
            let word = string(arena, rng);
            arena.apply(RegexOp::ToRe, &[], &[word])
        }
    }
}
