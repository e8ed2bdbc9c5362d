//! What Bitwuzla says about a term by yes or no, and what is right.

use eval::Value;
use eval::bitvec::BitVec;
use smtlib::SortCtor;
use solver::host::symbols::Symbols;

use super::Object;
use crate::adapter::spell::bits;

/// What is known of a term.
pub(super) struct Facts<'a> {
    pub(super) sort: SortCtor,
    /// Whether it was declared.
    pub(super) is_symbol: bool,
    /// What it was made of, if it was made as a value.
    pub(super) value: Option<&'a Value>,
}

impl Facts<'_> {
    fn of_bits(&self, holds: impl Fn(&BitVec) -> bool) -> Option<bool> {
        match self.value {
            Some(Value::BitVec(value)) => Some(holds(value)),
            _ => None,
        }
    }

    /// Whether the bits are one bit and then another all over.
    fn bits_are(&self, first: char, rest: char) -> Option<bool> {
        self.of_bits(|value| {
            let text = bits(value);
            text.starts_with(first) && text[1..].chars().all(|bit| bit == rest)
        })
    }

    /// Whether it is a truth value, by its value.
    fn is_truth(&self, truth: bool) -> Option<bool> {
        self.value.map(|value| value.as_bool() == Some(truth))
    }

    /// Whether it is the floating-point number that is written like this.
    fn is_float(&self, text: &str) -> Option<bool> {
        match self.value {
            Some(Value::Float(value)) => Some(value.to_string().starts_with(text)),
            _ => None,
        }
    }

    /// Whether it is a value of a sort: terms that were not made as one may be one.
    fn value_is(&self, of_sort: impl Fn(SortCtor) -> bool) -> Option<bool> {
        self.value.map(|_| of_sort(self.sort))
    }
}

/// A predicate without `bitwuzla_term_is_`, and what it has to say, where that is known.
type Row = (&'static str, fn(&Facts<'_>) -> Option<bool>);

fn is_bv(sort: SortCtor) -> bool {
    matches!(sort, SortCtor::BitVec(_))
}

fn is_fp(sort: SortCtor) -> bool {
    matches!(sort, SortCtor::Float(..))
}

const TABLE: &[Row] = &[
    ("bool", |facts| Some(facts.sort == SortCtor::Bool)),
    ("bv", |facts| Some(is_bv(facts.sort))),
    ("fp", |facts| Some(is_fp(facts.sort))),
    ("rm", |facts| Some(facts.sort == SortCtor::RoundingMode)),
    ("array", |facts| Some(facts.sort == SortCtor::Array)),
    ("fun", |_| Some(false)),
    ("uninterpreted", |_| Some(false)),
    ("var", |_| Some(false)),
    ("const", |facts| (facts.is_symbol || facts.value.is_some()).then_some(facts.is_symbol)),
    ("value", |facts| (facts.is_symbol || facts.value.is_some()).then_some(!facts.is_symbol)),
    ("bv_value", |facts| facts.value_is(is_bv)),
    ("fp_value", |facts| facts.value_is(is_fp)),
    ("rm_value", |facts| facts.value_is(|sort| sort == SortCtor::RoundingMode)),
    ("true", |facts| facts.is_truth(true)),
    ("false", |facts| facts.is_truth(false)),
    ("bv_value_zero", |facts| facts.bits_are('0', '0')),
    ("bv_value_ones", |facts| facts.bits_are('1', '1')),
    ("bv_value_min_signed", |facts| facts.bits_are('1', '0')),
    ("bv_value_max_signed", |facts| facts.bits_are('0', '1')),
    ("bv_value_one", |facts| facts.of_bits(|value| value.to_u64() == Some(1))),
    ("fp_value_pos_zero", |facts| facts.is_float("(_ +zero")),
    ("fp_value_neg_zero", |facts| facts.is_float("(_ -zero")),
    ("fp_value_pos_inf", |facts| facts.is_float("(_ +oo")),
    ("fp_value_neg_inf", |facts| facts.is_float("(_ -oo")),
    ("fp_value_nan", |facts| facts.is_float("(_ NaN")),
];

type Predicate = unsafe extern "C" fn(Object) -> bool;

/// Those that were found.
pub(super) struct Predicates(Vec<(Row, Predicate)>);

impl Predicates {
    pub(super) fn find(library: &Symbols) -> Predicates {
        // SAFETY: the type is that of the header; the library stays loaded beside these.
        let found = |row: &Row| unsafe {
            Some((*row, library.optional::<Predicate>(&format!("bitwuzla_term_is_{}", row.0))?))
        };
        Predicates(TABLE.iter().filter_map(found).collect())
    }

    /// The predicates that say what is wrong.
    ///
    /// # Safety
    ///
    /// The term must live.
    pub(super) unsafe fn wrong(&self, term: Object, facts: &Facts<'_>) -> Vec<String> {
        let says = |(row, ask): &(Row, Predicate)| {
            // SAFETY: the caller's promise.
            let said = unsafe { ask(term) };
            row.1(facts).filter(|right| *right != said).map(|_| format!("term_is_{} says {said}", row.0))
        };
        self.0.iter().filter_map(says).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_what_a_term_was_made_of() {
        let says = |name: &str, facts: &Facts<'_>| TABLE.iter().find(|row| row.0 == name).unwrap().1(facts);
        let one = Value::BitVec(BitVec::from_u64(4, 1));
        let facts = Facts { sort: SortCtor::BitVec(4), is_symbol: false, value: Some(&one) };
        assert_eq!(says("bv_value_one", &facts), Some(true));
        assert_eq!(says("bv_value_zero", &facts), Some(false));
        assert_eq!(says("value", &facts), Some(true));
        assert_eq!(says("fp_value_nan", &facts), None);
        // Of an application nobody knows whether the library has made it a value.
        let facts = Facts { sort: SortCtor::Bool, is_symbol: false, value: None };
        assert_eq!((says("value", &facts), says("bool", &facts)), (None, Some(true)));
    }
}
