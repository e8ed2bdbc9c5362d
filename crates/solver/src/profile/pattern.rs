//! Patterns for messages: words with `*` between them.

use serde::{Deserialize, Serialize};

/// A text to look for; `*` stands for any characters of the same line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern {
    text: String,
    pieces: Vec<String>,
}

impl Pattern {
    /// Whether the line holds the pattern.
    pub fn is_in(&self, line: &str) -> bool {
        let mut rest = line;
        self.pieces.iter().all(|piece| match rest.find(piece.as_str()) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        })
    }

    /// Whether the pattern is the whole of the text, from its first to its last character.
    pub fn is_whole(&self, text: &str) -> bool {
        let first = self.pieces.first().map_or("", String::as_str);
        let last = self.pieces.last().map_or("", String::as_str);
        let starts = self.text.starts_with('*') || text.starts_with(first);
        let ends = self.text.ends_with('*') || text.ends_with(last);
        let exact = self.text.contains('*') || text == self.text;
        starts && ends && exact && self.is_in(text)
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Pattern, String> {
        let pieces: Vec<String> =
            text.split('*').filter(|piece| !piece.is_empty()).map(str::to_owned).collect();
        if pieces.iter().all(|piece| piece.trim().is_empty()) {
            return Err(format!("the pattern `{text}` would match every line"));
        }
        if text.contains('\n') {
            return Err("a pattern is looked for in single lines, so it cannot hold a line end".to_owned());
        }
        Ok(Pattern { text, pieces })
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> String {
        pattern.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        Pattern::try_from(text.to_owned()).unwrap()
    }

    #[test]
    fn pieces_are_found_in_order() {
        let p = pattern("Assertion*failed");
        assert!(p.is_in("z3: a.cpp:7: Assertion `x' failed."));
        assert!(!p.is_in("failed: Assertion"));
    }

    #[test]
    fn a_whole_match_is_bound_at_both_ends() {
        assert!(pattern("dump*").is_whole("dump_models"));
        assert!(!pattern("dump*").is_whole("pp.dump"));
        assert!(pattern("*.file").is_whole("sat.drat.file"));
        assert!(!pattern("trace").is_whole("trace_file_name"));
        assert!(pattern("trace").is_whole("trace"));
    }

    #[test]
    fn a_pattern_that_matches_everything_is_refused() {
        for text in ["", "*", " * ", "a\nb"] {
            assert!(Pattern::try_from(text.to_owned()).is_err(), "{text:?}");
        }
    }
}
