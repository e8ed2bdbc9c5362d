//! What a model proves about a check of which nothing is known.
//!
//! A model that makes everything true settles a disagreement without any vote. Where that hinges on results which the
//! standard leaves open (division by zero, selectors of another constructor, …) solvers may differ and all be right:
//! such a disagreement is nobody's fault.

use eval::model_text::read_model;
use eval::{Evaluator, Missing, Unknown, Value};
use smtlib::{FunKind, Head, Lets, LiteralKind, Script, TermId, Walk};
use strategy::asserted_at_checks;

/// What a model is worth as evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Everything is true under it, whatever the standard leaves open.
    Satisfies,
    /// That hinges on this, which the standard leaves open.
    Hinges(String),
    /// It makes something false.
    Falsifies,
    /// Nothing.
    None,
}

/// Weighs a model of what is asserted and assumed at check number `check` of a script.
pub fn weigh(text: &[u8], check: usize, model: &str) -> Evidence {
    let Ok(mut script) = Script::parse(text) else { return Evidence::None };
    if !script.type_errors.is_empty() || script.opaque > 0 {
        return Evidence::None;
    }
    let states = asserted_at_checks(&script);
    let (Some(asserted), Ok(model)) = (states.get(check), read_model(&mut script, model)) else {
        return Evidence::None;
    };
    let mut evaluator = Evaluator::new(&script.arena, asserted).with_missing(Missing::Unknown);
    // What a solver says of `(div x 0)` is its choice, and another one has another.
    evaluator.set_model(model.without_choices());
    let mut evidence = Evidence::Satisfies;
    for i in 0..asserted.len() {
        match evaluator.value(i) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Evidence::Falsifies,
            Err(Unknown::Unspecified(what)) => evidence = Evidence::Hinges(what.to_owned()),
            Err(_) if evidence == Evidence::Satisfies => evidence = Evidence::None,
            Err(_) => {}
        }
    }
    evidence
}

/// Operators whose results the standard leaves open for some arguments, or whose meaning is a solver's own.
const OPEN: &[&str] = &[
    "/",
    "div",
    "mod",
    "rem",
    "^",
    "/0",
    "div0",
    "mod0",
    "rem0",
    "fp.to_ubv",
    "fp.to_sbv",
    "fp.to_real",
    "fp.to_ieee_bv",
    "fp.min",
    "fp.max",
    "seq.nth",
    "set.choose",
    "bag.choose",
    "array-ext",
];
/// Those among them that are open for a divisor of zero only.
const DIVISIONS: &[&str] = &["/", "div", "mod", "rem"];

/// The first part of a script whose result the standard may leave open: where no model decides a disagreement, it may be
/// about this.
pub fn left_open(script: &Script) -> Option<String> {
    let mut walk = Walk::new();
    let terms = walk.post_order(&script.arena, script.root_terms(), Lets::Through);
    terms.iter().find_map(|&term| {
        let view = script.arena.term(term);
        match view.head {
            Head::Op(op, ..) => {
                let name = op.name();
                let by_number = DIVISIONS.contains(&name)
                    && view.args.iter().skip(1).all(|&divisor| is_positive(script, divisor));
                (OPEN.contains(&name) && !by_number).then(|| name.to_owned())
            }
            Head::Fun(fun, _) => match script.arena.fun(fun).kind {
                FunKind::Selector(datatype, ..) => {
                    let several = script.arena.datatype(datatype).constructors.len() > 1;
                    several.then(|| script.arena.name(script.arena.fun(fun).name).to_owned())
                }
                _ => None,
            },
            Head::Unknown(name, _) | Head::Verbatim(name) => Some(script.arena.name(name).to_owned()),
            _ => None,
        }
    })
}

/// Whether a term is the notation of a number above zero.
fn is_positive(script: &Script, term: TermId) -> bool {
    match script.arena.term(term).head {
        Head::Literal(LiteralKind::Numeral | LiteralKind::Decimal, text) => {
            let text = script.arena.name(text);
            !text.starts_with('-') && text.contains(|c: char| ('1'..='9').contains(&c))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script with what it asserts, its model, and what the model proves.
    fn weighed(declarations: &str, assertion: &str, model: &str) -> Evidence {
        weigh(format!("{declarations}(assert {assertion})(check-sat)").as_bytes(), 0, model)
    }

    #[test]
    fn a_model_proves_what_it_makes_true() {
        let of = |model: &str| weighed("(declare-const x Int)", "(> (* x x) 3)", model);
        assert_eq!(of("((define-fun x () Int 2))"), Evidence::Satisfies);
        assert_eq!(of("((define-fun x () Int 1))"), Evidence::Falsifies);
        assert_eq!(of("()"), Evidence::None);
        assert_eq!(of("(("), Evidence::None);
    }

    /// One row per thing that the standard leaves open.
    #[test]
    fn what_the_standard_leaves_open_proves_nothing() {
        let list = "(declare-datatypes ((L 0)) (((nil) (cons (head Int)))))(declare-const x L)";
        let float = "(declare-const f (_ FloatingPoint 5 11))(declare-const g (_ FloatingPoint 5 11))";
        let zeros = "((define-fun f () (_ FloatingPoint 5 11) (_ +zero 5 11)) \
                      (define-fun g () (_ FloatingPoint 5 11) (_ -zero 5 11)))";
        let nan = "((define-fun f () (_ FloatingPoint 5 11) (_ NaN 5 11)))";
        let zero =
            "((define-fun x () Int 0) (define-fun div0 ((a Int)) Int 7) (define-fun mod0 ((a Int)) Int 7))";
        let rows = [
            ("(declare-const x Int)", "(= (div 1 x) 7)", zero),
            ("(declare-const x Int)", "(= (mod 1 x) 7)", zero),
            ("(declare-const r Real)", "(= (/ 1.0 r) 7.0)", "((define-fun r () Real 0.0))"),
            (list, "(= (head x) 3)", "((define-fun x () L nil))"),
            (float, "(= (fp.min f g) f)", zeros),
            (float, "(= (fp.max f g) g)", zeros),
            (float, "(= ((_ fp.to_ubv 8) RNE f) #x03)", nan),
            (float, "(= ((_ fp.to_sbv 8) RNE f) #x03)", nan),
            (float, "(= (fp.to_real f) 3.0)", nan),
        ];
        for (declarations, assertion, model) in rows {
            let evidence = weighed(declarations, assertion, model);
            assert!(matches!(evidence, Evidence::Hinges(_)), "{assertion}: {evidence:?}");
            let script = Script::parse(format!("{declarations}(assert {assertion})").as_bytes()).unwrap();
            assert!(left_open(&script).is_some(), "{assertion}");
        }
    }

    #[test]
    fn what_is_open_does_not_matter_where_it_decides_nothing() {
        let guarded = "(or (= x 0) (= (div 1 x) 7))";
        let zero = "((define-fun x () Int 0))";
        assert_eq!(weighed("(declare-const x Int)", guarded, zero), Evidence::Satisfies);
        let open = |text: &str| left_open(&Script::parse(text.as_bytes()).unwrap());
        assert_eq!(open("(declare-const x Int)(assert (= (div x 2) (mod x 3)))"), None);
        assert_eq!(open("(declare-const x Int)(assert (= (div x 0) 1))").as_deref(), Some("div"));
        assert_eq!(
            open("(declare-const x Int)(assert (let ((y (mod 7 x))) (= y 1)))").as_deref(),
            Some("mod")
        );
    }
}
