//! A hash-consed list: equal values get one index, and the list can be rolled back.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Values stored once each, addressed by a dense `u32`.
#[derive(Clone, Debug)]
pub(crate) struct Interned<T> {
    values: Vec<T>,
    table: HashTable<u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { values: Vec::new(), table: HashTable::new() }
    }
}

fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    FxBuildHasher.hash_one(value)
}

impl<T: Hash + Eq> Interned<T> {
    /// The index of `value`, which is stored when it is new.
    pub(crate) fn intern(&mut self, value: T) -> u32 {
        let hash = hash_of(&value);
        if let Some(&index) = self.table.find(hash, |&i| self.values[i as usize] == value) {
            return index;
        }
        let index = u32::try_from(self.values.len()).expect("fewer than 2^32 distinct values");
        self.values.push(value);
        let values = &self.values;
        self.table.insert_unique(hash, index, |&i| hash_of(&values[i as usize]));
        index
    }

    /// The value at `index`.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        &self.values[index as usize]
    }

    /// The number of values.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// All values in the order of their indices.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// Forgets every value with an index of `len` or more.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.values.len() > len {
            let index = (self.values.len() - 1) as u32;
            let hash = hash_of(&self.values[index as usize]);
            if let Ok(entry) = self.table.find_entry(hash, |&i| i == index) {
                entry.remove();
            }
            self.values.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_an_index() {
        let mut list = Interned::default();
        assert_eq!(list.intern("a"), 0);
        assert_eq!(list.intern("b"), 1);
        assert_eq!(list.intern("a"), 0);
        assert_eq!(list.get(1), &"b");
    }

    #[test]
    fn truncation_forgets_values_and_frees_their_indices() {
        let mut list = Interned::default();
        for i in 0..100 {
            list.intern(i);
        }
        list.truncate(10);
        assert_eq!(list.len(), 10);
        assert_eq!(list.intern(99), 10);
        assert_eq!(list.intern(3), 3);
    }
}
