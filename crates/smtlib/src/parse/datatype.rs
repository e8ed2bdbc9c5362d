//! Declarations of datatypes, in the three notations that are around.

use super::{Parser, Result};
use crate::command::{Command, DatatypeStyle};
use crate::decl::{Constructor, Datatype, DatatypeId, Fun, FunId, FunKind};
use crate::lexer::TokenKind;
use crate::sort::{SortCtor, SortDecl, SortDeclKind, SortId};
use crate::span::Span;
use crate::symbol::Symbol;

/// Where the number of a datatype's sort parameters is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arity {
    Stated,
    FromBody,
}

impl Parser<'_> {
    /// `declare-datatype` after its name.
    pub(super) fn declare_datatype(&mut self, co: bool) -> Result<Command> {
        let name = self.symbol("the name of a datatype")?;
        let datatype = self.new_datatype(name, 0, co);
        self.datatype_body(datatype, Arity::FromBody)?;
        self.close()?;
        Ok(Command::DeclareDatatypes(DatatypeStyle::One, vec![datatype]))
    }

    /// `declare-datatypes` after its name.
    pub(super) fn declare_datatypes(&mut self, co: bool) -> Result<Command> {
        self.open()?;
        if !self.at(TokenKind::Open) {
            return self.old_datatypes(co);
        }
        let mut datatypes = Vec::new();
        while self.skip(TokenKind::Open)? {
            let name = self.symbol("the name of a datatype")?;
            let arity = self.numeral("the number of its parameters")?;
            self.close()?;
            datatypes.push(self.new_datatype(name, arity, co));
        }
        self.close()?;
        self.open()?;
        for &datatype in &datatypes {
            let span = self.token.span;
            self.datatype_body(datatype, Arity::Stated)?;
            self.check_arity(datatype, span);
        }
        self.close()?;
        self.close()?;
        Ok(Command::DeclareDatatypes(DatatypeStyle::Many, datatypes))
    }

    fn new_datatype(&mut self, name: Symbol, arity: u32, co: bool) -> DatatypeId {
        let arena = &mut self.script.arena;
        let sort = arena.sorts.declare(SortDecl { name, arity, kind: SortDeclKind::Declared });
        let datatype =
            arena.add_datatype(Datatype { sort, params: Vec::new(), constructors: Vec::new(), co });
        arena.sorts.decl_mut(sort).kind = SortDeclKind::Datatype(datatype);
        self.scope.add_sort(name, sort);
        datatype
    }

    /// `(constructor…)` or `(par (X…) (constructor…))`.
    fn datatype_body(&mut self, datatype: DatatypeId, arity: Arity) -> Result<()> {
        self.open()?;
        let outer = self.scope.sort_param_count();
        let parametric = self.at(TokenKind::Symbol) && self.text(self.token) == "par";
        if parametric {
            self.advance()?;
            let params = self.symbol_list("a sort parameter")?;
            if params.is_empty() {
                return Err(self.error_here("`par` names at least one sort parameter"));
            }
            self.set_params(datatype, params);
            if arity == Arity::FromBody {
                let arena = &mut self.script.arena;
                let sort = arena.datatype(datatype).sort;
                arena.sorts.decl_mut(sort).arity = arena.datatype(datatype).params.len() as u32;
            }
            self.open()?;
        }
        while !self.at(TokenKind::Close) {
            self.constructor(datatype)?;
        }
        self.close()?;
        if parametric {
            self.close()?;
        }
        self.scope.drop_sort_params(outer);
        Ok(())
    }

    fn set_params(&mut self, datatype: DatatypeId, params: Vec<Symbol>) {
        self.scope.add_sort_params(&params);
        let arena = &mut self.script.arena;
        arena.datatype_mut(datatype).params = params;
    }

    /// The number of parameters that a datatype states and the number it has must be one.
    fn check_arity(&mut self, datatype: DatatypeId, span: Span) {
        let arena = &self.script.arena;
        let decl = arena.sorts.decl(arena.datatype(datatype).sort);
        let (stated, actual) = (decl.arity, arena.datatype(datatype).params.len());
        if stated as usize != actual {
            let name = arena.name(decl.name);
            let message = format!("`{name}` is declared with {stated} sort parameters, but has {actual}");
            self.type_error(span, message, None);
        }
    }

    pub(super) fn symbol_list(&mut self, what: &str) -> Result<Vec<Symbol>> {
        self.open()?;
        let mut symbols = Vec::new();
        while !self.at(TokenKind::Close) {
            symbols.push(self.symbol(what)?);
        }
        self.close()?;
        Ok(symbols)
    }

    /// `(X…) ((T constructor…)…)`, after the first parenthesis.
    fn old_datatypes(&mut self, co: bool) -> Result<Command> {
        let mut params = Vec::new();
        while !self.at(TokenKind::Close) {
            params.push(self.symbol("a sort parameter")?);
        }
        self.close()?;
        self.open()?;
        // All names are visible in all bodies: read the names first, then start again.
        let (lexer, token) = (self.lexer.clone(), self.token);
        let mut datatypes = Vec::new();
        while self.at(TokenKind::Open) {
            self.advance()?;
            let name = self.symbol("the name of a datatype")?;
            datatypes.push(self.new_datatype(name, params.len() as u32, co));
            while !self.at(TokenKind::Close) {
                self.skip_sexpr()?;
            }
            self.advance()?;
        }
        if datatypes.is_empty() {
            return Err(self.expected("a datatype"));
        }
        (self.lexer, self.token) = (lexer, token);
        let outer = self.scope.sort_param_count();
        for &datatype in &datatypes {
            self.scope.drop_sort_params(outer);
            self.set_params(datatype, params.clone());
            self.open()?;
            self.symbol("the name of a datatype")?;
            while !self.at(TokenKind::Close) {
                self.constructor(datatype)?;
            }
            self.close()?;
        }
        self.scope.drop_sort_params(outer);
        self.close()?;
        self.close()?;
        Ok(Command::DeclareDatatypes(DatatypeStyle::Old, datatypes))
    }

    /// `(cons (head Int) (tail List))`, or a bare `nil`.
    fn constructor(&mut self, datatype: DatatypeId) -> Result<()> {
        let bare = !self.skip(TokenKind::Open)?;
        let name = self.symbol("the name of a constructor")?;
        let mut fields = Vec::new();
        while !bare && !self.at(TokenKind::Close) {
            self.open()?;
            let field = self.symbol("the name of a selector")?;
            fields.push((field, self.sort()?));
            self.close()?;
        }
        if !bare {
            self.close()?;
        }
        self.add_constructor(datatype, name, fields, bare);
        Ok(())
    }

    fn add_constructor(&mut self, id: DatatypeId, name: Symbol, fields: Vec<(Symbol, SortId)>, bare: bool) {
        let arena = &mut self.script.arena;
        let datatype = arena.datatype(id);
        let (decl, sort_params) = (datatype.sort, datatype.params.clone());
        let place = datatype.constructors.len() as u32;
        let params: Vec<SortId> =
            sort_params.iter().map(|&p| arena.sorts.make(SortCtor::Param(p), &[])).collect();
        let sort = arena.sorts.make(SortCtor::User(decl), &params);

        let mut add = |name: Symbol, params: Vec<SortId>, result: SortId, kind: FunKind| -> FunId {
            let fun = Fun { name, params, result, sort_params: sort_params.clone(), kind };
            let fun = self.script.arena.declare(fun);
            self.scope.add_fun(name, fun);
            fun
        };
        let sorts = fields.iter().map(|f| f.1).collect();
        let fun = add(name, sorts, sort, FunKind::Constructor(id, place));
        let selectors = fields
            .iter()
            .zip(0..)
            .map(|(&(field, result), i)| add(field, vec![sort], result, FunKind::Selector(id, place, i)))
            .collect();
        let tester_name = format!("is-{}", self.script.arena.name(name));
        let tester_name = self.script.arena.symbols.intern(&tester_name);
        let tester = Fun {
            name: tester_name,
            params: vec![sort],
            result: SortId::BOOL,
            sort_params: sort_params.clone(),
            kind: FunKind::Tester(id, place),
        };
        let tester = self.script.arena.declare(tester);
        self.scope.add_fun(tester_name, tester);
        let constructor = Constructor { fun, selectors, tester, bare };
        self.script.arena.datatype_mut(id).constructors.push(constructor);
    }

    /// `(declare-sort-parameter X)`
    pub(super) fn declare_sort_parameter(&mut self) -> Result<Command> {
        let name = self.symbol("a sort parameter")?;
        self.close()?;
        self.scope.add_sort_params(&[name]);
        Ok(Command::DeclareSortParameter(name))
    }

    /// The parameters in scope that occur in these sorts.
    pub(super) fn params_in(&self, sorts: &[SortId]) -> Vec<Symbol> {
        let all = &self.script.arena.sorts;
        if !sorts.iter().any(|&s| all.has_param(s)) {
            return Vec::new();
        }
        self.scope.sort_params().to_vec()
    }
}
