//! The nodes of the arena and what is known of each from its operands alone.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use super::charset::CharSet;
use super::{Regex, Regexes};
use crate::text::MAX_CODE;

/// A regular expression over interned operands; the constructors in `build` keep these canonical.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    None,
    Epsilon,
    /// One character of a set that is not empty.
    Set(CharSet),
    Concat(Regex, Regex),
    /// Sorted, without repetition, at least two.
    Union(Arc<[Regex]>),
    /// Sorted, without repetition, at least two.
    Inter(Arc<[Regex]>),
    Star(Regex),
    Comp(Regex),
    /// From so many to so many copies, or to any number.
    Loop(Regex, u64, Option<u64>),
}

/// A transition of the automaton, by one class of characters.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) target: Option<Regex>,
    /// The last question that was charged for it.
    pub(super) question: u32,
}

pub(super) struct Entry {
    pub(super) node: Node,
    pub(super) nullable: bool,
    /// Known to have a word, without a search.
    pub(super) inhabited: bool,
    /// How much work a derivative is.
    pub(super) cost: u32,
    /// How many alternatives a derivative may have.
    alternatives: u32,
    /// Where one class of characters ends and the next begins: derivatives are the same within a class.
    pub(super) cuts: Arc<[u32]>,
    /// By class; empty until the first derivative.
    pub(super) steps: Vec<Step>,
}

impl Regexes {
    pub(super) fn entry(&self, r: Regex) -> &Entry {
        &self.entries[r.0 as usize]
    }

    pub(super) fn node(&self, r: Regex) -> &Node {
        &self.entry(r).node
    }

    /// In the order of the constants of [`Regex`].
    pub(super) fn intern_constants(&mut self) {
        self.intern(Node::None);
        self.intern(Node::Epsilon);
        let allchar = self.intern(Node::Set(CharSet::range(0, MAX_CODE)));
        self.intern(Node::Star(allchar));
    }

    pub(super) fn intern(&mut self, node: Node) -> Regex {
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(&known) = self.interned.find(hash, |&index| self.entries[index as usize].node == node) {
            return Regex(known);
        }
        let index = self.entries.len() as u32;
        let entry = self.describe(node);
        self.entries.push(entry);
        let entries = &self.entries;
        self.interned
            .insert_unique(hash, index, |&index| FxBuildHasher.hash_one(&entries[index as usize].node));
        Regex(index)
    }

    fn describe(&self, node: Node) -> Entry {
        let nullable = self.nullable(&node);
        let read = self.read_by_derivative(&node);
        let (mut cost, mut alternatives) = (1u32, 0u32);
        for &operand in &read {
            let operand = self.entry(operand);
            // Alternatives are merged again at each level they pass.
            cost = cost.saturating_add(operand.cost).saturating_add(operand.alternatives);
            alternatives = alternatives.saturating_add(operand.alternatives);
        }
        let alternatives = match node {
            // The head's derivative before the tail is one alternative, the tail's own come after a nullable head.
            Node::Concat(_, tail) if read.len() == 2 => self.entry(tail).alternatives.saturating_add(1),
            Node::Union(_) | Node::Inter(_) => alternatives,
            _ => 1,
        };
        let cuts = self.cuts(&node, &read);
        let inhabited = nullable || self.inhabited(&node);
        let cost = cost.saturating_add(cuts.len() as u32 / 8);
        Entry { nullable, inhabited, cost, alternatives, cuts, steps: Vec::new(), node }
    }

    fn nullable(&self, node: &Node) -> bool {
        let nullable = |r: &Regex| self.entry(*r).nullable;
        match node {
            Node::None | Node::Set(_) => false,
            Node::Epsilon | Node::Star(_) => true,
            Node::Concat(a, b) => nullable(a) && nullable(b),
            Node::Union(parts) => parts.iter().any(nullable),
            Node::Inter(parts) => parts.iter().all(nullable),
            Node::Comp(a) => !nullable(a),
            Node::Loop(a, low, _) => *low == 0 || nullable(a),
        }
    }

    fn inhabited(&self, node: &Node) -> bool {
        let inhabited = |r: &Regex| self.entry(*r).inhabited;
        match node {
            Node::None | Node::Inter(_) | Node::Comp(_) => false,
            Node::Epsilon | Node::Set(_) | Node::Star(_) => true,
            Node::Concat(a, b) => inhabited(a) && inhabited(b),
            Node::Union(parts) => parts.iter().any(inhabited),
            Node::Loop(a, ..) => inhabited(a),
        }
    }

    /// The operands whose derivatives make up the derivative.
    pub(super) fn read_by_derivative(&self, node: &Node) -> smallvec::SmallVec<[Regex; 4]> {
        match node {
            Node::None | Node::Epsilon | Node::Set(_) => smallvec::smallvec![],
            Node::Concat(a, b) if self.entry(*a).nullable => smallvec::smallvec![*a, *b],
            Node::Union(parts) | Node::Inter(parts) => parts.iter().copied().collect(),
            Node::Concat(a, _) | Node::Star(a) | Node::Comp(a) | Node::Loop(a, ..) => smallvec::smallvec![*a],
        }
    }

    fn cuts(&self, node: &Node, read: &[Regex]) -> Arc<[u32]> {
        if let Node::Set(set) = node {
            return set.cuts().into();
        }
        let Some((first, others)) = read.split_first() else { return Arc::default() };
        let first = &self.entry(*first).cuts;
        if others.iter().all(|other| self.entry(*other).cuts == *first) {
            return first.clone();
        }
        let mut cuts: Vec<u32> = read.iter().flat_map(|r| self.entry(*r).cuts.iter().copied()).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts.into()
    }
}
