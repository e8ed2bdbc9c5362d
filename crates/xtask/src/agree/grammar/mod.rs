//! Terms that no signature describes: functions as arguments, functions of the script, binders, indices that are
//! names. Each theory has a grammar of texts with holes.
//!
//! | hole | becomes |
//! |---|---|
//! | `{a\|b}` | one of the texts |
//! | `{0..9}` | a numeral in that range, both ends included |
//! | `{Word}` | one of the word's productions; deep inside, the first one |
//! | `{(Set Int)}` | a term of that sort |
//!
//! A text that begins with `!` is true whatever the standard leaves open in it.

mod arith;
mod array;
mod bag;
mod datatype;
mod extension;
mod field;
mod form;
mod relation;
mod seq;
mod set;
mod string;
mod transcendental;

use rand::RngExt;
use smtlib::theory::Op;

use super::generate::Generator;
use super::subject::Subject;

/// A grammar of ground terms over declarations of its own.
pub(super) struct Grammar {
    /// Commands before the terms.
    pub(super) prelude: &'static str,
    /// What the symbols that the prelude declares and constrains mean, as a model.
    pub(super) model: &'static str,
    /// Whether functions are arguments, which cvc5 wants to be told.
    pub(super) higher_order: bool,
    words: &'static [(&'static str, &'static [&'static str])],
    terms: &'static [(Subject, &'static [&'static str])],
}

static GRAMMARS: &[&Grammar] = &[
    &arith::GRAMMAR,
    &array::GRAMMAR,
    &bag::GRAMMAR,
    &datatype::GRAMMAR,
    &extension::GRAMMAR,
    &field::GRAMMAR,
    &form::GRAMMAR,
    &relation::GRAMMAR,
    &seq::GRAMMAR,
    &set::GRAMMAR,
    &string::GRAMMAR,
    &transcendental::GRAMMAR,
];

/// How deep productions nest before the first one is taken.
const MAX_DEPTH: u32 = 3;

/// A term in text.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) text: String,
    /// Whether the value is the same whatever the standard leaves open.
    pub(super) whatever: bool,
}

/// The subjects that have a grammar.
pub(super) fn subjects() -> impl Iterator<Item = Subject> {
    GRAMMARS.iter().flat_map(|grammar| grammar.terms.iter().map(|&(subject, _)| subject))
}

/// The grammar that has terms of a subject.
pub(super) fn of(subject: Subject) -> Option<&'static Grammar> {
    GRAMMARS.iter().copied().find(|grammar| grammar.templates(subject).is_some())
}

const fn op(op: Op) -> Subject {
    Subject::Op(op)
}

impl Grammar {
    fn templates(&self, subject: Subject) -> Option<&'static [&'static str]> {
        self.terms.iter().find(|(other, _)| *other == subject).map(|&(_, templates)| templates)
    }

    /// A random term of a subject.
    pub(super) fn sample(&self, subject: Subject, generator: &mut Generator) -> Option<Sample> {
        let templates = self.templates(subject)?;
        let template = templates[generator.rng.random_range(0..templates.len())];
        let (whatever, template) = match template.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, template),
        };
        let mut text = String::new();
        self.expand(template, generator, 0, &mut text)?;
        Some(Sample { text, whatever })
    }

    fn expand(&self, template: &str, generator: &mut Generator, depth: u32, out: &mut String) -> Option<()> {
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (hole, after) = after.split_once('}')?;
            out.push_str(before);
            self.fill(hole, generator, depth, out)?;
            rest = after;
        }
        out.push_str(rest);
        Some(())
    }

    fn fill(&self, hole: &str, generator: &mut Generator, depth: u32, out: &mut String) -> Option<()> {
        if hole.contains('|') {
            let choices: Vec<&str> = hole.split('|').collect();
            out.push_str(choices[generator.rng.random_range(0..choices.len())]);
        } else if let Some((low, high)) = hole.split_once("..") {
            let (low, high): (u32, u32) = (low.parse().ok()?, high.parse().ok()?);
            out.push_str(&generator.rng.random_range(low..=high).to_string());
        } else if let Some((_, productions)) = self.words.iter().find(|(word, _)| *word == hole) {
            let many = if depth < MAX_DEPTH { productions.len() } else { 1 };
            let production = productions[generator.rng.random_range(0..many)];
            self.expand(production, generator, depth + 1, out)?;
        } else {
            out.push_str(&generator.operand_text(hole)?);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use smtlib::{Head, Script, TermId};

    use super::*;

    #[test]
    fn every_template_is_well_typed_and_shows_its_operator() {
        let mut generator = Generator::new(7);
        for grammar in GRAMMARS {
            for &(subject, templates) in grammar.terms {
                for template in templates {
                    let plain = template.strip_prefix('!').unwrap_or(template);
                    for _ in 0..20 {
                        let mut text = String::new();
                        grammar.expand(plain, &mut generator, 0, &mut text).expect(template);
                        let source = format!("{}(get-value ({text}))", grammar.prelude);
                        let script = Script::parse(source.as_bytes()).expect(&source);
                        assert_eq!(script.type_errors, [], "{text}");
                        assert_eq!(script.opaque, 0, "{text}");
                        let Subject::Op(op) = subject else { continue };
                        let shown = (0..script.arena.term_count()).any(|i| {
                            matches!(script.arena.term(TermId::from_index(i)).head, Head::Op(o, ..) if o == op)
                        });
                        assert!(shown, "{text} has no {op:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_subject_has_one_grammar() {
        let mut all: Vec<Subject> = subjects().collect();
        let many = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), many);
    }
}
