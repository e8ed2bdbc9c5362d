//! Labels: whether a seed is satisfiable, as somebody says (W5).

use serde::{Deserialize, Serialize};
use smtlib::{Command, Script};

/// What somebody says of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
}

impl Label {
    /// The label of this name.
    pub fn named(name: &str) -> Option<Label> {
        match name {
            "sat" => Some(Label::Sat),
            "unsat" => Some(Label::Unsat),
            _ => None,
        }
    }

    /// Its name, as solvers say it.
    pub fn name(self) -> &'static str {
        match self {
            Label::Sat => "sat",
            Label::Unsat => "unsat",
        }
    }
}

/// By check: what the script itself says of it. A `:status` is about the next check, not about those after it.
pub fn statuses(script: &Script) -> Vec<Option<Label>> {
    let name = |symbol| script.arena.name(symbol);
    let (mut status, mut all) = (None, Vec::new());
    for command in &script.commands {
        match command {
            Command::SetInfo(flag, value) if name(*flag).trim_start_matches(':') == "status" => {
                status = value.and_then(|value| Label::named(name(value)));
            }
            Command::Exit => break,
            command if command.is_check() => all.push(status.take()),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_about_the_next_check_alone() {
        let text = "(set-info :status sat)(assert true)(check-sat)(push 1)(assert false)(check-sat)\
                    (set-info :status unsat)(check-sat)(set-info :status unknown)(check-sat)(exit)(check-sat)";
        let script = Script::parse(text.as_bytes()).unwrap();
        assert_eq!(statuses(&script), [Some(Label::Sat), None, Some(Label::Unsat), None]);
    }
}
