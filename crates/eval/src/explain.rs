//! Why a formula is true or false: the smallest part that decides it.

use rustc_hash::FxHashSet;
use smtlib::theory::{CoreOp, Op};
use smtlib::{Arena, FunKind, Head, SortId, TermId};

use crate::plan::Evaluator;
use crate::unknown::Eval;

/// An explanation names so many values: more are not read.
const MAX_VALUES: usize = 8;

/// The part of a formula that decides it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The part.
    pub term: TermId,
    /// Whether that part is true.
    pub truth: bool,
    /// The immediate arguments of the part's atoms that are not literals, with their values.
    pub values: Vec<(TermId, Eval)>,
    /// Whether there were more values than an explanation names.
    pub cut: bool,
}

/// The smallest part of `formula`, a root of the evaluator or a part of one, that decides its value; `None` when that
/// is unknown.
///
/// From the formula it goes down as long as one argument decides the present term: a false conjunct, a true
/// disjunct, the formula under `not`, the chosen branch of `ite`. A false implication is explained by its
/// conclusion, for its premises hold. Where several arguments matter together, as in a false disjunction, it stops.
///
/// ```
/// use eval::{Evaluator, Value, explain};
///
/// let script = smtlib::Script::parse(b"(declare-const x Int)(assert (and true (not (> x 0))))").unwrap();
/// let (x, _) = script.arena.funs().next().unwrap();
/// let roots: Vec<_> = script.assertions().collect();
/// let mut evaluator = Evaluator::new(&script.arena, &roots);
/// evaluator.set(x, Value::Int(3.into()));
/// let explanation = explain(&script.arena, &mut evaluator, roots[0]).unwrap();
/// assert_eq!(smtlib::term_text(&script.arena, explanation.term), "(> x 0)");
/// assert!(explanation.truth);
/// assert_eq!(explanation.values[0].1, Ok(Value::Int(3.into())));
/// ```
pub fn explain(arena: &Arena, evaluator: &mut Evaluator, formula: TermId) -> Option<Explanation> {
    let mut term = strip(arena, evaluator, formula);
    let mut truth = truth_of(evaluator, term)?;
    while let Some(below) = decisive(arena, evaluator, term, truth) {
        let below = strip(arena, evaluator, below);
        let Some(value) = truth_of(evaluator, below) else { break };
        (term, truth) = (below, value);
    }
    let (values, cut) = values_below(arena, evaluator, term);
    Some(Explanation { term, truth, values, cut })
}

fn truth_of(evaluator: &mut Evaluator, term: TermId) -> Option<bool> {
    evaluator.value_of(term)?.ok()?.as_bool()
}

/// The argument that alone decides a formula of this truth value.
fn decisive(arena: &Arena, evaluator: &mut Evaluator, term: TermId, truth: bool) -> Option<TermId> {
    let node = arena.term(term);
    let Head::Op(Op::Core(op), ..) = node.head else { return None };
    let mut first = |args: &[TermId], wanted: bool| {
        args.iter().copied().find(|&arg| truth_of(evaluator, arg) == Some(wanted))
    };
    match (op, truth, node.args) {
        (CoreOp::Not | CoreOp::And | CoreOp::Or, _, &[only]) => Some(only),
        (CoreOp::And, false, args) | (CoreOp::Or, true, args) => first(args, truth),
        (CoreOp::Implies, false, &[.., conclusion]) => Some(conclusion),
        (CoreOp::Implies, true, &[ref premises @ .., conclusion]) => {
            first(premises, false).or_else(|| first(&[conclusion], true))
        }
        (CoreOp::Ite, _, &[condition, yes, no]) => {
            truth_of(evaluator, condition).map(|holds| if holds { yes } else { no })
        }
        _ => None,
    }
}

/// The term that this one stands for: under lets, annotations, names and definitions without parameters.
fn strip(arena: &Arena, evaluator: &mut Evaluator, mut term: TermId) -> TermId {
    loop {
        let node = arena.term(term);
        let below = match (node.head, node.args) {
            (Head::Let(_), &[.., body]) => body,
            (Head::Annotated(_), &[annotated, ..]) => annotated,
            (Head::Var(var), _) => match arena.definition(var) {
                Some(definition) => definition,
                None => return term,
            },
            (Head::Fun(fun, _), []) => match &arena.fun(fun).kind {
                FunKind::Named(named) => *named,
                // What is defined comes before its uses, unless it is recursive: then there is no end to it, and
                // the evaluator calls it instead of looking through it.
                FunKind::Defined { vars, body: Some(body) }
                    if vars.is_empty() && *body < term && evaluator.value_of(*body).is_some() =>
                {
                    *body
                }
                _ => return term,
            },
            _ => return term,
        };
        term = below;
    }
}

/// The values of the immediate arguments of a formula's atoms, and whether some were left out.
fn values_below(arena: &Arena, evaluator: &mut Evaluator, formula: TermId) -> (Vec<(TermId, Eval)>, bool) {
    let mut values = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let below = strip(arena, evaluator, term);
        let node = arena.term(below);
        if is_connective(arena, below) {
            stack.extend(node.args.iter().rev());
            continue;
        }
        let told: &[TermId] = match node.head {
            // A constant is its own atom; that the formula itself is one, its truth says already.
            Head::Fun(..) if node.args.is_empty() && term != formula => &[term],
            // What a binder binds has no value outside.
            Head::Binder(..) => &[],
            Head::Match(_) => &node.args[..1],
            _ => node.args,
        };
        for &arg in told {
            if is_plain(arena, arg) || values.iter().any(|&(other, _)| other == arg) {
                continue;
            }
            if values.len() == MAX_VALUES {
                return (values, true);
            }
            values.extend(evaluator.value_of(arg).map(|value| (arg, value)));
        }
    }
    (values, false)
}

fn is_connective(arena: &Arena, term: TermId) -> bool {
    let node = arena.term(term);
    let Head::Op(Op::Core(op), ..) = node.head else { return false };
    match op {
        CoreOp::Not | CoreOp::And | CoreOp::Or | CoreOp::Implies | CoreOp::Xor => true,
        CoreOp::Ite => node.sort == SortId::BOOL,
        CoreOp::True | CoreOp::False | CoreOp::Eq | CoreOp::Distinct => false,
    }
}

/// Whether a term is its own value, as far as one sees at a glance.
fn is_plain(arena: &Arena, term: TermId) -> bool {
    let node = arena.term(term);
    match node.head {
        Head::Literal(..) => true,
        Head::Op(..) => node.args.is_empty(),
        Head::Fun(fun, _) => node.args.is_empty() && matches!(arena.fun(fun).kind, FunKind::Constructor(..)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Missing;
    use crate::value::Value;
    use smtlib::{Script, term_text};

    const SYMBOLS: &str = "(declare-const p Bool) (declare-const q Bool) (declare-const x Int)
        (declare-const u Bool) (declare-fun f (Int) Int)";

    /// The explanation of a formula over `p` (true), `q` (false), `x` (-3), and `u` and `f`, which are unknown.
    fn explained(formula: &str) -> Option<String> {
        explained_with("", formula)
    }

    fn explained_with(definitions: &str, formula: &str) -> Option<String> {
        let script = Script::parse(format!("{SYMBOLS}{definitions}(assert {formula})").as_bytes()).unwrap();
        assert_eq!(script.type_errors, [], "{formula}");
        let arena = &script.arena;
        let symbol = |name: &str| arena.funs().find(|(_, fun)| arena.name(fun.name) == name).unwrap().0;
        let roots: Vec<_> = script.assertions().collect();
        let mut evaluator = Evaluator::new(arena, &roots).with_missing(Missing::Unknown);
        evaluator.set(symbol("p"), Value::Bool(true));
        evaluator.set(symbol("q"), Value::Bool(false));
        evaluator.set(symbol("x"), Value::Int((-3).into()));
        let found = explain(arena, &mut evaluator, roots[0])?;
        let values: Vec<String> = found
            .values
            .iter()
            .map(|(term, value)| {
                let value = match value {
                    Ok(Value::Bool(value)) => value.to_string(),
                    Ok(Value::Int(value)) => value.to_string(),
                    _ => "?".to_owned(),
                };
                format!("{}={value}", term_text(arena, *term))
            })
            .collect();
        let cut = if found.cut { " …" } else { "" };
        Some(format!("{} {} [{}]{cut}", term_text(arena, found.term), found.truth, values.join(" ")))
    }

    #[test]
    fn one_deciding_argument_is_followed_to_the_atom() {
        for (formula, expected) in [
            ("(> x 0)", "(> x 0) false [x=-3]"),
            ("(and p (> x 0) q)", "(> x 0) false [x=-3]"),
            ("(and u (> x 0))", "(> x 0) false [x=-3]"),
            ("(not (or q (< x 0)))", "(< x 0) true [x=-3]"),
            ("(not (not (not p)))", "p true []"),
            ("(=> p (< x 0) (> x 7))", "(> x 7) false [x=-3]"),
            ("(not (=> p q (> x 7)))", "q false []"),
            ("(not (=> p p))", "p true []"),
            ("(ite p (> x 0) (< x 0))", "(> x 0) false [x=-3]"),
            ("(ite q p (and (= x 1) p))", "(= x 1) false [x=-3]"),
            ("(= (+ x 1) (* 2 x) 5)", "(= (+ x 1) (* 2 x) 5) false [(+ x 1)=-2 (* 2 x)=-6]"),
            ("false", "false false []"),
        ] {
            assert_eq!(explained(formula).as_deref(), Some(expected), "{formula}");
        }
    }

    #[test]
    fn where_several_arguments_decide_together_the_values_of_all_atoms_are_told() {
        for (formula, expected) in [
            ("(or q (> x 0))", "(or q (> x 0)) false [q=false x=-3]"),
            ("(not (and p (< x 0)))", "(and p (< x 0)) true [p=true x=-3]"),
            ("(and p (or q (not (< x 0)) q))", "(or q (not (< x 0)) q) false [q=false x=-3]"),
            ("(xor p (< x 0))", "(xor p (< x 0)) false [p=true x=-3]"),
            ("(= p (> x 0))", "(= p (> x 0)) false [p=true (> x 0)=false]"),
        ] {
            assert_eq!(explained(formula).as_deref(), Some(expected), "{formula}");
        }
    }

    #[test]
    fn lets_names_and_definitions_are_looked_through() {
        for (formula, expected) in [
            ("(let ((a (> x 0))) (and p a))", "(> x 0) false [x=-3]"),
            ("(! (and p (! (> x 0) :named inner)) :named outer)", "(> x 0) false [x=-3]"),
            ("(and p d)", "(> x 5) false [x=-3]"),
            ("(and p (e x))", "(e x) false [x=-3]"),
            ("(let ((y (+ x 1))) (> y 0))", "(> y 0) false [y=-2]"),
        ] {
            let definitions = "(define-fun d () Bool (> x 5)) (define-fun e ((y Int)) Bool (> y 5))";
            assert_eq!(explained_with(definitions, formula).as_deref(), Some(expected), "{formula}");
        }
    }

    #[test]
    fn a_recursive_definition_has_an_end() {
        let definitions = "(define-funs-rec ((r () Bool) (s () Bool)) ((and q s) (and q r)))";
        assert_eq!(explained_with(definitions, "r").as_deref(), Some("r false []"));
        let definitions = "(define-fun-rec r () Bool r)";
        assert_eq!(explained_with(definitions, "(and q r)").as_deref(), Some("q false []"));
        assert_eq!(explained_with(definitions, "(and p r)"), None);
    }

    #[test]
    fn what_is_unknown_is_not_explained() {
        for formula in ["u", "(and p u)", "(= (f x) 1)", "(forall ((y Int)) (= (f y) 1))"] {
            assert_eq!(explained(formula), None, "{formula}");
        }
    }

    #[test]
    fn a_binder_is_an_atom_without_values() {
        let formula = "(forall ((b Bool)) (and b p))";
        assert_eq!(explained(formula), Some(format!("{formula} false []")));
    }

    #[test]
    fn many_values_are_cut() {
        let terms: Vec<String> = (1..=20).map(|i| format!("(+ x {i})")).collect();
        let formula = format!("(= {})", terms.join(" "));
        let text = explained(&formula).unwrap();
        assert!(text.ends_with("(+ x 8)=5] …"), "{text}");
    }
}
