//! Negations moved inwards.

use smtlib::theory::{ArithOp, BvOp, CoreOp, Op};
use smtlib::{Binder, Head, Script, TermId};

use super::{Replacement, TermPass};

/// `(> a b)` in the place of `(not (<= a b))`, and the like through quantifiers and connectives.
pub(super) struct Negations;

/// What holds when the other does not.
const OPPOSITES: &[(Op, Op)] = &[
    (Op::Arith(ArithOp::Le), Op::Arith(ArithOp::Gt)),
    (Op::Arith(ArithOp::Lt), Op::Arith(ArithOp::Ge)),
    (Op::BitVec(BvOp::Ult), Op::BitVec(BvOp::Uge)),
    (Op::BitVec(BvOp::Ule), Op::BitVec(BvOp::Ugt)),
    (Op::BitVec(BvOp::Slt), Op::BitVec(BvOp::Sge)),
    (Op::BitVec(BvOp::Sle), Op::BitVec(BvOp::Sgt)),
    (Op::Core(CoreOp::And), Op::Core(CoreOp::Or)),
    (Op::Core(CoreOp::Eq), Op::Core(CoreOp::Distinct)),
];

/// How deep a negation is moved.
const LEVELS: usize = 4;

impl TermPass for Negations {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        matches!(script.arena.term(term).head, Head::Op(Op::Core(CoreOp::Not), ..))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let &[inner] = script.arena.term(term).args else { return Vec::new() };
        negated(script, inner, LEVELS).map(Replacement::Term).into_iter().collect()
    }
}

/// The negation of a term, without a `not` at its head where that can be.
fn negated(script: &mut Script, term: TermId, levels: usize) -> Option<TermId> {
    let parts = script.arena.term(term);
    let (head, args, sort) = (parts.head, parts.args.to_vec(), parts.sort);
    match head {
        Head::Op(Op::Core(CoreOp::Not), ..) => args.first().copied(),
        _ if levels == 0 => script.arena.apply(CoreOp::Not, &[], &[term]),
        Head::Binder(binder @ (Binder::Forall | Binder::Exists), vars) => {
            let other = if binder == Binder::Forall { Binder::Exists } else { Binder::Forall };
            let body = negated(script, *args.first()?, levels - 1)?;
            Some(script.arena.intern(Head::Binder(other, vars), &[body], sort))
        }
        Head::Op(Op::Core(CoreOp::Implies), ..) => {
            let (&conclusion, premises) = args.split_last()?;
            let mut all = premises.to_vec();
            all.push(negated(script, conclusion, levels - 1)?);
            script.arena.apply(CoreOp::And, &[], &all)
        }
        Head::Op(op, ..) => {
            let opposite = OPPOSITES.iter().find_map(|&(one, other)| match op {
                _ if op == one => Some(other),
                _ if op == other => Some(one),
                _ => None,
            });
            match opposite {
                Some(Op::Core(other @ (CoreOp::And | CoreOp::Or))) => {
                    let args = args
                        .iter()
                        .map(|&arg| negated(script, arg, levels - 1))
                        .collect::<Option<Vec<_>>>()?;
                    script.arena.apply(other, &[], &args)
                }
                Some(other) if args.len() == 2 => script.arena.apply(other, &[], &args),
                _ => script.arena.apply(CoreOp::Not, &[], &[term]),
            }
        }
        _ => script.arena.apply(CoreOp::Not, &[], &[term]),
    }
}
