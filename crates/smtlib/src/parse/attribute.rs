//! Annotated terms: `(! t :named n :pattern (p q) :weight 3)`.

use super::term::{AnnotatedFrame, Frame};
use super::{Parser, Result};
use crate::decl::{Fun, FunKind};
use crate::lexer::TokenKind;
use crate::symbol::word;
use crate::term::{Attribute, AttributeValue, Head, TermId};

impl Parser<'_> {
    fn annotated(&mut self) -> &mut AnnotatedFrame {
        match self.frames.last_mut() {
            Some(Frame::Annotated(frame)) => frame,
            _ => unreachable!("an annotated term is being read"),
        }
    }

    /// Goes on after the annotated term, or after a term of a pattern; `None` when another term is to be read.
    pub(super) fn continue_annotated(&mut self) -> Result<Option<TermId>> {
        if let Some(count) = self.annotated().open_pattern {
            self.annotated().open_pattern = Some(count + 1);
            if !self.at(TokenKind::Close) {
                return Ok(None);
            }
            self.advance()?;
            self.finish_pattern(count + 1);
        }
        while !self.at(TokenKind::Close) {
            let keyword = self.keyword()?;
            let value = match keyword {
                word::PATTERN if self.at(TokenKind::Open) => {
                    self.advance()?;
                    let attribute = Attribute { keyword, value: AttributeValue::Terms(0) };
                    self.annotated().attributes.push(attribute);
                    if self.skip(TokenKind::Close)? {
                        continue;
                    }
                    self.annotated().open_pattern = Some(0);
                    return Ok(None);
                }
                word::NO_PATTERN if !self.at(TokenKind::Close) && !self.at(TokenKind::Keyword) => {
                    self.annotated().attributes.push(Attribute { keyword, value: AttributeValue::Term });
                    return Ok(None);
                }
                word::NAMED => AttributeValue::Symbol(self.symbol("a name")?),
                _ if self.at(TokenKind::Keyword) || self.at(TokenKind::Close) => AttributeValue::None,
                _ => AttributeValue::Verbatim(self.verbatim()?),
            };
            self.annotated().attributes.push(Attribute { keyword, value });
        }
        self.finish_annotated().map(Some)
    }

    fn finish_pattern(&mut self, count: u32) {
        let frame = self.annotated();
        frame.open_pattern = None;
        if let Some(attribute) = frame.attributes.last_mut() {
            attribute.value = AttributeValue::Terms(count);
        }
    }

    fn finish_annotated(&mut self) -> Result<TermId> {
        let end = self.close()?.span;
        let Some(Frame::Annotated(frame)) = self.frames.pop() else {
            unreachable!("an annotated term is being read")
        };
        let args = self.values.split_off(frame.first);
        let sort = self.script.arena.sort_of(args[0]);
        for attribute in &frame.attributes {
            if let AttributeValue::Symbol(name) = attribute.value {
                let kind = FunKind::Named(args[0]);
                let fun = Fun { name, params: Vec::new(), result: sort, sort_params: Vec::new(), kind };
                let fun = self.script.arena.declare(fun);
                self.scope.add_fun(name, fun);
            }
        }
        let attributes = self.script.arena.make_attributes(frame.attributes);
        Ok(self.make(Head::Annotated(attributes), &args, sort, frame.start.to(end)))
    }
}
