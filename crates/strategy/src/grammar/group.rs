//! A group of scripts: what they share.

use smtlib::Features;
use smtlib::theory::Op;

use super::Constructs;
use super::bounds::Bounds;
use super::choices::Choices;
use super::literal;
use super::productions::Productions;
use super::sorts::{Kind, Sort};
use super::swarm::Weights;
use super::universe::Universe;

/// Sorts, probabilities, and the grammar that they make of the signature table.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) universe: Universe,
    pub(super) weights: Weights,
    pub(super) productions: Productions,
    /// Sorts of arguments of declared functions.
    pub(super) arguments: Vec<Sort>,
    /// Sorts of what is given a name: by `let`, and by definitions.
    pub(super) shared: Vec<Sort>,
    pub(super) int: Option<Sort>,
    /// By sort: whether a value of it can be written.
    pub(super) has_literals: Vec<bool>,
    /// By sort: whether it is a datatype.
    pub(super) is_data: Vec<bool>,
}

impl Group {
    /// Draws a group of scripts that use these features and operators.
    pub(super) fn draw(
        features: Features,
        constructs: &Constructs,
        bounds: &Bounds,
        allowed: &dyn Fn(Op) -> bool,
        choices: &mut dyn Choices,
    ) -> Group {
        let universe = Universe::draw(features, constructs, &bounds.widths, choices);
        let weights = Weights::draw(bounds, choices);
        let productions = Productions::new(&universe, &weights, allowed, choices);
        let sorts = &universe.sorts;
        let linear = universe.features.has(Features::LINEAR);
        Group {
            arguments: sorts.all().filter(|&sort| sorts.can_be_declared(sort)).collect(),
            // A named number is no atom of difference logic.
            shared: sorts.all().filter(|&sort| linear || !sorts.is_arithmetic(sort)).collect(),
            int: sorts.all().find(|&sort| sorts.kind(sort) == Kind::Int),
            has_literals: sorts.all().map(|sort| literal::exists(sorts, &productions, sort)).collect(),
            is_data: sorts.all().map(|sort| matches!(sorts.kind(sort), Kind::Data(_))).collect(),
            universe,
            weights,
            productions,
        }
    }
}
