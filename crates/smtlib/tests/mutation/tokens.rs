//! Whether two texts are the same tokens: comments, spaces, bars that no name needs and zeros that lead a number
//! aside.

use smtlib::{Lexer, TokenKind};

type Token = (TokenKind, Vec<u8>);

/// `Ok` when they are; else the first difference.
pub(crate) fn same(left: &[u8], right: &[u8]) -> Result<(), String> {
    let (a, b) = (tokens(left), tokens(right));
    let longest = a.len().max(b.len());
    match (0..longest).find(|&i| a.get(i) != b.get(i)) {
        None => Ok(()),
        Some(i) => {
            let show = |token: Option<&Token>| {
                token.map_or("the end".to_owned(), |(_, text)| String::from_utf8_lossy(text).into_owned())
            };
            Err(format!("`{}` is printed as `{}`", show(a.get(i)), show(b.get(i))))
        }
    }
}

fn tokens(source: &[u8]) -> Vec<Token> {
    let mut reader = Reader { lexer: Lexer::new(source), recent: Default::default() };
    let mut tokens: Vec<Token> = Vec::new();
    while let Some(token) = reader.next() {
        tokens.push(token);
    }
    tokens
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The last tokens' texts, to see `(set-info :smt-lib-version 2.0)` and `(reset)` pass by: they change strings.
    recent: [Vec<u8>; 3],
}

impl Reader<'_> {
    fn next(&mut self) -> Option<Token> {
        let token = self.lexer.next_token().ok().filter(|token| token.kind != TokenKind::End)?;
        let text = token.span.of(self.lexer.source());
        let (kind, text) = match token.kind {
            TokenKind::Quoted => (TokenKind::Symbol, &text[1..text.len() - 1]),
            TokenKind::Numeral => {
                let zeros = text.iter().take_while(|&&digit| digit == b'0').count();
                (TokenKind::Numeral, &text[zeros.min(text.len() - 1)..])
            }
            kind => (kind, text),
        };
        let text = text.to_vec();
        self.recent.rotate_left(1);
        self.recent[2] = text.clone();
        let [before, last, this] = &self.recent;
        if last == b":smt-lib-version" && before == b"set-info" {
            self.lexer.set_backslash_escapes(this == b"2.0");
        } else if before == b"(" && last == b"reset" && this == b")" {
            self.lexer.set_backslash_escapes(false);
        }
        Some((kind, text))
    }
}
