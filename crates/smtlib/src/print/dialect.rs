//! Which of an operator's names to write, and how strings are escaped.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::legacy_string;
use crate::theory::{Naming, Op, Table};

/// A choice among the names of operators (as read, or by solver) and among the notations of strings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// Names that differ from what was read.
    spelling: FxHashMap<Op, u8>,
    /// Whether strings are written for solvers older than the standard's escapes.
    legacy_strings: bool,
}

impl Dialect {
    /// Every operator by the name it was read with.
    pub fn as_read() -> Dialect {
        Dialect::default()
    }

    /// Every operator by its standard name, or its preferred one where the standard has none.
    pub fn standard() -> Dialect {
        Dialect::preferring(&[Naming::Standard])
    }

    /// The names that solvers used before SMT-LIB 2.6: `str.in.re`, `int.to.str`, `bv2nat`, …
    pub fn old() -> Dialect {
        Dialect::preferring(&[Naming::Old])
    }

    /// For each operator that has several names, the first that a preferred party uses; else the first of all.
    pub fn preferring(parties: &[Naming]) -> Dialect {
        let mut dialect = Dialect::default();
        for row in Table::get().rows().iter().filter(|row| row.names.len() > 1) {
            let found = parties.iter().find_map(|party| row.names.iter().position(|(p, _)| p == party));
            dialect.spelling.insert(row.op, found.unwrap_or(0) as u8);
        }
        dialect
    }

    /// Writes `op` by its name number `spelling`.
    pub fn choose(&mut self, op: Op, spelling: u8) {
        debug_assert!((spelling as usize) < op.row().names.len());
        self.spelling.insert(op, spelling);
    }

    /// Writes strings for solvers that are older than the standard's escapes (Z3 up to 4.8.7, CVC4): `\u{41}` becomes
    /// `\x41`. A string with a character that they lack is written as it was read; see [`Dialect::can_write`].
    pub fn choose_legacy_strings(&mut self) {
        self.legacy_strings = true;
    }

    /// Whether what stands between the quotes of a string literal has a notation in this dialect.
    pub fn can_write(&self, body: &str) -> bool {
        !self.legacy_strings || legacy_string::legacy(body).is_some()
    }

    /// Whether what stands between the quotes of a string literal is written as it was read.
    pub fn keeps(&self, body: &str) -> bool {
        !self.legacy_strings || legacy_string::is_plain(body)
    }

    pub(super) fn string<'a>(&self, body: &'a str) -> Cow<'a, str> {
        match self.keeps(body) {
            true => Cow::Borrowed(body),
            false => legacy_string::legacy(body).map_or(Cow::Borrowed(body), Cow::Owned),
        }
    }

    /// The name to write for an operator that was read by its name number `read`.
    #[inline]
    pub(super) fn name(&self, op: Op, read: u8) -> &'static str {
        let names = op.row().names;
        if names.len() == 1 || self.spelling.is_empty() {
            return names[read as usize].1;
        }
        names[self.spelling.get(&op).copied().unwrap_or(read) as usize].1
    }
}
