//! Coarse classes of sorts: most readings are ruled out by one comparison.

use smtlib::theory::Pattern;
use smtlib::{Arena, SortCtor, SortId};

use super::pattern::Node;
use super::variable::{DATA, Kind, Variable};

/// A set of classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Classes(u16);

impl Classes {
    const ALL: Classes = Classes(u16::MAX);

    /// The class of a sort.
    #[inline]
    pub(super) fn of(arena: &Arena, sort: SortId) -> Classes {
        Classes(match arena.sorts.ctor(sort) {
            SortCtor::Bool => 1,
            SortCtor::Int => 2,
            SortCtor::Real => 4,
            SortCtor::BitVec(_) => 8,
            SortCtor::Float(..) => 16,
            SortCtor::Array => 32,
            SortCtor::String => 64,
            SortCtor::RegLan => 128,
            SortCtor::User(_) => 256,
            _ => 512,
        })
    }

    /// Whether the two have a class in common.
    #[inline]
    pub(super) fn meet(self, other: Classes) -> bool {
        self.0 & other.0 != 0
    }

    fn of_pattern(pattern: &Pattern) -> Classes {
        Classes(match pattern {
            Pattern::Bool => 1,
            Pattern::Int => 2,
            Pattern::Real => 4,
            Pattern::Num => 6,
            Pattern::BitVec(_) => 8,
            Pattern::Float(..) => 16,
            Pattern::Array(..) => 32,
            Pattern::String => 64,
            Pattern::RegLan => 128,
            Pattern::Var(DATA) => 256,
            _ => return Classes::ALL,
        })
    }

    /// The classes of what a pattern can match.
    pub(super) fn of_node(variables: &[Variable], node: &Node) -> Classes {
        match node {
            Node::Var(v) => match &variables[*v].kind {
                Kind::Term(sort) | Kind::List(sort) | Kind::Literal(sort, _) => Classes::of_pattern(sort),
                _ => Classes::ALL,
            },
            Node::Each(inner) => Classes::of_node(variables, inner),
            Node::Op(op) => match &op.candidates[..] {
                [(op, _)] => Classes::of_pattern(&op.row().signature.result),
                _ => Classes::ALL,
            },
            Node::Bits(..) => Classes(8),
            Node::Text(_) => Classes(64),
            Node::Construct(..) => Classes(256),
            Node::Is(..) | Node::Quantifier(..) | Node::Body(_) | Node::Instance(..) => Classes(1),
            _ => Classes::ALL,
        }
    }
}
