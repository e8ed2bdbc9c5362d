//! Depth and size of terms, remembered per term.

use crate::arena::Arena;
use crate::term::TermId;
use crate::walk::{Lets, Walk, child};

/// Depths and sizes of the terms of one arena, computed as far as they are asked for.
#[derive(Clone, Debug)]
pub struct Measures {
    lets: Lets,
    depth: Vec<u32>,
    tree_size: Vec<u64>,
    rollbacks: u64,
    walk: Walk,
}

impl Measures {
    /// With let variables as leaves, or as deep and large as their definitions.
    pub fn new(lets: Lets) -> Measures {
        Measures { lets, depth: Vec::new(), tree_size: Vec::new(), rollbacks: 0, walk: Walk::new() }
    }

    /// The number of nodes on the longest way down; 1 for a leaf.
    pub fn depth(&mut self, arena: &Arena, term: TermId) -> u32 {
        self.compute(arena, term);
        self.depth[term.index()]
    }

    /// The number of occurrences of terms, the term itself included; `u64::MAX` when there are more.
    pub fn tree_size(&mut self, arena: &Arena, term: TermId) -> u64 {
        self.compute(arena, term);
        self.tree_size[term.index()]
    }

    /// The number of distinct terms, the term itself included. Found by a walk each time.
    pub fn distinct(&mut self, arena: &Arena, term: TermId) -> usize {
        self.walk.post_order(arena, [term], self.lets).len()
    }

    fn compute(&mut self, arena: &Arena, term: TermId) {
        if self.rollbacks != arena.rollbacks() {
            self.depth.clear();
            self.tree_size.clear();
            self.rollbacks = arena.rollbacks();
        }
        // Arguments have smaller ids than their parents, and definitions than their variables.
        for index in self.depth.len()..=term.index() {
            let (mut depth, mut size) = (0, 1u64);
            let mut i = 0;
            while let Some(below) = child(arena, TermId::from_index(index), i, self.lets) {
                depth = depth.max(self.depth[below.index()]);
                size = size.saturating_add(self.tree_size[below.index()]);
                i += 1;
            }
            self.depth.push(depth + 1);
            self.tree_size.push(size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Script;

    fn first(text: &str) -> (Script, TermId) {
        let script = Script::parse(text.as_bytes()).unwrap();
        let root = script.assertions().next().unwrap();
        (script, root)
    }

    #[test]
    fn sizes_count_occurrences_or_distinct_terms() {
        let (script, root) = first("(declare-const p Bool) (assert (and (not p) (not p)))");
        let mut measures = Measures::new(Lets::Kept);
        assert_eq!(measures.depth(&script.arena, root), 3);
        assert_eq!(measures.tree_size(&script.arena, root), 5);
        assert_eq!(measures.distinct(&script.arena, root), 3);
    }

    #[test]
    fn looking_through_doubling_lets_saturates_instead_of_overflowing() {
        let mut text = String::from("(declare-const p Bool) (assert (let ((a0 p)) ");
        for i in 1..=80 {
            text += &format!("(let ((a{i} (and a{j} a{j}))) ", j = i - 1);
        }
        text += "a80";
        text += &")".repeat(82);
        let (script, root) = first(&text);
        assert_eq!(Measures::new(Lets::Through).tree_size(&script.arena, root), u64::MAX);
        assert!(Measures::new(Lets::Kept).tree_size(&script.arena, root) < 500);
    }

    #[test]
    fn a_rollback_is_noticed() {
        let (mut script, root) = first("(declare-const p Bool) (assert (not p))");
        let mut measures = Measures::new(Lets::Kept);
        let mark = script.arena.checkpoint();
        let big = script.arena.apply(crate::theory::CoreOp::And, &[], &[root, root]).unwrap();
        assert_eq!(measures.tree_size(&script.arena, big), 5);
        script.arena.rollback(mark);
        let small = script.arena.apply(crate::theory::CoreOp::Not, &[], &[root]).unwrap();
        assert_eq!(small, big);
        assert_eq!(measures.tree_size(&script.arena, small), 3);
    }
}
