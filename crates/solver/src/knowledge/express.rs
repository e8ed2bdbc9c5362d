//! Whether a release can be given a script.

use std::collections::BTreeSet;
use std::fmt;

use smtlib::theory::Op;
use smtlib::{
    Arena, Binder, Command, DatatypeStyle, FunId, FunKind, Head, Lets, LiteralKind, Script, SortCtor,
    SortDeclKind, SortId, Walk,
};

use super::{Construct, Knowledge};

/// What a script uses and a release lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Operators.
    pub operators: BTreeSet<Op>,
    /// Sorts, commands and binders.
    pub constructs: BTreeSet<Construct>,
    /// String literals with characters that it does not have.
    pub strings: BTreeSet<String>,
}

impl Missing {
    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.operators.is_empty() && self.constructs.is_empty() && self.strings.is_empty()
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constructs = self.constructs.iter().map(|construct| format!("`{}`", construct.name()));
        let operators = self.operators.iter().map(|op| format!("`{}`", op.name()));
        let strings = self.strings.iter().map(|text| format!("the string \"{text}\""));
        let all: Vec<String> = constructs.chain(operators).chain(strings).collect();
        f.write_str(&all.join(", "))
    }
}

impl Knowledge {
    /// Refuses a script that the release cannot be given in any spelling, and says what it lacks.
    pub fn can_express(&self, script: &Script) -> Result<(), Missing> {
        let missing = self.missing(&mut Walk::new(), script);
        if missing.is_empty() { Ok(()) } else { Err(missing) }
    }

    /// What the release lacks for a script; the walk's memory is reused. Unknown operators are nobody's: they are sent.
    pub fn missing(&self, walk: &mut Walk, script: &Script) -> Missing {
        let mut missing = Missing::default();
        if !self.was_asked() {
            return missing;
        }
        let arena = &script.arena;
        let mut sorts = Seen::default();
        let mut lack = |construct: Construct| {
            if !self.has(construct) {
                missing.constructs.insert(construct);
            }
        };
        for command in &script.commands {
            of_command(arena, command, &mut lack);
            sorts_of_command(arena, command, &mut |sort| sorts.visit(arena, sort, &mut lack));
        }
        for &term in walk.post_order(arena, script.root_terms(), Lets::Kept) {
            let node = arena.term(term);
            match node.head {
                Head::Binder(binder, vars) => {
                    of_binder(binder).into_iter().for_each(&mut lack);
                    for &var in arena.var_list(vars) {
                        sorts.visit(arena, arena.var(var).sort, &mut lack);
                    }
                }
                Head::Match(_) => lack(Construct::Match),
                _ => {}
            }
            // Languages and characters are mostly written without naming their sort; a literal is part of something
            // that is known or not, such as `((_ to_fp 8 24) RNE 0.5)` to a solver without reals.
            let unnamed = matches!(arena.sorts.ctor(node.sort), SortCtor::RegLan | SortCtor::Char);
            let number = matches!(node.head, Head::Literal(LiteralKind::Numeral | LiteralKind::Decimal, _));
            if !unnamed && !number {
                sorts.visit(arena, node.sort, &mut lack);
            }
        }
        for command in &script.commands {
            if let Command::SetOption(name, Some(value)) = *command {
                let name = arena.name(name).trim_start_matches(':');
                for construct in self.unlocked_by(name, arena.name(value)) {
                    missing.constructs.remove(construct);
                }
            }
        }
        for &term in walk.post_order(arena, script.root_terms(), Lets::Kept) {
            match arena.term(term).head {
                Head::Op(op, ..) if !self.knows(op) => {
                    missing.operators.insert(op);
                }
                Head::Literal(LiteralKind::String, text) if !self.dialect().can_write(arena.name(text)) => {
                    missing.strings.insert(arena.name(text).to_owned());
                }
                _ => {}
            }
        }
        missing
    }

    /// Whether the release reads a script as it is written: all its names, and all its strings.
    pub fn reads_as_written(&self, script: &Script) -> bool {
        let arena = &script.arena;
        let is_read = |head: Head| match head {
            // One that it knows by no name is somebody else's trouble.
            Head::Op(op, spelling, _) => self.knows_name(op, spelling),
            Head::Literal(LiteralKind::String, text) => self.dialect().keeps(arena.name(text)),
            _ => true,
        };
        let mut walk = Walk::new();
        let terms = walk.post_order(arena, script.root_terms(), Lets::Kept);
        terms.iter().all(|&term| is_read(arena.term(term).head))
    }
}

fn of_command(arena: &Arena, command: &Command, lack: &mut impl FnMut(Construct)) {
    lack(match command {
        Command::DeclareSort(..) => Construct::DeclareSort,
        Command::DefineSort(_) => Construct::DefineSort,
        Command::DeclareSortParameter(_) => Construct::SortParameter,
        Command::DeclareConst(_) => Construct::DeclareConst,
        Command::DefineConst(_) => Construct::DefineConst,
        Command::DefineFun(_) => Construct::DefineFun,
        Command::DefineFunRec(_) => Construct::DefineFunRec,
        Command::DefineFunsRec(_) => Construct::DefineFunsRec,
        Command::DeclareDatatypes(style, datatypes) => {
            let first = datatypes.first().map(|&id| arena.datatype(id));
            match style {
                _ if first.is_some_and(|datatype| datatype.co) => Construct::Codatatypes,
                DatatypeStyle::Old => Construct::OldDatatypes,
                _ if first.is_some_and(|datatype| !datatype.params.is_empty()) => {
                    Construct::ParametricDatatypes
                }
                DatatypeStyle::One => Construct::Datatype,
                DatatypeStyle::Many => Construct::Datatypes,
            }
        }
        Command::CheckSatAssuming(_) => Construct::CheckSatAssuming,
        Command::CheckSatUsing(_) => Construct::CheckSatUsing,
        Command::AssertSoft(..) => Construct::AssertSoft,
        Command::Minimize(..) => Construct::Minimize,
        Command::Maximize(..) => Construct::Maximize,
        Command::Simplify(..) => Construct::Simplify,
        Command::Other(text) if arena.name(*text).starts_with("declare-heap") => Construct::Heap,
        _ => return,
    });
}

/// The sorts that a command writes.
fn sorts_of_command(arena: &Arena, command: &Command, visit: &mut impl FnMut(SortId)) {
    let mut fun = |id: FunId| {
        let fun = arena.fun(id);
        fun.params.iter().copied().for_each(&mut *visit);
        visit(fun.result);
        if let FunKind::Defined { vars, .. } = &fun.kind {
            vars.iter().for_each(|&var| visit(arena.var(var).sort));
        }
    };
    match command {
        Command::DeclareFun(id) | Command::DeclareConst(id) => fun(*id),
        Command::DeclareDatatypes(_, datatypes) => {
            for &id in datatypes {
                let selectors = arena.datatype(id).constructors.iter().flat_map(|one| &one.selectors);
                selectors.for_each(|&selector| visit(arena.fun(selector).result));
            }
        }
        Command::DefineSort(id) => {
            if let SortDeclKind::Defined { body, .. } = arena.sorts.decl(*id).kind {
                visit(body);
            }
        }
        command => command.defined().iter().for_each(|&id| fun(id)),
    }
}

fn of_binder(binder: Binder) -> Option<Construct> {
    Some(match binder {
        Binder::Forall => Construct::Forall,
        Binder::Exists => Construct::Exists,
        Binder::Lambda => Construct::Lambda,
        Binder::Witness => Construct::Witness,
        Binder::Eps => Construct::Eps,
        Binder::Choice => Construct::Choice,
        Binder::Comprehension => Construct::Comprehension,
    })
}

/// Sorts that were looked at.
#[derive(Default)]
struct Seen(Vec<bool>);

impl Seen {
    /// Sorts are never deep, so this recurs.
    fn visit(&mut self, arena: &Arena, sort: SortId, lack: &mut impl FnMut(Construct)) {
        if self.0.len() <= sort.index() {
            self.0.resize(arena.sorts.len().max(sort.index() + 1), false);
        }
        if std::mem::replace(&mut self.0[sort.index()], true) {
            return;
        }
        let construct = match arena.sorts.ctor(sort) {
            SortCtor::Int => Some(Construct::Int),
            SortCtor::Real => Some(Construct::Real),
            SortCtor::RoundingMode => Some(Construct::RoundingMode),
            SortCtor::String => Some(Construct::String),
            SortCtor::RegLan => Some(Construct::RegLan),
            SortCtor::Char => Some(Construct::Char),
            SortCtor::BitVec(_) => Some(Construct::BitVec),
            SortCtor::Float(8, 24) | SortCtor::Float(11, 53) => Some(Construct::Float),
            SortCtor::Float(5, 11) | SortCtor::Float(15, 113) => {
                lack(Construct::Float);
                Some(Construct::HalfFloat)
            }
            SortCtor::Float(..) => {
                lack(Construct::Float);
                Some(Construct::OtherFloat)
            }
            SortCtor::Field(_) => Some(Construct::Field),
            SortCtor::Array => Some(Construct::Array),
            SortCtor::Seq => Some(Construct::Seq),
            SortCtor::Set => Some(Construct::Set),
            SortCtor::Bag => Some(Construct::Bag),
            SortCtor::Tuple => Some(Construct::Tuple),
            SortCtor::Fun => Some(Construct::FunctionSort),
            // Old solvers have this name of `RegLan` only.
            SortCtor::Written(name, canonical) => {
                if arena.name(name) != "RegEx" {
                    self.visit(arena, canonical, lack);
                }
                None
            }
            _ => None,
        };
        construct.into_iter().for_each(&mut *lack);
        if !matches!(arena.sorts.ctor(sort), SortCtor::Written(..)) {
            arena.sorts.args(sort).iter().for_each(|&arg| self.visit(arena, arg, lack));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smtlib::Printer;
    use smtlib::theory::{RegexOp, StringOp, Table};

    /// A solver with the old names of strings, and without floats and `define-fun-rec`.
    fn old() -> Knowledge {
        let mut names = vec![u8::MAX; Table::get().rows().len()];
        names[Op::from(RegexOp::InRe).index()] = 0b10;
        names[Op::from(RegexOp::ToRe).index()] = 0b10;
        names[Op::from(StringOp::IsDigit).index()] = 0;
        let lacks = [Construct::OtherFloat, Construct::Float, Construct::DefineFunRec, Construct::RegLan];
        let constructs = Construct::ALL.iter().copied().filter(|construct| !lacks.contains(construct));
        Knowledge::new(names, constructs.collect(), true)
    }

    fn script(text: &str) -> Script {
        Script::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_has_another_name_is_printed_by_it() {
        let old = old();
        let script = script("(assert (str.in_re \"\\u{41}\" (str.to_re \"A\")))");
        assert_eq!(old.can_express(&script), Ok(()));
        assert!(!old.reads_as_written(&script));
        let text = Printer::new().dialect(old.dialect().clone()).script_text(&script);
        assert_eq!(text, "(assert (str.in.re \"A\" (str.to.re \"A\")))\n");
        let own = super::tests::script(&text);
        assert!(old.reads_as_written(&own));
    }

    #[test]
    fn what_has_no_name_is_missing() {
        let missing = |text: &str| old().can_express(&script(text)).unwrap_err().to_string();
        assert_eq!(missing("(assert (str.is_digit \"a\"))"), "`str.is_digit`");
        assert_eq!(missing("(declare-const x (Array Int Float32))"), "`FloatingPoint`");
        assert_eq!(missing("(assert (fp.isNaN (_ NaN 8 24)))"), "`FloatingPoint`");
        assert_eq!(
            missing("(declare-const x (_ FloatingPoint 3 5))"),
            "`FloatingPoint`, `FloatingPoint of other formats`"
        );
        assert_eq!(missing("(define-fun-rec f ((x Int)) Int x)"), "`define-fun-rec`");
        assert_eq!(missing("(assert (= \"\\u{100}\" \"\"))"), "the string \"\\u{100}\"");
        assert_eq!(missing("(declare-const r RegLan)"), "`RegLan`");
    }

    #[test]
    fn an_option_may_unlock_what_is_missing() {
        let mut old = old();
        old.unlocks.insert("fp-exp".to_owned(), vec![Construct::Float, Construct::OtherFloat]);
        let can_express = |text: &str| old.can_express(&script(text)).is_ok();
        assert!(can_express("(set-option :fp-exp true)(declare-const x (_ FloatingPoint 3 5))"));
        assert!(!can_express("(set-option :fp-exp false)(declare-const x (_ FloatingPoint 3 5))"));
    }

    #[test]
    fn one_that_was_not_asked_is_given_everything() {
        let everything = Knowledge::everything();
        let script = script("(declare-const x (Bag Int)) (assert (str.is_digit \"\\u{100}\")) (frobnicate)");
        assert_eq!(everything.can_express(&script), Ok(()));
        assert!(everything.reads_as_written(&script));
    }
}
