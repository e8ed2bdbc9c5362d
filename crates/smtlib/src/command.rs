//! The commands of a script.

use crate::decl::{DatatypeId, FunId};
use crate::sort::SortDeclId;
use crate::symbol::Symbol;
use crate::term::TermId;

/// A command. Values of options and other s-expressions that are not terms are kept as text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Command {
    SetLogic(Symbol),
    SetOption(Symbol, Option<Symbol>),
    SetInfo(Symbol, Option<Symbol>),
    /// Z3 lets the arity out when it is 0.
    DeclareSort(SortDeclId, ArityWritten),
    DefineSort(SortDeclId),
    DeclareSortParameter(Symbol),
    DeclareFun(FunId),
    DeclareConst(FunId),
    DefineFun(FunId),
    DefineConst(FunId),
    DefineFunRec(FunId),
    DefineFunsRec(Vec<FunId>),
    DeclareDatatypes(DatatypeStyle, Vec<DatatypeId>),
    Assert(TermId),
    /// `assert-soft`, with its attributes as text.
    AssertSoft(TermId, Option<Symbol>),
    Minimize(TermId, Option<Symbol>),
    Maximize(TermId, Option<Symbol>),
    CheckSat,
    CheckSatAssuming(Vec<TermId>),
    /// `check-sat-using`, with the tactic as text.
    CheckSatUsing(Symbol),
    Push(Option<u32>),
    Pop(Option<u32>),
    GetValue(Vec<TermId>),
    /// Z3's `eval`, with its attributes as text.
    Eval(TermId, Option<Symbol>),
    /// Z3's `simplify`, with its attributes as text.
    Simplify(TermId, Option<Symbol>),
    GetInfo(Symbol),
    GetOption(Symbol),
    Echo(Symbol),
    Reset,
    ResetAssertions,
    GetModel,
    GetProof,
    GetUnsatCore,
    GetUnsatAssumptions,
    GetAssertions,
    GetAssignment,
    Exit,
    /// Any other command, as text without the outer parentheses.
    Other(Symbol),
}

/// Whether `declare-sort` states the arity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ArityWritten {
    Yes,
    No,
}

/// How a declaration of datatypes is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatatypeStyle {
    /// `(declare-datatype T (…))`
    One,
    /// `(declare-datatypes ((T 0) …) ((…) …))`
    Many,
    /// `(declare-datatypes (X …) ((T …) …))`, as before SMT-LIB 2.6.
    Old,
}

/// The commands that take no argument, by name.
pub(crate) const PLAIN: &[(&str, Command)] = &[
    ("check-sat", Command::CheckSat),
    ("reset", Command::Reset),
    ("reset-assertions", Command::ResetAssertions),
    ("get-model", Command::GetModel),
    ("get-proof", Command::GetProof),
    ("get-unsat-core", Command::GetUnsatCore),
    ("get-unsat-assumptions", Command::GetUnsatAssumptions),
    ("get-assertions", Command::GetAssertions),
    ("get-assignment", Command::GetAssignment),
    ("exit", Command::Exit),
];

/// Commands of single solvers that hold no term: as text they are complete.
pub(crate) const PASS_THROUGH: &[&str] = &[
    "apply",
    "block-model",
    "check-sat",
    "check-synth",
    "check-synth-next",
    "declare-heap",
    "display",
    "echo",
    "error",
    "find-synth-next",
    "get-abduct-next",
    "get-difficulty",
    "get-interpolant-next",
    "get-learned-literals",
    "get-model",
    "get-objectives",
    "get-proof",
    "get-timeout-core",
    "get-unsat-core-lemmas",
    "goals",
    "help",
    "help-tactic",
    "labels",
    "load-plugin",
    "model",
    "set-feature",
];

impl Command {
    /// The terms that stand directly in the command.
    pub fn terms(&self) -> &[TermId] {
        match self {
            Command::Assert(term)
            | Command::AssertSoft(term, _)
            | Command::Minimize(term, _)
            | Command::Maximize(term, _)
            | Command::Eval(term, _)
            | Command::Simplify(term, _) => std::slice::from_ref(term),
            Command::CheckSatAssuming(terms) | Command::GetValue(terms) => terms,
            _ => &[],
        }
    }

    /// The terms that stand directly in the command, to be exchanged.
    pub fn terms_mut(&mut self) -> &mut [TermId] {
        match self {
            Command::Assert(term)
            | Command::AssertSoft(term, _)
            | Command::Minimize(term, _)
            | Command::Maximize(term, _)
            | Command::Eval(term, _)
            | Command::Simplify(term, _) => std::slice::from_mut(term),
            Command::CheckSatAssuming(terms) | Command::GetValue(terms) => terms,
            _ => &mut [],
        }
    }

    /// The functions that the command defines by a body.
    pub fn defined(&self) -> &[FunId] {
        match self {
            Command::DefineFun(fun) | Command::DefineConst(fun) | Command::DefineFunRec(fun) => {
                std::slice::from_ref(fun)
            }
            Command::DefineFunsRec(funs) => funs,
            _ => &[],
        }
    }

    /// Whether only a solver takes it that was told to go on after a check.
    pub fn is_incremental(&self) -> bool {
        use Command::{CheckSatAssuming, Pop, Push, ResetAssertions};
        matches!(self, Push(_) | Pop(_) | CheckSatAssuming(_) | ResetAssertions)
    }

    /// Whether a solver answers the command with `sat`, `unsat` or `unknown`.
    pub fn is_check(&self) -> bool {
        matches!(self, Command::CheckSat | Command::CheckSatAssuming(_) | Command::CheckSatUsing(_))
    }

    /// Whether the command declares or defines a sort, a datatype or a function.
    pub fn is_declaration(&self) -> bool {
        matches!(
            self,
            Command::DeclareSort(..)
                | Command::DefineSort(_)
                | Command::DeclareSortParameter(_)
                | Command::DeclareFun(_)
                | Command::DeclareConst(_)
                | Command::DefineFun(_)
                | Command::DefineConst(_)
                | Command::DefineFunRec(_)
                | Command::DefineFunsRec(_)
                | Command::DeclareDatatypes(..)
        )
    }
}
