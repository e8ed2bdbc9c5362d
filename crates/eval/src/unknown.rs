//! Why a value is not known. An evaluation never guesses: it gives a value or one of these.

use smtlib::theory::Op;

/// The reason for which a term has no known value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// A quantifier over a domain that is too large, and no instance decided it.
    #[error("a quantifier that instances do not decide")]
    Quantifier,
    /// A symbol to which the model gives no value.
    #[error("the model gives no value to `{0}`")]
    NoValue(String),
    /// A part of the script that the front end could not type.
    #[error("`{0}` is not an operator we know")]
    Opaque(String),
    /// An operator that has no exact value: transcendental functions, solver-internal ones.
    #[error("`{}` has no exact evaluation", .0.name())]
    Inexact(Op),
    /// A comparison of functions, or another use of a function as a value that no finite table decides.
    #[error("functions as values")]
    HigherOrder,
    /// A computation larger than its budget.
    #[error("{0}")]
    Limit(String),
    /// A recursive function that did not end within its budget.
    #[error("a recursive function does not end within {0} calls")]
    Recursion(u32),
    /// A value that depends on an unspecified result which the model does not fix.
    #[error("{0} is unspecified, and the model does not fix it")]
    Unspecified(&'static str),
}

/// A value, or why there is none.
pub type Eval<T = crate::Value> = Result<T, Unknown>;

impl From<crate::number::Limit> for Unknown {
    fn from(limit: crate::number::Limit) -> Self {
        Unknown::Limit(limit.to_string())
    }
}

impl From<crate::regex::Budget> for Unknown {
    fn from(budget: crate::regex::Budget) -> Self {
        Unknown::Limit(budget.to_string())
    }
}

impl From<crate::text::TooLong> for Unknown {
    fn from(error: crate::text::TooLong) -> Self {
        Unknown::Limit(error.to_string())
    }
}
