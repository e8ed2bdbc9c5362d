//! Rewrites that no rule can say: lets, and choices whose condition is known.

use rustc_hash::FxHashMap;
use smtlib::theory::CoreOp;
use smtlib::{Arena, Binding, Head, Lets, Rewriter, SortId, TermId, Var, Walk};

use crate::dice::Dice;

/// A rewrite of a term to an equal one.
pub(super) struct Shape {
    pub(super) make: fn(&mut Arena, &mut Rewriter, TermId, &mut Dice) -> Option<TermId>,
}

/// All of them.
pub(super) const SHAPES: &[Shape] = &[
    Shape { make: named },
    Shape { make: shared },
    Shape { make: inlined },
    Shape { make: denied_twice },
    Shape { make: chosen },
    Shape { make: compared },
];

/// `t` becomes `(let ((v s)) t[v])`, for a part `s` of it.
fn named(arena: &mut Arena, rewriter: &mut Rewriter, term: TermId, dice: &mut Dice) -> Option<TermId> {
    let binds =
        |term: TermId| matches!(arena.term(term).head, Head::Let(_) | Head::Binder(..) | Head::Match(_));
    let parts = Walk::new().post_order(arena, [term], Lets::Kept).to_vec();
    // Below a binder a part may have variables that are bound there.
    if parts.iter().any(|&part| binds(part)) {
        return None;
    }
    let compound: Vec<TermId> = parts.into_iter().filter(|&part| is_named(arena, part)).collect();
    let part = *dice.pick(&compound)?;
    let base = arena.symbols.intern("same");
    let name = rewriter.fresh_name(arena, base);
    let sort = arena.sort_of(part);
    let var = arena.make_var(Var { name, sort, binding: Binding::Let(part) });
    let value = arena.var_term(var);
    let map = [(part, value)].into_iter().collect();
    let body = replaced(arena, term, &map)?;
    let vars = arena.make_var_list(&[var]);
    let sort = arena.sort_of(body);
    Some(arena.intern(Head::Let(vars), &[part, body], sort))
}

/// Literals are asked for as they are in some places, and functions have no notation.
fn is_named(arena: &Arena, term: TermId) -> bool {
    let parts = arena.term(term);
    let literal = |&arg: &TermId| matches!(arena.term(arg).head, Head::Literal(..));
    !parts.args.is_empty()
        && !parts.args.iter().all(literal)
        && matches!(parts.head, Head::Op(..) | Head::Fun(..))
        && parts.sort != SortId::REGLAN
}

/// The term with a part replaced, its variable left free for the `let` around it.
fn replaced(arena: &mut Arena, term: TermId, map: &FxHashMap<TermId, TermId>) -> Option<TermId> {
    let order = Walk::new().post_order(arena, [term], Lets::Kept).to_vec();
    let mut new: FxHashMap<TermId, TermId> = map.clone();
    for part in order {
        if new.contains_key(&part) {
            continue;
        }
        let parts = arena.term(part);
        let (head, sort) = (parts.head, parts.sort);
        let args: Vec<TermId> = parts.args.iter().map(|arg| new.get(arg).copied().unwrap_or(*arg)).collect();
        let made = if args == arena.term(part).args { part } else { arena.intern(head, &args, sort) };
        new.insert(part, made);
    }
    new.get(&term).copied()
}

/// A `let` for whatever occurs more than once.
fn shared(arena: &mut Arena, rewriter: &mut Rewriter, term: TermId, _: &mut Dice) -> Option<TermId> {
    Some(rewriter.introduce_lets(arena, term)).filter(|&new| new != term)
}

/// No `let` at all.
fn inlined(arena: &mut Arena, rewriter: &mut Rewriter, term: TermId, _: &mut Dice) -> Option<TermId> {
    Some(rewriter.inline_lets(arena, term)).filter(|&new| new != term)
}

fn denied_twice(arena: &mut Arena, _: &mut Rewriter, term: TermId, _: &mut Dice) -> Option<TermId> {
    if arena.sort_of(term) != SortId::BOOL {
        return None;
    }
    let denied = arena.apply(CoreOp::Not, &[], &[term])?;
    arena.apply(CoreOp::Not, &[], &[denied])
}

/// `t` becomes `(ite true t u)`, where `u` is a part of it.
fn chosen(arena: &mut Arena, _: &mut Rewriter, term: TermId, dice: &mut Dice) -> Option<TermId> {
    let sort = arena.sort_of(term);
    if sort == SortId::REGLAN
        || matches!(arena.term(term).head, Head::Let(_) | Head::Binder(..) | Head::Match(_))
    {
        return None;
    }
    let others = arena.term(term).args.iter().copied().filter(|&arg| arena.sort_of(arg) == sort);
    let other = *dice.pick(&others.collect::<Vec<_>>())?;
    let (word, branches) =
        if dice.chance(50) { (CoreOp::True, [term, other]) } else { (CoreOp::False, [other, term]) };
    let condition = arena.apply(word, &[], &[])?;
    arena.apply(CoreOp::Ite, &[], &[condition, branches[0], branches[1]])
}

/// `p` becomes `(= p true)`.
fn compared(arena: &mut Arena, _: &mut Rewriter, term: TermId, dice: &mut Dice) -> Option<TermId> {
    if arena.sort_of(term) != SortId::BOOL {
        return None;
    }
    if dice.chance(50) {
        let yes = arena.apply(CoreOp::True, &[], &[])?;
        return arena.apply(CoreOp::Eq, &[], &[term, yes]);
    }
    let no = arena.apply(CoreOp::False, &[], &[])?;
    arena.apply(CoreOp::Xor, &[], &[no, term])
}
