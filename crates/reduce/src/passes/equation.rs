//! Equations used up.

use smtlib::theory::{CoreOp, Op};
use smtlib::{Command, FunKind, Head, Script, TermId, Walk, functions_of};

use super::ScriptPass;
use super::place::everywhere;

/// `t` in the place of `x` everywhere, without the assertion that `x` is `t`.
pub(super) struct Equations;

impl ScriptPass for Equations {
    fn name(&self) -> &'static str {
        "equations"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let mut all = Vec::new();
        for (i, command) in script.commands.iter().enumerate() {
            let Command::Assert(term) = *command else { continue };
            for (symbol, value) in solved(script, term) {
                let mut without = script.clone();
                without.commands.remove(i);
                all.extend(everywhere(without, symbol, value));
            }
        }
        all
    }
}

/// The constants that an equation gives a value, and the values.
fn solved(script: &Script, term: TermId) -> Vec<(TermId, TermId)> {
    let parts = script.arena.term(term);
    let (Head::Op(Op::Core(CoreOp::Eq), ..), &[left, right]) = (parts.head, parts.args) else {
        return Vec::new();
    };
    let mut walk = Walk::new();
    let mut fits = |symbol: TermId, value: TermId| match script.arena.term(symbol).head {
        Head::Fun(fun, _) => {
            matches!(script.arena.fun(fun).kind, FunKind::Declared)
                && script.arena.fun(fun).params.is_empty()
                && !functions_of(&script.arena, &mut walk, value).contains(&fun)
                && script.arena.sort_of(symbol) == script.arena.sort_of(value)
        }
        _ => false,
    };
    [(left, right), (right, left)].into_iter().filter(|&(symbol, value)| fits(symbol, value)).collect()
}
