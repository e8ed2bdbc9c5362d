//! What a script is made of, in numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Command, DatatypeStyle, PLAIN};
use crate::measure::Measures;
use crate::script::Script;
use crate::term::{Binder, Head};
use crate::theory::Theory;
use crate::walk::{Lets, Walk};

/// Counts over a script. Terms are counted as distinct terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How many commands there are of each name.
    pub commands: BTreeMap<String, usize>,
    /// Terms.
    pub terms: usize,
    /// The depth of the deepest term, lets as written.
    pub max_depth: u32,
    /// Theories of which an operator occurs.
    pub theories: BTreeSet<Theory>,
    /// `forall` and `exists`.
    pub quantifiers: usize,
    /// `let`.
    pub lets: usize,
}

impl Statistics {
    /// Counts.
    pub fn of(script: &Script) -> Statistics {
        let mut statistics = Statistics::default();
        for command in &script.commands {
            *statistics.commands.entry(command_name(script, command).to_owned()).or_default() += 1;
        }
        let mut measures = Measures::new(Lets::Kept);
        for root in script.root_terms() {
            statistics.max_depth = statistics.max_depth.max(measures.depth(&script.arena, root));
        }
        for &term in Walk::new().post_order(&script.arena, script.root_terms(), Lets::Kept) {
            statistics.terms += 1;
            match script.arena.term(term).head {
                Head::Op(op, ..) => {
                    statistics.theories.insert(op.theory());
                }
                Head::Binder(Binder::Forall | Binder::Exists, _) => statistics.quantifiers += 1,
                Head::Let(_) => statistics.lets += 1,
                _ => {}
            }
        }
        statistics
    }
}

fn command_name<'a>(script: &'a Script, command: &Command) -> &'a str {
    if let Some((name, _)) = PLAIN.iter().find(|(_, plain)| plain == command) {
        return name;
    }
    match command {
        Command::SetLogic(_) => "set-logic",
        Command::SetOption(..) => "set-option",
        Command::SetInfo(..) => "set-info",
        Command::GetInfo(_) => "get-info",
        Command::GetOption(_) => "get-option",
        Command::Echo(_) => "echo",
        Command::DeclareSort(..) => "declare-sort",
        Command::DefineSort(_) => "define-sort",
        Command::DeclareSortParameter(_) => "declare-sort-parameter",
        Command::DeclareFun(_) => "declare-fun",
        Command::DeclareConst(_) => "declare-const",
        Command::DefineFun(_) => "define-fun",
        Command::DefineConst(_) => "define-const",
        Command::DefineFunRec(_) => "define-fun-rec",
        Command::DefineFunsRec(_) => "define-funs-rec",
        Command::DeclareDatatypes(style, ids) => {
            let co = ids.first().is_some_and(|&id| script.arena.datatype(id).co);
            match (co, style) {
                (false, DatatypeStyle::One) => "declare-datatype",
                (false, _) => "declare-datatypes",
                (true, DatatypeStyle::One) => "declare-codatatype",
                (true, _) => "declare-codatatypes",
            }
        }
        Command::Assert(_) => "assert",
        Command::AssertSoft(..) => "assert-soft",
        Command::Minimize(..) => "minimize",
        Command::Maximize(..) => "maximize",
        Command::Eval(..) => "eval",
        Command::Simplify(..) => "simplify",
        Command::CheckSatAssuming(_) => "check-sat-assuming",
        Command::GetValue(_) => "get-value",
        Command::CheckSatUsing(_) => "check-sat-using",
        Command::Push(_) => "push",
        Command::Pop(_) => "pop",
        Command::Other(text) => script.arena.name(*text).split_whitespace().next().unwrap_or_default(),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_of_distinct_things() {
        let source = "(set-logic ALL)(declare-const x Int)\
            (assert (let ((a (+ x 1))) (forall ((y Int)) (< y a))))\
            (assert (forall ((y Int)) (< y x)))(frobnicate x)(check-sat)(check-sat)";
        let statistics = Statistics::of(&Script::parse(source.as_bytes()).unwrap());
        assert_eq!(statistics.commands["assert"], 2);
        assert_eq!(statistics.commands["check-sat"], 2);
        assert_eq!(statistics.commands["frobnicate"], 1);
        assert_eq!((statistics.quantifiers, statistics.lets), (2, 1));
        assert_eq!(statistics.theories, [Theory::Arith].into());
        // let, forall, <, y, a, +, x, 1
        assert_eq!(statistics.terms, 8 + 2);
        assert_eq!(statistics.max_depth, 4);
    }
}
