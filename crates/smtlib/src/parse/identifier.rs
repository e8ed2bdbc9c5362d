//! Identifiers: `f`, `(_ f 1 2)`, `(as f S)`, `(as (_ f 1) S)`.

use super::{Parser, Result};
use crate::lexer::TokenKind;
use crate::span::Span;
use crate::symbol::{Symbol, word};
use crate::term::{Index, IndexKind, Qual, QualId};

/// An identifier with its place.
#[derive(Clone, Copy)]
pub(super) struct Identifier {
    pub(super) name: Symbol,
    pub(super) qual: QualId,
    pub(super) span: Span,
}

impl Parser<'_> {
    /// The rest of `(_ …)` or `(as …)` after its first word.
    pub(super) fn qualified(&mut self, first: Symbol, start: Span) -> Result<Identifier> {
        let (name, qual) = if first == word::UNDERSCORE { self.indexed()? } else { self.ascribed()? };
        let end = self.close()?.span;
        let qual = self.script.arena.make_qual(qual);
        Ok(Identifier { name, qual, span: start.to(end) })
    }

    fn indexed(&mut self) -> Result<(Symbol, Qual)> {
        let name = self.symbol("the name of an indexed identifier")?;
        let mut indices = Vec::new();
        while !self.at(TokenKind::Close) {
            indices.push(self.index()?);
        }
        if indices.is_empty() {
            return Err(self.expected("an index"));
        }
        Ok((name, Qual { indices: indices.into(), ascription: None }))
    }

    fn index(&mut self) -> Result<Index> {
        let kind = match self.token.kind {
            TokenKind::Numeral => IndexKind::Numeral,
            TokenKind::Symbol | TokenKind::Quoted => IndexKind::Symbol,
            TokenKind::Hex => IndexKind::Hex,
            _ => {
                return Ok(Index { kind: IndexKind::Verbatim, text: self.verbatim()? });
            }
        };
        let token = self.advance()?;
        if kind == IndexKind::Numeral {
            // Zeros before a number are no part of it: one index has one text.
            let digits = self.text(token).trim_start_matches('0');
            let digits = if digits.is_empty() { "0" } else { digits };
            return Ok(Index { kind, text: self.script.arena.symbols.intern(digits) });
        }
        Ok(Index { kind, text: self.intern(token) })
    }

    fn ascribed(&mut self) -> Result<(Symbol, Qual)> {
        let (name, indices) = if self.skip(TokenKind::Open)? {
            let token = self.token;
            if self.symbol("`_`")? != word::UNDERSCORE {
                self.token = token;
                return Err(self.expected("`_`"));
            }
            let (name, qual) = self.indexed()?;
            self.close()?;
            (name, qual.indices)
        } else {
            (self.symbol("an identifier")?, Box::default())
        };
        let sort = self.sort()?;
        Ok((name, Qual { indices, ascription: Some(sort) }))
    }
}
