//! More commands in the context of a script that was read before.

use std::ops::Range;

use super::scope::Scope;
use super::{Parser, Result};
use crate::command::Command;
use crate::decl::{FunId, FunKind};
use crate::script::Script;
use crate::symbol::word;

impl Parser<'_> {
    /// Reads `source` after the commands of `script`; when it cannot be read, the script stays as it was.
    pub(crate) fn extend(script: &mut Script, source: &[u8]) -> Result<Range<usize>> {
        let mut parser = Parser::new(source)?;
        let mark = script.arena.checkpoint();
        let first = script.commands.len();
        let (type_errors, opaque) = (script.type_errors.len(), script.opaque);
        let terms = script.term_spans.len();
        parser.scope = Scope::of(script);
        parser.redefinable = script.arena.fun_count();
        parser.script = std::mem::take(script);
        let outcome = parser.commands();
        *script = parser.script;
        if outcome.is_err() {
            script.arena.rollback(mark);
            script.commands.truncate(first);
            script.command_spans.truncate(first);
            script.type_errors.truncate(type_errors);
            script.term_spans.truncate(terms);
            script.opaque = opaque;
        }
        outcome.map(|()| first..script.commands.len())
    }
}

impl Scope {
    /// All that the commands of a script introduce, whatever `push`, `pop` and `reset` did to it since.
    fn of(script: &Script) -> Scope {
        let arena = &script.arena;
        let mut scope = Scope::default();
        let mut funs: Vec<FunId> =
            arena.funs().filter(|(_, fun)| matches!(fun.kind, FunKind::Named(_))).map(|(id, _)| id).collect();
        for command in &script.commands {
            match command {
                Command::DeclareFun(fun) | Command::DeclareConst(fun) => funs.push(*fun),
                Command::DeclareSort(sort, _) | Command::DefineSort(sort) => {
                    scope.add_sort(arena.sorts.decl(*sort).name, *sort);
                }
                Command::DeclareSortParameter(name) => scope.add_sort_params(&[*name]),
                Command::DeclareDatatypes(_, datatypes) => {
                    for datatype in datatypes.iter().map(|&id| arena.datatype(id)) {
                        scope.add_sort(arena.sorts.decl(datatype.sort).name, datatype.sort);
                        for constructor in &datatype.constructors {
                            funs.extend([constructor.fun, constructor.tester]);
                            funs.extend_from_slice(&constructor.selectors);
                        }
                    }
                }
                Command::SetLogic(logic) => scope.higher_order = arena.name(*logic).starts_with("HO_"),
                Command::SetOption(word::GLOBAL_DECLARATIONS, value) => {
                    scope.global_declarations = *value == Some(word::TRUE);
                }
                _ => funs.extend_from_slice(command.defined()),
            }
        }
        // Functions are numbered in the order in which they were declared.
        funs.sort();
        for fun in funs {
            scope.add_fun(arena.fun(fun).name, fun);
        }
        scope
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Printer;

    const BASE: &[u8] = b"(set-logic ALL)(declare-sort U 0)(define-sort Map (X) (Array Int X))
        (declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))
        (declare-fun f (Int) Int)(push)(declare-const x Int)(assert (! (> x 0) :named positive))(pop)(check-sat)";

    #[test]
    fn all_names_of_the_script_are_visible() {
        let mut script = Script::parse(BASE).unwrap();
        let before = script.commands.len();
        let more =
            b"(declare-const m (Map U))(assert (and positive (= (f x) (hd (cons 1 (as nil (L Int)))))))";
        let range = script.extend(more).unwrap();
        assert_eq!(range, before..before + 2);
        assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
        assert_eq!(script.command_spans.len(), script.commands.len());
        assert!(Printer::new().script_text(&script).ends_with("(as nil (L Int)))))))\n"));
    }

    #[test]
    fn what_the_script_declares_may_be_defined_but_only_once() {
        let mut script = Script::parse(BASE).unwrap();
        script.extend(b"(define-fun x () Int 5)(define-fun f ((y Int)) Int x)").unwrap();
        assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
        script.extend(b"(define-fun y () Int 5)(define-fun y () Int 6)").unwrap();
        assert_eq!(script.type_errors.len(), 1);
    }

    #[test]
    fn a_syntax_error_changes_nothing() {
        let mut script = Script::parse(BASE).unwrap();
        let (before, spans) = (script.clone(), script.term_spans.clone());
        script.extend(b"(declare-const z Int)(assert (= z (+ x 77)))(assert y)(assert").unwrap_err();
        assert!(script.same_content(&before));
        assert_eq!(script.term_spans, spans);
        assert!(script.type_errors.is_empty());
    }
}
