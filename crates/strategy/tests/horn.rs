//! Generated Horn clauses, as the parser sees them.

use smtlib::{Arena, Command, Head, Script, TermId};
use strategy::grammar::{Answer, Generator, Grammar, Known};
use strategy::{Test, Truth};

fn known() -> Known {
    let mut grammar = Grammar::new("HORN").unwrap();
    grammar.bounds.group = 4;
    Known::new(Generator::new(grammar))
}

/// What a clause has: predicates in its body, and one as its head if it is no query.
struct Clause {
    body: usize,
    head: bool,
}

/// Reads a clause that its own quantifier closes.
fn clause(arena: &Arena, term: TermId) -> Clause {
    let node = arena.term(term);
    let inner = if matches!(node.head, Head::Binder(..)) { node.args[0] } else { term };
    let &[body, head] = arena.term(inner).args else { panic!("no implication") };
    let is_predicate = |term: &TermId| matches!(arena.term(*term).head, Head::Fun(..));
    let parts = arena.term(body).args;
    assert!(parts.len() >= 2, "no conjunction of the standard");
    for part in parts.iter().filter(|part| !is_predicate(part)) {
        assert!(!has_symbol(arena, *part), "a predicate within a constraint");
    }
    for predicate in parts.iter().chain([&head]).filter(|part| is_predicate(part)) {
        assert!(arena.term(*predicate).args.iter().all(|arg| !has_symbol(arena, *arg)));
    }
    Clause { body: parts.iter().filter(|part| is_predicate(part)).count(), head: is_predicate(&head) }
}

/// Whether a declared symbol is in a term: everything but predicates is bound by the clause.
fn has_symbol(arena: &Arena, term: TermId) -> bool {
    let node = arena.term(term);
    matches!(node.head, Head::Fun(..)) || node.args.iter().any(|&arg| has_symbol(arena, arg))
}

#[test]
fn scripts_are_clauses_with_a_fact_first_and_a_query_last() {
    let (mut known, mut text, mut rules) = (known(), Vec::new(), 0);
    for number in 0..200 {
        text.clear();
        known.generator().script(1, number, &mut text);
        let script = Script::parse(&text).unwrap();
        let asserted = script.commands.iter().filter_map(|command| match command {
            Command::Assert(term) => Some(clause(&script.arena, *term)),
            _ => None,
        });
        let clauses: Vec<Clause> = asserted.collect();
        let (first, last) = (&clauses[0], &clauses[clauses.len() - 1]);
        assert!(first.body == 0 && first.head && last.body > 0 && !last.head);
        rules += clauses.iter().filter(|clause| clause.body > 0 && clause.head).count();
        assert_eq!(script.commands.iter().filter(|command| command.is_check()).count(), 1);
    }
    assert!(rules > 200, "{rules}");
}

#[test]
fn nothing_is_known_of_clauses_and_they_are_given_as_they_come() {
    let (mut known, mut test) = (known(), Test::default());
    assert_eq!(known.tests(), 1);
    let visit = known.visit(3, 7).unwrap();
    assert!(!visit.whole(Answer::Sat, &mut test));
    visit.test(0, &mut test);
    assert!(test.text.starts_with(b"(set-logic HORN)") && test.checks.len() == 1);
    assert!(test.checks[0].truth == Truth::Unknown);
}
