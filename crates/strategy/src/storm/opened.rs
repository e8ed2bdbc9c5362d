//! Parts below quantifiers, opened: their bound variables become constants, so that they can stand alone.
//!
//! The paper leaves them out, and with them all of a closed formula.

use std::collections::HashMap;

use smtlib::{Command, Head, Rewriter, Script, SortId, TermId, VarId, sort_text};

/// Constants in the place of bound variables. The same few serve all parts: what they have in common stays so.
#[derive(Debug, Default)]
pub(super) struct Opened {
    /// By sort, and by the rank of the variable among those of its sort.
    constants: HashMap<(SortId, usize), TermId>,
    /// Their declarations.
    pub(super) declarations: Vec<u8>,
}

/// A seed is not to be drowned in new constants.
const CONSTANTS_AT_MOST: usize = 24;

impl Opened {
    /// A part with a constant in the place of each variable that it does not bind itself, if it can be had.
    pub(super) fn open(
        &mut self,
        script: &mut Script,
        rewriter: &mut Rewriter,
        part: TermId,
    ) -> Option<TermId> {
        let mut of_sort: HashMap<SortId, usize> = HashMap::new();
        let mut values: Vec<(VarId, TermId)> = Vec::new();
        for var in rewriter.free.scoped(&script.arena, part) {
            let sort = script.arena.var(var).sort;
            let rank = of_sort.entry(sort).or_default();
            values.push((var, self.constant(script, sort, *rank)?));
            *rank += 1;
        }
        if values.is_empty() {
            return Some(part);
        }
        // A pattern means nothing outside of its quantifier.
        if matches!(script.arena.term(part).head, Head::Annotated(_)) {
            return None;
        }
        rewriter.substitute(&mut script.arena, part, &values)
    }

    fn constant(&mut self, script: &mut Script, sort: SortId, rank: usize) -> Option<TermId> {
        if let Some(&constant) = self.constants.get(&(sort, rank)) {
            return Some(constant);
        }
        let number = self.constants.len();
        if number == CONSTANTS_AT_MOST || script.arena.sorts.has_param(sort) {
            return None;
        }
        let text = format!("(declare-fun storm!v{number} () {})\n", sort_text(&script.arena, sort));
        let at = script.extend(text.as_bytes()).ok()?.start;
        let Command::DeclareFun(fun) = script.commands[at] else { return None };
        let constant = script.arena.fun_term(fun);
        self.declarations.extend_from_slice(text.as_bytes());
        self.constants.insert((sort, rank), constant);
        Some(constant)
    }
}
