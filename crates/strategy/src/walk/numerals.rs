//! Numerals of real numbers, written as such: `(> x 0)` with a real `x` becomes `(> x 0.0)`.
//!
//! Solvers take both for the same, but a rule about two numbers of one sort applies only to the second.

use rustc_hash::FxHashMap;
use smtlib::theory::{ArithOp, Op};
use smtlib::{Arena, Head, Lets, LiteralKind, Rewriter, SortId, TermId, Walk};

/// Passes over an assertion: one for each level of nesting.
const PASSES: usize = 64;

/// The same term with decimals in the place of numerals beside reals.
pub(super) fn decimal(arena: &mut Arena, rewriter: &mut Rewriter, root: TermId) -> TermId {
    let (mut walk, mut root) = (Walk::new(), root);
    for _ in 0..PASSES {
        let mixed = |&term: &TermId| {
            let parts = arena.term(term);
            let has = |sort| parts.args.iter().any(|&arg| arena.sort_of(arg) == sort);
            matches!(parts.head, Head::Op(Op::Core(_) | Op::Arith(_), ..))
                && has(SortId::REAL)
                && parts.args.iter().any(|&arg| is_numeral(arena, arg))
        };
        let found: Vec<TermId> =
            walk.post_order(arena, [root], Lets::Kept).iter().filter(|term| mixed(term)).copied().collect();
        let mut map = FxHashMap::default();
        for term in found {
            let Head::Op(op, spelling, qual) = arena.term(term).head else { continue };
            let args = arena.term(term).args.to_vec();
            let args: Vec<TermId> = args.into_iter().map(|arg| as_decimal(arena, arg)).collect();
            if let Some(new) = arena.apply_op(op, spelling, qual, &args) {
                map.insert(term, new);
            }
        }
        if map.is_empty() {
            break;
        }
        match rewriter.replace_all(arena, root, &map) {
            Some(new) => root = new,
            None => break,
        }
    }
    root
}

/// Whether a term is `7` or `(- 7)`.
fn is_numeral(arena: &Arena, term: TermId) -> bool {
    match (arena.term(term).head, arena.term(term).args) {
        (Head::Literal(LiteralKind::Numeral, _), _) => arena.sort_of(term) == SortId::INT,
        (Head::Op(Op::Arith(ArithOp::Neg), ..), &[arg]) => {
            matches!(arena.term(arg).head, Head::Literal(LiteralKind::Numeral, _))
                && arena.sort_of(arg) == SortId::INT
        }
        _ => false,
    }
}

fn as_decimal(arena: &mut Arena, term: TermId) -> TermId {
    if !is_numeral(arena, term) {
        return term;
    }
    if let &[arg] = arena.term(term).args {
        let arg = as_decimal(arena, arg);
        return arena.apply(ArithOp::Neg, &[], &[arg]).unwrap_or(term);
    }
    let Head::Literal(_, text) = arena.term(term).head else { return term };
    let text = format!("{}.0", arena.name(text));
    let text = arena.symbols.intern(&text);
    arena.intern(Head::Literal(LiteralKind::Decimal, text), &[], SortId::REAL)
}

#[cfg(test)]
mod tests {
    use smtlib::{Script, term_text};

    use super::*;

    #[test]
    fn numerals_beside_reals_become_decimals_and_others_stay() {
        let text = b"(declare-const x Real)(declare-const i Int)(assert (and (> x 0) (< (+ x 1) (* 2 (- x (- 3)))) (> i 0)))";
        let mut script = Script::parse(text).unwrap();
        let root = script.assertions().next().unwrap();
        let root = decimal(&mut script.arena, &mut Rewriter::new(), root);
        assert_eq!(
            term_text(&script.arena, root),
            "(and (> x 0.0) (< (+ x 1.0) (* 2.0 (- x (- 3.0)))) (> i 0))"
        );
    }
}
