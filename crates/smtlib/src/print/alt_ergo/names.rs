//! Names that Alt-Ergo reads: letters, digits and underscores, no keyword, each for one thing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Arena;
use crate::decl::{FunId, VarId};
use crate::sort::SortDeclId;
use crate::symbol::Symbol;

/// The keywords, and names that mean something to Alt-Ergo.
const RESERVED: &[&str] = &[
    "ac",
    "and",
    "axiom",
    "bitv",
    "bool",
    "case_split",
    "check",
    "cut",
    "distinct",
    "else",
    "end",
    "exists",
    "extends",
    "false",
    "farray",
    "forall",
    "function",
    "goal",
    "if",
    "in",
    "int",
    "let",
    "logic",
    "match",
    "not",
    "of",
    "or",
    "predicate",
    "prop",
    "real",
    "rewriting",
    "then",
    "theory",
    "true",
    "type",
    "unit",
    "void",
    "with",
    "xor",
    "real_of_int",
    "int_floor",
    "int_ceil",
    "real_is_int",
    "sqrt_real",
    "abs_int",
    "abs_real",
    "max_int",
    "max_real",
    "min_int",
    "integer_log2",
    "g",
];

/// Something that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Named {
    Fun(FunId),
    Var(VarId),
    Sort(SortDeclId),
}

/// The names given so far.
#[derive(Default)]
pub(super) struct Names {
    of: FxHashMap<Named, String>,
    taken: FxHashSet<String>,
}

impl Names {
    /// The name of something: its own where Alt-Ergo reads that and nobody has it, else one like it.
    pub(super) fn name(&mut self, arena: &Arena, named: Named) -> String {
        if let Some(name) = self.of.get(&named) {
            return name.clone();
        }
        let symbol: Symbol = match named {
            Named::Fun(fun) => arena.fun(fun).name,
            Named::Var(var) => arena.var(var).name,
            Named::Sort(decl) => arena.sorts.decl(decl).name,
        };
        let name = self.fresh(arena.name(symbol));
        self.of.insert(named, name.clone());
        name
    }

    /// A name like this one that nobody has.
    pub(super) fn fresh(&mut self, like: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut base: String = like.chars().map(plain).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic()) {
            base.insert_str(0, "v_");
        }
        let mut name = base.clone();
        let mut number = 1;
        while RESERVED.contains(&name.as_str()) || self.taken.contains(&name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        self.taken.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable_and_unlike_all_others() {
        let mut names = Names::default();
        let given = ["x", "x", "goal", "a-b!", "a_b_", "42", "é"].map(|name| names.fresh(name));
        assert_eq!(given, ["x", "x_1", "goal_1", "a_b_", "a_b__1", "v_42", "v__"]);
    }
}
