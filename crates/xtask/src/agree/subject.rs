//! What a claim is about.

use smtlib::theory::{Op, Theory};

/// What a ground term shows: an operator of the table, or a form of the language that is no operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// A row of the signature table.
    Op(Op),
    /// A binder, a kind of function that scripts declare, or the like.
    Form(&'static str),
}

impl Subject {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Op(op) => op.name(),
            Subject::Form(name) => name,
        }
    }

    /// Its theory, unless it is a form.
    pub fn theory(self) -> Option<Theory> {
        match self {
            Subject::Op(op) => Some(op.theory()),
            Subject::Form(_) => None,
        }
    }

    /// The name of its theory in reports.
    pub fn theory_name(self) -> String {
        self.theory().map_or_else(|| "Form".to_owned(), |theory| format!("{theory:?}"))
    }
}
