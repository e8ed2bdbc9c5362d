//! Every row of the tables: well formed, applied to its own example and not to another, and true in random models.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use eval::{Evaluator, Missing, Sampler};
use smtlib::{Arena, Head, Rewriter, SortId, TermId, alpha_eq, term_text};
use strategy::Dice;
use strategy::rules::instance::Parts;
use strategy::rules::proof::Proof;
use strategy::rules::{Direction, Match, Rule, RuleBook, Source, Step, Theory, doc, trial};

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
            let Parts { mut script, lhs, rhs, .. } = instance.parts().unwrap();
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
            let parts = instance.parts().unwrap();
            if let Some(not) = parts.not {
                assert_eq!(found(&parts.script.arena, not, rule, true), None, "{}", rule.name);
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

#[test]
fn the_evaluator_refutes_the_rules_that_are_wrong_as_printed() {
    for rule in doc::wrong_as_printed() {
        assert!(doc::counter_example(rule).is_some(), "{}", rule.name);
    }
}

#[test]
fn the_document_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let actual = doc::markdown();
    if std::env::var_os("SMTQUAKE_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, actual).unwrap();
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == actual, "docs/rules.md is not what the tables say; SMTQUAKE_BLESS=1 writes it");
}

#[test]
fn every_rule_is_recorded_as_proved() {
    for rule in rules() {
        assert!(
            rule.proof().is_some_and(Proof::is_complete),
            "{} is not proved: smtquake rules prove --record crates/strategy/src/rules/proofs.tsv",
            rule.name
        );
    }
}

/// What the book makes of a term follows from it, or the other way around, in random models: this looks at the very terms
/// that walks get, with what was filled in.
#[test]
fn every_application_is_sound_in_random_models() {
    let book = RuleBook::get();
    let mut rewriter = Rewriter::new();
    let mut decided = BTreeSet::new();
    for (place, reading) in book.readings().iter().enumerate() {
        for (number, instance) in reading.rule.instances().iter().enumerate() {
            let Parts { mut script, lhs, rhs, .. } = instance.parts().unwrap();
            let from = if reading.forward { lhs } else { rhs };
            let Some(found) = found(&script.arena, from, reading.rule, reading.forward) else { continue };
            let mut roots = vec![from];
            for seed in 0..8 {
                let mut dice = Dice::new(&[seed, number as u64]);
                let mut any = Dice::new(&[seed]);
                let mut fill = |arena: &Arena, sort| {
                    let fits = |&term: &TermId| arena.sort_of(term) == sort && is_closed(arena, term);
                    let all: Vec<TermId> =
                        (0..arena.term_count()).map(TermId::from_index).filter(fits).collect();
                    any.pick(&all).copied()
                };
                roots.extend(book.apply(&mut script.arena, &mut rewriter, &found, &mut dice, &mut fill));
            }
            let mut sampler = Sampler::new(&script, 5);
            let mut evaluator = Evaluator::new(&script.arena, &roots).with_missing(Missing::Unknown);
            for _ in 0..60 {
                evaluator.set_model(sampler.model(&script.arena));
                let before = evaluator.value(0);
                for (i, &root) in roots.iter().enumerate().skip(1) {
                    let (Ok(before), Ok(after)) = (&before, &evaluator.value(i)) else { continue };
                    decided.insert(place);
                    let sound = before == after
                        || (!reading.allows(Step::Keep)
                            && after.as_bool() == Some(reading.allows(Step::Weaken)));
                    assert!(
                        sound,
                        "{} forward={}: {} became {}",
                        reading.rule.name,
                        reading.forward,
                        term_text(&script.arena, from),
                        term_text(&script.arena, root)
                    );
                }
            }
        }
    }
    // Quantifiers over infinite sorts are often left open; the rest must not be.
    let open: Vec<&str> = (0..book.readings().len())
        .filter(|place| !decided.contains(place))
        .map(|place| book.readings()[place].rule.name)
        .collect();
    assert!(open.len() * 50 < book.readings().len(), "never decided: {open:?}");
}

/// Whether a term means something anywhere in the script.
fn is_closed(arena: &Arena, term: TermId) -> bool {
    smtlib::FreeVars::new().scoped(arena, term).is_empty()
}
