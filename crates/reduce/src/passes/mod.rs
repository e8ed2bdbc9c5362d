//! The ways to make a script smaller, one file each.
//!
//! | kind | says | tried |
//! |---|---|---|
//! | [`ChunkPass`] | which parts of a script can go | in halves, quarters, one by one |
//! | [`TermPass`] | what may stand in the place of a term | at every place, from the outside in |
//! | [`ScriptPass`] | other scripts altogether | one after the other |
//!
//! Nothing here has to be right: a candidate that is ill-typed or no simpler is never looked at again, and one that does
//! not show the bug is not taken. So passes are free to guess.

mod annotation;
mod argument;
mod assuming;
mod child;
mod command;
mod constant;
mod constructor;
mod definition;
mod equation;
mod letting;
mod literal;
mod logic;
mod name;
mod negation;
mod parameter;
mod place;
mod quantifier;
mod relation;
mod repeated;
mod scope;
mod sexpr;
mod sort;
mod symbol;
mod variable;
mod width;

use std::ops::Range;

use smtlib::{Script, SortId, TermId};

pub(crate) use command::without_checks;
pub(crate) use place::{Place, places, replace};

/// A pass that takes parts of a script away.
pub trait ChunkPass: Sync {
    /// What it takes away.
    fn name(&self) -> &'static str;
    /// How many parts there are.
    fn count(&self, script: &Script) -> usize;
    /// Takes these away.
    fn remove(&self, script: &mut Script, parts: Range<usize>);
}

/// A pass that changes a script as a whole.
pub trait ScriptPass: Sync {
    /// What it does.
    fn name(&self) -> &'static str;
    /// Scripts that may be simpler, the most promising first.
    fn candidates(&self, script: &Script) -> Vec<Script>;
}

/// A pass that puts something else in the place of a term.
pub trait TermPass: Sync {
    /// Whether it can do anything here; cheap.
    fn filter(&self, script: &Script, term: TermId) -> bool;
    /// What may stand here, the most promising first.
    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement>;
}

/// What stands in the place of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Another term.
    Term(TermId),
    /// A new constant of this sort.
    Fresh(SortId),
}

/// A pass of a round.
pub enum Pass {
    /// See [`ChunkPass`].
    Chunks(&'static dyn ChunkPass),
    /// See [`ScriptPass`].
    Script(&'static dyn ScriptPass),
    /// All of [`TERMS`], place by place.
    Terms,
}

/// A round.
pub static ALL: &[Pass] = &[
    Pass::Chunks(&command::Commands),
    Pass::Script(&scope::Scopes),
    Pass::Script(&assuming::Assumptions),
    Pass::Script(&equation::Equations),
    Pass::Terms,
    Pass::Chunks(&command::Commands),
    Pass::Script(&equation::Equations),
    Pass::Script(&symbol::Symbols),
    Pass::Script(&repeated::Repeated),
    Pass::Script(&parameter::Parameters),
    Pass::Script(&constructor::Fields),
    Pass::Script(&constructor::Constructors),
    Pass::Script(&width::Widths),
    Pass::Script(&sort::Sorts),
    Pass::Script(&definition::Definitions),
    Pass::Script(&logic::Logics),
    Pass::Script(&name::Names),
];

/// What brings a script into a shape that is easier to reduce: taken over even if it is a little longer.
pub static SHAPES: &[&dyn ScriptPass] = &[&definition::Definitions, &letting::Lets];

/// What is tried at every place, in this order.
pub static TERMS: &[&dyn TermPass] = &[
    &constant::Constants,
    &child::Children,
    &annotation::Annotations,
    &argument::Arguments,
    &negation::Negations,
    &quantifier::Quantifiers,
    &relation::Relations,
    &letting::Lets,
    &variable::Variables,
    &literal::Literals,
];

/// Everything that may stand at a place, without repetition.
pub(crate) fn replacements(script: &mut Script, place: &Place) -> Vec<Replacement> {
    let mut all: Vec<Replacement> = Vec::new();
    for pass in TERMS.iter().filter(|pass| pass.filter(script, place.term)).collect::<Vec<_>>() {
        for replacement in pass.candidates(script, place.term) {
            if replacement != Replacement::Term(place.term) && !all.contains(&replacement) {
                all.push(replacement);
            }
        }
    }
    all
}
