//! A simpler logic.

use smtlib::{Command, Script};

use super::ScriptPass;

/// No `set-logic` (which [`Commands`](super::command::Commands) does), the least one that has all, or `ALL`.
pub(super) struct Logics;

impl ScriptPass for Logics {
    fn name(&self) -> &'static str {
        "logic"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let is_logic = |command: &Command| matches!(command, Command::SetLogic(_));
        let Some(at) = script.commands.iter().position(is_logic) else { return Vec::new() };
        let least = script.least_logic().name().to_owned();
        let simpler = [least.as_str(), "ALL"].map(|name| {
            let mut changed = script.clone();
            changed.commands[at] = Command::SetLogic(changed.arena.symbols.intern(name));
            changed
        });
        simpler.into_iter().collect()
    }
}
