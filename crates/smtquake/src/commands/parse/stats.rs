//! Figures about a script.

use std::collections::BTreeSet;

use serde::Serialize;
use smtlib::theory::Theory;
use smtlib::{Command, Head, Script, SortCtor, TermId};

/// Figures about one script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stats {
    /// How many commands it has.
    pub commands: usize,
    /// How many different terms it has.
    pub terms: usize,
    /// The nesting of its deepest term, definitions of let variables included.
    pub depth: usize,
    /// The theories whose operators or sorts it uses.
    pub theories: BTreeSet<String>,
    /// The logic it states.
    pub stated_logic: Option<String>,
}

impl Stats {
    /// Counts.
    pub fn of(script: &Script) -> Stats {
        let stated_logic = script.commands.iter().find_map(|command| match command {
            Command::SetLogic(logic) => Some(script.arena.name(*logic).to_owned()),
            _ => None,
        });
        Stats {
            commands: script.commands.len(),
            terms: script.arena.term_count(),
            depth: depth(script),
            theories: theories(script).into_iter().map(|theory| format!("{theory:?}")).collect(),
            stated_logic,
        }
    }
}

/// The nesting of the deepest term. Arguments have lower ids than their parents, so one pass over all terms does.
fn depth(script: &Script) -> usize {
    let arena = &script.arena;
    let mut depths: Vec<usize> = Vec::with_capacity(arena.term_count());
    for id in (0..arena.term_count()).map(TermId::from_index) {
        let term = arena.term(id);
        let depth = match term.head {
            Head::Var(var) => arena.definition(var).map_or(1, |definition| depths[definition.index()]),
            _ => 1 + term.args.iter().map(|arg| depths[arg.index()]).max().unwrap_or(0),
        };
        depths.push(depth);
    }
    depths.into_iter().max().unwrap_or(0)
}

fn theories(script: &Script) -> BTreeSet<Theory> {
    let arena = &script.arena;
    let mut theories = BTreeSet::new();
    for id in (0..arena.term_count()).map(TermId::from_index) {
        let term = arena.term(id);
        if let Head::Op(op, ..) = term.head {
            theories.insert(op.theory());
        }
        theories.extend(theory_of(arena.sorts.ctor(term.sort)));
    }
    theories
}

fn theory_of(ctor: SortCtor) -> Option<Theory> {
    Some(match ctor {
        SortCtor::Bool => Theory::Core,
        SortCtor::Int | SortCtor::Real => Theory::Arith,
        SortCtor::RoundingMode | SortCtor::Float(..) => Theory::Float,
        SortCtor::String | SortCtor::Char => Theory::String,
        SortCtor::RegLan => Theory::Regex,
        SortCtor::BitVec(_) => Theory::BitVec,
        SortCtor::Field(_) => Theory::Field,
        SortCtor::Array => Theory::Array,
        SortCtor::Seq => Theory::Seq,
        SortCtor::Set => Theory::Set,
        SortCtor::Bag => Theory::Bag,
        SortCtor::Tuple => Theory::Relation,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(source: &str) -> Stats {
        Stats::of(&Script::parse(source.as_bytes()).expect(source))
    }

    #[test]
    fn sizes_and_theories_are_counted() {
        let stats = stats(
            "(set-logic QF_BV) (declare-const x (_ BitVec 8)) (assert (= (bvadd x x) (bvadd x x))) (check-sat)",
        );
        assert_eq!((stats.commands, stats.terms, stats.depth), (4, 3, 3));
        assert!(stats.theories.contains("BitVec") && stats.theories.contains("Core"));
        assert_eq!(stats.stated_logic.as_deref(), Some("QF_BV"));
    }

    #[test]
    fn depth_looks_through_let() {
        assert_eq!(stats("(declare-const p Bool) (assert (let ((q (not (not p)))) (not q)))").depth, 5);
    }

    #[test]
    fn an_empty_script_has_no_depth() {
        assert_eq!(stats("").depth, 0);
    }
}
