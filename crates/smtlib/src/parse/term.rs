//! Terms, with a stack of our own: nesting costs memory, never the call stack.

use super::identifier::Identifier;
use super::{Parser, Result};
use crate::decl::{Binding, Fun, FunId, FunKind, Var};
use crate::error::SyntaxError;
use crate::lexer::TokenKind;
use crate::print::sort_text;
use crate::sort::{SortCtor, SortId};
use crate::span::Span;
use crate::symbol::{Symbol, word};
use crate::term::{Attribute, Binder, Case, Head, QualId, TermId, VarListId};

/// A term that is not complete yet. `first` is where its values start, `start` where its text does.
pub(super) enum Frame {
    Application {
        identifier: Identifier,
        first: u32,
        start: Span,
    },
    Call {
        first: u32,
        start: Span,
    },
    /// Reading the definitions of a let; its names start at `names`.
    LetDefinition {
        names: u32,
        first: u32,
        start: Span,
    },
    LetBody {
        vars: VarListId,
        locals: u32,
        first: u32,
        start: Span,
    },
    BinderBody {
        binder: Binder,
        vars: VarListId,
        locals: u32,
        first: u32,
        start: Span,
    },
    Match(Box<MatchFrame>),
    Annotated(Box<AnnotatedFrame>),
}

pub(super) struct MatchFrame {
    cases: Vec<Case>,
    /// The sort of the matched term, once it is read.
    scrutinee: Option<SortId>,
    locals: usize,
    first: usize,
    start: Span,
}

pub(super) struct AnnotatedFrame {
    pub(super) attributes: Vec<Attribute>,
    /// The number of terms read of an unfinished `:pattern`.
    pub(super) open_pattern: Option<u32>,
    pub(super) first: usize,
    pub(super) start: Span,
}

/// Function terms nested in function terms, `((((f a) b) c) d)`: more than this is garbage, and would cost memory.
const MAX_FUNCTION_TERMS: usize = 10_000;

/// What to do after a step.
enum Step {
    /// Read a term next.
    Descend,
    /// A term is complete.
    Value(TermId),
}

const BINDERS: &[(Symbol, Binder)] = &[
    (word::FORALL, Binder::Forall),
    (word::EXISTS, Binder::Exists),
    (word::LAMBDA, Binder::Lambda),
    (word::WITNESS, Binder::Witness),
    (word::EPS, Binder::Eps),
    (word::CHOICE, Binder::Choice),
    (word::COMPREHENSION, Binder::Comprehension),
];

/// The keyword a binder is written with.
pub(crate) fn binder_word(binder: Binder) -> Symbol {
    BINDERS.iter().find(|(_, b)| *b == binder).map_or(word::FORALL, |(word, _)| *word)
}

impl Parser<'_> {
    /// Reads one term.
    pub(super) fn term(&mut self) -> Result<TermId> {
        let bottom = self.frames.len();
        loop {
            let mut step = self.start_term()?;
            while let Step::Value(term) = step {
                if self.frames.len() == bottom {
                    return Ok(term);
                }
                self.values.push(term);
                step = self.continue_frame()?;
            }
        }
    }

    #[inline]
    fn start_term(&mut self) -> Result<Step> {
        let token = self.token;
        match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => {
                self.advance()?;
                let name = self.intern(token);
                if token.kind == TokenKind::Symbol && is_reserved(name) {
                    let text = self.text(token);
                    return Err(SyntaxError::new(token.span, format!("`{text}` is a reserved word")));
                }
                Ok(Step::Value(self.constant(name, token.span)))
            }
            TokenKind::Open => {
                self.advance()?;
                self.start_compound(token.span)
            }
            _ => match self.literal(token)? {
                Some(term) => {
                    self.advance()?;
                    Ok(Step::Value(term))
                }
                None => Err(self.expected("a term")),
            },
        }
    }

    #[inline]
    fn first(&self) -> u32 {
        self.values.len() as u32
    }

    fn start_compound(&mut self, mut start: Span) -> Result<Step> {
        let mut function_terms = 0;
        loop {
            let first = self.first();
            let token = self.token;
            match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => {
                    self.advance()?;
                    let name = self.intern(token);
                    if token.kind == TokenKind::Symbol && name.index() <= word::ROOT_OBJ.index() {
                        return self.start_word(name, token.span, start);
                    }
                    let identifier = Identifier { name, qual: QualId::NONE, span: token.span };
                    return self.start_application(identifier, first, start);
                }
                TokenKind::Open => {
                    // `((_ f 1) x)`, `((as f S) x)`, or a function term as in `((f x) y)`.
                    self.advance()?;
                    if self.at(TokenKind::Symbol) {
                        let name = self.intern(self.token);
                        if matches!(name, word::UNDERSCORE | word::AS) {
                            self.advance()?;
                            let identifier = self.qualified(name, token.span)?;
                            return self.start_application(identifier, first, start);
                        }
                    }
                    function_terms += 1;
                    if function_terms > MAX_FUNCTION_TERMS {
                        return Err(self.expected("an operator"));
                    }
                    self.frames.push(Frame::Call { first, start });
                    start = token.span;
                }
                TokenKind::Close => return Err(self.expected("an operator")),
                _ => {
                    return Err(self
                        .expected("an operator")
                        .with_hint("only a function can stand after `(`"));
                }
            }
        }
    }

    fn start_application(&mut self, identifier: Identifier, first: u32, start: Span) -> Result<Step> {
        if self.at(TokenKind::Close) {
            return Err(self.expected("an argument").with_hint("a constant is written without parentheses"));
        }
        self.frames.push(Frame::Application { identifier, first, start });
        Ok(Step::Descend)
    }

    /// A compound term whose first word is one of the language's own, or happens to be an operator among them.
    fn start_word(&mut self, name: Symbol, name_span: Span, start: Span) -> Result<Step> {
        let first = self.first();
        match name {
            word::LET => {
                self.open()?;
                let names = self.let_names.len() as u32;
                self.frames.push(Frame::LetDefinition { names, first, start });
                self.let_binding()
            }
            word::MATCH => {
                let frame = MatchFrame {
                    cases: Vec::new(),
                    scrutinee: None,
                    locals: self.scope.local_count(),
                    first: first as usize,
                    start,
                };
                self.frames.push(Frame::Match(Box::new(frame)));
                Ok(Step::Descend)
            }
            word::BANG => {
                let frame = AnnotatedFrame {
                    attributes: Vec::new(),
                    open_pattern: None,
                    first: first as usize,
                    start,
                };
                self.frames.push(Frame::Annotated(Box::new(frame)));
                Ok(Step::Descend)
            }
            word::UNDERSCORE | word::AS => {
                let identifier = self.qualified(name, start)?;
                Ok(Step::Value(self.apply(identifier, first as usize, identifier.span)))
            }
            word::ROOT_OBJ => {
                // `(root-obj polynomial index)`: its polynomial is over a variable that nothing binds.
                while !self.at(TokenKind::Close) {
                    self.skip_sexpr()?;
                }
                let span = start.to(self.close()?.span);
                let text = self.verbatim_text(span)?;
                Ok(Step::Value(self.make(Head::Verbatim(text), &[], SortId::REAL, span)))
            }
            _ => match BINDERS.iter().find(|(word, _)| *word == name) {
                // `eps`, `choice` and the like are free for users: they bind only before a list of variables.
                Some(&(_, binder)) if self.at(TokenKind::Open) && !self.is_user_name(name) => {
                    self.start_binder(binder, start)
                }
                _ => {
                    let identifier = Identifier { name, qual: QualId::NONE, span: name_span };
                    self.start_application(identifier, first, start)
                }
            },
        }
    }

    fn is_user_name(&self, name: Symbol) -> bool {
        self.scope.newest_fun(name).is_some() || self.scope.local(name).is_some()
    }

    fn start_binder(&mut self, binder: Binder, start: Span) -> Result<Step> {
        let locals = self.scope.local_count() as u32;
        let names = self.sorted_names()?;
        let vars: Vec<_> = names.into_iter().map(|(name, sort)| self.bind_scoped(name, sort)).collect();
        let vars = self.script.arena.make_var_list(&vars);
        self.frames.push(Frame::BinderBody { binder, vars, locals, first: self.first(), start });
        Ok(Step::Descend)
    }

    /// `(name` of the next binding, or the end of the bindings.
    fn let_binding(&mut self) -> Result<Step> {
        if self.skip(TokenKind::Open)? {
            let name = self.symbol("the name of a let variable")?;
            self.let_names.push(name);
            return Ok(Step::Descend);
        }
        self.close()?;
        let Some(Frame::LetDefinition { names, first, start }) = self.frames.pop() else {
            unreachable!("a let is being read")
        };
        let locals = self.scope.local_count() as u32;
        let mut vars = Vec::with_capacity(self.let_names.len() - names as usize);
        for i in names as usize..self.let_names.len() {
            let (name, value) = (self.let_names[i], self.values[first as usize + i - names as usize]);
            let sort = self.script.arena.sort_of(value);
            let var = self.script.arena.make_var(Var { name, sort, binding: Binding::Let(value) });
            vars.push(var);
            self.scope.add_local(name, var);
        }
        self.let_names.truncate(names as usize);
        let vars = self.script.arena.make_var_list(&vars);
        self.frames.push(Frame::LetBody { vars, locals, first, start });
        Ok(Step::Descend)
    }

    /// The innermost unfinished term got one more value.
    fn continue_frame(&mut self) -> Result<Step> {
        match self.frames.last_mut() {
            Some(&mut Frame::Application { identifier, first, start }) => {
                if !self.at(TokenKind::Close) {
                    return Ok(Step::Descend);
                }
                let end = self.advance()?.span;
                self.frames.pop();
                Ok(Step::Value(self.apply(identifier, first as usize, start.to(end))))
            }
            Some(&mut Frame::Call { first, start }) => {
                if !self.at(TokenKind::Close) {
                    return Ok(Step::Descend);
                }
                let span = start.to(self.advance()?.span);
                self.frames.pop();
                let all = self.values.split_off(first as usize);
                if all.len() < 2 {
                    return Err(SyntaxError::new(span, "expected an argument"));
                }
                Ok(Step::Value(self.call_term(&all, start, span)))
            }
            Some(Frame::LetDefinition { .. }) => {
                self.close()?;
                self.let_binding()
            }
            Some(&mut Frame::LetBody { vars, locals, first, start }) => {
                self.finish_scoped(Head::Let(vars), locals, first, start)
            }
            Some(&mut Frame::BinderBody { binder, vars, locals, first, start }) => {
                if binder == Binder::Comprehension && !self.at(TokenKind::Close) {
                    return Ok(Step::Descend);
                }
                self.finish_scoped(Head::Binder(binder, vars), locals, first, start)
            }
            Some(Frame::Match(_)) => self.continue_match(),
            Some(Frame::Annotated(_)) => Ok(self.continue_annotated()?.map_or(Step::Descend, Step::Value)),
            None => unreachable!("a value belongs to a frame"),
        }
    }

    /// Closes a let or a binder after its body.
    fn finish_scoped(&mut self, head: Head, locals: u32, first: u32, start: Span) -> Result<Step> {
        let span = start.to(self.close()?.span);
        self.frames.pop();
        self.scope.drop_locals(locals as usize);
        let args = self.values.split_off(first as usize);
        let body_sort = args.last().map_or(SortId::OPAQUE, |&t| self.script.arena.sort_of(t));
        let sort = match head {
            Head::Binder(binder, vars) => self.binder_sort(binder, vars, &args, body_sort, span),
            _ => body_sort,
        };
        Ok(Step::Value(self.make(head, &args, sort, span)))
    }

    fn binder_sort(
        &mut self,
        binder: Binder,
        vars: VarListId,
        args: &[TermId],
        body: SortId,
        span: Span,
    ) -> SortId {
        let condition = args.first().map_or(body, |&t| self.script.arena.sort_of(t));
        if binder != Binder::Lambda && !self.script.arena.accepts(SortId::BOOL, condition) {
            let text = sort_text(&self.script.arena, condition);
            self.type_error(span, format!("the body of a quantifier is of sort {text}, not Bool"), None);
        }
        let arena = &mut self.script.arena;
        let sort_of = |arena: &crate::Arena, i: usize| {
            arena.var_list(vars).get(i).map_or(SortId::OPAQUE, |&v| arena.sorts.canonical(arena.var(v).sort))
        };
        match binder {
            Binder::Forall | Binder::Exists => SortId::BOOL,
            Binder::Witness | Binder::Eps | Binder::Choice => sort_of(arena, 0),
            Binder::Lambda => {
                let mut parts: Vec<SortId> =
                    (0..arena.var_list(vars).len()).map(|i| sort_of(arena, i)).collect();
                parts.push(body);
                arena.sorts.make(SortCtor::Fun, &parts)
            }
            Binder::Comprehension => {
                let element = if args.len() > 1 { body } else { sort_of(arena, 0) };
                arena.sorts.make(SortCtor::Set, &[element])
            }
        }
    }

    fn match_frame(&mut self) -> &mut MatchFrame {
        match self.frames.last_mut() {
            Some(Frame::Match(frame)) => frame,
            _ => unreachable!("a match is being read"),
        }
    }

    fn continue_match(&mut self) -> Result<Step> {
        if self.match_frame().scrutinee.is_none() {
            let sort = self.values.last().map_or(SortId::OPAQUE, |&t| self.script.arena.sort_of(t));
            self.match_frame().scrutinee = Some(sort);
            self.open()?;
        } else {
            self.close()?;
            let locals = self.match_frame().locals;
            self.scope.drop_locals(locals);
        }
        if self.skip(TokenKind::Open)? {
            let case = self.case()?;
            self.match_frame().cases.push(case);
            return Ok(Step::Descend);
        }
        self.close()?;
        let end = self.close()?.span;
        let Some(Frame::Match(frame)) = self.frames.pop() else { unreachable!("a match is being read") };
        let args = self.values.split_off(frame.first);
        let bodies: Vec<SortId> = args[1..].iter().map(|&t| self.script.arena.sort_of(t)).collect();
        let sort = bodies.iter().copied().find(|&s| s != SortId::OPAQUE).unwrap_or(SortId::OPAQUE);
        let sort = if sort == SortId::INT && bodies.contains(&SortId::REAL) { SortId::REAL } else { sort };
        let span = frame.start.to(end);
        if let Some(&other) = bodies.iter().find(|&&s| !self.script.arena.accepts(sort, s)) {
            let (a, b) = (sort_text(&self.script.arena, sort), sort_text(&self.script.arena, other));
            self.type_error(span, format!("the cases of this match are of sorts {a} and {b}"), None);
        }
        let cases = self.script.arena.make_cases(frame.cases);
        Ok(Step::Value(self.make(Head::Match(cases), &args, sort, span)))
    }

    /// A pattern: `(cons h t)`, `nil` or a variable.
    fn case(&mut self) -> Result<Case> {
        let scrutinee = self.match_frame().scrutinee.unwrap_or(SortId::OPAQUE);
        let parenthesised = self.skip(TokenKind::Open)?;
        let span = self.token.span;
        let name = self.symbol("a constructor or a variable")?;
        let constructor = self
            .scope
            .funs(name)
            .find(|&f| matches!(self.script.arena.fun(f).kind, FunKind::Constructor(..)));
        if constructor.is_none() && !parenthesised {
            let var = self.bind_scoped(name, scrutinee);
            return Ok(Case::Var(var));
        }
        let mut names = Vec::new();
        if parenthesised {
            while !self.at(TokenKind::Close) {
                names.push(self.symbol("a variable")?);
            }
            self.close()?;
        }
        let fun = constructor.unwrap_or_else(|| self.unknown_constructor(name, names.len(), span));
        if parenthesised && names.is_empty() && self.script.arena.fun(fun).params.is_empty() {
            return Ok(Case::Parenthesised(fun));
        }
        let sorts = self.field_sorts(fun, scrutinee);
        if names.len() != self.script.arena.fun(fun).params.len() {
            let text = self.script.arena.name(name).to_owned();
            let message = format!("`{text}` has {} fields, not {}", sorts.len(), names.len());
            self.type_error(span, message, None);
        }
        let vars = names
            .into_iter()
            .enumerate()
            .map(|(i, name)| self.bind_scoped(name, sorts.get(i).copied().unwrap_or(SortId::OPAQUE)))
            .collect();
        Ok(Case::Constructor(fun, vars))
    }

    /// Stands for a constructor that nobody declared, so that the case can be kept.
    fn unknown_constructor(&mut self, name: Symbol, fields: usize, span: Span) -> FunId {
        let text = self.script.arena.name(name).to_owned();
        self.type_error(span, format!("`{text}` is not a constructor"), None);
        self.script.opaque += 1;
        self.script.arena.declare(Fun {
            name,
            params: vec![SortId::OPAQUE; fields],
            result: SortId::OPAQUE,
            sort_params: Vec::new(),
            kind: FunKind::Declared,
        })
    }

    /// The sorts of a constructor's fields in a value of this sort.
    fn field_sorts(&mut self, constructor: FunId, value: SortId) -> Vec<SortId> {
        let decl = self.script.arena.fun(constructor).clone();
        let sorts = &mut self.script.arena.sorts;
        let args: Vec<SortId> = sorts.args(value).to_vec();
        decl.params
            .iter()
            .map(|&p| {
                let sort = sorts.substitute(p, &decl.sort_params, &args);
                sorts.canonical(sort)
            })
            .collect()
    }
}

fn is_reserved(name: Symbol) -> bool {
    matches!(
        name,
        word::UNDERSCORE
            | word::BANG
            | word::AS
            | word::LET
            | word::FORALL
            | word::EXISTS
            | word::MATCH
            | word::PAR
    )
}
