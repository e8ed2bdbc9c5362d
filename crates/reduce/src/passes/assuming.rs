//! Assumptions asserted, and plain checks in the place of others.

use smtlib::{Command, Script};

use super::ScriptPass;

/// A plain `check-sat` in the place of each other check, with its assumptions asserted before it or left out.
pub(super) struct Assumptions;

impl ScriptPass for Assumptions {
    fn name(&self) -> &'static str {
        "assumptions"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let mut all = Vec::new();
        for (i, command) in script.commands.iter().enumerate() {
            let assumptions = match command {
                Command::CheckSatAssuming(terms) => terms.as_slice(),
                Command::CheckSatUsing(_) => &[],
                _ => continue,
            };
            for asserted in [&[], assumptions] {
                let mut changed = script.clone();
                let asserts = asserted.iter().map(|&term| Command::Assert(term));
                changed.commands.splice(i..=i, asserts.chain([Command::CheckSat]));
                all.push(changed);
            }
            for left_out in 0..assumptions.len() {
                let mut changed = script.clone();
                let mut fewer = assumptions.to_vec();
                fewer.remove(left_out);
                changed.commands[i] = Command::CheckSatAssuming(fewer);
                all.push(changed);
            }
        }
        all
    }
}
