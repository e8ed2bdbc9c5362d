//! Commands.

use super::{Parser, Result};
use crate::command::{ArityWritten, Command, PASS_THROUGH, PLAIN};
use crate::decl::{Fun, FunId, FunKind};
use crate::error::SyntaxError;
use crate::lexer::TokenKind;
use crate::print::sort_text;
use crate::sort::{SortDecl, SortDeclKind, SortId};
use crate::span::Span;
use crate::symbol::{Symbol, word};
use crate::term::TermId;

/// `f ((x S)…) T` of a definition.
struct Header {
    name: Symbol,
    params: Vec<(Symbol, SortId)>,
    result: SortId,
    span: Span,
}

impl Parser<'_> {
    pub(super) fn command(&mut self) -> Result<Command> {
        let start = self.open()?.span;
        let name_token = self.token;
        if !matches!(name_token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return Err(self.expected("the name of a command"));
        }
        self.advance()?;
        let name = self.text(name_token);
        if let Some((_, command)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
            if !self.at(TokenKind::Close) {
                return self.other(name, start);
            }
            self.advance()?;
            self.after_plain(command);
            return Ok(command.clone());
        }
        match name {
            "assert" => {
                let term = self.condition()?;
                self.close()?;
                Ok(Command::Assert(term))
            }
            "declare-fun" => self.declare_fun(),
            "declare-const" => self.declare_const(),
            "define-fun" => Ok(Command::DefineFun(self.define_fun(false)?)),
            "define-fun-rec" => Ok(Command::DefineFunRec(self.define_fun(true)?)),
            "define-funs-rec" => self.define_funs_rec(),
            "define-const" => self.define_const(),
            "declare-sort" => self.declare_sort(),
            "define-sort" => self.define_sort(),
            "declare-sort-parameter" => self.declare_sort_parameter(),
            "declare-datatype" => self.declare_datatype(false),
            "declare-datatypes" => self.declare_datatypes(false),
            "declare-codatatype" => self.declare_datatype(true),
            "declare-codatatypes" => self.declare_datatypes(true),
            "set-logic" => self.set_logic(),
            "set-info" => {
                let (keyword, value) = self.keyword_and_value()?;
                if keyword == word::SMT_LIB_VERSION {
                    let old = value.is_some_and(|v| self.script.arena.name(v) == "2.0");
                    self.lexer.set_backslash_escapes(old);
                }
                Ok(Command::SetInfo(keyword, value))
            }
            "set-option" => {
                let (keyword, value) = self.keyword_and_value()?;
                if keyword == word::GLOBAL_DECLARATIONS {
                    self.scope.global_declarations = value == Some(word::TRUE);
                }
                Ok(Command::SetOption(keyword, value))
            }
            "get-info" => self.get_keyword(Command::GetInfo),
            "get-option" => self.get_keyword(Command::GetOption),
            "push" | "pop" => self.push_pop(name == "push"),
            "check-sat-assuming" => Ok(Command::CheckSatAssuming(self.term_list()?)),
            "get-value" => Ok(Command::GetValue(self.term_list()?)),
            "check-sat-using" => {
                let tactic = self.verbatim_rest()?;
                self.close()?;
                tactic.map(Command::CheckSatUsing).ok_or_else(|| self.missing(start, "a tactic"))
            }
            "assert-soft" => self.term_and_attributes(true, Command::AssertSoft),
            "minimize" => self.term_and_attributes(false, Command::Minimize),
            "maximize" => self.term_and_attributes(false, Command::Maximize),
            "eval" => self.term_and_attributes(false, Command::Eval),
            "simplify" => self.term_and_attributes(false, Command::Simplify),
            "echo" if self.at(TokenKind::String) => {
                let token = self.advance()?;
                let text = self.intern(token);
                self.close()?;
                Ok(Command::Echo(text))
            }
            _ => self.other(name, start),
        }
    }

    fn missing(&self, start: Span, what: &str) -> SyntaxError {
        SyntaxError::new(start, format!("this command needs {what}"))
    }

    /// A command that we keep as text.
    fn other(&mut self, name: &str, start: Span) -> Result<Command> {
        self.script.opaque += usize::from(!PASS_THROUGH.contains(&name));
        let mut inner = Span { start: start.end, end: start.end };
        while !self.at(TokenKind::Close) {
            inner = inner.to(self.skip_sexpr()?);
        }
        inner.end = self.close()?.span.start;
        Ok(Command::Other(self.verbatim_text(inner)?))
    }

    fn after_plain(&mut self, command: &Command) {
        match command {
            // What stands after `exit` is never run; where files were joined, it is a script of its own.
            Command::Reset | Command::Exit => {
                self.scope.clear();
                self.lexer.set_backslash_escapes(false);
            }
            Command::ResetAssertions => self.scope.pop_all(),
            _ => {}
        }
    }

    /// A term that must be a truth value.
    fn condition(&mut self) -> Result<TermId> {
        let start = self.token.span;
        let term = self.term()?;
        let sort = self.script.arena.sort_of(term);
        if !self.script.arena.accepts(SortId::BOOL, sort) {
            let text = sort_text(&self.script.arena, sort);
            self.type_error(start, format!("this term is of sort {text}, not Bool"), None);
        }
        Ok(term)
    }

    fn term_list(&mut self) -> Result<Vec<TermId>> {
        self.open()?;
        let mut terms = Vec::new();
        while !self.at(TokenKind::Close) {
            terms.push(self.term()?);
        }
        self.close()?;
        self.close()?;
        Ok(terms)
    }

    fn term_and_attributes(
        &mut self,
        truth: bool,
        command: fn(TermId, Option<Symbol>) -> Command,
    ) -> Result<Command> {
        let term = if truth { self.condition()? } else { self.term()? };
        let attributes = self.verbatim_rest()?;
        self.close()?;
        Ok(command(term, attributes))
    }

    fn keyword_and_value(&mut self) -> Result<(Symbol, Option<Symbol>)> {
        let keyword = self.keyword()?;
        let value = self.verbatim_rest()?;
        self.close()?;
        Ok((keyword, value))
    }

    fn get_keyword(&mut self, command: fn(Symbol) -> Command) -> Result<Command> {
        let keyword = self.keyword()?;
        self.close()?;
        Ok(command(keyword))
    }

    fn set_logic(&mut self) -> Result<Command> {
        let logic = self.symbol("the name of a logic")?;
        self.close()?;
        self.scope.higher_order = self.script.arena.name(logic).starts_with("HO_");
        Ok(Command::SetLogic(logic))
    }

    fn push_pop(&mut self, push: bool) -> Result<Command> {
        let levels = if self.at(TokenKind::Numeral) { Some(self.numeral("a number")?) } else { None };
        self.close()?;
        Ok(if push {
            self.scope.push(levels.unwrap_or(1));
            Command::Push(levels)
        } else {
            self.scope.pop(levels.unwrap_or(1));
            Command::Pop(levels)
        })
    }

    fn declare_sort(&mut self) -> Result<Command> {
        let name = self.symbol("the name of a sort")?;
        let (arity, written) = if self.at(TokenKind::Numeral) {
            (self.numeral("an arity")?, ArityWritten::Yes)
        } else {
            (0, ArityWritten::No)
        };
        self.close()?;
        let sorts = &mut self.script.arena.sorts;
        let decl = sorts.declare(SortDecl { name, arity, kind: SortDeclKind::Declared });
        self.scope.add_sort(name, decl);
        Ok(Command::DeclareSort(decl, written))
    }

    fn define_sort(&mut self) -> Result<Command> {
        let name = self.symbol("the name of a sort")?;
        let params = self.symbol_list("a sort parameter")?;
        let outer = self.scope.sort_param_count();
        self.scope.add_sort_params(&params);
        let body = self.sort()?;
        self.scope.drop_sort_params(outer);
        self.close()?;
        let arity = params.len() as u32;
        let kind = SortDeclKind::Defined { params, body };
        let decl = self.script.arena.sorts.declare(SortDecl { name, arity, kind });
        self.scope.add_sort(name, decl);
        Ok(Command::DefineSort(decl))
    }

    fn declare_fun(&mut self) -> Result<Command> {
        let span = self.token.span;
        let name = self.symbol("the name of a function")?;
        self.open()?;
        let mut params = Vec::new();
        while !self.at(TokenKind::Close) {
            params.push(self.sort()?);
        }
        self.close()?;
        let result = self.sort()?;
        self.close()?;
        Ok(Command::DeclareFun(self.new_fun(name, params, result, FunKind::Declared, span)))
    }

    fn declare_const(&mut self) -> Result<Command> {
        let span = self.token.span;
        let name = self.symbol("the name of a constant")?;
        let sort = self.sort()?;
        self.close()?;
        Ok(Command::DeclareConst(self.new_fun(name, Vec::new(), sort, FunKind::Declared, span)))
    }

    /// Makes a function visible; a second one of the same name and parameters is an error.
    fn new_fun(
        &mut self,
        name: Symbol,
        params: Vec<SortId>,
        result: SortId,
        kind: FunKind,
        span: Span,
    ) -> FunId {
        let canonical = |sorts: &[SortId]| -> Vec<SortId> {
            sorts.iter().map(|&s| self.script.arena.sorts.canonical(s)).collect()
        };
        let clash = self.scope.funs(name).any(|f| {
            let old = self.script.arena.fun(f);
            f.index() >= self.redefinable
                && canonical(&old.params) == canonical(&params)
                && !matches!(old.kind, FunKind::Tester(..))
        });
        if clash {
            let text = self.script.arena.name(name).to_owned();
            self.type_error(
                span,
                format!("`{text}` is already declared"),
                Some("choose another name".into()),
            );
        }
        let mut all = params.clone();
        all.push(result);
        let sort_params = self.params_in(&all);
        let fun = self.script.arena.declare(Fun { name, params, result, sort_params, kind });
        self.scope.add_fun(name, fun);
        fun
    }

    /// `f ((x S)…) T`
    fn define_header(&mut self) -> Result<Header> {
        let span = self.token.span;
        let name = self.symbol("the name of a function")?;
        let params = self.sorted_names()?;
        let result = self.sort()?;
        Ok(Header { name, params, result, span })
    }

    fn define_fun(&mut self, recursive: bool) -> Result<FunId> {
        let Header { name, params, result, span } = self.define_header()?;
        let sorts: Vec<SortId> = params.iter().map(|p| p.1).collect();
        let kind = FunKind::Defined { vars: Vec::new(), body: None };
        let declared = recursive.then(|| self.new_fun(name, sorts.clone(), result, kind.clone(), span));
        let (vars, body) = self.define_body(&params, result)?;
        self.close()?;
        let fun = declared.unwrap_or_else(|| self.new_fun(name, sorts, result, kind, span));
        self.script.arena.fun_mut(fun).kind = FunKind::Defined { vars, body: Some(body) };
        Ok(fun)
    }

    fn define_body(
        &mut self,
        params: &[(Symbol, SortId)],
        result: SortId,
    ) -> Result<(Vec<crate::decl::VarId>, TermId)> {
        let locals = self.scope.local_count();
        let vars = params.iter().map(|&(name, sort)| self.bind_scoped(name, sort)).collect();
        let start = self.token.span;
        let body = self.term()?;
        self.scope.drop_locals(locals);
        let sort = self.script.arena.sort_of(body);
        if !self.script.arena.accepts(result, sort) {
            let (actual, wanted) =
                (sort_text(&self.script.arena, sort), sort_text(&self.script.arena, result));
            self.type_error(start, format!("the body is of sort {actual}, not {wanted}"), None);
        }
        Ok((vars, body))
    }

    fn define_funs_rec(&mut self) -> Result<Command> {
        self.open()?;
        let mut funs = Vec::new();
        while self.skip(TokenKind::Open)? {
            let Header { name, params, result, span } = self.define_header()?;
            self.close()?;
            let sorts = params.iter().map(|p| p.1).collect();
            let kind = FunKind::Defined { vars: Vec::new(), body: None };
            funs.push((self.new_fun(name, sorts, result, kind, span), params, result));
        }
        self.close()?;
        self.open()?;
        for (fun, params, result) in &funs {
            let (vars, body) = self.define_body(params, *result)?;
            self.script.arena.fun_mut(*fun).kind = FunKind::Defined { vars, body: Some(body) };
        }
        self.close()?;
        self.close()?;
        Ok(Command::DefineFunsRec(funs.into_iter().map(|f| f.0).collect()))
    }

    fn define_const(&mut self) -> Result<Command> {
        let span = self.token.span;
        let name = self.symbol("the name of a constant")?;
        let result = self.sort()?;
        let (vars, body) = self.define_body(&[], result)?;
        self.close()?;
        let kind = FunKind::Defined { vars, body: Some(body) };
        Ok(Command::DefineConst(self.new_fun(name, Vec::new(), result, kind, span)))
    }
}
