//! Scopes flattened.

use smtlib::{Command, Script};

use super::ScriptPass;

/// Without `push` and `pop`: all of them, or the outermost or innermost pair.
pub(super) struct Scopes;

impl ScriptPass for Scopes {
    fn name(&self) -> &'static str {
        "scopes"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let is_scope = |command: &Command| matches!(command, Command::Push(_) | Command::Pop(_));
        let places: Vec<usize> =
            (0..script.commands.len()).filter(|&i| is_scope(&script.commands[i])).collect();
        let mut gone: Vec<Vec<usize>> = vec![places.clone()];
        gone.extend(places.windows(2).map(<[usize]>::to_vec));
        gone.extend(places.iter().map(|&place| vec![place]));
        gone.retain(|gone| !gone.is_empty());
        gone.into_iter().map(|gone| without(script, &gone)).collect()
    }
}

fn without(script: &Script, gone: &[usize]) -> Script {
    let mut script = script.clone();
    let mut number = 0;
    script.commands.retain(|_| {
        number += 1;
        !gone.contains(&(number - 1))
    });
    script
}
