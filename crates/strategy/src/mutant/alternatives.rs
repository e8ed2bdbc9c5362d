//! Which operators may take an operator's place: those of the signature table that take the same sorts and give the same.

use smtlib::theory::{Op, Table, Theory};
use smtlib::{Binding, Features, Head, QualId, Script, SortCtor, SortId, TermId, Var};

use super::base::is_standard;
use crate::language::{features_of, is_strict, is_taken, takes_more};

/// Another operator for the arguments of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alternative {
    pub(crate) op: Op,
    pub(crate) qual: QualId,
    /// What it needs of a logic that the arguments alone do not.
    pub(crate) needs: Features,
}

impl Alternative {
    pub(crate) fn head(self) -> Head {
        Head::Op(self.op, 0, self.qual)
    }
}

/// The operators that may stand at the head of a term, other than the one that does, of those that `knows` lets through.
pub(crate) fn alternatives(
    script: &mut Script,
    term: TermId,
    knows: &dyn Fn(Op) -> bool,
) -> Vec<Alternative> {
    let parts = script.arena.term(term);
    let Head::Op(own, _, qual) = parts.head else { return Vec::new() };
    let (args, sort) = (parts.args.to_vec(), parts.sort);
    let sorts: Vec<SortId> = args.iter().map(|&arg| script.arena.sort_of(arg)).collect();
    let quals = if qual == QualId::NONE { vec![qual] } else { vec![qual, QualId::NONE] };
    let mut found = Vec::new();
    for row in Table::get().rows() {
        let wanted = row.signature.args.len();
        if row.op == own
            || row.name() == own.name()
            || row.signature.is_special()
            || !(args.len() == wanted || (args.len() > wanted && wanted > 0 && takes_more(row)))
            || !is_standard(row.op)
            || (row.theory() == Theory::Core && sorts.iter().any(|&sort| !is_compared(script, sort)))
            || !is_strict(row.op, &sorts)
            || !is_taken(&script.arena, row.op, &args, Features::ALL)
            || !knows(row.op)
        {
            continue;
        }
        for &qual in &quals {
            if script.arena.op_sort(row, qual, &sorts) == Some(sort) {
                let needs = needs(script, row.op, qual, &args, sort);
                found.push(Alternative { op: row.op, qual, needs });
                break;
            }
        }
    }
    found
}

/// Languages and functions are compared by few solvers.
fn is_compared(script: &Script, sort: SortId) -> bool {
    sort != SortId::REGLAN && script.arena.sorts.ctor(sort) != SortCtor::Fun
}

/// What an application needs. Its arguments are within the logic already: all that counts of them is which are literals, so
/// that the cost does not depend on their size.
fn needs(script: &mut Script, op: Op, qual: QualId, args: &[TermId], sort: SortId) -> Features {
    let linear = Features::ALL.without(Features::NONLINEAR);
    let product = !is_taken(&script.arena, op, args, linear);
    let args: Vec<TermId> = args.iter().map(|&arg| stand_in(script, arg)).collect();
    let term = script.arena.intern(Head::Op(op, 0, qual), &args, sort);
    let needs = features_of(script, term);
    if product { needs | Features::LINEAR | Features::NONLINEAR } else { needs }
}

fn stand_in(script: &mut Script, term: TermId) -> TermId {
    if matches!(script.arena.term(term).head, Head::Literal(..)) {
        return term;
    }
    let (name, sort) = (script.arena.symbols.intern("any"), script.arena.sort_of(term));
    let var = script.arena.make_var(Var { name, sort, binding: Binding::Scope(0) });
    script.arena.var_term(var)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(declarations: &str, formula: &str) -> Vec<&'static str> {
        let text = format!("{declarations}(assert {formula})");
        let mut script = Script::parse(text.as_bytes()).unwrap();
        assert!(script.type_errors.is_empty());
        let root = script.assertions().next().unwrap();
        alternatives(&mut script, root, &|_| true).iter().map(|it| it.op.name()).collect()
    }

    #[test]
    fn operators_of_equal_sorts_stand_for_each_other() {
        let bools = "(declare-const p Bool)(declare-const q Bool)";
        assert_eq!(names(bools, "(and p q)"), ["=>", "or", "xor", "=", "distinct"]);
        assert_eq!(names(bools, "(and p q p)"), ["=>", "or", "xor", "=", "distinct", "ite"]);
        assert_eq!(names("(declare-const x Int)", "(< x 1)"), ["=", "distinct", "<=", ">=", ">"]);
        let strings = names("(declare-const s String)", "(str.prefixof s \"a\")");
        assert!(["=", "str.<", "str.suffixof", "str.contains"].iter().all(|name| strings.contains(name)));
        let bits = "(declare-const a (_ BitVec 4))";
        let rotated = names(bits, "(= ((_ rotate_left 1) a) a)");
        assert!(rotated.contains(&"bvult") && !rotated.contains(&"<"), "{rotated:?}");
    }

    #[test]
    fn nothing_is_coerced_and_languages_are_not_compared() {
        let reals = "(declare-const x Real)(declare-const y Int)";
        assert_eq!(names(reals, "(= (to_real y) x)"), ["distinct", "<=", "<", ">=", ">"]);
        let strings = "(declare-const s String)";
        let text = "(str.in_re s (re.union re.all re.none))";
        assert!(!names(strings, text).contains(&"="));
    }

    #[test]
    fn what_leaves_a_logic_says_so() {
        let text = "(declare-const x Int)(assert (= (+ x x) 1))(assert (= (+ x 2) 1))";
        let mut script = Script::parse(text.as_bytes()).unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let mut needs = |root: TermId, name: &str| {
            let sum = script.arena.term(root).args[0];
            let all = alternatives(&mut script, sum, &|_| true);
            all.iter().find(|it| it.op.name() == name).unwrap().needs.has(Features::NONLINEAR)
        };
        assert!(needs(roots[0], "*") && !needs(roots[0], "-"));
        assert!(!needs(roots[1], "*") && !needs(roots[1], "div"));
    }
}
