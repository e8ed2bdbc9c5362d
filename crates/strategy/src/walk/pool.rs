//! Terms for what a rule leaves open (section 4.2 of the paper, W4): one of the script, else a literal.

use rustc_hash::FxHashMap;
use smtlib::theory::{CoreOp, FloatOp, Op, RegexOp};
use smtlib::{Arena, Head, Lets, LiteralKind, Rewriter, SortCtor, SortId, TermId, Walk};

use crate::dice::Dice;

/// Closed terms by their sorts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    terms: FxHashMap<SortId, Vec<TermId>>,
}

/// A larger term makes every script alike.
const MOST_NODES: u64 = 40;

impl Pool {
    /// The terms of these assertions that mean the same everywhere, and literals for the sorts that have none.
    pub(crate) fn of(arena: &mut Arena, rewriter: &mut Rewriter, roots: &[TermId]) -> Pool {
        let mut walk = Walk::new();
        let parts = walk.post_order(arena, roots.iter().copied(), Lets::Kept).to_vec();
        let mut measures = smtlib::Measures::new(Lets::Through);
        let mut terms: FxHashMap<SortId, Vec<TermId>> = FxHashMap::default();
        for part in parts {
            let is_closed = rewriter.free.scoped(arena, part).is_empty();
            if is_closed && measures.tree_size(arena, part) <= MOST_NODES {
                let part = rewriter.close_lets(arena, part);
                let of_sort = terms.entry(arena.sort_of(part)).or_default();
                if !of_sort.contains(&part) {
                    of_sort.push(part);
                }
            }
        }
        let sorts: Vec<SortId> = (0..arena.term_count())
            .map(|i| arena.sort_of(TermId::from_index(i)))
            .chain([SortId::BOOL, SortId::INT, SortId::REAL, SortId::STRING])
            .collect();
        for sort in sorts {
            terms.entry(sort).or_insert_with(|| literals(arena, sort));
        }
        Pool { terms }
    }

    /// A term of this sort: one of the pool, or one of the variables that are bound where it will stand.
    pub(crate) fn pick(
        &self,
        arena: &Arena,
        sort: SortId,
        bound: &[TermId],
        dice: &mut Dice,
    ) -> Option<TermId> {
        let closed = self.terms.get(&sort).map_or(&[][..], Vec::as_slice);
        let bound = || bound.iter().copied().filter(|&term| arena.sort_of(term) == sort);
        let count = closed.len() + bound().count();
        if count == 0 {
            return None;
        }
        let at = dice.below(count);
        closed.get(at).copied().or_else(|| bound().nth(at - closed.len()))
    }
}

/// A few literals of a sort, where it has any.
fn literals(arena: &mut Arena, sort: SortId) -> Vec<TermId> {
    let plain = |arena: &mut Arena, kind, texts: &[&str]| -> Vec<TermId> {
        let texts = texts.iter().map(|text| arena.symbols.intern(text)).collect::<Vec<_>>();
        texts.into_iter().map(|text| arena.intern(Head::Literal(kind, text), &[], sort)).collect()
    };
    let applied = |arena: &mut Arena, indices: &[u32], ops: &[Op]| -> Vec<TermId> {
        ops.iter().filter_map(|&op| arena.apply(op, indices, &[])).collect()
    };
    match arena.sorts.ctor(sort) {
        SortCtor::Bool => applied(arena, &[], &[CoreOp::True.into(), CoreOp::False.into()]),
        SortCtor::Int => plain(arena, LiteralKind::Numeral, &["0", "1", "2", "7", "100"]),
        SortCtor::Real => plain(arena, LiteralKind::Decimal, &["0.0", "1.0", "0.5", "7.0"]),
        SortCtor::String => plain(arena, LiteralKind::String, &["", "a", "0", "ab"]),
        SortCtor::BitVec(width) => {
            let width = width as usize;
            let texts = ["0".repeat(width), "1".repeat(width), format!("{:0>width$}", 1)];
            let texts = texts.map(|bits| format!("#b{bits}"));
            plain(arena, LiteralKind::Binary, &texts.each_ref().map(String::as_str))
        }
        SortCtor::Float(eb, sb) => {
            let ops = [FloatOp::PlusZero, FloatOp::MinusZero, FloatOp::PlusInf, FloatOp::NaN];
            applied(arena, &[eb, sb], &ops.map(Op::from))
        }
        SortCtor::RoundingMode => {
            applied(arena, &[], &[FloatOp::Rne, FloatOp::Rtz, FloatOp::Rtp].map(Op::from))
        }
        SortCtor::RegLan => {
            applied(arena, &[], &[RegexOp::All, RegexOp::AllChar, RegexOp::None].map(Op::from))
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use smtlib::{Script, term_text};

    use super::*;

    #[test]
    fn terms_of_the_script_come_first_and_literals_where_there_are_none() {
        let text = b"(declare-const x Int)(declare-const a (_ BitVec 4))(declare-fun f ((_ BitVec 8)) (_ FloatingPoint 3 5))\
            (assert (forall ((y Int)) (> (+ x 1) y)))(assert (fp.isZero (f (concat a a))))";
        let mut script = Script::parse(text).unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let mut rewriter = Rewriter::new();
        let pool = Pool::of(&mut script.arena, &mut rewriter, &roots);
        let mut dice = Dice::new(&[1]);
        let mut drawn = |sort| -> Vec<String> {
            let picks = (0..200).filter_map(|_| pool.pick(&script.arena, sort, &[], &mut dice));
            let mut texts: Vec<String> = picks.map(|term| term_text(&script.arena, term)).collect();
            texts.sort();
            texts.dedup();
            texts
        };
        assert_eq!(drawn(SortId::INT), ["(+ x 1)", "1", "x"]);
        assert_eq!(drawn(SortId::REAL), ["0.0", "0.5", "1.0", "7.0"]);
        assert_eq!(drawn(SortId::STRING).len(), 4);
    }
}
