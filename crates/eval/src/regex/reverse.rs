//! Z3's `re.reverse`: the words of a language read backwards.

use rustc_hash::FxHashMap;

use super::node::Node;
use super::{Regex, Regexes};

impl Regexes {
    /// `re.reverse`. Reversal is one-to-one on words, so that it goes through union, intersection and complement
    /// alike, and turns concatenations around.
    pub fn reverse(&mut self, r: Regex) -> Regex {
        let mut reversed: FxHashMap<Regex, Regex> = FxHashMap::default();
        let mut open = vec![r];
        // Expressions nest as deep as words are long: no recursion.
        while let Some(&next) = open.last() {
            let node = self.node(next).clone();
            let parts = self.parts(&node);
            let before = open.len();
            open.extend(parts.iter().filter(|part| !reversed.contains_key(part)));
            if open.len() > before {
                continue;
            }
            open.pop();
            let of = |part: &Regex| reversed.get(part).copied().unwrap_or(*part);
            let result = match &node {
                Node::None | Node::Epsilon | Node::Set(_) => next,
                Node::Concat(..) => self.concat(&parts.iter().rev().map(of).collect::<Vec<_>>()),
                Node::Union(parts) => self.union(&parts.iter().map(of).collect::<Vec<_>>()),
                Node::Inter(parts) => self.inter(&parts.iter().map(of).collect::<Vec<_>>()),
                Node::Star(a) => self.star(of(a)),
                Node::Comp(a) => self.comp(of(a)),
                Node::Loop(a, low, high) => self.repeat(of(a), *low, *high),
            };
            reversed.insert(next, result);
        }
        reversed.get(&r).copied().unwrap_or(r)
    }

    /// What a node is made of. A concatenation nests to the right, and its reverse should too: all its parts at once.
    fn parts(&self, node: &Node) -> Vec<Regex> {
        match node {
            Node::None | Node::Epsilon | Node::Set(_) => vec![],
            Node::Union(parts) | Node::Inter(parts) => parts.to_vec(),
            Node::Star(a) | Node::Comp(a) | Node::Loop(a, ..) => vec![*a],
            Node::Concat(a, b) => {
                let (mut parts, mut tail) = (vec![*a], *b);
                while let &Node::Concat(head, rest) = self.node(tail) {
                    parts.push(head);
                    tail = rest;
                }
                parts.push(tail);
                parts
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn word(letters: &str) -> Text {
        Text::from_chars(letters).expect("letters")
    }

    #[test]
    fn a_word_is_in_the_reverse_when_its_reverse_is_in_the_language() {
        let mut regexes = Regexes::new();
        let (ab, c) = (regexes.to_re(&word("ab")), regexes.to_re(&word("c")));
        let looped = regexes.repeat(ab, 1, Some(2));
        let tail = regexes.star(c);
        let whole = regexes.concat(&[looped, tail]);
        let other = regexes.comp(whole);
        for language in [ab, looped, whole, other, Regex::ALL, Regex::NONE] {
            let reverse = regexes.reverse(language);
            for letters in ["", "ab", "ba", "baba", "abab", "cba", "abc", "ccbaba", "cab"] {
                let backwards: String = letters.chars().rev().collect();
                let forwards = regexes.in_re(&word(letters), language);
                assert_eq!(regexes.in_re(&word(&backwards), reverse), forwards, "{letters}");
            }
        }
    }

    #[test]
    fn a_long_word_is_reversed_without_recursion() {
        let mut regexes = Regexes::new();
        let letters = "ab".repeat(50_000) + "c";
        let language = regexes.to_re(&word(&letters));
        let reverse = regexes.reverse(language);
        let backwards: String = letters.chars().rev().collect();
        assert_eq!(regexes.in_re(&word(&backwards), reverse), Ok(true));
        assert_eq!(regexes.in_re(&word(&letters), reverse), Ok(false));
    }
}
