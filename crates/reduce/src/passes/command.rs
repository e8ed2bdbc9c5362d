//! Fewer commands.

use std::ops::Range;

use smtlib::Script;

use super::ChunkPass;

/// Takes commands away. Declarations go by themselves once nothing uses them.
pub(super) struct Commands;

impl ChunkPass for Commands {
    fn name(&self) -> &'static str {
        "commands"
    }

    fn count(&self, script: &Script) -> usize {
        script.commands.iter().filter(|command| !command.is_declaration()).count()
    }

    fn remove(&self, script: &mut Script, parts: Range<usize>) {
        let mut number = 0;
        script.commands.retain(|command| {
            if command.is_declaration() {
                return true;
            }
            number += 1;
            !parts.contains(&(number - 1))
        });
    }
}

/// The script without any question.
pub(crate) fn without_checks(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !command.is_check());
    script
}
