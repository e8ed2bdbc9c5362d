//! Every row of the tables: well formed, applied to its own example and not to another, and true in random models.

use std::collections::BTreeSet;

use smtlib::{Arena, Head, Rewriter, Script, SortId, TermId, alpha_eq, term_text};
use strategy::Dice;
use strategy::rules::instance::Instance;
use strategy::rules::{Direction, Match, Rule, RuleBook, Source, Step, Theory, trial};

fn rules() -> impl Iterator<Item = &'static Rule> {
    Theory::ALL.into_iter().flat_map(Theory::rules)
}

#[test]
fn names_are_unique_and_every_rule_has_an_instance() {
    let mut names = BTreeSet::new();
    for rule in rules() {
        assert!(names.insert(rule.name), "two rules are called {}", rule.name);
        assert!(!rule.instances().is_empty(), "{}: no instance is well typed", rule.name);
    }
}

#[test]
fn the_tables_have_what_the_paper_has_and_more() {
    for number in 8..=54 {
        assert!(rules().any(|rule| rule.source == Source::Paper(number)), "({number}) is missing");
    }
    assert!(rules().count() >= 150);
    for theory in [Theory::Bv, Theory::Fp, Theory::Array, Theory::Datatype] {
        assert!(theory.rules().len() >= 15, "{theory:?}");
    }
}

/// The terms of an instance: left, right, and the one that must not match.
struct Example {
    script: Script,
    lhs: TermId,
    rhs: TermId,
    not: Option<TermId>,
}

fn example(instance: &Instance) -> Example {
    let script = instance.script().unwrap();
    let terms: Vec<TermId> = script.assertions().map(|term| script.arena.term(term).args[0]).collect();
    Example { lhs: terms[2], rhs: terms[3], not: terms.get(4).copied(), script }
}

fn found(arena: &Arena, term: TermId, rule: &Rule, forward: bool) -> Option<Match> {
    let book = RuleBook::get();
    let mut found = Vec::new();
    for step in [Step::Weaken, Step::Strengthen] {
        book.applicable(arena, term, step, &mut found);
    }
    found.into_iter().find(|m| {
        let reading = book.reading(m);
        reading.rule == rule && reading.forward == forward
    })
}

/// Any term of the sort that stands somewhere in the script: constants before all else.
fn fill(arena: &Arena, sort: SortId) -> Option<TermId> {
    let all = (0..arena.term_count()).map(TermId::from_index).filter(|&term| arena.sort_of(term) == sort);
    let (constants, others): (Vec<TermId>, Vec<TermId>) =
        all.partition(|&term| matches!(arena.term(term).head, Head::Fun(..)));
    constants.first().or(others.first()).copied()
}

#[test]
fn every_reading_applies_to_its_own_pattern_and_makes_the_other() {
    let book = RuleBook::get();
    let mut rewriter = Rewriter::new();
    for reading in book.readings() {
        let rule = reading.rule;
        let mut applied = 0;
        for instance in rule.instances() {
            let Example { mut script, lhs, rhs, .. } = example(&instance);
            let (from, to) = if reading.forward { (lhs, rhs) } else { (rhs, lhs) };
            // A list of one or none is no application of its operator.
            let Some(found) = found(&script.arena, from, rule, reading.forward) else { continue };
            let mut made = Vec::new();
            for number in 0..40 {
                let mut dice = Dice::new(&[number]);
                let new = book.apply(&mut script.arena, &mut rewriter, &found, &mut dice, &mut fill);
                made.extend(new);
            }
            for &new in &made {
                assert_eq!(script.arena.sort_of(new), script.arena.sort_of(from), "{}", rule.name);
            }
            applied += usize::from(!made.is_empty() || from == to);
            if reading.is_determined() && found.ways == 1 && from != to {
                for &new in &made {
                    let arena = &script.arena;
                    assert!(
                        alpha_eq((arena, new), (arena, to)),
                        "{} at {}: {}",
                        rule.name,
                        instance.label,
                        term_text(arena, new)
                    );
                }
            }
        }
        assert!(applied > 0, "{} forward={} never applies to {}", rule.name, reading.forward, rule.text());
    }
}

#[test]
fn no_rule_applies_to_its_negative_example() {
    for rule in rules() {
        assert!(!rule.not.is_empty() || rule.lhs == "x", "{} has no negative example", rule.name);
        for instance in rule.instances() {
            let example = example(&instance);
            if let Some(not) = example.not {
                assert_eq!(found(&example.script.arena, not, rule, true), None, "{}", rule.name);
            }
        }
    }
}

#[test]
fn every_rule_holds_in_random_models() {
    for rule in rules() {
        let mut held = 0;
        for (number, instance) in rule.instances().iter().enumerate() {
            let trial = trial::sample(instance, 300, number as u64);
            assert_eq!(trial.counter, None, "{} at {}: {}", rule.name, instance.label, instance.claim);
            held += trial.held;
        }
        // What only functions and unbounded quantifiers decide is left to the solvers.
        let open = matches!(rule.theory, Theory::Quant)
            || rule.lhs.contains("exists")
            || rule.rhs.contains("exists")
            || rule.rhs.contains("forall");
        assert!(held > 0 || open, "{}: no model says anything about it", rule.name);
    }
}

#[test]
fn strengthening_is_weakening_read_backwards() {
    let book = RuleBook::get();
    for reading in book.readings() {
        let weakens = match reading.rule.direction {
            Direction::Equivalent => {
                assert!(reading.allows(Step::Keep));
                continue;
            }
            Direction::Weaken => reading.forward,
            Direction::Strengthen => !reading.forward,
        };
        assert_eq!(reading.allows(Step::Weaken), weakens);
        assert_eq!(reading.allows(Step::Strengthen), !weakens);
        assert!(!reading.allows(Step::Keep));
    }
}
