//! S-expressions that are kept as text: attribute values, tactics, commands of single solvers.

use super::{Parser, Result};
use crate::lexer::{Lexer, TokenKind};
use crate::span::Span;
use crate::symbol::Symbol;

impl Parser<'_> {
    /// Skips one s-expression and returns its place.
    pub(super) fn skip_sexpr(&mut self) -> Result<Span> {
        let first = self.token;
        let mut last = first;
        let mut depth = 0usize;
        loop {
            match self.token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => return Err(self.expected("an s-expression")),
                TokenKind::Close => depth -= 1,
                TokenKind::End => return Err(self.expected("an s-expression")),
                _ => {}
            }
            last.span = self.advance()?.span;
            if depth == 0 {
                return Ok(first.span.to(last.span));
            }
        }
    }

    /// One s-expression as text in the printer's own spacing.
    pub(super) fn verbatim(&mut self) -> Result<Symbol> {
        let span = self.skip_sexpr()?;
        self.verbatim_text(span)
    }

    /// All s-expressions up to the closing parenthesis of the list we are in, as text; `None` when there are none.
    pub(super) fn verbatim_rest(&mut self) -> Result<Option<Symbol>> {
        let start = self.token.span;
        let mut span = None;
        while !self.at(TokenKind::Close) {
            span = Some(start.to(self.skip_sexpr()?));
        }
        span.map(|span| self.verbatim_text(span)).transpose()
    }

    /// The text of a place, comments dropped and spaces made regular.
    pub(super) fn verbatim_text(&mut self, span: Span) -> Result<Symbol> {
        let mut lexer = Lexer::new(span.of(self.lexer.source()));
        lexer.set_backslash_escapes(self.lexer.backslash_escapes());
        let mut text = String::with_capacity((span.end - span.start) as usize);
        let mut after_open = true;
        loop {
            let token = lexer.next_token()?;
            match token.kind {
                TokenKind::End => break,
                TokenKind::Close => {}
                _ if after_open => {}
                _ => text.push(' '),
            }
            after_open = token.kind == TokenKind::Open;
            text.push_str(lexer.text(token));
        }
        Ok(self.script.arena.symbols.intern(&text))
    }
}
