//! Figures about a script.

use std::collections::BTreeSet;

use serde::Serialize;
use smtlib::theory::Theory;
use smtlib::{Command, Script, SortCtor, Statistics, TermId};

/// Figures about one script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stats {
    /// How many commands it has.
    pub commands: usize,
    /// How many different terms it has.
    pub terms: usize,
    /// The nesting of its deepest term.
    pub depth: u32,
    /// The theories whose operators or values it uses.
    pub theories: BTreeSet<String>,
    /// The least logic that allows all it uses.
    pub least_logic: String,
    /// The logic it states.
    pub stated_logic: Option<String>,
}

impl Stats {
    /// Counts.
    pub fn of(script: &Script) -> Stats {
        let statistics = Statistics::of(script);
        let stated_logic = script.commands.iter().find_map(|command| match command {
            Command::SetLogic(logic) => Some(script.arena.name(*logic).to_owned()),
            _ => None,
        });
        Stats {
            commands: script.commands.len(),
            terms: statistics.terms,
            depth: statistics.max_depth,
            theories: theories(script, statistics.theories)
                .iter()
                .map(|theory| format!("{theory:?}"))
                .collect(),
            least_logic: script.least_logic().name().to_owned(),
            stated_logic,
        }
    }
}

/// The theories of the operators, and those of the sorts of terms: a literal has no operator.
fn theories(script: &Script, of_operators: BTreeSet<Theory>) -> BTreeSet<Theory> {
    let arena = &script.arena;
    let sorts = (0..arena.term_count()).map(|index| arena.sort_of(TermId::from_index(index)));
    of_operators.into_iter().chain(sorts.filter_map(|sort| theory_of(arena.sorts.ctor(sort)))).collect()
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
        // Sorts of no theory; those that are only ways of writing a sort are never the sort of a term.
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
    fn sizes_theories_and_logics_are_found() {
        let stats = stats(
            "(set-logic ALL) (declare-const x (_ BitVec 8)) (assert (= (bvadd x x) (bvadd x x))) (check-sat)",
        );
        assert_eq!((stats.commands, stats.terms, stats.depth), (4, 3, 3));
        assert_eq!(stats.theories, ["BitVec", "Core"].map(str::to_owned).into());
        assert_eq!(stats.least_logic, "QF_BV");
        assert_eq!(stats.stated_logic.as_deref(), Some("ALL"));
    }

    #[test]
    fn values_tell_their_theory_without_an_operator() {
        let stats = stats("(declare-const s String) (assert (= s s)) (declare-datatype E ((e)))");
        assert_eq!(stats.theories, ["Core", "String"].map(str::to_owned).into());
    }

    #[test]
    fn an_empty_script_has_no_depth_and_states_no_logic() {
        let stats = stats("");
        assert_eq!((stats.commands, stats.terms, stats.depth), (0, 0, 0));
        assert_eq!(stats.stated_logic, None);
    }
}
