//! The calls that a trace is made of: one row each.

use smtlib::theory::Op;

/// What a handle stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// `i`: a solver instance.
    Solver,
    /// `s`: a sort.
    Sort,
    /// `t`: a term.
    Term,
    /// `f`: a function.
    Fun,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Solver, Kind::Sort, Kind::Term, Kind::Fun];

    /// The letter that its handles begin with.
    pub fn letter(self) -> char {
        match self {
            Kind::Solver => 'i',
            Kind::Sort => 's',
            Kind::Term => 't',
            Kind::Fun => 'f',
        }
    }
}

/// A name for something that a call has made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handle {
    /// What it stands for.
    pub kind: Kind,
    /// Its number among those of its kind.
    pub number: u32,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Something that an earlier call has made.
    Handle(Handle),
    /// A number.
    Number(u32),
    /// A word or an s-expression: a name, a value, a sort.
    Text(Box<str>),
    /// An operator of the signature table.
    Operator(Operator),
}

/// An operator with its indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The row.
    pub op: Op,
    /// The numbers after `_`.
    pub indices: Vec<u32>,
    /// The sort after `as`.
    pub sort: Option<u32>,
}

/// What an argument may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A handle of this kind.
    Handle(Kind),
    /// Any number of handles of this kind; always the last.
    Handles(Kind),
    /// A number.
    Number,
    /// A word or an s-expression.
    Text,
    /// An operator.
    Operator,
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The call.
    pub action: Action,
    /// Its word in a trace.
    pub word: &'static str,
    /// Its arguments.
    pub takes: &'static [Takes],
    /// What it makes.
    pub gives: Option<Kind>,
    /// What it does.
    pub meaning: &'static str,
}

macro_rules! calls {
    ($($action:ident $word:literal [$($takes:expr),*] $gives:expr, $meaning:literal;)*) => {
        /// A kind of call.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Action { $(#[doc = $meaning] $action),* }

        /// All calls, in the order of [`Action`].
        pub const CALLS: &[Row] = &[$(Row {
            action: Action::$action, word: $word, takes: &[$($takes),*], gives: $gives, meaning: $meaning,
        }),*];
    };
}

const SOLVER: Takes = Takes::Handle(Kind::Solver);
const SORT: Takes = Takes::Handle(Kind::Sort);
const TERM: Takes = Takes::Handle(Kind::Term);
const TERMS: Takes = Takes::Handles(Kind::Term);
const TEXT: Takes = Takes::Text;

calls! {
    New "new" [] Some(Kind::Solver), "makes a solver";
    SetLogic "set-logic" [SOLVER, TEXT] None, "tells a solver its logic";
    SetOption "set-option" [SOLVER, TEXT, TEXT] None, "sets an option to a value";
    Sort "sort" [TEXT] Some(Kind::Sort), "makes a sort";
    Datatype "datatype" [TEXT] Some(Kind::Sort), "makes a sort by a declaration: `(declare-datatype T ((nil) (cons (head Int) (tail T))))`";
    Part "part" [SORT, TEXT] Some(Kind::Fun), "a datatype's constructor, selector or tester (`is-cons`), as a function";
    Constant "constant" [TEXT, SORT, TEXT] Some(Kind::Term), "declares a constant; the last is its value in the witness";
    Function "function" [TEXT, SORT, TEXT, Takes::Handles(Kind::Sort)] Some(Kind::Fun),
        "declares a function of these sorts; the witness has one value of it everywhere";
    Value "value" [SORT, TEXT] Some(Kind::Term), "makes a value";
    Term "term" [Takes::Operator, TERMS] Some(Kind::Term), "applies an operator";
    Apply "apply" [Takes::Handle(Kind::Fun), TERMS] Some(Kind::Term), "applies a declared function";
    Quantify "quantify" [TEXT, TERM, TERMS] Some(Kind::Term),
        "`forall` or `exists`: binds these constants in a formula";
    Define "define" [TEXT, TERM, TERMS] Some(Kind::Fun), "defines a function: these constants are its parameters in a term";
    Assert "assert" [SOLVER, TERM] None, "asserts a term";
    Push "push" [SOLVER, Takes::Number] None, "opens levels";
    Pop "pop" [SOLVER, Takes::Number] None, "closes levels";
    CheckSat "check-sat" [SOLVER, TERMS] None, "asks for the answer, under assumptions if there are any";
    Interrupt "interrupt" [SOLVER, Takes::Number] None, "asks for the answer, and interrupts the search after so many microseconds";
    GetValue "get-value" [SOLVER, TERM] None, "asks for a term's value, which must be that of its parts' values";
    CheckModel "check-model" [SOLVER] None, "asks for all values and evaluates all assertions under them";
    CheckCore "check-core" [SOLVER] None, "asks for the core, which must be among what was asserted or assumed, and unsat";
    CheckFresh "check-fresh" [SOLVER] None, "asserts the same in a new solver, which must not answer otherwise";
    CheckClone "check-clone" [SOLVER] None, "clones everything; the clone must not answer otherwise";
    CheckDump "check-dump" [SOLVER] None, "dumps the assertions and reads them back; the answer must be the same";
    Simplify "simplify" [SOLVER, TERM] Some(Kind::Term), "simplifies a term, which must keep its meaning";
    Substitute "substitute" [TERM, TERM, TERM] Some(Kind::Term), "puts the third for the second in the first";
    ResetAssertions "reset-assertions" [SOLVER] None, "forgets assertions and levels";
    Inspect "inspect" [TERM] None, "asks all that is known about a term, which must be what it was made of";
    Release "release" [TERM] None, "gives a term's handle back";
    Clone "clone" [SOLVER] None, "makes a clone; from here on both are told the same, and must answer the same";
    Print "print" [SOLVER] None, "has the solver print what it can: models, statistics, formulas in its formats";
    CheckScript "check-script" [SOLVER] None, "tells the same again as a script; the answer must be the same";
    CheckBroken "check-broken" [SOLVER] None, "dumps the assertions, damages the text and has it read: an error is no crash";
    Abuse "abuse" [SOLVER] None, "passes what is forbidden, in a process of its own: the library must complain";
    Misuse "misuse" [Takes::Operator, TERMS] None, "applies an operator to what it does not take: an error is due";
    Delete "delete" [SOLVER] None, "deletes a solver";
}

impl Action {
    /// Its row.
    pub fn row(self) -> &'static Row {
        // The rows stand in the order of the actions.
        &CALLS[self as usize]
    }

    /// The call of this word.
    pub fn named(word: &str) -> Option<Action> {
        CALLS.iter().find(|row| row.word == word).map(|row| row.action)
    }
}

/// A call with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What is called.
    pub action: Action,
    /// With what.
    pub args: Vec<Arg>,
    /// The handle of what it makes.
    pub result: Option<u32>,
}

impl Call {
    /// A call that makes nothing.
    pub fn plain(action: Action, args: Vec<Arg>) -> Call {
        Call { action, args, result: None }
    }

    /// The handles it uses.
    pub fn uses(&self) -> impl Iterator<Item = Handle> + '_ {
        self.args.iter().filter_map(|arg| match arg {
            Arg::Handle(handle) => Some(*handle),
            Arg::Operator(operator) => operator.sort.map(|number| Handle { kind: Kind::Sort, number }),
            Arg::Number(_) | Arg::Text(_) => None,
        })
    }

    /// The handle it makes.
    pub fn makes(&self) -> Option<Handle> {
        Some(Handle { kind: self.action.row().gives?, number: self.result? })
    }

    /// The numbers of its handles of a kind, in order.
    pub fn numbers(&self, kind: Kind) -> Vec<u32> {
        let of_kind = |arg: &Arg| match arg {
            Arg::Handle(handle) if handle.kind == kind => Some(handle.number),
            _ => None,
        };
        self.args.iter().filter_map(of_kind).collect()
    }

    /// Its texts, in order.
    pub fn texts(&self) -> Vec<&str> {
        self.args
            .iter()
            .filter_map(|arg| if let Arg::Text(text) = arg { Some(&**text) } else { None })
            .collect()
    }

    /// Its solver, where it has one.
    pub fn solver(&self) -> Option<u32> {
        self.numbers(Kind::Solver).first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_its_row_and_a_word_of_its_own() {
        for (i, row) in CALLS.iter().enumerate() {
            assert_eq!(row.action as usize, i);
            assert_eq!(Action::named(row.word), Some(row.action));
            let lists = row.takes.iter().position(|takes| matches!(takes, Takes::Handles(_)));
            assert!(lists.is_none_or(|at| at + 1 == row.takes.len()), "{}", row.word);
        }
    }
}
