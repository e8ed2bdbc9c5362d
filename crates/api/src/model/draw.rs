//! Arguments of calls.

use eval::Sampler;
use eval::model_text::value_text;
use smtlib::theory::{ArithOp, Arity, ArrayOp, Op, Pattern};
use smtlib::{Head, Lets, QualId, SortCtor, SortId, Walk};
use strategy::Dice;

use super::indices;
use super::matching::Letters;
use super::pool::Pool;
use crate::book::{Book, Symbol};
use crate::trace::{Arg, Handle, Kind, Operator};

/// A term handle as an argument.
pub(super) fn term(number: u32) -> Arg {
    Arg::Handle(Handle { kind: Kind::Term, number })
}

/// Bounds of what is drawn.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) width: u32,
    pub(super) linear: bool,
}

/// An operator with arguments from the pool; `None` where it finds none that fit.
pub(super) fn application(
    op: Op,
    book: &Book,
    pool: &Pool,
    bounds: Bounds,
    dice: &mut Dice,
) -> Option<Vec<Arg>> {
    if op == Op::Array(ArrayOp::Const) {
        return constant_array(book, pool, dice);
    }
    let row = op.row();
    let (signature, sorts) = (&row.signature, &book.script.arena.sorts);
    let known: Vec<SortId> = pool.sorts().collect();
    let mut letters = Letters::new();
    let mut numbers = Vec::new();
    let mut draw_indices = |first: Option<SortId>, letters: &mut Letters, dice: &mut Dice| {
        numbers = indices::draw(op, signature.indices.len(), first, &known, sorts, dice);
        for (&letter, &number) in signature.indices.iter().zip(&numbers) {
            letters.dims[letter as usize] = Some(i64::from(number));
        }
        (numbers.len() == signature.indices.len()).then_some(())
    };
    if indices::come_first(op) {
        draw_indices(None, &mut letters, dice)?;
    }
    let more = match row.arity {
        Arity::Fixed | Arity::Variadic => 0,
        _ if dice.chance(80) => 0,
        _ => dice.between(1, 2),
    };
    let last = signature.args.last();
    let patterns = signature.args.iter().chain(std::iter::repeat_n(last, more).flatten());
    let mut args = Vec::new();
    let mut first = None;
    for (i, pattern) in patterns.enumerate() {
        // `concat` of more than two has other widths than its signature names.
        if i >= signature.args.len()
            && matches!(pattern, Pattern::BitVec(_))
            && signature.args[0] != signature.result
        {
            letters = Letters::new();
        }
        let pattern = if op == Op::Arith(ArithOp::ToReal) { &Pattern::Int } else { pattern };
        let fitting: Vec<SortId> =
            known.iter().copied().filter(|&sort| letters.clone().fits(sorts, pattern, sort)).collect();
        let &sort = dice.pick(&fitting)?;
        letters.fits(sorts, pattern, sort);
        first = first.or(Some(sort));
        args.push(pool.pick(sort, dice)?);
    }
    if !indices::come_first(op) {
        draw_indices(first, &mut letters, dice)?;
    }
    if !letters.hold(signature) || (bounds.linear && !keeps_linear(op, book, pool, &mut args, dice)?) {
        return None;
    }
    if let Pattern::BitVec(width) = &signature.result
        && width.value(&letters.dims).is_some_and(|width| width > i64::from(bounds.width))
    {
        return None;
    }
    let operator = Operator { op, indices: numbers, sort: None };
    Some(std::iter::once(Arg::Operator(operator)).chain(args.into_iter().map(term)).collect())
}

/// Makes the factor of a product, or the divisor of a quotient, a value; `None` where there is none.
fn keeps_linear(op: Op, book: &Book, pool: &Pool, args: &mut [u32], dice: &mut Dice) -> Option<bool> {
    use ArithOp::{Div, IntDiv, Mod, Mul};
    let Op::Arith(Mul | Div | IntDiv | Mod) = op else { return Some(true) };
    let [_, rest @ ..] = args else { return Some(true) };
    for arg in rest {
        let sort = book.sort_of(*arg)?;
        let values: Vec<u32> =
            pool.of(sort).iter().copied().filter(|&term| book.value(term).is_some()).collect();
        *arg = *dice.pick(&values)?;
    }
    Some(true)
}

fn constant_array(book: &Book, pool: &Pool, dice: &mut Dice) -> Option<Vec<Arg>> {
    let arrays: Vec<(u32, SortId)> = (0..book.next(Kind::Sort))
        .filter_map(|number| Some((number, book.sort(number)?)))
        .filter(|&(_, sort)| book.script.arena.sorts.ctor(sort) == SortCtor::Array)
        .collect();
    let &(number, sort) = dice.pick(&arrays)?;
    let element = *book.script.arena.sorts.args(sort).last()?;
    // Some libraries take only values as elements.
    let values: Vec<u32> =
        pool.of(element).iter().copied().filter(|&term| book.value(term).is_some()).collect();
    let element = *dice.pick(&values)?;
    let operator = Operator { op: ArrayOp::Const.into(), indices: Vec::new(), sort: Some(number) };
    Some(vec![Arg::Operator(operator), term(element)])
}

/// The widest variables together that are bound: what they may be is tried by evaluation.
const BOUND_BITS: u32 = 8;

/// One or two constants of a term that can be bound.
pub(super) fn bindable(book: &Book, body: u32, dice: &mut Dice) -> Option<Vec<u32>> {
    let arena = &book.script.arena;
    let mut walk = Walk::new();
    let parts = walk.post_order(arena, [book.term(body)?], Lets::Through);
    let inside = |it: &&Symbol| {
        it.handle.kind == Kind::Term
            && parts.iter().any(|&part| arena.term(part).head == Head::Fun(it.fun, QualId::NONE))
    };
    let mut constants: Vec<(u32, u32)> = Vec::new();
    for symbol in book.symbols().iter().filter(inside) {
        let width = match arena.sorts.ctor(arena.fun(symbol.fun).result) {
            SortCtor::Bool => 1,
            SortCtor::BitVec(width) => width,
            SortCtor::Int | SortCtor::Real => 0,
            _ => continue,
        };
        constants.push((symbol.handle.number, width));
    }
    let (mut bound, mut bits) = (Vec::new(), 0);
    for _ in 0..dice.between(1, 2) {
        let fitting: Vec<(u32, u32)> = constants
            .iter()
            .copied()
            .filter(|(it, width)| bits + width <= BOUND_BITS && !bound.contains(it))
            .collect();
        if let Some(&(number, width)) = dice.pick(&fitting) {
            bound.push(number);
            bits += width;
        }
    }
    (!bound.is_empty()).then_some(bound)
}

/// A value of a sort, as text.
pub(super) fn value(book: &Book, sampler: &mut Sampler, sort: SortId) -> Option<String> {
    let arena = &book.script.arena;
    value_text(arena, sort, &sampler.value(arena, sort)?)
}

/// An operator with arguments that it does not take.
pub(super) fn misuse(op: Op, pool: &Pool, dice: &mut Dice) -> Option<Vec<Arg>> {
    let row = op.row();
    if !row.signature.indices.is_empty() || row.signature.args.is_empty() {
        return None;
    }
    let count = row.signature.args.len();
    let args: Option<Vec<Arg>> = (0..count).map(|_| pool.any(dice).map(term)).collect();
    let operator = Operator { op, indices: Vec::new(), sort: None };
    Some(std::iter::once(Arg::Operator(operator)).chain(args?).collect())
}
