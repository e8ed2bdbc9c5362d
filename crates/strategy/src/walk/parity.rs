//! Parity: whether a formula grows or shrinks with one of its parts (section 3.1 of the paper, W1).

use smtlib::theory::{CoreOp, Monotonicity, Op};
use smtlib::{Arena, Binder, Head, SortId, TermId};

use crate::label::Label;
use crate::rules::Step;

/// How the truth of an assertion follows the truth of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parity {
    /// It grows with it.
    Positive,
    /// It shrinks with it.
    Negative,
    /// Neither is known, or the part is no formula: only an equal one may take its place.
    Ambiguous,
}

impl Parity {
    /// Of the part below a negation.
    #[must_use]
    pub fn negated(self) -> Parity {
        match self {
            Parity::Positive => Parity::Negative,
            Parity::Negative => Parity::Positive,
            Parity::Ambiguous => Parity::Ambiguous,
        }
    }

    /// Of a part that stands in two places.
    #[must_use]
    pub fn join(self, other: Parity) -> Parity {
        if self == other { self } else { Parity::Ambiguous }
    }

    /// What may be done here so that the script keeps its answer (theorem 1).
    pub fn step(self, label: Label) -> Step {
        match (self, label) {
            (Parity::Ambiguous, _) => Step::Keep,
            (Parity::Positive, Label::Sat) | (Parity::Negative, Label::Unsat) => Step::Weaken,
            (Parity::Negative, Label::Sat) | (Parity::Positive, Label::Unsat) => Step::Strengthen,
        }
    }
}

/// The parity of argument `i` of a term that has a parity itself; `None` for what is left alone. Definitions of a `let`
/// are not its business: their parity is that of their uses.
pub(super) fn of_argument(arena: &Arena, term: TermId, parity: Parity, i: usize) -> Option<Parity> {
    let parts = arena.term(term);
    let last = i + 1 == parts.args.len();
    if matches!(parts.head, Head::Annotated(_)) {
        // The others are patterns, which mean nothing.
        return (i == 0).then_some(parity);
    }
    // The parts of a term that is no formula, or of one whose own parity nobody knows.
    if parity == Parity::Ambiguous || parts.sort != SortId::BOOL {
        return Some(Parity::Ambiguous);
    }
    Some(match parts.head {
        Head::Op(op, ..) => match op.row().monotonicity {
            Monotonicity::Up => parity,
            Monotonicity::Down => parity.negated(),
            Monotonicity::Implication if last => parity,
            Monotonicity::Implication => parity.negated(),
            Monotonicity::Branches if i == 0 => return None,
            Monotonicity::Branches => parity,
            Monotonicity::None => Parity::Ambiguous,
        },
        Head::Binder(Binder::Forall | Binder::Exists, _) => parity,
        Head::Let(_) if last => parity,
        // Its cases are branches.
        Head::Match(_) if i > 0 => parity,
        _ => Parity::Ambiguous,
    })
}

/// Whether a term is a formula of formulas without a parity: `xor`, and `=` and `distinct` of truth values.
pub(super) fn is_ambiguous(arena: &Arena, term: TermId) -> bool {
    let parts = arena.term(term);
    matches!(parts.head, Head::Op(Op::Core(CoreOp::Xor | CoreOp::Eq | CoreOp::Distinct), ..))
        && parts.args.iter().all(|&arg| arena.sort_of(arg) == SortId::BOOL)
}
