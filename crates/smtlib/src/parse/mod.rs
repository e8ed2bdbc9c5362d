//! Text to script, in one pass, typing included. No function here recurs on the nesting of terms.

mod attribute;
mod command;
mod datatype;
mod extend;
mod identifier;
mod resolve;
mod scope;
mod sexpr;
mod sort;
mod term;

pub(crate) use term::binder_word;

use crate::command::Command;
use crate::error::{SyntaxError, TypeError};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::script::Script;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::term::TermId;

use scope::Scope;
use term::Frame;

/// A reader of one script.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    script: Script,
    scope: Scope,
    /// Terms of unfinished applications.
    values: Vec<TermId>,
    frames: Vec<Frame>,
    /// Names of the bindings of unfinished lets.
    let_names: Vec<Symbol>,
    /// Functions with a lower number belong to the script that is being extended: to redefine one is no error.
    redefinable: usize,
}

type Result<T> = std::result::Result<T, SyntaxError>;

/// A source of this size or more could not be addressed by spans.
const MAX_SOURCE: usize = u32::MAX as usize;

impl<'a> Parser<'a> {
    pub(crate) fn new(source: &'a [u8]) -> Result<Parser<'a>> {
        if source.len() >= MAX_SOURCE {
            return Err(SyntaxError::new(Span::default(), "the script is larger than 4 GiB"));
        }
        let mut lexer = Lexer::new(source);
        let token = lexer.next_token()?;
        Ok(Parser {
            lexer,
            token,
            script: Script::with_capacity(source.len()),
            scope: Scope::default(),
            values: Vec::new(),
            frames: Vec::new(),
            let_names: Vec::new(),
            redefinable: 0,
        })
    }

    pub(crate) fn script(mut self) -> Result<Script> {
        self.commands()?;
        Ok(self.script)
    }

    fn commands(&mut self) -> Result<()> {
        loop {
            match self.token.kind {
                TokenKind::End => return Ok(()),
                TokenKind::Open => {
                    let start = self.token.span;
                    let command = self.command()?;
                    self.push_command(command, start);
                }
                TokenKind::Close => {
                    return Err(self.error_here("this parenthesis closes nothing").with_hint("remove it"));
                }
                _ => return Err(self.expected("a command in parentheses")),
            }
        }
    }

    fn push_command(&mut self, command: Command, start: Span) {
        self.script.commands.push(command);
        self.script.command_spans.push(Span { start: start.start, end: self.previous_end() });
    }

    /// Where the last consumed token ended, or a little after it.
    fn previous_end(&self) -> u32 {
        self.token.span.start
    }

    #[inline]
    fn advance(&mut self) -> Result<Token> {
        let token = self.token;
        self.token = self.lexer.next_token()?;
        Ok(token)
    }

    #[inline]
    fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    fn skip(&mut self, kind: TokenKind) -> Result<bool> {
        let found = self.at(kind);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, kind: TokenKind, what: &str) -> Result<Token> {
        if self.at(kind) { self.advance() } else { Err(self.expected(what)) }
    }

    #[inline]
    fn open(&mut self) -> Result<Token> {
        self.expect(TokenKind::Open, "`(`")
    }

    #[inline]
    fn close(&mut self) -> Result<Token> {
        self.expect(TokenKind::Close, "`)`")
    }

    /// The source text of a token.
    #[inline]
    fn text(&self, token: Token) -> &'a str {
        self.lexer.text(token)
    }

    /// The symbol that a symbol token or quoted symbol token names.
    #[inline]
    fn intern(&mut self, token: Token) -> Symbol {
        let text = self.text(token);
        let name = if token.kind == TokenKind::Quoted { &text[1..text.len() - 1] } else { text };
        self.script.arena.symbols.intern(name)
    }

    fn symbol(&mut self, what: &str) -> Result<Symbol> {
        if matches!(self.token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            let token = self.advance()?;
            Ok(self.intern(token))
        } else {
            Err(self.expected(what))
        }
    }

    fn keyword(&mut self) -> Result<Symbol> {
        let token = self.expect(TokenKind::Keyword, "a keyword such as `:name`")?;
        Ok(self.intern(token))
    }

    fn numeral(&mut self, what: &str) -> Result<u32> {
        let token = self.expect(TokenKind::Numeral, what)?;
        self.text(token).parse().map_err(|_| SyntaxError::new(token.span, "this number is too large"))
    }

    fn error_here(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(self.token.span, message)
    }

    fn expected(&self, what: &str) -> SyntaxError {
        let found = match self.token.kind {
            TokenKind::End => "the file ends here".to_owned(),
            _ => {
                let text: String = self.text(self.token).chars().take(40).collect();
                format!("found `{text}`")
            }
        };
        let error = self.error_here(format!("expected {what}, {found}"));
        if self.at(TokenKind::End) { error.with_hint("a parenthesis may be missing") } else { error }
    }

    /// Records a typing error; the first of a term is enough.
    fn type_error(&mut self, span: Span, message: String, hint: Option<String>) {
        self.script.type_errors.push(TypeError { span, message, hint });
    }
}
