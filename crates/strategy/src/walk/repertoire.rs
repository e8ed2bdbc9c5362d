//! The rules that walks from a seed may use.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use smtlib::theory::{Op, Table};
use smtlib::{Arena, Features, Rewriter, TermId};

use crate::dice::Dice;
use crate::rules::{Fill, Match, Reading, Rule, RuleBook, Step, Theory};

/// The rules that can apply to what a seed is made of, and which of their readings are allowed.
#[derive(Clone, Debug)]
pub struct Repertoire {
    pub(super) book: Arc<RuleBook>,
    pub(super) enabled: Vec<bool>,
    /// By reading: its rule, which is known by the first of its readings.
    rule_of: Vec<u16>,
}

/// What must be in a script before a variable of this sort can stand for anything in it.
const NEEDS: &[(&str, Features)] = &[
    ("Int", Features::INTS),
    ("Real", Features::REALS),
    ("Num", Features::INTS),
    ("Num", Features::REALS),
    ("String", Features::STRINGS),
    ("RegLan", Features::STRINGS),
    ("BitVec", Features::BIT_VECTORS),
    ("Float", Features::FLOATS),
    ("RoundingMode", Features::FLOATS),
    ("Array", Features::ARRAYS),
    ("Data", Features::DATATYPES),
    ("Ctor", Features::DATATYPES),
];

impl Repertoire {
    /// All readings that `allows` lets through, for seeds with these features. Rules about other sorts never apply, and
    /// are not even tried.
    pub fn new(features: Features, allows: impl Fn(&Reading) -> bool) -> Repertoire {
        let book = book(features);
        let readings = book.readings();
        let first = |name: &str| readings.iter().position(|reading| reading.rule.name == name);
        let mut rule_of: Vec<u16> = Vec::with_capacity(readings.len());
        for (i, reading) in readings.iter().enumerate() {
            // The readings of a rule stand together.
            let before = i.checked_sub(1).filter(|&last| readings[last].rule.name == reading.rule.name);
            let rule = before.map(|last| rule_of[last]);
            rule_of.push(rule.unwrap_or_else(|| first(reading.rule.name).unwrap_or(i) as u16));
        }
        Repertoire { enabled: readings.iter().map(allows).collect(), rule_of, book }
    }

    /// The allowed readings.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.book
            .readings()
            .iter()
            .zip(&self.enabled)
            .filter(|(_, enabled)| **enabled)
            .map(|(reading, _)| reading)
    }

    /// Adds the allowed readings that make an equal term of a term.
    pub(crate) fn keeping(&self, arena: &Arena, term: TermId, out: &mut Vec<Match>) {
        self.book.applicable(arena, term, Step::Keep, out);
        out.retain(|found| self.enabled[usize::from(found.reading)]);
    }

    /// What a match makes of its term.
    pub(crate) fn apply(
        &self,
        arena: &mut Arena,
        rewriter: &mut Rewriter,
        found: &Match,
        dice: &mut Dice,
        fill: &mut Fill<'_>,
    ) -> Option<TermId> {
        self.book.apply(arena, rewriter, found, dice, fill)
    }

    /// The rule of a match, by a number below that of all readings.
    pub(super) fn rule_of(&self, found: &Match) -> usize {
        usize::from(self.rule_of[usize::from(found.reading)])
    }
}

/// The book of the rules that can apply where these features are; made once for each set of sorts.
fn book(features: Features) -> Arc<RuleBook> {
    static BOOKS: LazyLock<Mutex<FxHashMap<u32, Arc<RuleBook>>>> = LazyLock::new(Mutex::default);
    // Lengths are numbers.
    let features = if features.has(Features::STRINGS) { features | Features::INTS } else { features };
    let present = NEEDS.iter().enumerate().filter(|(_, (_, needed))| features.has(*needed));
    let key = present.fold(0, |key, (bit, _)| key | 1 << bit);
    let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    let made = books.entry(key).or_insert_with(|| {
        let rules = Theory::ALL.into_iter().flat_map(Theory::rules);
        let book = RuleBook::of(rules.filter(|rule| can_apply(rule, features)));
        // The tables are part of the program, and read as a whole by their own tests.
        Arc::new(book.unwrap_or_else(|error| panic!("{error}")))
    });
    Arc::clone(made)
}

/// Whether one of a rule's patterns can match a term where these features are.
fn can_apply(rule: &Rule, features: Features) -> bool {
    let is_there = |sort: &str| {
        let mut needs = NEEDS.iter().filter(|(name, _)| words(sort).any(|word| word == *name)).peekable();
        needs.peek().is_none() || needs.any(|(_, needed)| features.has(*needed))
    };
    let absent: Vec<&str> = rule
        .vars
        .split(',')
        .filter_map(|group| group.split_once(':'))
        .filter(|(_, sort)| !is_there(sort))
        .flat_map(|(names, _)| names.split_whitespace())
        .collect();
    [rule.lhs, rule.rhs].iter().any(|side| !words(side).any(|word| absent.contains(&word)))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()".contains(c)).map(|word| word.trim_end_matches("..."))
}

/// The operators that a reading's patterns name.
pub fn operators_of(reading: &Reading) -> &'static [Op] {
    static BY_RULE: LazyLock<FxHashMap<&str, Vec<Op>>> = LazyLock::new(|| {
        let of = |rule: &Rule| {
            let names: Vec<&str> = words(rule.lhs).chain(words(rule.rhs)).collect();
            let rows = Table::get().rows().iter();
            rows.filter(|row| row.names.iter().any(|(_, name)| names.contains(name)))
                .map(|row| row.op)
                .collect()
        };
        RuleBook::get().readings().iter().map(|reading| (reading.rule.name, of(reading.rule))).collect()
    });
    BY_RULE.get(reading.rule.name).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(features: Features) -> Vec<&'static str> {
        Repertoire::new(features, |_| true).readings().map(|reading| reading.rule.name).collect()
    }

    #[test]
    fn rules_about_sorts_that_are_not_there_are_left_out() {
        let ints = names(Features::INTS | Features::LINEAR);
        // One that leads from integers to strings stays.
        for there in ["or-false", "gt-to-ge", "instantiate", "str-lt-to-suffix"] {
            assert!(ints.contains(&there), "{there}");
        }
        for absent in ["str-eq-len", "bv-ugt-to-uge", "fp-gt-to-geq"] {
            assert!(!ints.contains(&absent), "{absent}");
        }
        assert!(names(Features::STRINGS).contains(&"gt-to-ge"));
        assert_eq!(names(Features::ALL).len(), RuleBook::get().readings().len());
    }

    #[test]
    fn a_rule_names_its_operators() {
        let book = RuleBook::get().readings();
        let reading = book.iter().find(|reading| reading.rule.name == "str-eq-to-contains").unwrap();
        let names: Vec<&str> = operators_of(reading).iter().map(|op| op.name()).collect();
        assert!(names.contains(&"=") && names.contains(&"str.contains"), "{names:?}");
    }
}
