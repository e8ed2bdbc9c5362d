//! A solver's output as tokens: what stands between its s-expressions is skipped.

use smtlib::{Lexer, TokenKind};

use super::error::ModelError;

/// A token; `kind` is none where the characters are no token of SMT-LIB.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Option<TokenKind>,
    pub(super) start: u32,
    pub(super) end: u32,
    /// For an opening parenthesis, the token that closes it; else the token itself.
    close: u32,
}

/// The tokens of all s-expressions of a text. An s-expression is named by its first token.
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    list: Vec<Token>,
}

impl<'a> Tokens<'a> {
    pub(super) fn read(text: &'a str) -> Result<Tokens<'a>, ModelError> {
        if text.len() >= (u32::MAX / 2) as usize {
            return Err(ModelError::at("", 0, "the model is larger than 2 GiB"));
        }
        let mut tokens = Tokens { text, list: Vec::new() };
        let mut from = Some(0);
        while let Some(start) = from.and_then(|from| next_expression(text, from)) {
            from = tokens.read_run(start)?;
        }
        Ok(tokens)
    }

    /// Reads s-expressions that follow each other directly; returns where they end, if text is left.
    fn read_run(&mut self, start: usize) -> Result<Option<usize>, ModelError> {
        let mut lexer = Lexer::new(&self.text.as_bytes()[start..]);
        let mut open: Vec<u32> = Vec::new();
        let mut end = start;
        loop {
            let (kind, span) = match lexer.next_token() {
                Ok(token) => (Some(token.kind), token.span),
                Err(error) if open.is_empty() => {
                    debug_assert!(error.span.start <= error.span.end);
                    return Ok(Some(end));
                }
                Err(error) => {
                    let at = start as u32 + error.span.start;
                    // A string or a quoted symbol that does not end swallows all the rest.
                    if self.text[at as usize..].starts_with(['"', '|']) {
                        return Err(ModelError {
                            hint: error.hint,
                            ..ModelError::at(self.text, at, error.message)
                        });
                    }
                    (None, error.span)
                }
            };
            if open.is_empty() && kind != Some(TokenKind::Open) {
                return Ok((kind != Some(TokenKind::End)).then_some(end));
            }
            let index = self.list.len() as u32;
            let (first, last) = (start as u32 + span.start, start as u32 + span.end);
            match kind {
                Some(TokenKind::End) => {
                    let opened = open.first().map_or(0, |&i| self.list[i as usize].start);
                    return Err(ModelError::at(self.text, opened, "this parenthesis is never closed")
                        .with_hint("the output of the solver may be cut off"));
                }
                Some(TokenKind::Open) => open.push(index),
                Some(TokenKind::Close) => {
                    if let Some(opened) = open.pop() {
                        self.list[opened as usize].close = index;
                    }
                }
                _ => {}
            }
            self.list.push(Token { kind, start: first, end: last, close: index });
            end = last as usize;
        }
    }

    pub(super) fn get(&self, token: usize) -> Token {
        self.list[token]
    }

    /// The token after an s-expression.
    pub(super) fn after(&self, node: usize) -> usize {
        self.list[node].close as usize + 1
    }

    pub(super) fn is_list(&self, node: usize) -> bool {
        self.list[node].kind == Some(TokenKind::Open)
    }

    /// The s-expressions at the top.
    pub(super) fn top(&self) -> impl Iterator<Item = usize> + '_ {
        self.siblings(0, self.list.len())
    }

    /// The s-expressions in a list; none in an atom.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.siblings(node + 1, self.list[node].close as usize)
    }

    fn siblings(&self, first: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = first;
        std::iter::from_fn(move || {
            let node = (next < end).then_some(next)?;
            next = self.after(node);
            Some(node)
        })
    }

    /// The text of a token.
    pub(super) fn token_text(&self, token: usize) -> &'a str {
        let Token { start, end, .. } = self.list[token];
        &self.text[start as usize..end as usize]
    }

    /// The text of an s-expression.
    pub(super) fn text_of(&self, node: usize) -> &'a str {
        let end = self.list[self.list[node].close as usize].end;
        &self.text[self.list[node].start as usize..end as usize]
    }

    /// The name that an atom is, without bars.
    pub(super) fn symbol(&self, node: usize) -> Option<&'a str> {
        let text = self.token_text(node);
        match self.list[node].kind {
            Some(TokenKind::Symbol) => Some(text),
            Some(TokenKind::Quoted) => Some(&text[1..text.len() - 1]),
            _ => None,
        }
    }

    /// The symbol at the beginning of a list.
    pub(super) fn head(&self, node: usize) -> Option<&'a str> {
        self.children(node).next().and_then(|first| self.symbol(first))
    }

    pub(super) fn error(&self, node: usize, message: impl Into<String>) -> ModelError {
        let start = self.list.get(node).map_or(0, |token| token.start);
        ModelError::at(self.text, start, message)
    }
}

/// Where the next s-expression starts that begins a line, or follows the answer `sat` on its line.
fn next_expression(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let rest = line.trim_start();
        let answer = ["sat", "unknown", "success"].iter().find_map(|word| rest.strip_prefix(word));
        let rest = answer.map_or(rest, str::trim_start);
        if rest.starts_with('(') && (at != from || from == 0) {
            return Some(at + line.len() - rest.len());
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(text: &str) -> Vec<&str> {
        let tokens = Tokens::read(text).unwrap();
        tokens.top().map(|node| tokens.text_of(node)).collect()
    }

    #[test]
    fn words_between_the_expressions_are_skipped() {
        let text = "WARNING: it's \"odd\nsat (a b)\nunsupported ; (no)\n (c (d)) (e)\ntimeout\n";
        assert_eq!(top(text), ["(a b)", "(c (d))", "(e)"]);
    }

    #[test]
    fn foreign_tokens_stay_in_their_place() {
        let tokens = Tokens::read("(= x 0b01)").unwrap();
        let last = tokens.children(0).last().unwrap();
        assert_eq!((tokens.get(last).kind, tokens.token_text(last)), (None, "0b01"));
    }

    #[test]
    fn a_cut_off_text_is_refused_with_the_place_that_opens_it() {
        let error = Tokens::read("sat\n(model (define-fun x").err().unwrap();
        assert_eq!(
            error.to_string(),
            "2:1: this parenthesis is never closed (the output of the solver may be cut off)"
        );
        assert!(Tokens::read("(a \"b)").is_err());
    }
}
