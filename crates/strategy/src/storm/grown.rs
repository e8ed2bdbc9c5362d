//! New predicates over a seed's own terms.
//!
//! The paper's tool can only recombine what a seed says, so a seed of one shape gives tests of one shape. The evaluator
//! knows the truth of any term, hence also of predicates that no seed has: operators of the seed's theories, applied at
//! random to its terms, to each other and to a few small literals, within its logic.

use std::collections::{BTreeMap, BTreeSet};

use smtlib::theory::{CoreOp, Naming, Op, Table, Theory};
use smtlib::{Command, Features, Head, Lets, Logic, Rewriter, Script, SortId, TermId, Walk, functions_of};

use crate::dice::Dice;
use crate::language::{features_of, is_strict, is_taken};

/// Literals that a seed may lack, in the sorts that have them: the least and their neighbours.
const LITERALS: &[(&str, &[&str])] =
    &[("Int", &["0", "1", "2"]), ("Real", &["0.0", "1.0"]), ("String", &["\"\"", "\"a\"", "\"0\""])];

/// Attempts for each predicate that is wanted, and for each application: most are ill-typed, and cost nothing.
const ATTEMPTS: usize = 16;
/// Terms that are grown before they are used up, for each predicate that is wanted.
const TERMS: usize = 2;
/// How many arguments an operator is given at most.
const ARGUMENTS: usize = 3;

/// Up to `count` new predicates over the terms in `roots`, made of operators that `knows` lets through.
pub(super) fn grow(
    script: &mut Script,
    roots: &[TermId],
    logic: &str,
    count: usize,
    knows: &dyn Fn(Op) -> bool,
    dice: &mut Dice,
) -> Vec<TermId> {
    // Next to nothing that grows is a difference of two variables.
    let Some(logic) = Logic::parse(logic).filter(|logic| !logic.name().contains("DL")) else {
        return Vec::new();
    };
    let mut soil = Soil::of(script, roots, logic.features());
    let operators = operators(&soil.theories, knows);
    if operators.is_empty() || soil.sorts.is_empty() {
        return Vec::new();
    }
    let (mut grown, mut seen, mut walk) = (Vec::new(), BTreeSet::new(), Walk::new());
    let mut room = TERMS * count;
    for _ in 0..ATTEMPTS * count {
        if grown.len() == count {
            break;
        }
        let Some(&op) = dice.pick(&operators) else { break };
        let Some(term) = soil.application(script, op, &logic, dice) else { continue };
        let sort = script.arena.sort_of(term);
        if !seen.insert(term)
            || !has_sort(logic.features(), sort)
            || !features_of(script, term).is_subset(logic.features())
        {
            continue;
        }
        if sort == SortId::BOOL {
            // What holds of literals holds for ever.
            if !functions_of(&script.arena, &mut walk, term).is_empty() {
                grown.push(term);
            }
        } else if room > 0 {
            room -= 1;
            soil.add(sort, term);
        }
    }
    grown
}

/// The standard's operators of these theories that take terms and no index. Those of propositional logic are what
/// storm does with the predicates anyway.
fn operators(theories: &BTreeSet<Theory>, knows: &dyn Fn(Op) -> bool) -> Vec<Op> {
    let rows = Table::get().rows().iter();
    let usable = rows.filter(|row| {
        let core =
            [Op::Core(CoreOp::Eq), Op::Core(CoreOp::Distinct), Op::Core(CoreOp::Ite)].contains(&row.op);
        (core || (row.theory() != Theory::Core && theories.contains(&row.theory())))
            && row.names[0].0 == Naming::Standard
            && row.signature.indices.is_empty()
            && !row.signature.args.is_empty()
            && knows(row.op)
    });
    usable.map(|row| row.op).collect()
}

/// Whether a logic has a sort. Where there are no integers, `1` is a real number, whatever our type checker calls it.
fn has_sort(logic: Features, sort: SortId) -> bool {
    match sort {
        SortId::INT => logic.has(Features::INTS),
        SortId::REAL => logic.has(Features::REALS),
        _ => true,
    }
}

/// The terms that predicates grow on, by sort.
struct Soil {
    sorts: Vec<SortId>,
    terms: BTreeMap<SortId, Vec<TermId>>,
    theories: BTreeSet<Theory>,
}

impl Soil {
    /// The closed terms of these roots that are no truth values, and literals beside them.
    fn of(script: &mut Script, roots: &[TermId], allowed: Features) -> Soil {
        let mut soil = Soil { sorts: Vec::new(), terms: BTreeMap::new(), theories: BTreeSet::new() };
        let (mut walk, mut rewriter) = (Walk::new(), Rewriter::new());
        let parts = walk.post_order(&script.arena, roots.iter().copied(), Lets::Kept).to_vec();
        for part in parts {
            if let Head::Op(op, ..) = script.arena.term(part).head {
                soil.theories.insert(op.theory());
            }
            let closed = rewriter.close_lets(&mut script.arena, part);
            let sort = script.arena.sort_of(closed);
            if sort != SortId::BOOL
                && has_sort(allowed, sort)
                && rewriter.free.scoped(&script.arena, closed).is_empty()
            {
                soil.add(sort, closed);
            }
        }
        // Strings come with their languages and lengths.
        if soil.theories.iter().any(|theory| [Theory::String, Theory::Regex].contains(theory)) {
            soil.theories.extend([Theory::String, Theory::Regex, Theory::Arith]);
        }
        soil.add_literals(script);
        soil
    }

    fn add_literals(&mut self, script: &mut Script) {
        for (sort, literals) in LITERALS {
            let ours = self.theories.iter().any(|theory| match *sort {
                "String" => *theory == Theory::String,
                _ => *theory == Theory::Arith,
            });
            for literal in literals.iter().filter(|_| ours) {
                let commands = script.commands.len();
                let text = format!("(assert (= {literal} {literal}))");
                if script.extend(text.as_bytes()).is_ok()
                    && let Some(Command::Assert(equation)) = script.commands.pop()
                {
                    let literal = script.arena.term(equation).args[0];
                    let sort = script.arena.sort_of(literal);
                    // A literal of a sort that the seed lacks would only leave its logic; strings have lengths.
                    let lengths = sort == SortId::INT && self.theories.contains(&Theory::String);
                    if self.terms.contains_key(&sort) || lengths {
                        self.add(sort, literal);
                    }
                }
                script.commands.truncate(commands);
            }
        }
    }

    fn add(&mut self, sort: SortId, term: TermId) {
        let terms = self.terms.entry(sort).or_insert_with(|| {
            self.sorts.push(sort);
            Vec::new()
        });
        if !terms.contains(&term) {
            terms.push(term);
        }
    }

    /// An application of `op` to terms of fitting sorts, if a few attempts find one.
    fn application(&self, script: &mut Script, op: Op, logic: &Logic, dice: &mut Dice) -> Option<TermId> {
        for _ in 0..ATTEMPTS {
            let arguments = self.arguments(op, dice);
            if !is_taken(&script.arena, op, &arguments, logic.features()) {
                continue;
            }
            // Languages are compared by few solvers, and a term with itself by nobody in earnest.
            let languages = op.theory() == Theory::Core
                && arguments.iter().any(|&argument| script.arena.sort_of(argument) == SortId::REGLAN);
            let alike = arguments.len() == 2 && arguments[0] == arguments[1];
            let sorts: Vec<SortId> = arguments.iter().map(|&it| script.arena.sort_of(it)).collect();
            if !languages
                && !alike
                && is_strict(op, &sorts)
                && let Some(term) = script.arena.apply(op, &[], &arguments)
            {
                return Some(term);
            }
        }
        None
    }

    /// As many arguments as an operator takes; those of one application often share their sort.
    fn arguments(&self, op: Op, dice: &mut Dice) -> Vec<TermId> {
        let wanted = op.row().signature.args.len().min(ARGUMENTS);
        let mut sort = None;
        let mut arguments = Vec::with_capacity(wanted);
        for _ in 0..wanted {
            let same = sort.filter(|_| dice.chance(60));
            let Some(&chosen) = same.as_ref().or_else(|| dice.pick(&self.sorts)) else { break };
            sort = Some(chosen);
            arguments.extend(dice.pick(&self.terms[&chosen]).copied());
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(text: &str, logic: &str) -> Vec<String> {
        let mut script = Script::parse(text.as_bytes()).unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let predicates = grow(&mut script, &roots, logic, 150, &|_| true, &mut Dice::new(&[1]));
        predicates.iter().map(|&term| smtlib::term_text(&script.arena, term)).collect()
    }

    #[test]
    fn a_seed_of_one_shape_gives_predicates_of_many() {
        let all = grown(
            "(declare-const s String)(declare-const t String)(assert (= s (str.++ t \"b\")))",
            "QF_SLIA",
        );
        assert_eq!(all.len(), 150);
        for name in ["str.len", "str.indexof", "str.replace", "str.in_re"] {
            assert!(all.iter().any(|text| text.contains(name)), "{name}: {all:#?}");
        }
    }

    #[test]
    fn the_logic_is_not_left() {
        let text = "(declare-const x Int)(declare-const y Int)(assert (< (+ x y) (* 2 x)))";
        assert!(grown(text, "QF_NIA").iter().any(|text| text.contains("(* ")));
        for text in grown(text, "QF_LIA") {
            let script = format!(
                "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert {text})(check-sat)"
            );
            let script = Script::parse(script.as_bytes()).unwrap();
            assert!(script.type_errors.is_empty(), "{text}");
            assert!(Features::of(&script).is_subset(Logic::parse("QF_LIA").unwrap().features()), "{text}");
        }
        assert!(grown(text, "NOT_A_LOGIC").is_empty());
        for text in grown("(declare-const x Real)(assert (< x 1))", "QF_LRA") {
            assert!(!["div", "mod", "abs"].iter().any(|name| text.contains(name)), "{text}");
        }
    }

    #[test]
    fn operators_that_a_target_lacks_are_not_used() {
        let mut script = Script::parse(b"(declare-const s String)(assert (= s \"a\"))").unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let no_strings = |op: Op| !matches!(op.theory(), Theory::String | Theory::Regex);
        let all = grow(&mut script, &roots, "QF_SLIA", 20, &no_strings, &mut Dice::new(&[1]));
        for term in all {
            assert!(!smtlib::term_text(&script.arena, term).contains("str."));
        }
    }
}
