//! Solver libraries behind one interface.
//!
//! An adapter is mainly a table: which function or kind of the library makes which operator ([`template`]), resolved
//! when the library is loaded. What it does not have is not among its [`Abilities`], and never called.

pub(crate) mod apart;
mod asked;
mod bitwuzla;
mod boolector;
mod cvc5;
mod fold;
mod functions;
mod interrupted;
mod mode;
mod options;
mod spell;
mod stream;
mod template;
mod yices;
mod z3;

use std::time::Duration;

use eval::Value;
use smtlib::theory::Op;
use solver::host::symbols::Symbols;
use solver::host::{Guest, HostError};

use crate::book::{Answer, Book};
use crate::trace::{Action, Operator};
pub use mode::Mode;
pub use options::{OptionRow, Values};
pub(crate) use spell::bits;

/// The families that have an adapter.
pub const ADAPTED: &[&str] = &["z3", "cvc5", "yices", "boolector", "bitwuzla"];

/// Families whose libraries give back all memory in the end. Theirs is filled with rubbish: in others, which are larger, that
/// would take most of the time.
pub(crate) const FREEING: &[&str] = &["boolector"];

/// The exit code of a process that a library has ended because it was not used as its documentation says.
pub(crate) const CONTRACT: i32 = 78;

/// Loads a library. Only for processes that do nothing else.
pub fn load(guest: &Guest) -> Result<Box<dyn Library>, HostError> {
    Ok(match guest.family.as_str() {
        "z3" => Box::new(z3::Z3::load(guest)?),
        "cvc5" => Box::new(cvc5::Cvc5::load(guest)?),
        "yices" => Box::new(yices::Yices::load(guest)?),
        "boolector" => Box::new(boolector::Boolector::load(guest)?),
        "bitwuzla" => Box::new(bitwuzla::Bitwuzla::load(guest)?),
        family => {
            let known = ADAPTED.join(", ");
            return Err(HostError::Load(format!(
                "the functions of {family} cannot be called: those of {known} can"
            )));
        }
    })
}

/// How an operator is called in C.
pub(crate) enum CCall {
    /// By a function, with a template of its parameters.
    Function(String, &'static str),
    /// By a kind of term, which may take any number of arguments.
    Kind(String, bool),
    /// By an expression that is always the same.
    Text(String),
}

/// How an operator is called in C, if it is by one call.
pub(crate) fn c_call(family: &str, op: Op) -> Option<CCall> {
    if family == "cvc5" {
        let row = cvc5::TABLE.iter().find(|row| row.0 == op)?;
        return Some(CCall::Kind(format!("CVC5_KIND_{}", row.1), row.2));
    }
    if family == "bitwuzla" {
        if let Some((_, mode)) = bitwuzla::MODES.iter().find(|row| row.0 == op) {
            return Some(CCall::Text(format!("bitwuzla_mk_rm_value(tm, BITWUZLA_RM_{mode})")));
        }
        if let Some(row) = bitwuzla::TABLE.iter().find(|row| row.0 == op) {
            return Some(CCall::Kind(format!("BITWUZLA_KIND_{}", row.1), row.2));
        }
    }
    let (prefix, table) = match family {
        "z3" => ("Z3_mk_", z3::TABLE),
        "yices" => ("yices_", yices::TABLE),
        "boolector" => ("boolector_", boolector::TABLE),
        "bitwuzla" => ("bitwuzla_", bitwuzla::FUNCTIONS),
        _ => return None,
    };
    let turned: &[template::Row] = if family == "yices" { yices::TURNED } else { &[] };
    let row = table.iter().chain(turned).find(|row| row.0 == op)?;
    Some(CCall::Function(format!("{prefix}{}", row.1), row.2))
}

/// What a library says when it does not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl Refused {
    /// For this reason.
    pub fn because(why: impl Into<String>) -> Refused {
        Refused(why.into())
    }
}

/// What came of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// It was read, and answered.
    Answer(Answer),
    /// The library's reader says that it is no script of its language.
    Unread(String),
}

/// What came of a call.
pub type Done<T = ()> = Result<T, Refused>;

/// What a library can do.
#[derive(Clone, Debug, Default)]
pub struct Abilities {
    /// The calls.
    pub actions: Vec<Action>,
    /// The operators.
    pub ops: Vec<Op>,
    /// Families of sorts, by what they are in the signature table's theories.
    pub sorts: Vec<SortFamily>,
    /// Formats of floating-point numbers: small ones are fast, but not every library has them.
    pub floats: &'static [&'static str],
    /// What can be set, and to what.
    pub options: Vec<OptionRow>,
    /// Whether products and quotients need a constant factor.
    pub linear: bool,
    /// How many solvers may live at a time.
    pub solvers: usize,
    /// Whether a library tells errors of use, instead of ending the process.
    pub tells_misuse: bool,
    /// Ways of working to choose from.
    pub modes: &'static [Mode],
    /// Settings without which another solver could not do the same.
    pub needed: &'static [&'static str],
    /// Whether its reader of scripts knows those of version 1.2, too.
    pub reads_smt1: bool,
    /// Whether what was made is given back when a world is closed, to the last byte.
    pub frees_all: bool,
}

/// A family of sorts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SortFamily {
    Bool,
    BitVec,
    Int,
    Real,
    Float,
    String,
    RegLan,
    Array,
    Datatype,
    /// Declared functions.
    Function,
}

/// Formats that no standard names.
const SMALL_FLOATS: &[&str] =
    &["(_ FloatingPoint 2 3)", "(_ FloatingPoint 3 4)", "(_ FloatingPoint 3 5)", "(_ FloatingPoint 5 11)"];

/// A loaded library.
pub trait Library {
    /// What it can do.
    fn abilities(&self) -> &Abilities;

    /// A world of its own: terms, and solvers that share them.
    fn open(&self) -> Box<dyn World + '_>;
}

/// Terms and solvers. Things are named by the numbers of their handles; `at` is the number of what a call makes. A world
/// may rely on what [`Book`] has checked.
pub trait World {
    /// Makes the sort that the book has under this number.
    fn sort(&mut self, at: u32, book: &Book) -> Done;
    /// Declares a constant.
    fn constant(&mut self, at: u32, name: &str, sort: u32, book: &Book) -> Done;
    /// Declares a function.
    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done;
    /// Makes a value; `way` chooses between ways to do it.
    fn value(&mut self, at: u32, sort: u32, value: &Value, way: u32) -> Done;
    /// Applies an operator. Where nothing is to be made, it is a misuse.
    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], book: &Book, way: u32) -> Done;
    /// Applies a function.
    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done;

    /// Binds constants in a formula; the book has the result under `at`.
    fn quantify(&mut self, _at: u32, _forall: bool, _body: u32, _constants: &[u32], _book: &Book) -> Done {
        Err(Refused::because("it has no quantifiers"))
    }
    /// Makes a function of a term, whose parameters are constants in it; the book has it under `at`.
    fn define(&mut self, _at: u32, _body: u32, _constants: &[u32], _book: &Book, _way: u32) -> Done {
        Err(Refused::because("it does not define functions"))
    }
    /// A constructor, selector or tester of a datatype; the book has it under `at`.
    fn part(&mut self, _at: u32, _sort: u32, _book: &Book) -> Done {
        Err(Refused::because("it has no datatypes"))
    }
    /// Asks all that is known about a term; gives what is wrong with it.
    fn inspect(&mut self, _term: u32, _book: &Book) -> Done<Option<String>> {
        Err(Refused::because("it does not tell about terms"))
    }
    /// Gives a term back.
    fn release(&mut self, _term: u32) -> Done {
        Err(Refused::because("it takes nothing back"))
    }
    /// Makes a clone that is told everything from here on.
    fn shadow(&mut self) -> Done {
        Err(Refused::because("it does not clone"))
    }
    /// What a clone did otherwise since this was asked last.
    fn difference(&mut self) -> Option<String> {
        None
    }
    /// Prints one of the things that can be printed.
    fn print(&mut self, _solver: u32, _way: u32, _book: &Book) -> Done<Option<String>> {
        Err(Refused::because("it does not print"))
    }
    /// Passes something forbidden; gives what is wrong with how the library takes it.
    fn abuse(&mut self, _way: u32) -> Done<Option<String>> {
        Err(Refused::because("it promises no error"))
    }

    /// Makes a solver.
    fn solver(&mut self, at: u32, way: u32) -> Done;
    /// Tells a solver its logic.
    fn set_logic(&mut self, _solver: u32, _logic: &str) -> Done {
        Err(Refused::because("it takes no logic"))
    }
    /// Sets an option.
    fn set_option(&mut self, solver: u32, name: &str, value: &str) -> Done;
    /// Asserts a term.
    fn assert(&mut self, solver: u32, term: u32, way: u32) -> Done;
    /// Opens levels.
    fn push(&mut self, solver: u32, levels: u32) -> Done;
    /// Closes levels.
    fn pop(&mut self, solver: u32, levels: u32) -> Done;
    /// Asks for the answer.
    fn check(&mut self, solver: u32, assumptions: &[u32], way: u32) -> Done<Answer>;
    /// Asks for the answer, and interrupts the search after some time.
    fn check_interrupted(&mut self, _solver: u32, _after: Duration) -> Done<Answer> {
        Err(Refused::because("it cannot be interrupted"))
    }
    /// The value of a term after `sat`, in SMT-LIB.
    fn value_of(&mut self, solver: u32, term: u32, book: &Book) -> Done<String>;
    /// The assumptions that the last `unsat` needs, by number; one that is none of them is `None`.
    fn core(&mut self, solver: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>>;
    /// Simplifies a term.
    fn simplify(&mut self, _at: u32, _solver: u32, _term: u32) -> Done {
        Err(Refused::because("it does not simplify terms"))
    }
    /// Puts a term for a constant in another one.
    fn substitute(&mut self, _at: u32, _of: u32, _from: u32, _to: u32) -> Done {
        Err(Refused::because("it does not substitute"))
    }
    /// Forgets all assertions and levels.
    fn reset_assertions(&mut self, _solver: u32) -> Done {
        Err(Refused::because("it does not forget assertions"))
    }
    /// Deletes a solver.
    fn delete(&mut self, solver: u32) -> Done;
    /// The answer of a copy of everything.
    fn check_twin(&mut self, _solver: u32, _assumptions: &[u32]) -> Done<Answer> {
        Err(Refused::because("it does not clone"))
    }
    /// The assertions of a solver as a script.
    fn dump(&mut self, _solver: u32, _way: u32) -> Done<String> {
        Err(Refused::because("it does not dump"))
    }
    /// The answer to a script that was dumped, or is of what the library was told; for a world in which nothing was made.
    /// Only a library that reads all that it can be told says that it cannot read one.
    fn check_script(&mut self, _script: &str) -> Done<Read> {
        Err(Refused::because("it does not read scripts"))
    }
}

/// What every library does, besides its operators.
const EVERYWHERE: &[Action] = &[
    Action::New,
    Action::SetOption,
    Action::Sort,
    Action::Constant,
    Action::Function,
    Action::Value,
    Action::Term,
    Action::Apply,
    Action::Assert,
    Action::Push,
    Action::Pop,
    Action::CheckSat,
    Action::GetValue,
    Action::CheckModel,
    Action::CheckCore,
    Action::CheckFresh,
    Action::Delete,
];

/// The calls of every library, and those of this table whose functions the library has.
fn present(table: &[(Action, Option<&str>)], library: &Symbols) -> Vec<Action> {
    let has = |name: &str| {
        // SAFETY: it is only looked for, and never called.
        unsafe { library.optional::<unsafe extern "C" fn()>(name) }.is_some()
    };
    let own = table.iter().filter(|(_, needs)| needs.is_none_or(has)).map(|(action, _)| *action);
    EVERYWHERE.iter().copied().chain(own).collect()
}

/// Things by number.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<T>(Vec<Option<T>>);

impl<T: Copy> Shelf<T> {
    pub(crate) fn new() -> Shelf<T> {
        Shelf(Vec::new())
    }

    pub(crate) fn put(&mut self, at: u32, thing: T) {
        let at = at as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        self.0[at] = Some(thing);
    }

    pub(crate) fn get(&self, at: u32) -> Done<T> {
        self.0
            .get(at as usize)
            .copied()
            .flatten()
            .ok_or_else(|| Refused::because(format!("number {at} is missing")))
    }

    pub(crate) fn all(&self, numbers: &[u32]) -> Done<Vec<T>> {
        numbers.iter().map(|&at| self.get(at)).collect()
    }

    pub(crate) fn take(&mut self, at: u32) -> Done<T> {
        let thing = self.get(at)?;
        self.0[at as usize] = None;
        Ok(thing)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, T)> + '_ {
        (0..).zip(&self.0).filter_map(|(at, thing)| Some((at, (*thing)?)))
    }
}
