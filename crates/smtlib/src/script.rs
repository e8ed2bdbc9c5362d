//! A whole script.

use crate::arena::Arena;
use crate::command::Command;
use crate::decl::FunKind;
use crate::error::{SyntaxError, TypeError};
use crate::parse::Parser;
use crate::span::Span;
use crate::term::TermId;

/// A typed SMT-LIB script: commands over terms in one arena.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The terms, sorts and declarations.
    pub arena: Arena,
    /// The commands.
    pub commands: Vec<Command>,
    /// Where each command stands in the source.
    pub command_spans: Vec<Span>,
    /// Where each term first stands in the source, by its index.
    pub term_spans: Vec<Span>,
    /// What the type checker found wrong. Such terms are kept, with an opaque sort.
    pub type_errors: Vec<TypeError>,
    /// How many identifiers, sorts and commands were kept without being understood.
    pub opaque: usize,
}

impl Script {
    /// Reads and type-checks a script. Typing errors do not stop it: see [`Script::type_errors`].
    ///
    /// ```
    /// let script = smtlib::Script::parse(b"(declare-const x Int) (assert (> x 0)) (check-sat)").unwrap();
    /// assert_eq!(script.commands.len(), 3);
    /// assert!(script.type_errors.is_empty());
    /// ```
    pub fn parse(source: &[u8]) -> Result<Script, SyntaxError> {
        Parser::new(source)?.script()
    }

    /// Reads and type-checks more commands in the context of this script, all of whose names are visible whatever
    /// its assertion levels, and gives their places among [`Script::commands`]. To define what the script declares
    /// is no error here: models do. A syntax error leaves the script as it was.
    ///
    /// ```
    /// let mut script = smtlib::Script::parse(b"(declare-const x Int)").unwrap();
    /// assert_eq!(script.extend(b"(define-fun x () Int 5)").unwrap(), 1..2);
    /// assert!(script.type_errors.is_empty());
    /// ```
    pub fn extend(&mut self, source: &[u8]) -> Result<std::ops::Range<usize>, SyntaxError> {
        Parser::extend(self, source)
    }

    /// An empty script with room for what a source of this many bytes is likely to hold.
    pub(crate) fn with_capacity(source_bytes: usize) -> Script {
        let mut script = Script::default();
        // Terms take ten to a hundred bytes of text each; a rehash costs more than some unused room.
        let terms = (source_bytes / 24).min(1 << 22);
        script.arena.terms.reserve(terms);
        script.term_spans.reserve(terms);
        script.commands.reserve(source_bytes / 128);
        script.command_spans.reserve(source_bytes / 128);
        script
    }

    /// The asserted terms in order.
    pub fn assertions(&self) -> impl Iterator<Item = TermId> + '_ {
        self.commands.iter().filter_map(|command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        })
    }

    /// Whether it takes a solver that goes on after a check, or takes back what it was told.
    pub fn is_incremental(&self) -> bool {
        let checks = self.commands.iter().filter(|command| command.is_check());
        checks.count() > 1 || self.commands.iter().any(Command::is_incremental)
    }

    /// All terms that stand directly in a command, bodies of definitions included.
    pub fn root_terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.commands.iter().flat_map(|command| {
            let bodies = command.defined().iter().filter_map(|&fun| match self.arena.fun(fun).kind {
                FunKind::Defined { body, .. } => body,
                _ => None,
            });
            command.terms().iter().copied().chain(bodies)
        })
    }

    /// Whether two scripts have the same commands over the same terms, wherever they came from.
    pub fn same_content(&self, other: &Script) -> bool {
        self.commands == other.commands && self.arena == other.arena
    }
}
