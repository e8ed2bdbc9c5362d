//! What every solver takes. Our type checker is wider: it reads what any of them takes.

use smtlib::theory::{ArithOp, Arity, BvOp, FloatOp, Op, RegexOp, Row, StringOp, Theory};
use smtlib::{Arena, Command, Features, Head, Script, SortId, TermId};

/// Whether an operator may be given these sorts without a coercion: solvers take an integer for a real, the standard does
/// not.
pub(crate) fn is_strict(op: Op, sorts: &[SortId]) -> bool {
    let all = |sort| sorts.iter().all(|&it| it == sort);
    match op {
        Op::Arith(ArithOp::Div | ArithOp::ToInt | ArithOp::IsInt) => all(SortId::REAL),
        Op::Arith(ArithOp::IntDiv | ArithOp::Mod | ArithOp::Abs | ArithOp::ToReal) => all(SortId::INT),
        _ => !(sorts.contains(&SortId::INT) && sorts.contains(&SortId::REAL)) || op.theory() == Theory::Array,
    }
}

/// Whether solvers take these arguments in a logic that has these features: a divisor in a linear one is a number other
/// than zero, and a factor a number; numbers are converted where there are both kinds; what is stored in an array has its elements' very sort; the ends of a range and a
/// real that becomes a floating-point number are literals.
pub(crate) fn is_taken(arena: &Arena, op: Op, arguments: &[TermId], allowed: Features) -> bool {
    let literal = |term: TermId| match arena.term(term).head {
        Head::Literal(_, text) => Some(arena.name(text)),
        _ => None,
    };
    match op {
        Op::Arith(ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod) if !allowed.has(Features::NONLINEAR) => {
            let divisor = arguments.get(1).and_then(|&term| literal(term));
            divisor.is_some_and(|text| !text.trim_matches(['0', '.']).is_empty())
        }
        Op::Arith(ArithOp::Mul) if !allowed.has(Features::NONLINEAR) => {
            arguments.iter().filter(|&&term| literal(term).is_some()).count() == 1
        }
        // A numeral of a logic without integers is a real one.
        Op::Arith(ArithOp::ToReal | ArithOp::ToInt | ArithOp::IsInt) => {
            allowed.has(Features::INTS | Features::REALS)
        }
        Op::Array(_) => {
            let sorts: Vec<SortId> = arguments.iter().map(|&term| arena.sort_of(term)).collect();
            sorts.first().is_some_and(|&array| {
                sorts[1..].iter().eq(arena.sorts.args(array).iter().take(sorts.len() - 1))
            })
        }
        Op::Regex(RegexOp::Range) => arguments.iter().all(|&term| literal(term).is_some()),
        Op::Float(FloatOp::FromReal) => arguments.get(1).is_some_and(|&term| literal(term).is_some()),
        _ => true,
    }
}

/// Whether every solver takes more arguments than the operator's signature names.
pub(crate) fn takes_more(row: &Row) -> bool {
    let few = matches!(
        row.op,
        Op::Arith(ArithOp::Div | ArithOp::IntDiv)
            | Op::BitVec(BvOp::Sub | BvOp::Xnor | BvOp::Concat)
            | Op::String(StringOp::Lt | StringOp::Le)
    );
    !few && row.arity != Arity::Fixed && row.arity != Arity::Variadic
}

/// What a term uses of a logic.
pub(crate) fn features_of(script: &mut Script, term: TermId) -> Features {
    let commands = std::mem::replace(&mut script.commands, vec![Command::Assert(term)]);
    let features = Features::of(script);
    script.commands = commands;
    features
}
