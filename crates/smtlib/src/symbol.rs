//! Names, interned. The words of the language and the names of all operators come first in every interner, so
//! that a symbol's number alone tells a keyword or an operator.

use std::hash::BuildHasher;
use std::sync::OnceLock;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::theory::Table;

/// An interned name, without the bars of a quoted symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// The dense number of this symbol in its interner.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The interner of one script.
#[derive(Clone, Debug)]
pub struct Symbols {
    text: String,
    ends: Vec<u32>,
    quoted: Vec<bool>,
    table: HashTable<u32>,
}

impl Default for Symbols {
    fn default() -> Self {
        static SEED: OnceLock<Symbols> = OnceLock::new();
        SEED.get_or_init(|| {
            let mut symbols = Symbols::empty();
            for word in word::ALL {
                symbols.intern(word);
            }
            for name in Table::get().names() {
                symbols.intern(name);
            }
            symbols
        })
        .clone()
    }
}

impl Symbols {
    /// An interner with nothing in it, not even the language's own words.
    pub(crate) fn empty() -> Symbols {
        Symbols { text: String::new(), ends: Vec::new(), quoted: Vec::new(), table: HashTable::new() }
    }

    /// The symbol for `name`, new or known.
    #[inline]
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(name.as_bytes());
        if let Some(&index) = self.table.find(hash, |&i| self.text_at(i) == name) {
            return Symbol(index);
        }
        self.insert(hash, name)
    }

    #[cold]
    fn insert(&mut self, hash: u64, name: &str) -> Symbol {
        let index = u32::try_from(self.ends.len()).expect("fewer than 2^32 symbols");
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("less than 4 GiB of names"));
        self.quoted.push(needs_bars(name));
        let Symbols { text, ends, table, .. } = self;
        table.insert_unique(hash, index, |&i| {
            let start = if i == 0 { 0 } else { ends[i as usize - 1] as usize };
            FxBuildHasher.hash_one(&text.as_bytes()[start..ends[i as usize] as usize])
        });
        Symbol(index)
    }

    /// The symbol for `name` when it is known.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(name.as_bytes());
        self.table.find(hash, |&i| self.text_at(i) == name).map(|&i| Symbol(i))
    }

    #[inline]
    fn text_at(&self, index: u32) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index as usize - 1] as usize };
        &self.text[start..self.ends[index as usize] as usize]
    }

    /// The name itself, without bars.
    #[inline]
    pub fn name(&self, symbol: Symbol) -> &str {
        self.text_at(symbol.0)
    }

    /// Whether the name must be printed between bars.
    #[inline]
    pub fn needs_bars(&self, symbol: Symbol) -> bool {
        self.quoted[symbol.index()]
    }

    /// A symbol that no one has interned yet: `base` itself or `base` with a number.
    pub fn fresh(&mut self, base: &str) -> Symbol {
        if self.lookup(base).is_none() {
            return self.intern(base);
        }
        let mut number = 0usize;
        loop {
            let name = format!("{base}!{number}");
            if self.lookup(&name).is_none() {
                return self.intern(&name);
            }
            number += 1;
        }
    }

    /// The number of symbols.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        while self.ends.len() > len {
            let index = (self.ends.len() - 1) as u32;
            let hash = FxBuildHasher.hash_one(self.text_at(index).as_bytes());
            if let Ok(entry) = self.table.find_entry(hash, |&i| i == index) {
                entry.remove();
            }
            let start = if index == 0 { 0 } else { self.ends[index as usize - 1] as usize };
            self.text.truncate(start);
            self.ends.pop();
            self.quoted.pop();
        }
    }
}

impl PartialEq for Symbols {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.ends == other.ends
    }
}

/// Whether `byte` may stand in a simple symbol.
pub(crate) const fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'~' | b'!'
                | b'@'
                | b'$'
                | b'%'
                | b'^'
                | b'&'
                | b'*'
                | b'_'
                | b'-'
                | b'+'
                | b'='
                | b'<'
                | b'>'
                | b'.'
                | b'?'
                | b'/'
        )
}

fn needs_bars(name: &str) -> bool {
    let simple = !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(is_symbol_byte);
    !simple || word::RESERVED.contains(&name)
}

/// The language's own words as constants.
pub mod word {
    use super::Symbol;

    macro_rules! words {
        ($($id:ident $text:literal),* $(,)?) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($id),* }
            $(#[doc = concat!("`", $text, "`")] pub const $id: Symbol = Symbol(Number::$id as u32);)*
            /// All words in the order of their symbols.
            pub const ALL: &[&str] = &[$($text),*];
        };
    }

    words! {
        UNDERSCORE "_", BANG "!", AS "as", LET "let", FORALL "forall", EXISTS "exists", MATCH "match", PAR "par",
        LAMBDA "lambda", WITNESS "witness", EPS "eps", CHOICE "choice", COMPREHENSION "set.comprehension",
        NAMED ":named", PATTERN ":pattern", NO_PATTERN ":no-pattern", STATUS ":status",
        GLOBAL_DECLARATIONS ":global-declarations", SMT_LIB_VERSION ":smt-lib-version",
        TRUE "true", FALSE "false", IS "is", UPDATE "update", UPDATE_FIELD "update-field", CONST "const",
        CHAR "char", MAP "map", AS_ARRAY "as-array", ROOT_OBJ "root-obj", RECORD "record",
        BOOL "Bool", INT "Int", REAL "Real", STRING "String", REGLAN "RegLan", REGEX "RegEx",
        ROUNDING_MODE "RoundingMode", BITVEC "BitVec", FLOATING_POINT "FloatingPoint", ARRAY "Array", SEQ "Seq",
        SET "Set", BAG "Bag", TUPLE "Tuple", UNIT_TUPLE "UnitTuple", RELATION "Relation", TABLE "Table",
        ARROW "->", FINITE_FIELD "FiniteField",
        FLOAT16 "Float16", FLOAT32 "Float32", FLOAT64 "Float64", FLOAT128 "Float128", CHAR_SORT "Char",
        UNICODE "Unicode",
    }

    /// Words that can never be a plain symbol.
    pub const RESERVED: &[&str] = &[
        "_",
        "!",
        "as",
        "let",
        "forall",
        "exists",
        "match",
        "par",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_constant_numbers() {
        let symbols = Symbols::default();
        assert_eq!(symbols.lookup("let"), Some(word::LET));
        assert_eq!(symbols.lookup("Unicode"), Some(word::UNICODE));
        assert_eq!(symbols.name(word::FORALL), "forall");
    }

    #[test]
    fn names_that_are_not_simple_need_bars() {
        let mut symbols = Symbols::default();
        for (name, bars) in
            [("x", false), ("a b", true), ("1x", true), ("", true), ("let", true), ("<=", false)]
        {
            let symbol = symbols.intern(name);
            assert_eq!(symbols.needs_bars(symbol), bars, "{name}");
        }
    }

    #[test]
    fn rollback_forgets_new_names_only() {
        let mut symbols = Symbols::default();
        let len = symbols.len();
        let x = symbols.intern("x");
        symbols.intern("y");
        symbols.truncate(len + 1);
        assert_eq!(symbols.lookup("x"), Some(x));
        assert_eq!(symbols.lookup("y"), None);
        assert_eq!(symbols.lookup("let"), Some(word::LET));
    }

    #[test]
    fn fresh_names_are_new() {
        let mut symbols = Symbols::default();
        symbols.intern("v");
        let fresh = symbols.fresh("v");
        assert_eq!(symbols.name(fresh), "v!0");
    }
}
