//! Array values: a default and finitely many exceptions, in a form that equal arrays share.

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::entries::Entries;
use crate::value::{Closure, Value};

/// An array. Over finite index sorts two different defaults can mean one array; [`Array::finite`] picks one of
/// them always, so that equality is structural (extensionality of ArraysEx).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Array {
    /// A default and exceptions, canonical.
    Finite {
        /// The value at every other index.
        default: Value,
        /// The indices at which the value is another.
        entries: Entries,
    },
    /// An array given by a function, as Z3's lambdas are.
    Function(Closure),
}

impl Array {
    /// The array of `default` with `entries`, over an index domain of this size where it is finite.
    pub fn finite(default: Value, mut entries: BTreeMap<Value, Value>, domain: Option<&Domain>) -> Array {
        entries.retain(|_, value| *value != default);
        let Some(domain) = domain else { return Array::of(default, entries) };
        let size = domain.size();
        // The default may change only where the exceptions are at least as many as the rest.
        if size > 2 * entries.len() as u64 {
            return Array::of(default, entries);
        }
        let rest = size - entries.len() as u64;
        let mut counts: BTreeMap<&Value, u64> = BTreeMap::new();
        for value in entries.values() {
            *counts.entry(value).or_default() += 1;
        }
        if rest > 0 {
            counts.insert(&default, rest);
        }
        // The commonest value, the least among equals.
        let best =
            counts.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0))).map(|(&value, _)| value.clone());
        match best {
            Some(best) if best != default => {
                let all = domain.values().map(|index| {
                    let value = entries.get(&index).unwrap_or(&default).clone();
                    (index, value)
                });
                let entries = all.filter(|(_, value)| *value != best).collect();
                Array::Finite { default: best, entries }
            }
            _ => Array::of(default, entries),
        }
    }

    fn of(default: Value, entries: BTreeMap<Value, Value>) -> Array {
        Array::Finite { default, entries: entries.into_iter().collect() }
    }

    /// The array of `default` and `entries`, a canonical pair, with another element at one index.
    pub(crate) fn stored(
        default: Value,
        entries: &Entries,
        index: Value,
        element: Value,
        domain: Option<&Domain>,
    ) -> Array {
        // Elsewhere the default may change, and with it everything.
        if domain.is_none_or(|domain| domain.size() > 2 * (entries.len() as u64 + 1)) {
            let entries =
                if element == default { entries.without(&index) } else { entries.with(index, element) };
            return Array::Finite { default, entries };
        }
        let mut all = entries.to_map();
        all.insert(index, element);
        Array::finite(default, all, domain)
    }

    /// The same value everywhere.
    pub fn constant(value: Value) -> Array {
        Array::Finite { default: value, entries: Entries::default() }
    }

    pub(crate) fn is_higher_order(&self) -> bool {
        match self {
            Array::Function(_) => true,
            Array::Finite { default, entries } => {
                default.is_higher_order() || entries.values().any(Value::is_higher_order)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boolean(default: i64, entries: &[(bool, i64)]) -> Array {
        let int = |i: i64| Value::Int(i.into());
        let entries = entries.iter().map(|&(i, v)| (Value::Bool(i), int(v))).collect();
        Array::finite(int(default), entries, Some(&Domain::Bool))
    }

    #[test]
    fn arrays_over_a_finite_index_are_equal_when_they_agree_everywhere() {
        assert_eq!(boolean(0, &[(true, 1)]), boolean(1, &[(false, 0)]));
        assert_eq!(boolean(7, &[(true, 1), (false, 1)]), boolean(1, &[]));
        assert_ne!(boolean(0, &[(true, 1)]), boolean(0, &[(false, 1)]));
    }

    #[test]
    fn a_store_gives_the_array_that_its_entries_give() {
        let bits = |i: u64| Value::from(crate::bitvec::BitVec::from_u64(3, i));
        let mut map = BTreeMap::new();
        let domain = Domain::BitVec(3);
        let mut array = Array::constant(Value::Bool(false));
        for step in [0, 1, 2, 9, 3, 4, 5, 10, 6, 7, 8, 12, 3, 11] {
            let (index, element) = (bits(step % 8), Value::Bool(step < 8));
            map.insert(index.clone(), element.clone());
            let Array::Finite { default, entries } = &array else { panic!("finite") };
            array = Array::stored(default.clone(), entries, index, element, Some(&domain));
            assert_eq!(array, Array::finite(Value::Bool(false), map.clone(), Some(&domain)));
        }
    }

    #[test]
    fn exceptions_that_equal_the_default_are_none() {
        let entries = BTreeMap::from([(Value::Int(3.into()), Value::Bool(false))]);
        assert_eq!(Array::finite(Value::Bool(false), entries, None), Array::constant(Value::Bool(false)));
    }
}
