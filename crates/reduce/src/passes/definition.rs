//! Definitions inlined.

use smtlib::{Command, Rewriter, Script};

use super::ScriptPass;

/// What `define-fun` defines in the place of its uses; recursive functions stay.
pub(super) struct Definitions;

impl ScriptPass for Definitions {
    fn name(&self) -> &'static str {
        "definitions"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let is_definition =
            |command: &Command| matches!(command, Command::DefineFun(_) | Command::DefineConst(_));
        if !script.commands.iter().any(is_definition) {
            return Vec::new();
        }
        let mut inlined = script.clone();
        let mut rewriter = Rewriter::new();
        inlined.map_terms(|arena, term| rewriter.inline_definitions(arena, term).unwrap_or(term));
        vec![inlined]
    }
}
