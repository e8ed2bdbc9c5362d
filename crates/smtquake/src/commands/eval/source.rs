//! The script and the model as files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use eval::Model;
use eval::model_text::read_model;
use smtlib::{Command, Place, Script, Span, TermId};

use crate::diagnostics::Diagnostic;
use crate::terminal;

/// So many type errors are shown: the first ones cause most of the others.
const MAX_TYPE_ERRORS: usize = 20;

/// A text with its name.
pub struct Source {
    /// The name, for people.
    pub name: String,
    bytes: Vec<u8>,
}

/// An assertion and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// The line of its command, counted from 1.
    pub line: usize,
    /// The formula.
    pub term: TermId,
}

impl Source {
    /// Reads a file, or standard input for `-`.
    pub fn read(path: &Path) -> anyhow::Result<Source> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
            return Ok(Source { name: "<stdin>".to_owned(), bytes });
        }
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Source { name: path.display().to_string(), bytes })
    }

    /// The well-sorted script that the text is, or what is wrong with it.
    pub fn script(&self) -> Result<Script, String> {
        let script = Script::parse(&self.bytes)
            .map_err(|error| self.problem(error.span, &error.message, error.hint.as_deref()))?;
        if script.type_errors.is_empty() {
            return Ok(script);
        }
        let shown = script.type_errors.iter().take(MAX_TYPE_ERRORS);
        let mut problems: String =
            shown.map(|error| self.problem(error.span, &error.message, error.hint.as_deref())).collect();
        let more = script.type_errors.len().saturating_sub(MAX_TYPE_ERRORS);
        if more > 0 {
            problems += &format!("Error: {}: and {more} more type errors\n", self.name);
        }
        Err(problems)
    }

    /// The model of a script that the text holds, or what is wrong with it.
    pub fn model(&self, script: &mut Script) -> Result<Model, String> {
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let start = error.valid_up_to() as u32;
            self.problem(Span { start, end: start + 1 }, "a model is text in UTF-8, and this is not", None)
        })?;
        read_model(script, text)
            .map_err(|error| self.problem(self.word_at(error.place), &error.message, error.hint.as_deref()))
    }

    /// The assertions of the script that was read from this text, in order.
    pub fn assertions(&self, script: &Script) -> Vec<Assertion> {
        let (mut line, mut counted) = (1, 0);
        let commands = script.commands.iter().zip(&script.command_spans);
        let asserted = commands.filter_map(|(command, span)| match command {
            Command::Assert(term) => Some((*term, span.start as usize)),
            _ => None,
        });
        asserted
            .map(|(term, start)| {
                // Commands stand in order: only what lies between two of them is looked at.
                line += self.bytes[counted..start].iter().filter(|&&byte| byte == b'\n').count();
                counted = start;
                Assertion { line, term }
            })
            .collect()
    }

    fn problem(&self, span: Span, message: &str, hint: Option<&str>) -> String {
        let diagnostic = Diagnostic { file: &self.name, source: &self.bytes, span, message, hint };
        diagnostic.render(terminal::stderr_has_colour())
    }

    /// The word, or the parenthesis, at a place.
    fn word_at(&self, place: Place) -> Span {
        let mut lines = self.bytes.split_inclusive(|&byte| byte == b'\n');
        let above: usize = lines.by_ref().take(place.line - 1).map(<[u8]>::len).sum();
        let line = lines.next().unwrap_or_default();
        let starts = line.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80);
        let within = starts.map(|(i, _)| i).nth(place.column - 1).unwrap_or(line.len());
        let is_end = |&byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')');
        let length = line[within..].iter().position(is_end).unwrap_or(line.len() - within).max(1);
        let start = (above + within) as u32;
        Span { start, end: start + length as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "a".to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn assertions_have_their_lines() {
        let source = source("(assert true)\n\n(push 1) (assert false)\n(assert\n true)(assert true)");
        let script = source.script().unwrap();
        let lines: Vec<usize> = source.assertions(&script).iter().map(|assertion| assertion.line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
    }

    #[test]
    fn the_word_at_a_place_is_found() {
        let source = source("(a\n ü wörd)\n");
        for (line, column, start, word) in [(1, 1, 0, "("), (1, 2, 1, "a"), (2, 4, 7, "wörd")] {
            let span = source.word_at(Place { line, column });
            assert_eq!((span.start, span.of(&source.bytes)), (start, word.as_bytes()));
        }
        // A place behind the end is that of text that should go on.
        assert_eq!(source.word_at(Place { line: 3, column: 1 }).start, 14);
        assert_eq!(source.word_at(Place { line: 9, column: 9 }).start, 14);
    }

    #[test]
    fn a_model_that_is_no_text_is_told_where() {
        let source = Source { name: "m".to_owned(), bytes: b"(\n \xff)".to_vec() };
        let problem = source.model(&mut Script::default()).unwrap_err();
        assert!(problem.contains("m:2:2"), "{problem}");
    }
}
