//! A complete, fast, typed SMT-LIB front end.
//!
//! [`Script::parse`] reads a script of SMT-LIB 2.6 or 2.7, or one with the extensions of Z3 and cvc5, into commands
//! over terms in one hash-consed [`Arena`], typed on the way. What it does not know it keeps as it is, and
//! [`Printer`] gives the same tokens back.
//!
//! ```
//! use smtlib::{Printer, Script};
//!
//! let source = "(declare-const x (_ BitVec 8))\n(assert (= (bvadd x #x01) #x00))\n(check-sat)\n";
//! let script = Script::parse(source.as_bytes()).unwrap();
//! assert!(script.type_errors.is_empty());
//! assert_eq!(Printer::new().script_text(&script), source);
//! ```

mod arena;
mod command;
mod decl;
mod error;
mod interned;
mod lexer;
pub mod logic;
mod measure;
mod parse;
mod position;
mod print;
mod rewrite;
mod script;
mod sort;
mod span;
mod statistics;
mod symbol;
mod term;
pub mod theory;
mod typing;
mod walk;

pub use arena::{Arena, Checkpoint};
pub use command::{ArityWritten, Command, DatatypeStyle};
pub use decl::{Binding, Constructor, Datatype, DatatypeId, Fun, FunId, FunKind, Var, VarId};
pub use error::{SyntaxError, TypeError};
pub use lexer::{Lexer, Token, TokenKind};
pub use logic::{Features, Logic, STANDARD as STANDARD_LOGICS};
pub use measure::Measures;
pub use position::{Position, Positions};
pub use print::{Dialect, Printer, Unsayable, alt_ergo, json, sort_text, term_text};
pub use rewrite::{
    Definition, FreeVars, Rewriter, VarSet, VarSets, alpha_eq, functions_of, is_printable, unprintable_at,
};
pub use script::Script;
pub use sort::{SortCtor, SortDecl, SortDeclId, SortDeclKind, SortId, SortNode, Sorts};
pub use span::{Place, Span};
pub use statistics::Statistics;
pub use symbol::{Symbol, Symbols, word};
pub use term::{
    Attribute, AttributeValue, AttributesId, Binder, Case, CasesId, Head, Index, IndexKind, LiteralKind,
    Qual, QualId, Term, TermId, VarListId,
};
pub use walk::{Lets, Walk};
