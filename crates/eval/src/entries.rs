//! The exceptions of an array: a map that shares its parts with the maps it was made from.
//!
//! A chain of `n` stores has `n` arrays, all of them values at once; each takes a path of its own through a tree that
//! it shares with the one before. The tree is a treap whose priorities are the hashes of the keys (Seidel and Aragon),
//! so that equal maps have equal trees, whatever their history.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use crate::value::Value;

type Link = Option<Arc<Node>>;

/// A sorted map from indices to elements, cheap to copy and to change.
#[derive(Clone, Default)]
pub struct Entries {
    root: Link,
}

struct Node {
    key: Value,
    value: Value,
    priority: u64,
    size: usize,
    left: Link,
    right: Link,
}

impl Entries {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        size(&self.root)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The element at an index that is an exception.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        let mut link = &self.root;
        while let Some(node) = link {
            match key.cmp(&node.key) {
                Ordering::Less => link = &node.left,
                Ordering::Greater => link = &node.right,
                Ordering::Equal => return Some(&node.value),
            }
        }
        None
    }

    /// The map with one more entry, or another element for an index that it has.
    pub fn with(&self, key: Value, value: Value) -> Entries {
        let hash = FxBuildHasher.hash_one(&key);
        Entries { root: Some(insert(&self.root, key, value, mixed(hash))) }
    }

    /// The map without an index.
    pub fn without(&self, key: &Value) -> Entries {
        if self.get(key).is_none() { self.clone() } else { Entries { root: remove(&self.root, key) } }
    }

    /// The entries in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let mut path: Vec<&Node> = Vec::new();
        let mut link = &self.root;
        std::iter::from_fn(move || {
            while let Some(node) = link {
                path.push(node);
                link = &node.left;
            }
            let node = path.pop()?;
            link = &node.right;
            Some((&node.key, &node.value))
        })
    }

    /// The indices in order.
    pub fn keys(&self) -> impl Iterator<Item = &Value> {
        self.iter().map(|(key, _)| key)
    }

    /// The elements in the order of their indices.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }

    /// The same entries in a map of its own.
    pub(crate) fn to_map(&self) -> BTreeMap<Value, Value> {
        self.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// The hash function leaves patterns of small keys in place; a treap wants none.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}

fn size(link: &Link) -> usize {
    link.as_ref().map_or(0, |node| node.size)
}

fn node(of: &Node, left: Link, right: Link) -> Arc<Node> {
    let size = size(&left) + size(&right) + 1;
    let Node { key, value, priority, .. } = of;
    Arc::new(Node { key: key.clone(), value: value.clone(), priority: *priority, size, left, right })
}

/// Keys break the ties of priorities: the tree depends on the entries alone.
fn is_above(a: &Node, b: &Node) -> bool {
    (a.priority, &a.key) > (b.priority, &b.key)
}

fn insert(link: &Link, key: Value, value: Value, priority: u64) -> Arc<Node> {
    let Some(at) = link else {
        return Arc::new(Node { key, value, priority, size: 1, left: None, right: None });
    };
    match key.cmp(&at.key) {
        Ordering::Equal => {
            let (left, right) = (at.left.clone(), at.right.clone());
            Arc::new(Node { key, value, priority, size: at.size, left, right })
        }
        Ordering::Less => {
            let child = insert(&at.left, key, value, priority);
            if is_above(&child, at) {
                let lower = node(at, child.right.clone(), at.right.clone());
                node(&child, child.left.clone(), Some(lower))
            } else {
                node(at, Some(child), at.right.clone())
            }
        }
        Ordering::Greater => {
            let child = insert(&at.right, key, value, priority);
            if is_above(&child, at) {
                let lower = node(at, at.left.clone(), child.left.clone());
                node(&child, Some(lower), child.right.clone())
            } else {
                node(at, at.left.clone(), Some(child))
            }
        }
    }
}

fn remove(link: &Link, key: &Value) -> Link {
    let at = link.as_ref()?;
    match key.cmp(&at.key) {
        Ordering::Equal => joined(&at.left, &at.right),
        Ordering::Less => Some(node(at, remove(&at.left, key), at.right.clone())),
        Ordering::Greater => Some(node(at, at.left.clone(), remove(&at.right, key))),
    }
}

/// Two trees, all keys of one before all keys of the other, as one.
fn joined(left: &Link, right: &Link) -> Link {
    match (left, right) {
        (None, other) | (other, None) => other.clone(),
        (Some(a), Some(b)) if is_above(a, b) => Some(node(a, a.left.clone(), joined(&a.right, right))),
        (Some(_), Some(b)) => Some(node(b, joined(left, &b.left), b.right.clone())),
    }
}

impl FromIterator<(Value, Value)> for Entries {
    fn from_iter<T: IntoIterator<Item = (Value, Value)>>(items: T) -> Entries {
        items.into_iter().fold(Entries::default(), |entries, (key, value)| entries.with(key, value))
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Entries) -> bool {
        let same = match (&self.root, &other.root) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        same || self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Entries {}

impl PartialOrd for Entries {
    fn partial_cmp(&self, other: &Entries) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entries {
    fn cmp(&self, other: &Entries) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl Hash for Entries {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.iter().for_each(|entry| entry.hash(state));
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Value {
        Value::Int(value.into())
    }

    /// A stream of numbers without a pattern, for tests that need no randomness.
    fn numbers(count: u64) -> impl Iterator<Item = i64> {
        (0..count).map(|i| (mixed(i + 1) % 64) as i64)
    }

    #[test]
    fn it_is_the_map_that_it_should_be_after_every_change() {
        let (mut entries, mut map) = (Entries::default(), BTreeMap::new());
        for (step, number) in numbers(3_000).enumerate() {
            let key = int(number);
            if step % 3 == 2 {
                entries = entries.without(&key);
                map.remove(&key);
            } else {
                entries = entries.with(key.clone(), int(step as i64));
                map.insert(key.clone(), int(step as i64));
            }
            assert_eq!(entries.len(), map.len());
            assert_eq!(entries.get(&key), map.get(&key));
            assert!(entries.iter().eq(map.iter()));
        }
    }

    #[test]
    fn a_change_leaves_the_map_it_was_made_from_as_it_was() {
        let first: Entries = numbers(50).map(|n| (int(n), int(0))).collect();
        let copy = first.to_map();
        let second = first.with(int(1000), int(1)).without(&int(numbers(1).next().unwrap_or(0)));
        assert_ne!(first, second);
        assert!(first.iter().eq(copy.iter()));
    }

    #[test]
    fn equal_maps_are_equal_whatever_their_history() {
        let upwards: Entries = (0..200).map(|n| (int(n), int(-n))).collect();
        let downwards: Entries = (0..200).rev().map(|n| (int(n), int(-n))).collect();
        let detour =
            upwards.with(int(7), int(3)).with(int(999), int(1)).without(&int(999)).with(int(7), int(-7));
        assert_eq!(upwards, downwards);
        assert_eq!(upwards, detour);
        assert_eq!(FxBuildHasher.hash_one(&upwards), FxBuildHasher.hash_one(&detour));
        assert_eq!(upwards.cmp(&detour), Ordering::Equal);
    }
}
