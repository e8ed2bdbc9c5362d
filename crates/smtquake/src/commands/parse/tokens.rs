//! Whether a printed script has the tokens of its source.
//!
//! This is the half of the round trip that does not trust the parser: reading a text wrongly twice gives the same
//! script, but not the same tokens.

use smtlib::{Lexer, Place, Span, SyntaxError, Token, TokenKind, word};

/// Where in the source a printed text first departs from it. Comments, spacing, needless bars around symbols and
/// zeros before a numeral, which the standard does not allow and solvers take, do not count.
pub fn first_difference(source: &[u8], printed: &[u8]) -> Option<Place> {
    let mut wanted = Tokens::new(source);
    let mut found = Tokens::new(printed);
    loop {
        let Ok(token) = wanted.next() else {
            return Some(wanted.place());
        };
        let same = found.next().is_ok_and(|other| wanted.name(token) == found.name(other));
        if !same {
            return Some(Place::of(source, token.span.start));
        }
        if token.kind == TokenKind::End {
            return None;
        }
    }
}

/// The tokens of a script. As in the parser, `(set-info :smt-lib-version 2.0)` changes how strings are read, and
/// `(reset)` undoes it.
struct Tokens<'a> {
    lexer: Lexer<'a>,
    depth: usize,
    /// The first tokens of the present command.
    command: Vec<&'a [u8]>,
    last: Span,
}

impl<'a> Tokens<'a> {
    fn new(source: &'a [u8]) -> Tokens<'a> {
        Tokens { lexer: Lexer::new(source), depth: 0, command: Vec::new(), last: Span::default() }
    }

    fn next(&mut self) -> Result<Token, SyntaxError> {
        let token = self.lexer.next_token()?;
        self.last = token.span;
        match token.kind {
            TokenKind::Open => self.depth += 1,
            TokenKind::Close => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.end_of_command();
                }
            }
            _ if self.depth == 1 && self.command.len() < 4 => {
                self.command.push(token.span.of(self.lexer.source()));
            }
            _ => {}
        }
        Ok(token)
    }

    fn end_of_command(&mut self) {
        match self.command[..] {
            [b"set-info", b":smt-lib-version", ref value @ ..] => {
                self.lexer.set_backslash_escapes(value == [b"2.0"]);
            }
            [b"reset"] => self.lexer.set_backslash_escapes(false),
            _ => {}
        }
        self.command.clear();
    }

    fn place(&self) -> Place {
        Place::of(self.lexer.source(), self.last.end)
    }

    /// What must be equal: the kind and the text, where a symbol may stand between bars unless it is a reserved
    /// word, and a numeral behind zeros.
    fn name(&self, token: Token) -> (TokenKind, &'a [u8]) {
        let text = token.span.of(self.lexer.source());
        match (token.kind, text) {
            (TokenKind::Quoted, [_, name @ .., _]) if !is_reserved(name) => (TokenKind::Symbol, name),
            (TokenKind::Numeral, _) => (TokenKind::Numeral, without_zeros(text)),
            _ => (token.kind, text),
        }
    }
}

fn without_zeros(mut digits: &[u8]) -> &[u8] {
    while let [b'0', rest @ ..] = digits
        && !rest.is_empty()
    {
        digits = rest;
    }
    digits
}

fn is_reserved(name: &[u8]) -> bool {
    word::RESERVED.iter().any(|word| word.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(source: &str, printed: &str) -> Option<String> {
        first_difference(source.as_bytes(), printed.as_bytes()).map(|place| place.to_string())
    }

    #[test]
    fn spacing_comments_and_needless_bars_do_not_count() {
        assert_eq!(difference("( assert ; why\n |p|)", "(assert p)"), None);
        assert_eq!(difference("(assert ü)", "(assert |ü|)"), None);
        assert_eq!(difference("(push 01) (pop 00)", "(push 1) (pop 0)"), None);
    }

    #[test]
    fn the_first_different_token_is_found() {
        assert_eq!(difference("(assert\n p)", "(assert q)").as_deref(), Some("2:2"));
        assert_eq!(difference("(assert |let|)", "(assert let)").as_deref(), Some("1:9"));
        assert_eq!(difference("(f 1.0)", "(f 1)").as_deref(), Some("1:4"));
        assert_eq!(difference("(f 10)", "(f 1)").as_deref(), Some("1:4"));
        assert_eq!(difference("(f \"1\")", "(f 1)").as_deref(), Some("1:4"));
        assert_eq!(difference("(f)", "(f)(g)").as_deref(), Some("1:4"));
        assert_eq!(difference("(f)(g)", "(f)").as_deref(), Some("1:4"));
        assert_eq!(difference("(f)", "(f").as_deref(), Some("1:3"));
    }

    #[test]
    fn strings_of_version_two_zero_are_read_as_such() {
        let source = r#"(set-info :smt-lib-version 2.0)(echo "a\"b")(reset)(echo "\")(echo "x")"#;
        assert_eq!(difference(source, source), None);
        assert_ne!(difference(source, &source.replace('x', "y")), None);
    }
}
