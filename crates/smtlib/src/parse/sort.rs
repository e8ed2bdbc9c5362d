//! Sorts.

use super::{Parser, Result};
use crate::lexer::TokenKind;
use crate::sort::{MAX_SORT_DEPTH, SortCtor, SortDeclKind, SortId};
use crate::span::Span;
use crate::symbol::{Symbol, word};

/// Sorts of single solvers that we keep without knowing their values.
const FOREIGN: &[(&str, usize)] = &[("Nullable", 1), ("Proof", 0), ("Event", 1)];

impl Parser<'_> {
    pub(super) fn sort(&mut self) -> Result<SortId> {
        self.sort_at(0)
    }

    fn sort_at(&mut self, depth: u32) -> Result<SortId> {
        if depth > MAX_SORT_DEPTH {
            return Err(self.error_here(format!("sorts are nested more than {MAX_SORT_DEPTH} deep")));
        }
        let start = self.token.span;
        match self.token.kind {
            TokenKind::Symbol | TokenKind::Quoted => {
                let token = self.advance()?;
                let name = self.intern(token);
                let sort = self.named_sort(name, &[], start)?;
                self.check_depth(sort, start)
            }
            TokenKind::Open => {
                self.advance()?;
                let token = self.token;
                let name = self.symbol("the name of a sort")?;
                let sort = if token.kind == TokenKind::Symbol && name == word::UNDERSCORE {
                    self.indexed_sort(start)?
                } else {
                    let mut args = Vec::new();
                    while !self.at(TokenKind::Close) {
                        args.push(self.sort_at(depth + 1)?);
                    }
                    let span = start.to(self.close()?.span);
                    let sort = self.named_sort(name, &args, span)?;
                    // Text that was not understood has its parentheses already.
                    let verbatim = matches!(self.script.arena.sorts.ctor(sort), SortCtor::Verbatim(_));
                    if args.is_empty() && !verbatim {
                        self.script.arena.sorts.make(SortCtor::Parenthesised, &[sort])
                    } else {
                        sort
                    }
                };
                self.check_depth(sort, start)
            }
            _ => Err(self.expected("a sort")),
        }
    }

    /// Abbreviations can nest without being written nested.
    fn check_depth(&self, sort: SortId, span: Span) -> Result<SortId> {
        let sorts = &self.script.arena.sorts;
        if sorts.depth(sorts.canonical(sort)).max(sorts.depth(sort)) > MAX_SORT_DEPTH {
            let message = format!("sorts are nested more than {MAX_SORT_DEPTH} deep");
            return Err(crate::error::SyntaxError::new(span, message));
        }
        Ok(sort)
    }

    fn indexed_sort(&mut self, start: Span) -> Result<SortId> {
        let name = self.symbol("the name of an indexed sort")?;
        let sort = match name {
            word::BITVEC if self.at(TokenKind::Numeral) => {
                let width = self.numeral("a width")?;
                if width == 0 {
                    self.type_error(start, "a bit-vector has at least one bit".into(), None);
                }
                self.script.arena.sorts.bit_vec(width)
            }
            word::FLOATING_POINT if self.at(TokenKind::Numeral) => {
                let eb = self.numeral("the exponent's width")?;
                let sb = self.numeral("the significand's width")?;
                if eb < 2 || sb < 2 {
                    let message =
                        "exponent and significand of a floating-point sort have at least two bits each";
                    self.type_error(start, message.into(), None);
                }
                self.script.arena.sorts.float(eb, sb)
            }
            word::FINITE_FIELD if self.at(TokenKind::Numeral) => {
                let token = self.advance()?;
                let order = self.intern(token);
                self.script.arena.sorts.make(SortCtor::Field(order), &[])
            }
            _ => {
                while !self.at(TokenKind::Close) {
                    self.skip_sexpr()?;
                }
                let end = self.close()?.span;
                return self.unknown_sort(start.to(end));
            }
        };
        self.close()?;
        Ok(sort)
    }

    fn unknown_sort(&mut self, span: Span) -> Result<SortId> {
        self.script.opaque += 1;
        let text = self.verbatim_text(span)?;
        Ok(self.script.arena.sorts.make(SortCtor::Verbatim(text), &[]))
    }

    fn named_sort(&mut self, name: Symbol, args: &[SortId], span: Span) -> Result<SortId> {
        if let Some(sort) = self.user_sort(name, args, span) {
            return Ok(sort);
        }
        if let Some(sort) = self.built_in_sort(name, args) {
            return Ok(sort);
        }
        let text = self.script.arena.name(name).to_owned();
        if FOREIGN.contains(&(text.as_str(), args.len())) {
            return self.unknown_sort(span);
        }
        self.type_error(
            span,
            format!("unknown sort `{text}` with {} arguments", args.len()),
            Some(format!("declare it with (declare-sort {text} {})", args.len())),
        );
        self.unknown_sort(span)
    }

    fn user_sort(&mut self, name: Symbol, args: &[SortId], span: Span) -> Option<SortId> {
        if args.is_empty() && self.scope.is_sort_param(name) {
            return Some(self.script.arena.sorts.make(SortCtor::Param(name), &[]));
        }
        let id = self.scope.sort(name)?;
        let decl = self.script.arena.sorts.decl(id).clone();
        let ctor = match decl.kind {
            SortDeclKind::Defined { .. } => SortCtor::Alias(id),
            _ => SortCtor::User(id),
        };
        if decl.arity as usize == args.len() {
            return Some(self.script.arena.sorts.make(ctor, args));
        }
        // Old declarations of parametric datatypes name the sort they are declaring without its parameters.
        if args.is_empty() && self.scope.sort_params().len() == decl.arity as usize {
            let sorts = &mut self.script.arena.sorts;
            let params: Vec<SortId> =
                self.scope.sort_params().iter().map(|&p| sorts.make(SortCtor::Param(p), &[])).collect();
            let canonical = sorts.make(ctor, &params);
            return Some(sorts.written(name, &[], canonical));
        }
        let text = self.script.arena.name(name).to_owned();
        let message = format!("sort `{text}` takes {} arguments, not {}", decl.arity, args.len());
        self.type_error(span, message, None);
        Some(self.script.arena.sorts.written(name, args, SortId::OPAQUE))
    }

    fn built_in_sort(&mut self, name: Symbol, args: &[SortId]) -> Option<SortId> {
        let sorts = &mut self.script.arena.sorts;
        Some(match (name, args.len()) {
            (word::BOOL, 0) => SortId::BOOL,
            (word::INT, 0) => SortId::INT,
            (word::REAL, 0) => SortId::REAL,
            (word::STRING, 0) => SortId::STRING,
            (word::REGLAN, 0) => SortId::REGLAN,
            (word::ROUNDING_MODE, 0) => SortId::ROUNDING_MODE,
            (word::CHAR_SORT, 0) => SortId::CHAR,
            (word::UNICODE, 0) => sorts.written(name, &[], SortId::CHAR),
            (word::REGEX, 1) => sorts.written(name, args, SortId::REGLAN),
            (word::REGEX, 0) => sorts.written(name, args, SortId::REGLAN),
            (word::FLOAT16, 0) => {
                let float = sorts.float(5, 11);
                sorts.written(name, &[], float)
            }
            (word::FLOAT32, 0) => {
                let float = sorts.float(8, 24);
                sorts.written(name, &[], float)
            }
            (word::FLOAT64, 0) => {
                let float = sorts.float(11, 53);
                sorts.written(name, &[], float)
            }
            (word::FLOAT128, 0) => {
                let float = sorts.float(15, 113);
                sorts.written(name, &[], float)
            }
            (word::ARRAY, 2..) => sorts.make(SortCtor::Array, args),
            (word::SEQ, 1) => sorts.make(SortCtor::Seq, args),
            (word::SET, 1) => sorts.make(SortCtor::Set, args),
            (word::BAG, 1) => sorts.make(SortCtor::Bag, args),
            (word::TUPLE, _) => sorts.make(SortCtor::Tuple, args),
            (word::UNIT_TUPLE, 0) => {
                let tuple = sorts.make(SortCtor::Tuple, &[]);
                sorts.written(name, &[], tuple)
            }
            (word::RELATION, _) => {
                let tuple = sorts.make(SortCtor::Tuple, args);
                let set = sorts.make(SortCtor::Set, &[tuple]);
                sorts.written(name, args, set)
            }
            (word::TABLE, _) => {
                let tuple = sorts.make(SortCtor::Tuple, args);
                let bag = sorts.make(SortCtor::Bag, &[tuple]);
                sorts.written(name, args, bag)
            }
            (word::ARROW, 2..) => sorts.make(SortCtor::Fun, args),
            _ => return None,
        })
    }

    /// `((x S) (y T))` without its closing parenthesis checked by the caller.
    pub(super) fn sorted_names(&mut self) -> Result<Vec<(Symbol, SortId)>> {
        self.open()?;
        let mut names = Vec::new();
        while !self.at(TokenKind::Close) {
            self.open()?;
            let name = self.symbol("the name of a variable")?;
            let sort = self.sort()?;
            self.close()?;
            names.push((name, sort));
        }
        self.close()?;
        Ok(names)
    }
}
