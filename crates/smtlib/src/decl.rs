//! Functions, variables and datatypes that a script introduces.

use crate::sort::{SortDeclId, SortId};
use crate::symbol::Symbol;
use crate::term::TermId;

/// A function or constant of the script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunId(pub(crate) u32);

impl FunId {
    /// The dense number of this function in its arena.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bound variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub(crate) u32);

impl VarId {
    /// The dense number of this variable in its arena.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A datatype.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DatatypeId(pub(crate) u32);

/// A function symbol of the script; a constant is one without parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fun {
    /// Its name.
    pub name: Symbol,
    /// The sorts of its arguments, as written.
    pub params: Vec<SortId>,
    /// The sort of its value, as written.
    pub result: SortId,
    /// The names of the sort parameters that occur in its sorts.
    pub sort_params: Vec<Symbol>,
    /// What it is.
    pub kind: FunKind,
}

/// What a function symbol is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FunKind {
    /// Uninterpreted.
    Declared,
    /// Defined by a body over its parameters; the body of a recursive one is set after its signature.
    Defined {
        /// The parameters.
        vars: Vec<VarId>,
        /// The body; `None` while a recursive definition is being read.
        body: Option<TermId>,
    },
    /// `(! t :named x)`
    Named(TermId),
    /// A constructor, with its place among its datatype's constructors.
    Constructor(DatatypeId, u32),
    /// A selector: datatype, constructor, place among its fields.
    Selector(DatatypeId, u32, u32),
    /// The predicate `is-C` that Z3 and old cvc versions declare with a datatype.
    Tester(DatatypeId, u32),
}

/// A bound variable taken apart.
///
/// Variables are hash-consed. A let variable is its name and its definition, so that one variable has one value
/// wherever it stands; any other is its name, its sort and how many variables of the same name and sort
/// surround it, so that equal formulas are one term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Var {
    /// Its name.
    pub name: Symbol,
    /// Its sort, as written where the source writes one.
    pub sort: SortId,
    /// What binds it.
    pub binding: Binding,
}

/// What binds a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// A `let`, to this term.
    Let(TermId),
    /// A quantifier, lambda, match or definition; the number tells it from variables of the same name and sort
    /// whose scope it is in.
    Scope(u32),
}

/// A datatype, or a codatatype.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Datatype {
    /// Its sort symbol.
    pub sort: SortDeclId,
    /// Its sort parameters.
    pub params: Vec<Symbol>,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
    /// Whether infinite values are values (`declare-codatatypes`).
    pub co: bool,
}

/// A constructor and its selectors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constructor {
    /// The constructor itself.
    pub fun: FunId,
    /// Its selectors.
    pub selectors: Vec<FunId>,
    /// The predicate `is-C`.
    pub tester: FunId,
    /// Whether it is written without parentheses, as old declarations do.
    pub bare: bool,
}
