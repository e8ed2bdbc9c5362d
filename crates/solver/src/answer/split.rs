//! Cutting an output into pieces.

use memchr::{memchr, memchr2};

use super::Text;

/// A piece of output that stands by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// What it looks like.
    pub shape: Shape,
    /// Where it is; for an error, its message without the quotes.
    pub text: Text,
}

/// What a piece of output looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `sat`.
    Sat,
    /// `unsat`.
    Unsat,
    /// `unknown`.
    Unknown,
    /// `timeout`.
    Timeout,
    /// `unsupported`.
    Unsupported,
    /// `success`.
    Success,
    /// `(error …)`.
    Error,
    /// Another parenthesised expression.
    List,
    /// A string literal.
    String,
    /// A line of anything else.
    Line,
}

/// Expressions that never close before the rest is given up as lines: each costs a scan of the rest.
const UNCLOSED_AT_MOST: usize = 16;

/// Cuts `output` into pieces. Any bytes are accepted; white space and comments are dropped.
pub fn split(output: &[u8]) -> impl Iterator<Item = Piece> + '_ {
    let mut pieces = Pieces { output, at: 0, unclosed: 0 };
    std::iter::from_fn(move || pieces.next())
}

struct Pieces<'a> {
    output: &'a [u8],
    at: usize,
    unclosed: usize,
}

impl Pieces<'_> {
    fn next(&mut self) -> Option<Piece> {
        loop {
            let rest = &self.output[self.at..];
            self.at += rest.iter().position(|b| !b.is_ascii_whitespace())?;
            match self.output[self.at] {
                b';' => self.at = self.line_end(),
                b'(' => return Some(self.list()),
                b'"' => return Some(self.string()),
                _ => return Some(self.line()),
            }
        }
    }

    fn list(&mut self) -> Piece {
        let start = self.at;
        let close = if self.unclosed < UNCLOSED_AT_MOST { list_end(self.output, start) } else { None };
        let Some(end) = close else {
            // Cut off, or garbage: what follows may still be readable line by line.
            self.unclosed += 1;
            return self.line_of_list();
        };
        self.at = end;
        match error_message(self.output, start, end) {
            Some(text) => Piece { shape: Shape::Error, text },
            None => Piece { shape: Shape::List, text: Text { start, end } },
        }
    }

    /// The first line of an expression that never closes. A message with quotes of its own ends up here.
    fn line_of_list(&mut self) -> Piece {
        let line = self.line();
        let Text { start, end } = line.text;
        if !self.output[start..end].ends_with(b")") {
            return line;
        }
        let message = error_message(self.output, start, end);
        message.map_or(line, |text| Piece { shape: Shape::Error, text })
    }

    fn string(&mut self) -> Piece {
        let start = self.at;
        let Some(end) = string_end(self.output, start, false) else { return self.line() };
        self.at = end;
        Piece { shape: Shape::String, text: Text { start, end } }
    }

    fn line(&mut self) -> Piece {
        let start = self.at;
        self.at = self.line_end();
        let line = self.output[start..self.at].trim_ascii_end();
        let shape = match line {
            b"sat" => Shape::Sat,
            b"unsat" => Shape::Unsat,
            b"unknown" => Shape::Unknown,
            b"timeout" => Shape::Timeout,
            b"unsupported" => Shape::Unsupported,
            b"success" => Shape::Success,
            _ if is_unknown_with_reason(line) => Shape::Unknown,
            _ => Shape::Line,
        };
        Piece { shape, text: Text { start, end: start + line.len() } }
    }

    fn line_end(&self) -> usize {
        memchr(b'\n', &self.output[self.at..]).map_or(self.output.len(), |n| self.at + n)
    }
}

/// cvc5's library says why in the same line: `unknown (INCOMPLETE)`.
fn is_unknown_with_reason(line: &[u8]) -> bool {
    let reason = line.strip_prefix(b"unknown (").and_then(|rest| rest.strip_suffix(b")"));
    reason.is_some_and(|reason| reason.iter().all(|&b| b.is_ascii_uppercase() || b == b'_'))
}

/// After the parenthesis that closes the one at `start` (lexicon: SMT-LIB 2.7, section 3.1).
fn list_end(text: &[u8], start: usize) -> Option<usize> {
    // Z3 escapes the quotes inside its error messages with a backslash.
    let escapes = inside(&text[start..]).starts_with(b"error");
    let mut depth = 0usize;
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'"' => at = string_end(text, at - 1, escapes)?,
            b'|' => at += memchr(b'|', &text[at..])? + 1,
            b';' => at += memchr(b'\n', &text[at..])?,
            _ => {}
        }
    }
    None
}

/// After the quote that closes the string at `start`. A doubled quote is a quote (SMT-LIB 2.7, section 3.1);
/// a backslash is an ordinary character there, and an escape only in messages.
fn string_end(text: &[u8], start: usize, escapes: bool) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr2(b'"', b'\\', text.get(at..)?)?;
        match (text[at], text.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => return Some(at + 1),
            (_, Some(b'"')) if escapes && !text[at + 2..].starts_with(b")\n") => at += 2,
            _ => at += 1,
        }
    }
}

/// What stands after the opening parenthesis.
fn inside(list: &[u8]) -> &[u8] {
    list.get(1..).unwrap_or_default().trim_ascii_start()
}

/// The message of `(error "…")`, or what stands in its place.
fn error_message(text: &[u8], start: usize, end: usize) -> Option<Text> {
    let inner = text[start + 1..end - 1].trim_ascii_start();
    let message = inner.strip_prefix(b"error")?;
    if message.first().is_some_and(|b| !b.is_ascii_whitespace() && *b != b'"') {
        return None;
    }
    let end = end - 1;
    let whole = message.trim_ascii();
    let begin = end - message.len() + (message.len() - message.trim_ascii_start().len());
    let quoted = whole.len() >= 2 && whole.starts_with(b"\"") && whole.ends_with(b"\"");
    let trim = usize::from(quoted);
    Some(Text { start: begin + trim, end: begin + whole.len() - trim })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(output: &str) -> Vec<(Shape, &str)> {
        let text = |piece: Piece| &output[piece.text.start..piece.text.end];
        split(output.as_bytes()).map(|piece| (piece.shape, text(piece))).collect()
    }

    #[test]
    fn replies_errors_and_noise_are_told_apart() {
        let output = "sat\r\n((x 1)\n (y \"a)\"\"b\"))\n(error \"line 1: \\\"f\\\" (\")\n; note\nWARNING: sat\n\"hi\"\nunsat";
        let expected = [
            (Shape::Sat, "sat"),
            (Shape::List, "((x 1)\n (y \"a)\"\"b\"))"),
            (Shape::Error, "line 1: \\\"f\\\" ("),
            (Shape::Line, "WARNING: sat"),
            (Shape::String, "\"hi\""),
            (Shape::Unsat, "unsat"),
        ];
        assert_eq!(cut(output), expected);
    }

    #[test]
    fn unknown_may_come_with_its_reason() {
        let output = "unknown (REQUIRES_FULL_CHECK)\nunknown (see (above))\nunsat";
        let expected = [
            (Shape::Unknown, "unknown (REQUIRES_FULL_CHECK)"),
            (Shape::Line, "unknown (see (above))"),
            (Shape::Unsat, "unsat"),
        ];
        assert_eq!(cut(output), expected);
    }

    #[test]
    fn a_backslash_may_end_a_literal() {
        assert_eq!(cut("((x \"a\\\"))\nsat"), [(Shape::List, "((x \"a\\\"))"), (Shape::Sat, "sat")]);
    }

    #[test]
    fn quoted_symbols_may_hold_anything() {
        assert_eq!(cut("((|a)\"| 1))\nsat"), [(Shape::List, "((|a)\"| 1))"), (Shape::Sat, "sat")]);
    }

    #[test]
    fn what_follows_an_unclosed_list_is_still_read() {
        assert_eq!(cut("(((\nsat\n"), [(Shape::Line, "((("), (Shape::Sat, "sat")]);
    }

    #[test]
    fn errors_without_a_literal_keep_their_text() {
        assert_eq!(cut("(error line 3)"), [(Shape::Error, "line 3")]);
        assert_eq!(cut("(error)"), [(Shape::Error, "")]);
        assert_eq!(cut("(error \"a \"b\"\")\nsat"), [(Shape::Error, "a \"b\""), (Shape::Sat, "sat")]);
        assert_eq!(cut("(errors 1)"), [(Shape::List, "(errors 1)")]);
    }
}
