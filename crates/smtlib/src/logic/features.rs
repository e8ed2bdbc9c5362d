//! Sets of language features, ordered by inclusion.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// What a script uses, or what a logic allows. A set: the order of logics is inclusion, their join is union.
///
/// Arithmetic has its own steps. [`Features::INTS`] or [`Features::REALS`] alone is difference logic; with
/// [`Features::LINEAR`] it is linear; with [`Features::NONLINEAR`] too it is polynomial.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features(u32);

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name),* }

        impl Features {
            $($(#[$doc])* pub const $name: Features = Features(1 << Number::$name as u32);)*

            const ALL_NAMES: &'static [(&'static str, Features)] = &[$((stringify!($name), Features::$name)),*];
        }
    };
}

features! {
    /// `forall`, `exists` and the like.
    QUANTIFIERS;
    /// Function symbols with arguments.
    FUNCTIONS;
    /// Declared sorts.
    SORTS;
    /// Arrays.
    ARRAYS;
    /// Bit-vectors.
    BIT_VECTORS;
    /// Floating-point numbers.
    FLOATS;
    /// Strings and regular languages.
    STRINGS;
    /// Sequences.
    SEQUENCES;
    /// Finite sets and relations.
    SETS;
    /// Bags and tables.
    BAGS;
    /// Datatypes.
    DATATYPES;
    /// Finite fields.
    FIELDS;
    /// Integers.
    INTS;
    /// Reals.
    REALS;
    /// Linear constraints that are not differences.
    LINEAR;
    /// Products of variables, and division by them.
    NONLINEAR;
    /// Sine, exponential and the like.
    TRANSCENDENTAL;
    /// Functions as values.
    HIGHER_ORDER;
    /// Separation logic.
    SEPARATION;
    /// Cardinality constraints on sorts.
    CARDINALITY;
    /// What no logic names: operators of single solvers, and what we could not read.
    OTHER;
}

impl Features {
    /// Nothing but propositional logic.
    pub const NONE: Features = Features(0);
    /// Everything.
    pub const ALL: Features = Features((1 << Features::ALL_NAMES.len()) - 1);

    /// Whether all of these are among the others.
    pub const fn is_subset(self, other: Features) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether all of the others are among these.
    pub const fn has(self, other: Features) -> bool {
        other.is_subset(self)
    }

    /// Whether any of the others is among these.
    pub const fn has_any(self, other: Features) -> bool {
        self.0 & other.0 != 0
    }

    /// These and the others.
    pub const fn union(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// What is in both.
    pub const fn intersection(self, other: Features) -> Features {
        Features(self.0 & other.0)
    }

    /// These without the others.
    pub const fn without(self, other: Features) -> Features {
        Features(self.0 & !other.0)
    }

    /// How much a solver must be able to do. Free symbols come almost for free: a propositional script is of logic
    /// `QF_UF`, not `QF_BV`.
    pub(super) fn weight(self) -> u32 {
        let free = self.intersection(Features::FUNCTIONS | Features::SORTS);
        8 * self.without(free).0.count_ones() + free.0.count_ones()
    }
}

impl BitOr for Features {
    type Output = Features;

    fn bitor(self, other: Features) -> Features {
        self.union(other)
    }
}

impl BitOrAssign for Features {
    fn bitor_assign(&mut self, other: Features) {
        *self = self.union(other);
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Features::ALL_NAMES.iter().filter(|(_, one)| self.has(*one)).map(|(name, _)| *name).collect();
        write!(f, "{{{}}}", names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn union_is_the_least_upper_bound() {
        let (a, b) = (Features::INTS | Features::LINEAR, Features::ARRAYS | Features::INTS);
        let join = a | b;
        assert!(a.is_subset(join) && b.is_subset(join));
        assert_eq!(join.without(a), Features::ARRAYS);
        assert!(!join.is_subset(a));
        assert!(Features::ALL.has(join) && Features::NONE.is_subset(a));
    }

    #[test]
    fn features_are_shown_by_name() {
        assert_eq!(format!("{:?}", Features::INTS | Features::ARRAYS), "{ARRAYS INTS}");
    }
}
