//! Declarations: types, symbols, functions.

use rustc_hash::FxHashSet;

use super::names::Named;
use super::{Unsayable, Writer};
use crate::command::Command;
use crate::decl::{DatatypeId, FunId, FunKind, VarId};
use crate::sort::SortId;
use crate::term::{Head, TermId};

impl Writer<'_> {
    /// Writes what a command declares, and refuses commands that mean something else than a question.
    pub(super) fn declare(&mut self, command: &Command) -> Result<(), Unsayable> {
        let arena = &self.script.arena;
        match command {
            Command::DeclareSort(decl, _) if arena.sorts.decl(*decl).arity == 0 => {
                let name = self.names.name(arena, Named::Sort(*decl));
                self.line(&format!("type {name}"));
            }
            Command::DeclareSort(decl, _) => {
                let name = arena.name(arena.sorts.decl(*decl).name);
                return Err(Unsayable::sort(&format!("{name}, which takes sorts")));
            }
            Command::DeclareDatatypes(_, datatypes) => self.datatypes(datatypes)?,
            Command::DeclareFun(fun) | Command::DeclareConst(fun) => self.symbol(*fun)?,
            Command::DefineFun(fun) | Command::DefineConst(fun) => self.definition(*fun)?,
            Command::DefineFunRec(fun) => self.recursive(&[*fun])?,
            Command::DefineFunsRec(funs) => self.recursive(funs)?,
            Command::AssertSoft(..) => return Err(unsayable("assert-soft")),
            Command::Minimize(..) => return Err(unsayable("minimize")),
            Command::Maximize(..) => return Err(unsayable("maximize")),
            Command::DeclareSortParameter(_) => return Err(unsayable("declare-sort-parameter")),
            // Abbreviations are written out; the rest asks the solver for something, or sets how it answers.
            _ => {}
        }
        Ok(())
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// `logic f : int, int -> real`
    fn symbol(&mut self, fun: FunId) -> Result<(), Unsayable> {
        let arena = &self.script.arena;
        let name = self.names.name(arena, Named::Fun(fun));
        let params = arena.fun(fun).params.iter().map(|&sort| self.sort(sort));
        let params = params.collect::<Result<Vec<_>, _>>()?.join(", ");
        let result = self.sort(arena.fun(fun).result)?;
        let arrow = if params.is_empty() { "" } else { " -> " };
        self.line(&format!("logic {name} : {params}{arrow}{result}"));
        Ok(())
    }

    /// `function f(x : int) : int = x`; what is true or false is a predicate, a constant an axiom about it.
    fn definition(&mut self, fun: FunId) -> Result<(), Unsayable> {
        let arena = &self.script.arena;
        let FunKind::Defined { vars, body: Some(body) } = &arena.fun(fun).kind else { return Ok(()) };
        let is_bool = arena.sorts.canonical(arena.fun(fun).result) == SortId::BOOL;
        if vars.is_empty() && !is_bool {
            return self.recursive(&[fun]);
        }
        let name = self.names.name(arena, Named::Fun(fun));
        let params = self.params(vars)?;
        let params = if params.is_empty() { params } else { format!("({params})") };
        let head = match is_bool {
            true => format!("predicate {name}{params} = "),
            false => format!("function {name}{params} : {} = ", self.sort(arena.fun(fun).result)?),
        };
        self.out.push_str(&head);
        self.term(*body)?;
        self.line("");
        Ok(())
    }

    /// Symbols, and axioms that say what they are.
    fn recursive(&mut self, funs: &[FunId]) -> Result<(), Unsayable> {
        for &fun in funs {
            self.symbol(fun)?;
        }
        let arena = &self.script.arena;
        for &fun in funs {
            let FunKind::Defined { vars, body: Some(body) } = &arena.fun(fun).kind else { continue };
            let name = self.names.name(arena, Named::Fun(fun));
            let axiom = self.names.fresh(&format!("{name}_is"));
            let quantifiers = self.quantifiers("forall", vars)?;
            let args: Vec<String> = vars.iter().map(|&var| self.names.name(arena, Named::Var(var))).collect();
            let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
            let is = if arena.sorts.canonical(arena.fun(fun).result) == SortId::BOOL { "<->" } else { "=" };
            self.out.push_str(&format!("axiom {axiom} : {quantifiers}{name}{args} {is} "));
            self.term(*body)?;
            self.line("");
        }
        Ok(())
    }

    /// Writes the formulas that are used by a name. Written out at each use they might grow without bounds.
    pub(super) fn named(&mut self) -> Result<(), Unsayable> {
        let arena = &self.script.arena;
        self.has_names = true;
        let used: FxHashSet<FunId> = (0..arena.term_count())
            .filter_map(|i| match arena.term(TermId::from_index(i)).head {
                Head::Fun(fun, _) => Some(fun),
                _ => None,
            })
            .collect();
        for (fun, declared) in arena.funs().filter(|(fun, _)| used.contains(fun)) {
            let FunKind::Named(body) = declared.kind else { continue };
            let name = self.names.name(arena, Named::Fun(fun));
            if arena.sort_of(body) == SortId::BOOL {
                self.out.push_str(&format!("predicate {name} = "));
            } else {
                let (sort, axiom) =
                    (self.sort(arena.sort_of(body))?, self.names.fresh(&format!("{name}_is")));
                self.out.push_str(&format!("logic {name} : {sort}\naxiom {axiom} : {name} = "));
            }
            self.term(body)?;
            self.line("");
        }
        Ok(())
    }

    /// `type t = A | B of { x : int; y : t } and …`
    fn datatypes(&mut self, datatypes: &[DatatypeId]) -> Result<(), Unsayable> {
        let arena = &self.script.arena;
        for (i, &id) in datatypes.iter().enumerate() {
            let datatype = arena.datatype(id);
            if !datatype.params.is_empty() || datatype.co {
                let name = arena.name(arena.sorts.decl(datatype.sort).name);
                return Err(Unsayable::sort(&format!(
                    "{name}, a datatype with parameters or infinite values"
                )));
            }
            let mut cases = Vec::new();
            for constructor in &datatype.constructors {
                let mut fields = Vec::new();
                for &selector in &constructor.selectors {
                    let sort = self.sort(arena.fun(selector).result)?;
                    fields.push(format!("{} : {sort}", self.names.name(arena, Named::Fun(selector))));
                }
                let name = self.names.name(arena, Named::Fun(constructor.fun));
                let fields = fields.join("; ");
                cases.push(if fields.is_empty() { name } else { format!("{name} of {{ {fields} }}") });
            }
            let name = self.names.name(arena, Named::Sort(datatype.sort));
            let word = if i == 0 { "type" } else { "and" };
            self.line(&format!("{word} {name} = {}", cases.join(" | ")));
        }
        Ok(())
    }

    /// `x : int, y : real`
    fn params(&mut self, vars: &[VarId]) -> Result<String, Unsayable> {
        let arena = &self.script.arena;
        let param = |&var: &VarId| {
            let name = self.names.name(arena, Named::Var(var));
            Ok(format!("{name} : {}", self.sort(arena.var(var).sort)?))
        };
        Ok(vars.iter().map(param).collect::<Result<Vec<_>, _>>()?.join(", "))
    }

    /// `forall x : int. forall y : real. `
    pub(super) fn quantifiers(&mut self, word: &str, vars: &[VarId]) -> Result<String, Unsayable> {
        let arena = &self.script.arena;
        let quantifier = |&var: &VarId| {
            let name = self.names.name(arena, Named::Var(var));
            Ok(format!("{word} {name} : {}. ", self.sort(arena.var(var).sort)?))
        };
        vars.iter().map(quantifier).collect()
    }
}

fn unsayable(command: &str) -> Unsayable {
    Unsayable(format!("the command `{command}`"))
}
