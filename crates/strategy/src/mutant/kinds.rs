//! The kinds of mutations: what may be put in the place of a term.

use smtlib::theory::Op;
use smtlib::{Features, Head, SortId, TermId};

use super::constant::neighbour;
use super::spot::Spot;
use super::stock::Stock;
use crate::dice::Dice;
use crate::language::is_taken;

/// A kind of mutation: how often it is tried, and what it makes of a place.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) weight: usize,
    pub(super) make: fn(&mut Stock, &Spot, &mut Dice) -> Option<TermId>,
}

/// Another operator for the same arguments.
pub(crate) const OPERATOR: Kind = Kind { name: "operator", weight: 4, make: operator };
/// A new term of the same sort, made of the script's own.
pub(crate) const TYPED: Kind = Kind { name: "typed", weight: 4, make: typed };
/// Another literal.
pub(crate) const CONSTANT: Kind = Kind { name: "constant", weight: 2, make: constant };
/// One argument less, or one of the arguments alone.
pub(crate) const DROP: Kind = Kind { name: "drop", weight: 1, make: drop_argument };
/// Two arguments exchanged.
pub(crate) const SWAP: Kind = Kind { name: "swap", weight: 1, make: swap };

/// How deep a new term is, where its leaves are terms of the script.
const DEPTH: u32 = 2;

impl Kind {
    /// One of several kinds, by their weights.
    pub(super) fn draw<'k>(kinds: &'k [Kind], dice: &mut Dice) -> Option<&'k Kind> {
        let mut number = dice.below(kinds.iter().map(|kind| kind.weight).sum::<usize>().max(1));
        kinds.iter().find(|kind| {
            let here = number < kind.weight;
            number = number.saturating_sub(kind.weight);
            here
        })
    }
}

fn operator(stock: &mut Stock, spot: &Spot, dice: &mut Dice) -> Option<TermId> {
    let other = *dice.pick(stock.alternatives(spot.term))?;
    let arena = &mut stock.base.script.arena;
    let parts = arena.term(spot.term);
    let (args, sort) = (parts.args.to_vec(), parts.sort);
    Some(arena.intern(other.head(), &args, sort))
}

fn typed(stock: &mut Stock, spot: &Spot, dice: &mut Dice) -> Option<TermId> {
    term_of(stock, spot, stock.base.script.arena.sort_of(spot.term), DEPTH, dice)
}

fn constant(stock: &mut Stock, spot: &Spot, dice: &mut Dice) -> Option<TermId> {
    neighbour(&mut stock.base.script.arena, spot.term, dice)
}

fn drop_argument(stock: &mut Stock, spot: &Spot, dice: &mut Dice) -> Option<TermId> {
    let arena = &mut stock.base.script.arena;
    let parts = arena.term(spot.term);
    let Head::Op(op, spelling, qual) = parts.head else { return None };
    let (mut args, sort) = (parts.args.to_vec(), parts.sort);
    if args.len() > op.row().signature.args.len() {
        args.remove(dice.below(args.len()));
        return arena.apply_op(op, spelling, qual, &args).filter(|&new| arena.sort_of(new) == sort);
    }
    args.retain(|&arg| arena.sort_of(arg) == sort);
    dice.pick(&args).copied()
}

fn swap(stock: &mut Stock, spot: &Spot, dice: &mut Dice) -> Option<TermId> {
    let arena = &mut stock.base.script.arena;
    let parts = arena.term(spot.term);
    let (head, sort) = (parts.head, parts.sort);
    if parts.args.len() < 2 || !matches!(head, Head::Op(..) | Head::Fun(..)) {
        return None;
    }
    let mut args = parts.args.to_vec();
    let (one, other) = (dice.below(args.len()), dice.below(args.len()));
    if args[one] == args[other] || arena.sort_of(args[one]) != arena.sort_of(args[other]) {
        return None;
    }
    args.swap(one, other);
    Some(arena.intern(head, &args, sort))
}

/// A term of a sort: one of the script, or an application of at most this depth.
fn term_of(stock: &mut Stock, spot: &Spot, sort: SortId, depth: u32, dice: &mut Dice) -> Option<TermId> {
    let shapes = stock.shapes.of_sort(sort);
    let leaf = if depth == DEPTH { 15 } else { 60 };
    if depth == 0 || shapes.is_empty() || dice.chance(leaf) {
        return stock.pool.pick(&stock.base.script.arena, sort, &spot.bound, dice);
    }
    let shape = dice.pick(shapes)?.clone();
    let mut args = Vec::with_capacity(shape.args.len());
    for &sort in &shape.args {
        args.push(match old_part(stock, spot, sort, dice) {
            Some(part) => part,
            None => term_of(stock, spot, sort, depth - 1, dice)?,
        });
    }
    let arena = &mut stock.base.script.arena;
    let taken = |op: Op| is_taken(arena, op, &args, Features::ALL);
    if !shape.operator().is_none_or(taken) {
        return None;
    }
    shape.apply(arena, &args)
}

/// Now and then what stood there before, or one of its arguments: the new term then has to do with its place.
fn old_part(stock: &Stock, spot: &Spot, sort: SortId, dice: &mut Dice) -> Option<TermId> {
    if !dice.chance(30) {
        return None;
    }
    let arena = &stock.base.script.arena;
    let scoped = matches!(arena.term(spot.term).head, Head::Let(_) | Head::Binder(..) | Head::Match(_));
    let args = if scoped { &[] } else { arena.term(spot.term).args };
    let fitting = || args.iter().copied().chain([spot.term]).filter(|&part| arena.sort_of(part) == sort);
    let count = fitting().count();
    if count == 0 { None } else { fitting().nth(dice.below(count)) }
}
