//! What can be wrong with a file.

use serde::Serialize;
use smtlib::{Place, Span};

/// The kind of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The file cannot be read.
    Unreadable,
    /// It is not a script.
    Syntax,
    /// A term is not well sorted.
    Type,
    /// What is printed is not what was read.
    RoundTrip,
    /// smtquake itself failed.
    Internal,
}

impl Kind {
    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unreadable => "unreadable",
            Kind::Syntax => "syntax",
            Kind::Type => "type",
            Kind::RoundTrip => "round trip",
            Kind::Internal => "internal error",
        }
    }
}

/// One reason to reject a file.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// Line and column, where there is one.
    #[serde(serialize_with = "place_as_text")]
    pub place: Option<Place>,
    /// Its kind.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The part of the source to mark.
    #[serde(skip)]
    pub span: Option<Span>,
}

fn place_as_text<S: serde::Serializer>(place: &Option<Place>, serializer: S) -> Result<S::Ok, S::Error> {
    match place {
        Some(place) => serializer.collect_str(place),
        None => serializer.serialize_none(),
    }
}

impl Problem {
    /// A problem of a file as a whole.
    pub fn of_file(file: &str, kind: Kind, message: impl Into<String>) -> Problem {
        Problem { file: file.to_owned(), place: None, kind, message: message.into(), hint: None, span: None }
    }

    /// `file:line:column`, as far as known.
    pub fn location(&self) -> String {
        match self.place {
            Some(place) => format!("{}:{place}", self.file),
            None => self.file.clone(),
        }
    }

    /// The message without what differs from file to file: names between backticks, numbers, lists of sorts.
    pub fn reason(&self) -> String {
        let message = match self.message.split_once(" arguments ") {
            Some((before, _)) => format!("{before} arguments …"),
            None => self.message.clone(),
        };
        let mut reason = String::with_capacity(message.len());
        for (i, part) in message.split('`').enumerate() {
            if i % 2 == 1 {
                reason.push_str("`…`");
            } else {
                push_without_numbers(part, &mut reason);
            }
        }
        reason
    }
}

fn push_without_numbers(text: &str, out: &mut String) {
    let mut in_number = false;
    for c in text.chars() {
        let digit = c.is_ascii_digit();
        if !digit {
            out.push(c);
        } else if !in_number {
            out.push('N');
        }
        in_number = digit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_forget_names_numbers_and_sorts() {
        for (message, reason) in [
            ("expected `)`, found `foo`", "expected `…`, found `…`"),
            ("this term is of sort (_ BitVec 12), not Bool", "this term is of sort (_ BitVec N), not Bool"),
            ("`f` cannot take arguments Int Bool", "`…` cannot take arguments …"),
            ("plain", "plain"),
            ("an open `tick", "an open `…`"),
        ] {
            assert_eq!(Problem::of_file("f", Kind::Syntax, message).reason(), reason);
        }
    }
}
