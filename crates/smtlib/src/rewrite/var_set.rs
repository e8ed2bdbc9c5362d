//! Sets of variables, hash-consed: equal sets have equal handles, and large sets share their parts.
//!
//! The sets are big-endian Patricia tries (Okasaki and Gill, "Fast Mergeable Integer Maps", 1998). A chain of `n`
//! nested lets whose body uses all of them has `n` sets of up to `n` variables; as tries they take `n log n`.

use rustc_hash::FxHashMap;

use crate::decl::VarId;

/// A set of variables, of one [`VarSets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct VarSet(u32);

impl VarSet {
    /// The set of nothing.
    pub const EMPTY: VarSet = VarSet(0);

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == VarSet::EMPTY
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Empty,
    Leaf(u32),
    /// Keys that agree on the bits above `bit`, which are `prefix`; `zero` holds those without `bit`.
    Branch {
        prefix: u32,
        bit: u32,
        zero: VarSet,
        one: VarSet,
    },
}

/// All sets of variables.
#[derive(Clone, Debug)]
pub struct VarSets {
    nodes: Vec<Node>,
    sizes: Vec<u32>,
    ids: FxHashMap<Node, VarSet>,
    unions: FxHashMap<(VarSet, VarSet), VarSet>,
}

impl Default for VarSets {
    fn default() -> Self {
        VarSets {
            nodes: vec![Node::Empty],
            sizes: vec![0],
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
        }
    }
}

/// The bits of `key` above `bit`.
fn prefix_of(key: u32, bit: u32) -> u32 {
    key & !(bit | (bit - 1))
}

impl VarSets {
    fn make(&mut self, node: Node) -> VarSet {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let size = match node {
            Node::Empty => 0,
            Node::Leaf(_) => 1,
            Node::Branch { zero, one, .. } => self.len(zero) + self.len(one),
        };
        let id = VarSet(u32::try_from(self.nodes.len()).expect("fewer than 2^32 sets"));
        self.nodes.push(node);
        self.sizes.push(size as u32);
        self.ids.insert(node, id);
        id
    }

    #[inline]
    fn node(&self, set: VarSet) -> Node {
        self.nodes[set.0 as usize]
    }

    /// How many variables are in a set.
    #[inline]
    pub fn len(&self, set: VarSet) -> usize {
        self.sizes[set.0 as usize] as usize
    }

    /// Whether nothing is in a set.
    pub fn is_empty(&self, set: VarSet) -> bool {
        set.is_empty()
    }

    /// The set of one variable.
    pub fn singleton(&mut self, var: VarId) -> VarSet {
        self.make(Node::Leaf(var.0))
    }

    /// Whether a variable is in a set.
    pub fn contains(&self, mut set: VarSet, var: VarId) -> bool {
        loop {
            match self.node(set) {
                Node::Empty => return false,
                Node::Leaf(key) => return key == var.0,
                Node::Branch { prefix, bit, zero, one } => {
                    if prefix_of(var.0, bit) != prefix {
                        return false;
                    }
                    set = if var.0 & bit == 0 { zero } else { one };
                }
            }
        }
    }

    /// A branch without an empty half.
    fn branch(&mut self, prefix: u32, bit: u32, zero: VarSet, one: VarSet) -> VarSet {
        match (zero.is_empty(), one.is_empty()) {
            (true, _) => one,
            (_, true) => zero,
            _ => self.make(Node::Branch { prefix, bit, zero, one }),
        }
    }

    /// Two sets whose keys `a` and `b` differ above the bits that either branches on.
    fn join(&mut self, a: (u32, VarSet), b: (u32, VarSet)) -> VarSet {
        let bit = 1 << (31 - (a.0 ^ b.0).leading_zeros());
        let (zero, one) = if a.0 & bit == 0 { (a.1, b.1) } else { (b.1, a.1) };
        self.make(Node::Branch { prefix: prefix_of(a.0, bit), bit, zero, one })
    }

    /// What is in either set.
    pub fn union(&mut self, a: VarSet, b: VarSet) -> VarSet {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&pair) {
            return known;
        }
        let result = self.union_nodes(a, b);
        self.unions.insert(pair, result);
        result
    }

    fn union_nodes(&mut self, a: VarSet, b: VarSet) -> VarSet {
        match (self.node(a), self.node(b)) {
            (Node::Empty, _) => b,
            (_, Node::Empty) => a,
            (Node::Leaf(x), Node::Leaf(y)) => {
                if x == y {
                    a
                } else {
                    self.join((x, a), (y, b))
                }
            }
            (Node::Leaf(key), Node::Branch { prefix, bit, zero, one }) => {
                self.union_below(prefix, bit, (zero, one), (key, a), b)
            }
            (Node::Branch { prefix, bit, zero, one }, Node::Leaf(key)) => {
                self.union_below(prefix, bit, (zero, one), (key, b), a)
            }
            (
                Node::Branch { prefix: p, bit: m, zero: az, one: ao },
                Node::Branch { prefix: q, bit: n, zero: bz, one: bo },
            ) => {
                if m == n && p == q {
                    let (zero, one) = (self.union(az, bz), self.union(ao, bo));
                    self.make(Node::Branch { prefix: p, bit: m, zero, one })
                } else if m > n {
                    self.union_below(p, m, (az, ao), (q, b), a)
                } else if n > m {
                    self.union_below(q, n, (bz, bo), (p, a), b)
                } else {
                    self.join((p, a), (q, b))
                }
            }
        }
    }

    /// The union of `whole`, a branch, and a smaller set with the given key.
    fn union_below(
        &mut self,
        prefix: u32,
        bit: u32,
        (zero, one): (VarSet, VarSet),
        (key, small): (u32, VarSet),
        whole: VarSet,
    ) -> VarSet {
        if prefix_of(key, bit) != prefix {
            return self.join((key, small), (prefix, whole));
        }
        let (zero, one) =
            if key & bit == 0 { (self.union(zero, small), one) } else { (zero, self.union(one, small)) };
        self.make(Node::Branch { prefix, bit, zero, one })
    }

    /// A set without one variable.
    pub fn remove(&mut self, set: VarSet, var: VarId) -> VarSet {
        match self.node(set) {
            Node::Leaf(key) if key == var.0 => VarSet::EMPTY,
            Node::Branch { prefix, bit, zero, one } if prefix_of(var.0, bit) == prefix => {
                let (zero, one) = if var.0 & bit == 0 {
                    (self.remove(zero, var), one)
                } else {
                    (zero, self.remove(one, var))
                };
                self.branch(prefix, bit, zero, one)
            }
            _ => set,
        }
    }

    /// Whether two sets have nothing in common.
    pub fn disjoint(&self, a: VarSet, b: VarSet) -> bool {
        if a.is_empty() || b.is_empty() {
            return true;
        }
        match (self.node(a), self.node(b)) {
            (Node::Empty, _) | (_, Node::Empty) => true,
            (Node::Leaf(key), _) => !self.contains(b, VarId(key)),
            (_, Node::Leaf(key)) => !self.contains(a, VarId(key)),
            (
                Node::Branch { prefix: p, bit: m, zero: az, one: ao },
                Node::Branch { prefix: q, bit: n, zero: bz, one: bo },
            ) => {
                if m == n {
                    p != q || a != b && self.disjoint(az, bz) && self.disjoint(ao, bo)
                } else if m > n {
                    prefix_of(q, m) != p || self.disjoint(if q & m == 0 { az } else { ao }, b)
                } else {
                    prefix_of(p, n) != q || self.disjoint(a, if p & n == 0 { bz } else { bo })
                }
            }
        }
    }

    /// The variables of a set in ascending order.
    pub fn iter(&self, set: VarSet) -> impl Iterator<Item = VarId> + '_ {
        let mut stack = vec![set];
        std::iter::from_fn(move || {
            loop {
                match self.node(stack.pop()?) {
                    Node::Empty => {}
                    Node::Leaf(key) => return Some(VarId(key)),
                    Node::Branch { zero, one, .. } => {
                        stack.push(one);
                        stack.push(zero);
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn build(sets: &mut VarSets, keys: &BTreeSet<u32>) -> VarSet {
        keys.iter().rev().fold(VarSet::EMPTY, |set, &key| {
            let one = sets.singleton(VarId(key));
            sets.union(set, one)
        })
    }

    proptest! {
        #[test]
        fn sets_behave_as_ordered_sets_do(
            a in proptest::collection::btree_set(prop_oneof![0u32..40, any::<u32>()], 0..30),
            b in proptest::collection::btree_set(prop_oneof![0u32..40, any::<u32>()], 0..30),
            key in 0u32..40,
        ) {
            let mut sets = VarSets::default();
            let (x, y) = (build(&mut sets, &a), build(&mut sets, &b));
            let union = sets.union(x, y);
            let expected: BTreeSet<u32> = a.union(&b).copied().collect();
            prop_assert_eq!(sets.iter(union).map(|v| v.0).collect::<Vec<_>>(), expected.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(union, build(&mut sets, &expected));
            prop_assert_eq!(sets.len(union), expected.len());
            prop_assert_eq!(sets.contains(x, VarId(key)), a.contains(&key));
            prop_assert_eq!(sets.disjoint(x, y), a.is_disjoint(&b));
            let mut without = a.clone();
            without.remove(&key);
            let removed = sets.remove(x, VarId(key));
            prop_assert_eq!(removed, build(&mut sets, &without));
        }
    }
}
