//! What can be wrong with a script.

use crate::span::{Place, Span};

/// A syntax error: the text is not a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError { span, message: message.into(), hint: None }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> SyntaxError {
        self.hint = Some(hint.into());
        self
    }

    /// Where the error is, as line and column of `source`.
    pub fn place(&self, source: &[u8]) -> Place {
        Place::of(source, self.span.start)
    }
}

/// A typing error: the script can be read, but a term of it has no sort.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TypeError {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl TypeError {
    /// Where the error is, as line and column of `source`.
    pub fn place(&self, source: &[u8]) -> Place {
        Place::of(source, self.span.start)
    }
}
