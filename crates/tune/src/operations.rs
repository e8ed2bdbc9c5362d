//! The operations of a script: what options may have to do with (Falcon, section 2.1).

use std::collections::BTreeSet;

use smtlib::theory::Theory;
use smtlib::{Arena, Binder, Command, FunKind, Head, Lets, Script, SortCtor, SortId, TermId, Walk};

/// The operation that every script has.
pub const ANY: &str = "check-sat";

/// The operators, binders and commands of a script. Those of the core that take any sort are told apart by it: `= Int` has
/// other options than `= String`.
pub fn operations(script: &Script) -> BTreeSet<String> {
    let arena = &script.arena;
    let mut names: BTreeSet<String> = BTreeSet::from([ANY.to_owned()]);
    for &term in Walk::new().post_order(arena, script.root_terms(), Lets::Through) {
        names.extend(operation(arena, term));
    }
    let mut checks = 0;
    for command in &script.commands {
        checks += usize::from(command.is_check());
        names.extend(asked(command).map(str::to_owned));
    }
    if checks > 1 {
        names.insert("push".to_owned());
    }
    names
}

fn operation(arena: &Arena, term: TermId) -> Option<String> {
    let parts = arena.term(term);
    match parts.head {
        Head::Op(op, ..) if op.theory() == Theory::Core => {
            let sort = arena.sort_of(*parts.args.last()?);
            // `true` and `false` are no operations.
            Some(match (op.name(), sort) {
                ("=" | "distinct" | "ite", sort) => format!("{} {}", op.name(), family(arena, sort)),
                (name, _) => name.to_owned(),
            })
        }
        Head::Op(op, ..) => Some(op.name().to_owned()),
        Head::Binder(Binder::Forall, _) => Some("forall".to_owned()),
        Head::Binder(Binder::Exists, _) => Some("exists".to_owned()),
        Head::Binder(..) => Some("lambda".to_owned()),
        Head::Match(_) => Some("match".to_owned()),
        Head::Fun(fun, _) => match &arena.fun(fun).kind {
            FunKind::Declared if !parts.args.is_empty() => Some("apply".to_owned()),
            FunKind::Constructor(..) => Some("constructor".to_owned()),
            FunKind::Selector(..) => Some("selector".to_owned()),
            FunKind::Tester(..) => Some("is".to_owned()),
            _ => None,
        },
        _ => None,
    }
}

fn asked(command: &Command) -> Option<&'static str> {
    Some(match command {
        Command::Push(_) => "push",
        Command::CheckSatAssuming(_) => "check-sat-assuming",
        Command::GetModel => "get-model",
        Command::GetValue(_) => "get-value",
        Command::GetAssignment => "get-assignment",
        Command::GetUnsatCore => "get-unsat-core",
        Command::GetUnsatAssumptions => "get-unsat-assumptions",
        Command::GetProof => "get-proof",
        Command::DefineFunRec(_) | Command::DefineFunsRec(_) => "define-fun-rec",
        _ => return None,
    })
}

/// A sort without its parameters.
fn family(arena: &Arena, sort: SortId) -> &'static str {
    match arena.sorts.ctor(arena.sorts.canonical(sort)) {
        SortCtor::Bool => "Bool",
        SortCtor::Int => "Int",
        SortCtor::Real => "Real",
        SortCtor::String => "String",
        SortCtor::RegLan => "RegLan",
        SortCtor::BitVec(_) => "BitVec",
        SortCtor::Float(..) => "FloatingPoint",
        SortCtor::RoundingMode => "RoundingMode",
        SortCtor::Array => "Array",
        SortCtor::Seq => "Seq",
        SortCtor::User(_) => "User",
        _ => "Other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_binders_and_commands_are_operations() {
        let script = b"(set-logic ALL)(declare-const s String)(declare-fun f (Int) Int)\
            (assert (= s \"a\"))(assert (forall ((x Int)) (> (f x) (str.len s))))(check-sat)(get-model)";
        let operations = operations(&Script::parse(script).unwrap());
        let names: Vec<&str> = operations.iter().map(String::as_str).collect();
        assert_eq!(names, ["= String", ">", "apply", ANY, "forall", "get-model", "str.len"]);
    }

    #[test]
    fn a_second_check_is_incremental() {
        let names =
            operations(&Script::parse(b"(declare-const p Bool)(assert p)(check-sat)(check-sat)").unwrap());
        assert!(names.contains("push"), "{names:?}");
    }
}
