//! The constructors of `RegLan`. They rewrite to canonical forms, which keeps the number of derivatives finite
//! (Brzozowski: union up to associativity, commutativity and idempotence) and, in practice, small.

use std::sync::Arc;

use super::charset::CharSet;
use super::node::Node;
use super::{Regex, Regexes};
use crate::text::Text;

impl Regexes {
    /// `str.to_re`: the language of one word.
    pub fn to_re(&mut self, word: &Text) -> Regex {
        let mut tail = Regex::EPSILON;
        for &code in word.codes().iter().rev() {
            let head = self.set(CharSet::range(code, code));
            tail = self.pair(head, tail);
        }
        tail
    }

    /// `re.range`: the characters from `low` to `high`; empty unless both are single characters in order.
    pub fn range(&mut self, low: &Text, high: &Text) -> Regex {
        match (low.codes(), high.codes()) {
            (&[low], &[high]) => self.set(CharSet::range(low, high)),
            _ => Regex::NONE,
        }
    }

    /// `re.++`.
    pub fn concat(&mut self, parts: &[Regex]) -> Regex {
        parts.iter().rev().fold(Regex::EPSILON, |tail, &head| self.pair(head, tail))
    }

    /// `re.union`.
    pub fn union(&mut self, parts: &[Regex]) -> Regex {
        let mut set = CharSet::range(1, 0);
        let mut kept = Vec::with_capacity(parts.len());
        for part in self.flattened(parts, |node| match node {
            Node::Union(parts) => Some(parts),
            _ => None,
        }) {
            match self.node(part) {
                Node::Set(other) => set = set.union(other),
                Node::None => {}
                _ => kept.push(part),
            }
        }
        if !set.is_empty() {
            kept.push(self.set(set));
        }
        kept.sort_unstable();
        kept.dedup();
        if kept.contains(&Regex::ALL) || self.has_complementary_pair(&kept) {
            return Regex::ALL;
        }
        if kept.iter().any(|&part| part != Regex::EPSILON && self.entry(part).nullable) {
            kept.retain(|&part| part != Regex::EPSILON);
        }
        match kept[..] {
            [] => Regex::NONE,
            [only] => only,
            _ => self.intern(Node::Union(kept.into())),
        }
    }

    /// `re.inter`.
    pub fn inter(&mut self, parts: &[Regex]) -> Regex {
        let mut set: Option<CharSet> = None;
        let mut kept = Vec::with_capacity(parts.len());
        for part in self.flattened(parts, |node| match node {
            Node::Inter(parts) => Some(parts),
            _ => None,
        }) {
            match self.node(part) {
                Node::Set(other) => set = Some(set.map_or(other.clone(), |set| set.intersection(other))),
                _ if part == Regex::ALL => {}
                _ => kept.push(part),
            }
        }
        if let Some(set) = set {
            kept.push(self.set(set));
        }
        kept.sort_unstable();
        kept.dedup();
        if kept.contains(&Regex::NONE) || self.has_complementary_pair(&kept) {
            return Regex::NONE;
        }
        if kept.contains(&Regex::EPSILON) {
            let all = kept.iter().all(|&part| self.entry(part).nullable);
            return if all { Regex::EPSILON } else { Regex::NONE };
        }
        match kept[..] {
            [] => Regex::ALL,
            [only] => only,
            _ => self.intern(Node::Inter(kept.into())),
        }
    }

    /// `re.comp`.
    pub fn comp(&mut self, r: Regex) -> Regex {
        match (r, self.node(r)) {
            (Regex::NONE, _) => Regex::ALL,
            (Regex::ALL, _) => Regex::NONE,
            (_, &Node::Comp(inner)) => inner,
            _ => self.intern(Node::Comp(r)),
        }
    }

    /// `re.diff`, left-associative.
    pub fn diff(&mut self, parts: &[Regex]) -> Regex {
        let Some((&first, others)) = parts.split_first() else { return Regex::NONE };
        let mut kept = vec![first];
        kept.extend(others.iter().map(|&other| self.comp(other)));
        self.inter(&kept)
    }

    /// `re.*`.
    pub fn star(&mut self, r: Regex) -> Regex {
        match self.node(r) {
            Node::None | Node::Epsilon => Regex::EPSILON,
            Node::Star(_) => r,
            _ => self.intern(Node::Star(r)),
        }
    }

    /// `re.+`.
    pub fn plus(&mut self, r: Regex) -> Regex {
        self.repeat(r, 1, None)
    }

    /// `re.opt`.
    pub fn opt(&mut self, r: Regex) -> Regex {
        self.union(&[Regex::EPSILON, r])
    }

    /// `(_ re.^ n)`.
    pub fn power(&mut self, r: Regex, n: u64) -> Regex {
        self.repeat(r, n, Some(n))
    }

    /// `(_ re.loop low high)`: empty when `low > high`; without `high`, Z3's `(_ re.loop low)`.
    pub fn repeat(&mut self, r: Regex, low: u64, high: Option<u64>) -> Regex {
        if high.is_some_and(|high| low > high) {
            return Regex::NONE;
        }
        // Copies of a language with the empty word include fewer copies.
        let low = if self.entry(r).nullable { 0 } else { low };
        match (self.node(r), low, high) {
            (_, 0, Some(0)) | (Node::Epsilon, ..) | (Node::None, 0, _) => Regex::EPSILON,
            (Node::None, ..) => Regex::NONE,
            (Node::Star(_), ..) | (_, 1, Some(1)) => r,
            (_, 0, Some(1)) => self.opt(r),
            (_, 0, None) => self.star(r),
            _ => self.intern(Node::Loop(r, low, high)),
        }
    }

    fn set(&mut self, set: CharSet) -> Regex {
        if set.is_empty() { Regex::NONE } else { self.intern(Node::Set(set)) }
    }

    /// A concatenation of two. Not re-associated: that would copy a whole chain for each derivative.
    pub(super) fn pair(&mut self, head: Regex, tail: Regex) -> Regex {
        match (head, tail, self.node(tail)) {
            (Regex::NONE, ..) | (_, Regex::NONE, _) => Regex::NONE,
            (Regex::EPSILON, other, _) | (other, Regex::EPSILON, _) => other,
            (Regex::ALL, Regex::ALL, _) | (Regex::ALL, _, &Node::Concat(Regex::ALL, _)) => tail,
            _ => self.intern(Node::Concat(head, tail)),
        }
    }

    /// The operands, with the operands of those that are the same operator in their place.
    fn flattened(&self, parts: &[Regex], nested: fn(&Node) -> Option<&Arc<[Regex]>>) -> Vec<Regex> {
        let mut flat = Vec::with_capacity(parts.len());
        for &part in parts {
            match nested(self.node(part)) {
                Some(inner) => flat.extend_from_slice(inner),
                None => flat.push(part),
            }
        }
        flat
    }

    /// Does a sorted list hold a language and its complement?
    fn has_complementary_pair(&self, parts: &[Regex]) -> bool {
        parts.iter().any(|&part| match self.node(part) {
            Node::Comp(inner) => parts.binary_search(inner).is_ok(),
            _ => false,
        })
    }
}
