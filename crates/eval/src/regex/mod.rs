//! Regular languages over the theory's strings, by Brzozowski derivatives.
//!
//! A [`Regex`] is a handle into the hash-consed arena [`Regexes`]. A regular expression is a state of a
//! deterministic automaton that is built only as far as words lead into it: reading a character goes from a
//! regular expression to its derivative by that character, and derivatives are kept. Each state reads the
//! alphabet in a few classes, so its 196,608 characters cost nothing; intersection and complement are states like
//! any other.
//!
//! ```
//! use eval::regex::{Regex, Regexes};
//! use eval::text::Text;
//! let mut regexes = Regexes::new();
//! let word = |letters: &str| Text::from_chars(letters).unwrap();
//! let ab = regexes.to_re(&word("ab"));
//! let contains_ab = regexes.concat(&[Regex::ALL, ab, Regex::ALL]);
//! let without_ab = regexes.comp(contains_ab);
//! assert_eq!(regexes.in_re(&word("ba"), without_ab), Ok(true));
//! assert_eq!(regexes.in_re(&word("bab"), without_ab), Ok(false));
//! ```

mod build;
mod charset;
mod derive;
mod explore;
mod node;
mod reverse;
mod search;

use hashbrown::HashTable;

use crate::text::TooLong;
use node::Entry;

/// A regular language: a handle into the [`Regexes`] that made it, meaningless elsewhere.
///
/// Equal handles are equal languages; different handles may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Regex(u32);

impl Regex {
    /// `re.none`: no word.
    pub const NONE: Regex = Regex(0);
    /// The language of the empty word.
    pub const EPSILON: Regex = Regex(1);
    /// `re.allchar`: every word of length one.
    pub const ALLCHAR: Regex = Regex(2);
    /// `re.all`: every word.
    pub const ALL: Regex = Regex(3);
}

/// Why a question about a language has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Budget {
    /// The automaton grew beyond the fuel given.
    #[error("a regular expression needs too many states")]
    States,
    /// A replacement grew beyond the length a string may have.
    #[error(transparent)]
    Length(#[from] TooLong),
}

/// The arena of regular expressions and the automata found so far.
///
/// Whether a question runs out of fuel does not depend on the questions asked before: what a question costs is
/// counted as if nothing were known yet.
pub struct Regexes {
    entries: Vec<Entry>,
    /// Hash-consing: indices into `entries`, by their nodes.
    interned: HashTable<u32>,
    fuel: u64,
    left: u64,
    question: u32,
}

impl Regexes {
    /// What a question may cost unless told otherwise: some hundred thousand small states, 100 MB at the worst.
    pub const DEFAULT_FUEL: u64 = 1 << 26;

    /// An arena whose questions may each cost [`Regexes::DEFAULT_FUEL`].
    pub fn new() -> Regexes {
        Regexes::with_fuel(Regexes::DEFAULT_FUEL)
    }

    /// An arena whose questions may each cost `fuel`.
    pub fn with_fuel(fuel: u64) -> Regexes {
        let mut regexes =
            Regexes { entries: Vec::new(), interned: HashTable::new(), fuel, left: fuel, question: 0 };
        regexes.intern_constants();
        regexes
    }

    /// How many regular expressions the arena holds: when to replace it by a new one.
    pub fn size(&self) -> usize {
        self.entries.len()
    }

    /// Is the empty word in the language?
    pub fn is_nullable(&self, r: Regex) -> bool {
        self.entry(r).nullable
    }
}

impl Default for Regexes {
    fn default() -> Regexes {
        Regexes::new()
    }
}
