//! Bytes to tokens, without allocation.

use memchr::{memchr, memchr2};

use crate::error::SyntaxError;
use crate::span::Span;
use crate::symbol::is_symbol_byte;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A simple symbol, reserved words included.
    Symbol,
    /// A symbol between bars; the span includes them.
    Quoted,
    /// `:keyword`
    Keyword,
    /// `42`
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2A`
    Hex,
    /// `#b101010`
    Binary,
    /// `#f3m5`: cvc5's finite-field value 3 modulo 5.
    Field,
    /// `"text"`; the span includes the quotes.
    String,
    /// The end of the source.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Bad,
    Space,
    Comment,
    Open,
    Close,
    Symbol,
    Digit,
    Hash,
    Colon,
    Quote,
    Bar,
}

static CLASS: [Class; 256] = {
    let mut table = [Class::Bad; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C | 0x0B => Class::Space,
            b';' => Class::Comment,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'0'..=b'9' => Class::Digit,
            b'#' => Class::Hash,
            b':' => Class::Colon,
            b'"' => Class::Quote,
            b'|' => Class::Bar,
            // Outside ASCII the standard allows only comments, strings and quoted symbols; solvers take letters
            // there too, and so do we: the printer puts such names between bars.
            _ if is_symbol_byte(b) || b >= 0x80 => Class::Symbol,
            _ => Class::Bad,
        };
        byte += 1;
    }
    table
};

#[inline]
fn continues_symbol(byte: u8) -> bool {
    matches!(CLASS[byte as usize], Class::Symbol | Class::Digit)
}

/// A cursor over a source text.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    source: &'a [u8],
    /// The source as text when all of it is UTF-8, as it nearly always is: then no token needs a check of its own.
    utf8: Option<&'a str>,
    at: usize,
    backslash_escapes: bool,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of `source`, which must be under 4 GiB.
    pub fn new(source: &'a [u8]) -> Lexer<'a> {
        let at = if source.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Lexer { source, utf8: std::str::from_utf8(source).ok(), at, backslash_escapes: false }
    }

    /// SMT-LIB 2.0 wrote `\"` for a quote inside a string where later versions write `""`.
    pub fn set_backslash_escapes(&mut self, on: bool) {
        self.backslash_escapes = on;
    }

    /// Whether strings are in the notation of SMT-LIB 2.0.
    pub fn backslash_escapes(&self) -> bool {
        self.backslash_escapes
    }

    /// The source text.
    pub fn source(&self) -> &'a [u8] {
        self.source
    }

    /// The text of a token that this lexer gave.
    #[inline]
    pub fn text(&self, token: Token) -> &'a str {
        match self.utf8 {
            Some(text) => &text[token.span.start as usize..token.span.end as usize],
            // Tokens that are not UTF-8 were refused.
            None => std::str::from_utf8(token.span.of(self.source)).unwrap_or_default(),
        }
    }

    /// The next token; `End` again and again at the end.
    #[inline]
    pub fn next_token(&mut self) -> Result<Token, SyntaxError> {
        let source = self.source;
        loop {
            let Some(&byte) = source.get(self.at) else {
                return Ok(self.token(TokenKind::End, self.at));
            };
            let start = self.at;
            match CLASS[byte as usize] {
                Class::Space => self.at += 1,
                Class::Comment => {
                    self.at = memchr(b'\n', &source[start..]).map_or(source.len(), |i| start + i)
                }
                Class::Open => {
                    self.at += 1;
                    return Ok(self.token(TokenKind::Open, start));
                }
                Class::Close => {
                    self.at += 1;
                    return Ok(self.token(TokenKind::Close, start));
                }
                Class::Symbol => {
                    self.skip_symbol();
                    return self.text_token(TokenKind::Symbol, start);
                }
                Class::Digit => return self.number(start),
                Class::Colon => {
                    self.at += 1;
                    self.skip_symbol();
                    if self.at == start + 1 {
                        return Err(self.error(start, "a keyword needs a name after `:`"));
                    }
                    return self.text_token(TokenKind::Keyword, start);
                }
                Class::Hash => return self.hash(start),
                Class::Quote => return self.string(start),
                Class::Bar => {
                    let Some(len) = memchr(b'|', &source[start + 1..]) else {
                        self.at = source.len();
                        return Err(SyntaxError::new(
                            span(start, start + 1),
                            "this quoted symbol has no closing `|`",
                        )
                        .with_hint("add the closing bar"));
                    };
                    self.at = start + len + 2;
                    return self.text_token(TokenKind::Quoted, start);
                }
                Class::Bad => {
                    self.at += 1;
                    return Err(self.error(start, format!("unexpected character {:?}", byte as char)));
                }
            }
        }
    }

    #[inline]
    fn skip_symbol(&mut self) {
        while self.at < self.source.len() && continues_symbol(self.source[self.at]) {
            self.at += 1;
        }
    }

    #[inline]
    fn token(&self, kind: TokenKind, start: usize) -> Token {
        Token { kind, span: span(start, self.at) }
    }

    /// A token whose text becomes a name or a string: it must be UTF-8.
    #[inline]
    fn text_token(&self, kind: TokenKind, start: usize) -> Result<Token, SyntaxError> {
        if self.utf8.is_none() && std::str::from_utf8(&self.source[start..self.at]).is_err() {
            return Err(SyntaxError::new(span(start, self.at), "these bytes are not UTF-8")
                .with_hint("save the file as UTF-8, or write the characters as \\u{…} in a string"));
        }
        Ok(self.token(kind, start))
    }

    fn number(&mut self, start: usize) -> Result<Token, SyntaxError> {
        self.skip_digits();
        let mut kind = TokenKind::Numeral;
        // Z3 reads `1.` too, and its own regression files have it.
        if self.source.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.skip_digits();
            kind = TokenKind::Decimal;
        }
        if self.source.get(self.at).is_some_and(|&b| continues_symbol(b)) {
            self.skip_symbol();
            return Err(self.error(start, "a number is followed directly by other characters").with_hint(
                "a symbol cannot start with a digit: put a space after the number, or bars around the name",
            ));
        }
        Ok(self.token(kind, start))
    }

    fn skip_digits(&mut self) {
        while self.source.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    fn hash(&mut self, start: usize) -> Result<Token, SyntaxError> {
        self.at += 1;
        self.skip_symbol();
        let (kind, good) = match &self.source[start + 1..self.at] {
            [b'x', digits @ ..] => {
                (TokenKind::Hex, !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit))
            }
            [b'b', digits @ ..] => {
                (TokenKind::Binary, !digits.is_empty() && digits.iter().all(|b| matches!(b, b'0' | b'1')))
            }
            [b'f', digits @ ..] => (TokenKind::Field, is_field_value(digits)),
            _ => (TokenKind::Hex, false),
        };
        if good {
            Ok(self.token(kind, start))
        } else {
            Err(self
                .error(start, "not a constant")
                .with_hint("after `#` comes x and hex digits, or b and bits"))
        }
    }

    fn string(&mut self, start: usize) -> Result<Token, SyntaxError> {
        let source = self.source;
        self.at += 1;
        loop {
            let rest = &source[self.at..];
            let found = if self.backslash_escapes { memchr2(b'"', b'\\', rest) } else { memchr(b'"', rest) };
            let Some(offset) = found else {
                self.at = source.len();
                return Err(SyntaxError::new(span(start, start + 1), "this string has no closing quote")
                    .with_hint("a quote inside a string is written twice: \"\""));
            };
            self.at += offset + 1;
            if rest[offset] == b'\\' {
                self.at = (self.at + 1).min(source.len());
            } else if source.get(self.at) == Some(&b'"') {
                self.at += 1;
            } else {
                return self.text_token(TokenKind::String, start);
            }
        }
    }

    fn error(&self, start: usize, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(span(start, self.at), message)
    }
}

fn is_field_value(digits: &[u8]) -> bool {
    let digits = digits.strip_prefix(b"-").unwrap_or(digits);
    let mut parts = digits.split(|&b| b == b'm');
    let number =
        |part: Option<&[u8]>| part.is_some_and(|p| !p.is_empty() && p.iter().all(u8::is_ascii_digit));
    number(parts.next()) && number(parts.next()) && parts.next().is_none()
}

#[inline]
fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<TokenKind> {
        let mut lexer = Lexer::new(source.as_bytes());
        let mut kinds = Vec::new();
        loop {
            match lexer.next_token().expect(source).kind {
                TokenKind::End => return kinds,
                kind => kinds.push(kind),
            }
        }
    }

    fn error(source: &[u8]) -> String {
        let mut lexer = Lexer::new(source);
        loop {
            match lexer.next_token() {
                Ok(token) => assert_ne!(token.kind, TokenKind::End, "{source:?} has no error"),
                Err(error) => return error.message,
            }
        }
    }

    #[test]
    fn every_kind_of_token_is_told_apart() {
        use TokenKind::*;
        assert_eq!(
            kinds("( ) x |a b| :key 12 1.5 #xAf #b01 #f-3m5 \"a\"\"b\" ; rest\n-5"),
            [Open, Close, Symbol, Quoted, Keyword, Numeral, Decimal, Hex, Binary, Field, String, Symbol]
        );
    }

    #[test]
    fn malformed_tokens_are_refused() {
        for source in ["|open", "\"open", "12ab", "#x", "#b2", "#q1", "#f3", ": ", "{", "\u{1}"] {
            assert!(!error(source.as_bytes()).is_empty());
        }
        assert_eq!(error(b"|\xff|"), "these bytes are not UTF-8");
    }

    #[test]
    fn comments_may_hold_any_bytes() {
        assert_eq!(Lexer::new(b"; \xff\xfe\nx").next_token().unwrap().kind, TokenKind::Symbol);
    }

    #[test]
    fn version_two_zero_escapes_quotes_by_backslash() {
        let source = br#""a\"b" x"#;
        let mut lexer = Lexer::new(source);
        lexer.set_backslash_escapes(true);
        assert_eq!(lexer.next_token().unwrap().span.of(source), br#""a\"b""#);
        assert_eq!(lexer.next_token().unwrap().kind, TokenKind::Symbol);
    }
}
