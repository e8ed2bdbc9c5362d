//! Script to text. Printing a parsed script gives its tokens back, in regular spacing.

mod alt_ergo;
mod command;
mod dialect;
mod frame;
mod json;
mod legacy_string;
mod term;

pub use alt_ergo::{Unsayable, alt_ergo};
pub use dialect::Dialect;
pub use json::json;

use crate::arena::Arena;
use crate::script::Script;
use crate::sort::SortId;
use crate::term::TermId;

/// Prints scripts and terms into a buffer of bytes.
#[derive(Clone, Debug, Default)]
pub struct Printer {
    dialect: Dialect,
}

impl Printer {
    /// A printer that writes everything as it was read.
    pub fn new() -> Printer {
        Printer::default()
    }

    /// Writes operators by the names of this dialect.
    pub fn dialect(mut self, dialect: Dialect) -> Printer {
        self.dialect = dialect;
        self
    }

    /// Appends the text of a whole script, a command a line.
    pub fn script(&self, script: &Script, out: &mut Vec<u8>) {
        for command in &script.commands {
            self.command(&script.arena, command, out);
            out.push(b'\n');
        }
    }

    /// The text of a whole script.
    pub fn script_text(&self, script: &Script) -> String {
        let mut out = Vec::new();
        self.script(script, &mut out);
        into_text(out)
    }
}

/// The text of a term.
pub fn term_text(arena: &Arena, term: TermId) -> String {
    let mut out = Vec::new();
    Printer::new().term(arena, term, &mut out);
    into_text(out)
}

/// The text of a sort, for people: one that shares parts can be exponentially longer than itself, so what is beyond
/// a few thousand characters is left out.
pub fn sort_text(arena: &Arena, sort: SortId) -> String {
    const ENOUGH: usize = 4096;
    let mut out = Vec::new();
    term::sort_within(arena, sort, &mut out, ENOUGH);
    into_text(out)
}

fn into_text(out: Vec<u8>) -> String {
    // Every piece is a `str` of the arena or ASCII.
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
