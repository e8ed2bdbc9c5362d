//! Fewer symbols.

use smtlib::{Command, FunKind, Script};

use super::ScriptPass;
use super::constant::constants;
use super::place::everywhere;

/// A default constant, or another symbol of the same sort, in the place of a declared constant everywhere: one by one,
/// its uses may not do without each other.
pub(super) struct Symbols;

/// Other symbols that are tried for each.
const OTHERS: usize = 4;

impl ScriptPass for Symbols {
    fn name(&self) -> &'static str {
        "symbols"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let mut script = script.clone();
        let declared: Vec<_> = script.commands.iter().filter_map(constant_of).collect();
        let is_constant = |script: &Script, fun| {
            let fun = script.arena.fun(fun);
            matches!(fun.kind, FunKind::Declared) && fun.params.is_empty()
        };
        let symbols: Vec<_> = declared.into_iter().filter(|&fun| is_constant(&script, fun)).collect();
        let mut all = Vec::new();
        for (i, &fun) in symbols.iter().enumerate() {
            let sort = script.arena.sorts.canonical(script.arena.fun(fun).result);
            let old = script.arena.fun_term(fun);
            let mut values = constants(&mut script, sort);
            let same = |other| script.arena.sorts.canonical(script.arena.fun(other).result) == sort;
            let others: Vec<_> =
                symbols[..i].iter().copied().filter(|&other| same(other)).take(OTHERS).collect();
            values.extend(others.into_iter().map(|other| script.arena.fun_term(other)));
            all.extend(values.into_iter().filter_map(|new| everywhere(script.clone(), old, new)));
        }
        all
    }
}

fn constant_of(command: &Command) -> Option<smtlib::FunId> {
    match command {
        Command::DeclareConst(fun) | Command::DeclareFun(fun) => Some(*fun),
        _ => None,
    }
}
