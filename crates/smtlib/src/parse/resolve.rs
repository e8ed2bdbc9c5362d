//! What an identifier applied to terms means, and what to say when it means nothing.

use super::identifier::Identifier;
use super::{Parser, Result};
use crate::decl::{Binding, FunId, Var, VarId};
use crate::error::SyntaxError;
use crate::lexer::{Token, TokenKind};
use crate::print::sort_text;
use crate::sort::{SortCtor, SortId};
use crate::span::Span;
use crate::symbol::Symbol;
use crate::term::{Head, LiteralKind, QualId, TermId};
use crate::theory::Table;

impl Parser<'_> {
    /// A literal token as a term; `None` when the token is no literal.
    #[inline]
    pub(super) fn literal(&mut self, token: Token) -> Result<Option<TermId>> {
        let digits = (token.span.end - token.span.start).saturating_sub(2);
        let (kind, sort) = match token.kind {
            TokenKind::Numeral => (LiteralKind::Numeral, SortId::INT),
            TokenKind::Decimal => (LiteralKind::Decimal, SortId::REAL),
            TokenKind::Hex => {
                let width = digits
                    .checked_mul(4)
                    .ok_or_else(|| SyntaxError::new(token.span, "this constant is too wide"))?;
                (LiteralKind::Hex, self.script.arena.sorts.bit_vec(width))
            }
            TokenKind::Binary => (LiteralKind::Binary, self.script.arena.sorts.bit_vec(digits)),
            TokenKind::String => (LiteralKind::String, SortId::STRING),
            TokenKind::Field => {
                let order = self.text(token).rsplit('m').next().unwrap_or_default().to_owned();
                let order = self.script.arena.symbols.intern(&order);
                (LiteralKind::Field, self.script.arena.sorts.make(SortCtor::Field(order), &[]))
            }
            _ => return Ok(None),
        };
        let text = self.text(token);
        let text = if kind == LiteralKind::String { &text[1..text.len() - 1] } else { text };
        let text = self.script.arena.symbols.intern(text);
        Ok(Some(self.make(Head::Literal(kind, text), &[], sort, token.span)))
    }

    /// Interns a term and remembers where it first stood.
    #[inline]
    pub(super) fn make(&mut self, head: Head, args: &[TermId], sort: SortId, span: Span) -> TermId {
        let term = self.script.arena.intern(head, args, sort);
        self.note_place(term, span);
        term
    }

    #[inline]
    pub(super) fn note_place(&mut self, term: TermId, span: Span) {
        let spans = &mut self.script.term_spans;
        if spans.len() < self.script.arena.term_count() {
            // Terms that were interned on the way, as parts of this one, have its place.
            spans.resize(self.script.arena.term_count(), span);
            spans[term.index()] = span;
        }
    }

    /// A plain symbol in the place of a term.
    #[inline]
    pub(super) fn constant(&mut self, name: Symbol, span: Span) -> TermId {
        if let Some(var) = self.scope.local(name) {
            let term = self.script.arena.var_term(var);
            self.note_place(term, span);
            return term;
        }
        if let Some(newest) = self.scope.newest_fun(name) {
            let arena = &self.script.arena;
            // A constant before functions of the same name.
            let constant = |fun: &FunId| arena.fun(*fun).params.is_empty();
            let fun = if constant(&newest) { Some(newest) } else { self.scope.funs(name).find(constant) };
            let fun = fun.unwrap_or(newest);
            if self.script.arena.fun(fun).sort_params.is_empty() {
                let term = self.script.arena.fun_term(fun);
                self.note_place(term, span);
                return term;
            }
        }
        self.apply(Identifier { name, qual: QualId::NONE, span }, self.values.len(), span)
    }

    /// `identifier` applied to the last values from `first` on, which are taken.
    pub(super) fn apply(&mut self, identifier: Identifier, first: usize, span: Span) -> TermId {
        let args = std::mem::take(&mut self.values);
        let term = self.resolve(identifier, &args[first..], span);
        self.values = args;
        self.values.truncate(first);
        self.note_place(term, span);
        term
    }

    fn resolve(&mut self, identifier: Identifier, args: &[TermId], span: Span) -> TermId {
        let Identifier { name, qual, .. } = identifier;
        if qual == QualId::NONE
            && !args.is_empty()
            && let Some(var) = self.scope.local(name)
        {
            let function = self.script.arena.var_term(var);
            return self.call(function, args, identifier, span);
        }
        let user = self.scope.newest_fun(name);
        let mut candidate = user;
        while let Some(fun) = candidate {
            if let Some(term) = self.script.arena.apply_fun(fun, qual, args) {
                return term;
            }
            candidate = self.scope.older_fun(fun);
        }
        for &(op, spelling) in Table::get().named(name) {
            if let Some(term) = self.script.arena.apply_op(op, spelling, qual, args) {
                return term;
            }
        }
        if let Some(literal) = self.indexed_literal(identifier, args) {
            return literal;
        }
        if let Some(literal) = self.negative_literal(identifier, args) {
            return literal;
        }
        if let Some(fun) = user
            && qual == QualId::NONE
            && self.is_callable(fun, args)
        {
            let function = self.script.arena.fun_term(fun);
            return self.call(function, args, identifier, span);
        }
        self.explain(identifier, user, args, span);
        self.unknown(identifier, args)
    }

    /// Whether a function of the script can be applied as a value: it is of a function sort, or the logic is
    /// higher-order and takes partial applications.
    fn is_callable(&self, fun: FunId, args: &[TermId]) -> bool {
        let decl = self.script.arena.fun(fun);
        let sorts = &self.script.arena.sorts;
        let result = sorts.ctor(sorts.canonical(decl.result));
        !args.is_empty()
            && decl.sort_params.is_empty()
            && ((matches!(result, SortCtor::Fun | SortCtor::Array) && args.len() > decl.params.len())
                || (self.scope.higher_order && args.len() != decl.params.len()))
    }

    /// `(f a …)` where `f` is a term.
    fn call(&mut self, function: TermId, args: &[TermId], identifier: Identifier, span: Span) -> TermId {
        let mut all = Vec::with_capacity(args.len() + 1);
        all.push(function);
        all.extend_from_slice(args);
        self.call_term(&all, identifier.span, span)
    }

    /// The first term applied to the others.
    pub(super) fn call_term(&mut self, all: &[TermId], function_span: Span, span: Span) -> TermId {
        let sorts: Vec<SortId> = all.iter().map(|&t| self.script.arena.sort_of(t)).collect();
        let sort = self.script.arena.call_sort(sorts[0], &sorts[1..]);
        if sort.is_none() {
            let text = sort_text(&self.script.arena, sorts[0]);
            let message = format!("a value of sort {text} cannot be applied to these arguments");
            self.type_error(function_span, message, None);
        }
        self.make(Head::Call, all, sort.unwrap_or(SortId::OPAQUE), span)
    }

    /// `(_ bv5 8)` and `(as ff5 F)`.
    fn indexed_literal(&mut self, identifier: Identifier, args: &[TermId]) -> Option<TermId> {
        let Identifier { name, qual, span } = identifier;
        if !args.is_empty() || qual == QualId::NONE {
            return None;
        }
        let arena = &mut self.script.arena;
        let text = arena.name(name);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match (&arena.qual(qual).indices[..], arena.qual(qual).ascription) {
            ([width], None) if text.strip_prefix("bv").is_some_and(is_number) => {
                let width = u32::try_from(arena.numeral(width)?).ok().filter(|&w| w > 0)?;
                let sort = arena.sorts.bit_vec(width);
                Some(self.make(Head::Literal(LiteralKind::BvNumeral, name), &[], sort, span))
            }
            ([], Some(sort)) => {
                let digits = text.strip_prefix("ff")?;
                if !is_number(digits.strip_prefix('-').unwrap_or(digits)) {
                    return None;
                }
                let sort = arena.sorts.canonical(sort);
                matches!(arena.sorts.ctor(sort), SortCtor::Field(_))
                    .then(|| self.make(Head::Literal(LiteralKind::FieldNumeral(qual), name), &[], sort, span))
            }
            _ => None,
        }
    }

    /// `-5` is a symbol by the standard, and a number to the solvers when nobody declared it.
    fn negative_literal(&mut self, identifier: Identifier, args: &[TermId]) -> Option<TermId> {
        let digits = self.script.arena.name(identifier.name).strip_prefix('-')?;
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !args.is_empty() || identifier.qual != QualId::NONE || !number(whole) || !number(fraction) {
            return None;
        }
        let (kind, sort) = match digits.contains('.') {
            true => (LiteralKind::Decimal, SortId::REAL),
            false => (LiteralKind::Numeral, SortId::INT),
        };
        Some(self.make(Head::Literal(kind, identifier.name), &[], sort, identifier.span))
    }

    fn unknown(&mut self, identifier: Identifier, args: &[TermId]) -> TermId {
        self.script.opaque += 1;
        let head = Head::Unknown(identifier.name, identifier.qual);
        self.script.arena.intern(head, args, SortId::OPAQUE)
    }

    /// Says why an identifier that we know cannot be applied so. An operator that nobody knows is no error: it is
    /// kept, and marked opaque.
    fn explain(&mut self, identifier: Identifier, user: Option<FunId>, args: &[TermId], span: Span) {
        let arena = &self.script.arena;
        let name = arena.name(identifier.name).to_owned();
        let actual: Vec<String> = args.iter().map(|&a| sort_text(arena, arena.sort_of(a))).collect();
        let actual = actual.join(" ");
        let given = if args.is_empty() { "no arguments".to_owned() } else { format!("arguments {actual}") };
        if let Some(fun) = user {
            let decl = arena.fun(fun);
            let params: Vec<String> = decl.params.iter().map(|&p| sort_text(arena, p)).collect();
            let result = sort_text(arena, decl.result);
            let hint = format!("it is declared as ({}) {result}", params.join(" "));
            self.type_error(span, format!("`{name}` cannot take {given}"), Some(hint));
            return;
        }
        let rows = Table::get().named(identifier.name);
        if !rows.is_empty() {
            let forms: Vec<&str> = rows.iter().map(|(op, _)| op.row().text).collect();
            let hint = format!("it takes {}", forms.join(", or "));
            self.type_error(span, format!("`{name}` cannot take {given}"), Some(hint));
        } else if args.is_empty() && identifier.qual == QualId::NONE {
            let hint = format!("declare it with (declare-const {name} …)");
            self.type_error(span, format!("unknown constant `{name}`"), Some(hint));
        }
    }

    /// A variable that a quantifier, lambda, match or definition binds here.
    pub(super) fn bind_scoped(&mut self, name: Symbol, sort: SortId) -> VarId {
        let arena = &self.script.arena;
        let level = self.scope.locals_named(name).find_map(|v| match *arena.var(v) {
            Var { sort: s, binding: Binding::Scope(level), .. } if s == sort => Some(level + 1),
            _ => None,
        });
        let level = level.unwrap_or(0);
        let var = self.script.arena.make_var(Var { name, sort, binding: Binding::Scope(level) });
        self.scope.add_local(name, var);
        var
    }
}
