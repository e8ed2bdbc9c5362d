//! A text with one place to fill in, written `{}`.

use serde::{Deserialize, Serialize};

/// A text with one `{}` in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    before: String,
    after: String,
}

impl Template {
    pub(super) fn from_parts(before: &str, after: &str) -> Template {
        Template { before: before.to_owned(), after: after.to_owned() }
    }

    /// The text with the place filled in.
    pub fn fill(&self, value: &str) -> String {
        format!("{}{value}{}", self.before, self.after)
    }

    /// The text as it was written, with `{}`.
    pub fn text(&self) -> String {
        self.fill("{}")
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Template, String> {
        match text.split_once("{}") {
            Some((before, after)) if !after.contains("{}") => Ok(Template::from_parts(before, after)),
            _ => Err(format!("`{text}` must hold `{{}}` exactly once")),
        }
    }
}

impl From<Template> for String {
    fn from(template: Template) -> String {
        template.text()
    }
}
