//! Commands to text.

use super::Printer;
use super::term::{raw, sort, sorted_vars, symbol};
use crate::arena::Arena;
use crate::command::{ArityWritten, Command, DatatypeStyle, PLAIN};
use crate::decl::{DatatypeId, FunId, FunKind};
use crate::sort::SortDeclKind;
use crate::symbol::Symbol;
use crate::term::TermId;

impl Printer {
    /// Appends the text of a command.
    pub fn command(&self, arena: &Arena, command: &Command, out: &mut Vec<u8>) {
        out.push(b'(');
        if let Some((name, _)) = PLAIN.iter().find(|(_, plain)| plain == command) {
            out.extend_from_slice(name.as_bytes());
        } else {
            self.inner(arena, command, out);
        }
        out.push(b')');
    }

    fn inner(&self, arena: &Arena, command: &Command, out: &mut Vec<u8>) {
        match command {
            Command::SetLogic(logic) => {
                out.extend_from_slice(b"set-logic ");
                symbol(arena, *logic, out);
            }
            Command::SetOption(keyword, value) => attribute(arena, "set-option ", *keyword, *value, out),
            Command::SetInfo(keyword, value) => attribute(arena, "set-info ", *keyword, *value, out),
            Command::GetInfo(keyword) => attribute(arena, "get-info ", *keyword, None, out),
            Command::GetOption(keyword) => attribute(arena, "get-option ", *keyword, None, out),
            Command::Echo(text) => attribute(arena, "echo ", *text, None, out),
            Command::DeclareSort(decl, written) => {
                let decl = arena.sorts.decl(*decl);
                out.extend_from_slice(b"declare-sort ");
                symbol(arena, decl.name, out);
                if *written == ArityWritten::Yes {
                    out.extend_from_slice(format!(" {}", decl.arity).as_bytes());
                }
            }
            Command::DefineSort(decl) => {
                let decl = arena.sorts.decl(*decl);
                out.extend_from_slice(b"define-sort ");
                symbol(arena, decl.name, out);
                if let SortDeclKind::Defined { params, body } = &decl.kind {
                    out.push(b' ');
                    symbols(arena, params, out);
                    out.push(b' ');
                    sort(arena, *body, out);
                }
            }
            Command::DeclareSortParameter(name) => {
                out.extend_from_slice(b"declare-sort-parameter ");
                symbol(arena, *name, out);
            }
            Command::DeclareFun(fun) => {
                let fun = arena.fun(*fun);
                out.extend_from_slice(b"declare-fun ");
                symbol(arena, fun.name, out);
                out.extend_from_slice(b" (");
                for (i, &param) in fun.params.iter().enumerate() {
                    if i > 0 {
                        out.push(b' ');
                    }
                    sort(arena, param, out);
                }
                out.extend_from_slice(b") ");
                sort(arena, fun.result, out);
            }
            Command::DeclareConst(fun) => {
                let fun = arena.fun(*fun);
                out.extend_from_slice(b"declare-const ");
                symbol(arena, fun.name, out);
                out.push(b' ');
                sort(arena, fun.result, out);
            }
            Command::DefineFun(fun) => self.definition(arena, "define-fun ", *fun, out),
            Command::DefineFunRec(fun) => self.definition(arena, "define-fun-rec ", *fun, out),
            Command::DefineConst(fun) => {
                let decl = arena.fun(*fun);
                out.extend_from_slice(b"define-const ");
                symbol(arena, decl.name, out);
                out.push(b' ');
                sort(arena, decl.result, out);
                out.push(b' ');
                self.body(arena, *fun, out);
            }
            Command::DefineFunsRec(funs) => {
                out.extend_from_slice(b"define-funs-rec (");
                for (i, &fun) in funs.iter().enumerate() {
                    out.extend_from_slice(if i == 0 { b"(" } else { b" (" });
                    header(arena, fun, out);
                    out.push(b')');
                }
                out.extend_from_slice(b") (");
                for (i, &fun) in funs.iter().enumerate() {
                    if i > 0 {
                        out.push(b' ');
                    }
                    self.body(arena, fun, out);
                }
                out.push(b')');
            }
            Command::DeclareDatatypes(style, datatypes) => declare_datatypes(arena, *style, datatypes, out),
            Command::Assert(term) => self.with_term(arena, "assert ", *term, None, out),
            Command::AssertSoft(term, rest) => self.with_term(arena, "assert-soft ", *term, *rest, out),
            Command::Minimize(term, rest) => self.with_term(arena, "minimize ", *term, *rest, out),
            Command::Maximize(term, rest) => self.with_term(arena, "maximize ", *term, *rest, out),
            Command::Eval(term, rest) => self.with_term(arena, "eval ", *term, *rest, out),
            Command::Simplify(term, rest) => self.with_term(arena, "simplify ", *term, *rest, out),
            Command::CheckSatAssuming(terms) => self.with_terms(arena, "check-sat-assuming ", terms, out),
            Command::GetValue(terms) => self.with_terms(arena, "get-value ", terms, out),
            Command::CheckSatUsing(tactic) => attribute(arena, "check-sat-using ", *tactic, None, out),
            Command::Push(levels) => level("push", *levels, out),
            Command::Pop(levels) => level("pop", *levels, out),
            Command::Other(text) => raw(arena, *text, out),
            Command::CheckSat
            | Command::Reset
            | Command::ResetAssertions
            | Command::GetModel
            | Command::GetProof
            | Command::GetUnsatCore
            | Command::GetUnsatAssumptions
            | Command::GetAssertions
            | Command::GetAssignment
            | Command::Exit => unreachable!("commands without arguments are printed from their table"),
        }
    }

    fn with_term(&self, arena: &Arena, name: &str, term: TermId, rest: Option<Symbol>, out: &mut Vec<u8>) {
        out.extend_from_slice(name.as_bytes());
        self.term(arena, term, out);
        if let Some(rest) = rest {
            out.push(b' ');
            raw(arena, rest, out);
        }
    }

    fn with_terms(&self, arena: &Arena, name: &str, terms: &[TermId], out: &mut Vec<u8>) {
        out.extend_from_slice(name.as_bytes());
        out.push(b'(');
        for (i, &term) in terms.iter().enumerate() {
            if i > 0 {
                out.push(b' ');
            }
            self.term(arena, term, out);
        }
        out.push(b')');
    }

    fn definition(&self, arena: &Arena, name: &str, fun: FunId, out: &mut Vec<u8>) {
        out.extend_from_slice(name.as_bytes());
        header(arena, fun, out);
        out.push(b' ');
        self.body(arena, fun, out);
    }

    fn body(&self, arena: &Arena, fun: FunId, out: &mut Vec<u8>) {
        if let FunKind::Defined { body: Some(body), .. } = arena.fun(fun).kind {
            self.term(arena, body, out);
        }
    }
}

fn header(arena: &Arena, fun: FunId, out: &mut Vec<u8>) {
    let decl = arena.fun(fun);
    symbol(arena, decl.name, out);
    out.push(b' ');
    if let FunKind::Defined { vars, .. } = &decl.kind {
        sorted_vars(arena, vars, out);
    }
    out.push(b' ');
    sort(arena, decl.result, out);
}

fn attribute(arena: &Arena, name: &str, keyword: Symbol, value: Option<Symbol>, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    raw(arena, keyword, out);
    if let Some(value) = value {
        out.push(b' ');
        raw(arena, value, out);
    }
}

fn level(name: &str, levels: Option<u32>, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    if let Some(levels) = levels {
        out.extend_from_slice(format!(" {levels}").as_bytes());
    }
}

fn symbols(arena: &Arena, names: &[Symbol], out: &mut Vec<u8>) {
    out.push(b'(');
    for (i, &name) in names.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        symbol(arena, name, out);
    }
    out.push(b')');
}

fn declare_datatypes(arena: &Arena, style: DatatypeStyle, ids: &[DatatypeId], out: &mut Vec<u8>) {
    let co = ids.first().is_some_and(|&id| arena.datatype(id).co);
    let sort_name = |id: DatatypeId| arena.sorts.decl(arena.datatype(id).sort).name;
    out.extend_from_slice(if co { b"declare-codatatype" } else { b"declare-datatype" });
    match style {
        DatatypeStyle::One => {
            for &id in ids {
                out.push(b' ');
                symbol(arena, sort_name(id), out);
                out.push(b' ');
                parametric_body(arena, id, out);
            }
        }
        DatatypeStyle::Many => {
            out.extend_from_slice(b"s (");
            for (i, &id) in ids.iter().enumerate() {
                out.extend_from_slice(if i == 0 { b"(" } else { b" (" });
                symbol(arena, sort_name(id), out);
                let arity = arena.sorts.decl(arena.datatype(id).sort).arity;
                out.extend_from_slice(format!(" {arity})").as_bytes());
            }
            out.extend_from_slice(b") (");
            for (i, &id) in ids.iter().enumerate() {
                if i > 0 {
                    out.push(b' ');
                }
                parametric_body(arena, id, out);
            }
            out.push(b')');
        }
        DatatypeStyle::Old => {
            out.extend_from_slice(b"s ");
            symbols(arena, ids.first().map_or(&[], |&id| &arena.datatype(id).params), out);
            out.extend_from_slice(b" (");
            for (i, &id) in ids.iter().enumerate() {
                out.extend_from_slice(if i == 0 { b"(" } else { b" (" });
                symbol(arena, sort_name(id), out);
                constructors(arena, id, true, out);
                out.push(b')');
            }
            out.push(b')');
        }
    }
}

fn parametric_body(arena: &Arena, id: DatatypeId, out: &mut Vec<u8>) {
    let params = &arena.datatype(id).params;
    if params.is_empty() {
        out.push(b'(');
        constructors(arena, id, false, out);
        out.push(b')');
    } else {
        out.extend_from_slice(b"(par ");
        symbols(arena, params, out);
        out.extend_from_slice(b" (");
        constructors(arena, id, false, out);
        out.extend_from_slice(b"))");
    }
}

fn constructors(arena: &Arena, id: DatatypeId, space_first: bool, out: &mut Vec<u8>) {
    for (i, constructor) in arena.datatype(id).constructors.iter().enumerate() {
        if space_first || i > 0 {
            out.push(b' ');
        }
        if !constructor.bare {
            out.push(b'(');
        }
        symbol(arena, arena.fun(constructor.fun).name, out);
        for &selector in &constructor.selectors {
            out.extend_from_slice(b" (");
            symbol(arena, arena.fun(selector).name, out);
            out.push(b' ');
            sort(arena, arena.fun(selector).result, out);
            out.push(b')');
        }
        if !constructor.bare {
            out.push(b')');
        }
    }
}
