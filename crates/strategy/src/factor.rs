//! Factors: a linear logic asks for plain numbers there.

use smtlib::theory::{ArithOp, Op};
use smtlib::{Arena, Head, Lets, Position, TermId, Walk};

/// The products and quotients on the way to a position, each with the argument that the way goes through.
fn products<'a>(arena: &'a Arena, root: TermId, position: &'a Position) -> impl Iterator<Item = TermId> + 'a {
    let mut term = root;
    position.steps().iter().filter_map(move |&step| {
        let parts = arena.term(term);
        let below = *parts.args.get(step as usize)?;
        term = below;
        let products = [ArithOp::Mul, ArithOp::Div, ArithOp::IntDiv, ArithOp::Mod];
        matches!(parts.head, Head::Op(Op::Arith(op), ..) if products.contains(&op)).then_some(below)
    })
}

/// Whether a position is below a product or a quotient of numbers. Solvers take `(* 2 x)` for linear by its looks.
pub(crate) fn is_factor(arena: &Arena, root: TermId, position: &Position) -> bool {
    products(arena, root, position).next().is_some()
}

/// Whether a position is within a factor or a divisor that is made of numbers alone.
pub(crate) fn is_in_constant_factor(arena: &Arena, root: TermId, position: &Position) -> bool {
    products(arena, root, position).any(|below| is_number(arena, below))
}

/// Whether a term has no symbol in it.
fn is_number(arena: &Arena, term: TermId) -> bool {
    let mut walk = Walk::new();
    let all = walk.post_order(arena, [term], Lets::Through);
    !all.iter().any(|&part| matches!(arena.term(part).head, Head::Fun(..) | Head::Var(_)))
}

#[cfg(test)]
mod tests {
    use smtlib::{Positions, Script, term_text};

    use super::*;

    #[test]
    fn only_numbers_are_stuck_in_products() {
        let text = b"(declare-const x Int)(assert (= (* (- 3) (+ x 1)) (mod x (+ 2 5))))";
        let script = Script::parse(text).unwrap();
        let root = script.assertions().next().unwrap();
        let stuck: Vec<String> = Positions::new(&script.arena, root)
            .filter(|(position, _)| is_in_constant_factor(&script.arena, root, position))
            .map(|(_, term)| term_text(&script.arena, term))
            .collect();
        assert_eq!(stuck, ["(- 3)", "3", "(+ 2 5)", "2", "5"]);
    }
}
