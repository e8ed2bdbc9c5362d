//! What can be wrong with the text of a model.

use smtlib::{Place, SyntaxError, TypeError};

use super::draft::Draft;

/// The text of a model cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}{}", .hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})")))]
pub struct ModelError {
    /// Line and column in the text.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl ModelError {
    pub(super) fn at(text: &str, offset: u32, message: impl Into<String>) -> ModelError {
        ModelError { place: Place::of(text.as_bytes(), offset), message: message.into(), hint: None }
    }

    pub(super) fn with_hint(mut self, hint: impl Into<String>) -> ModelError {
        self.hint = Some(hint.into());
        self
    }

    /// An error of the parser in a draft, at the place in the text from which the draft was made.
    pub(super) fn syntax(text: &str, draft: &Draft, error: SyntaxError) -> ModelError {
        let hint = error.hint;
        ModelError { hint, ..ModelError::at(text, draft.origin(error.span.start), error.message) }
    }

    /// The same of the type checker.
    pub(super) fn typing(text: &str, draft: &Draft, error: TypeError) -> ModelError {
        let hint = error.hint;
        ModelError { hint, ..ModelError::at(text, draft.origin(error.span.start), error.message) }
    }
}
