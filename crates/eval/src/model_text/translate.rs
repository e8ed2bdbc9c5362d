//! Terms in the notations of single solvers, token by token made SMT-LIB.

use std::borrow::Cow;

use smtlib::TokenKind;

use super::algebraic::real_algebraic_number;
use super::draft::quoted;
use super::element::sort_of_name;
use super::items::{Items, Result};
use crate::text::{Escapes, Text};

/// Which draft a copy goes to.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Header,
    Body,
}

impl<'a> Items<'a> {
    /// Copies an s-expression, its tokens made SMT-LIB where a solver has its own.
    pub(super) fn copy(&mut self, node: usize, part: Part) -> Result<()> {
        let end = self.tokens.after(node);
        let mut token = node;
        while token < end {
            let (text, next) = self.translated(token)?;
            let origin = self.tokens.get(token).start;
            let draft = match part {
                Part::Header => &mut self.headers,
                Part::Body => &mut self.bodies,
            };
            draft.push(&text, origin);
            token = next;
        }
        Ok(())
    }

    /// The token in SMT-LIB, and the token after what it stands for.
    fn translated(&mut self, token: usize) -> Result<(Cow<'a, str>, usize)> {
        let tokens = self.tokens;
        let text = tokens.token_text(token);
        let origin = tokens.get(token).start;
        match tokens.get(token).kind {
            Some(TokenKind::Open) => {
                let mut children = tokens.children(token);
                match (children.next().map(|c| tokens.token_text(c)), children.next(), children.next()) {
                    (Some("as"), Some(name), Some(sort)) if tokens.token_text(name).starts_with('@') => {
                        let name = tokens.token_text(name);
                        self.elements.add(name, tokens.text_of(sort), origin);
                        Ok((quoted(name).into(), tokens.after(token)))
                    }
                    (Some("_"), Some(name), _) if tokens.token_text(name) == "real_algebraic_number" => {
                        match real_algebraic_number(tokens.text_of(token)) {
                            Some(number) => Ok((number.to_string().into(), tokens.after(token))),
                            None => Err(tokens.error(token, "this algebraic number cannot be read")),
                        }
                    }
                    (Some(name), Some(value), None)
                        if name.starts_with("_let_") && tokens.head(value) == Some("as") =>
                    {
                        self.aliases.insert(name, tokens.text_of(value));
                        Ok(("".into(), tokens.after(token)))
                    }
                    _ => Ok((text.into(), token + 1)),
                }
            }
            Some(TokenKind::Symbol) if text == "->" && self.functions_are_arrays => {
                Ok(("Array".into(), token + 1))
            }
            Some(TokenKind::Symbol | TokenKind::Quoted) => {
                let name = tokens.symbol(token).unwrap_or(text);
                if !self.elements.contains(name)
                    && !self.is_script_symbol(name)
                    && !self.is_defined(name)
                    && let Some(sort) = sort_of_name(self.script, name)
                {
                    self.elements.add(name, &quoted(sort), origin);
                }
                match fraction(text) {
                    Some(term) => Ok((term.into(), token + 1)),
                    None => Ok((self.aliases.get(name).copied().unwrap_or(text).into(), token + 1)),
                }
            }
            Some(TokenKind::String) if self.escapes == Escapes::Legacy => {
                match Text::decode(&text[1..text.len() - 1], Escapes::Legacy) {
                    Ok(decoded) => Ok((decoded.literal().into(), token + 1)),
                    Err(error) => Err(tokens.error(token, error.to_string())),
                }
            }
            Some(_) => Ok((text.into(), token + 1)),
            None => match text.strip_prefix("0b") {
                Some(bits) => Ok((format!("#b{bits}").into(), token + 1)),
                None => match fraction(text) {
                    Some(term) => Ok((term.into(), token + 1)),
                    None => Err(tokens.error(token, format!("`{text}` is not SMT-LIB"))),
                },
            },
        }
    }
}

/// Yices' own `1/3` and `-1/3`.
fn fraction(text: &str) -> Option<String> {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let (numerator, denominator) = magnitude.split_once('/')?;
    if !number(numerator) || !number(denominator) {
        return None;
    }
    let quotient = format!("(/ {numerator}.0 {denominator}.0)");
    Some(if magnitude.len() < text.len() { format!("(- {quotient})") } else { quotient })
}
