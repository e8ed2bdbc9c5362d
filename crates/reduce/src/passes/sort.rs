//! Simpler sorts, through the whole script.

use smtlib::{Command, Script};

use super::ScriptPass;
use super::sexpr::{Node, nodes_of, script_of};

/// `Bool` or `Int` in the place of a declared sort, and of the sorts of arrays' indices and elements.
pub(super) struct Sorts;

impl ScriptPass for Sorts {
    fn name(&self) -> &'static str {
        "sorts"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let nodes = nodes_of(script);
        let mut simplified: Vec<Node> = Vec::new();
        for command in &script.commands {
            if let Command::DeclareSort(sort, _) = command {
                let name = script.arena.name(script.arena.sorts.decl(*sort).name);
                simplified.push(Node::Atom(name.to_owned()));
            }
        }
        for mut node in nodes.clone() {
            node.map(&mut |node| {
                if node.starts_with(&["Array"]) {
                    for part in &node.list()[1..] {
                        if !simplified.contains(part) {
                            simplified.push(part.clone());
                        }
                    }
                }
            });
        }
        let mut all = Vec::new();
        for old in simplified {
            for new in ["Bool", "Int"] {
                let mut changed = nodes.clone();
                for node in changed.iter_mut().filter(|node| !node.starts_with(&["declare-sort"])) {
                    node.map(&mut |node| {
                        if *node == old {
                            *node = Node::Atom(new.to_owned());
                        }
                    });
                }
                all.extend(script_of(&changed));
            }
        }
        all
    }
}
