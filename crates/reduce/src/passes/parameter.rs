//! Functions with fewer parameters.

use smtlib::{Command, FunKind, Script};

use super::ScriptPass;
use super::sexpr::{Node, nodes_of, script_of};

/// A parameter of a declared function, taken away with all its arguments.
pub(super) struct Parameters;

impl ScriptPass for Parameters {
    fn name(&self) -> &'static str {
        "parameters"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let nodes = nodes_of(script);
        let mut all = Vec::new();
        for command in &script.commands {
            let Command::DeclareFun(fun) = *command else { continue };
            let fun = script.arena.fun(fun);
            let bars = script.arena.symbols.needs_bars(fun.name);
            let name = if bars {
                format!("|{}|", script.arena.name(fun.name))
            } else {
                script.arena.name(fun.name).to_owned()
            };
            for parameter in 0..if matches!(fun.kind, FunKind::Declared) { fun.params.len() } else { 0 } {
                let mut changed = nodes.clone();
                changed.iter_mut().for_each(|node| {
                    node.map(&mut |node| drop_parameter(node, &name, fun.params.len(), parameter))
                });
                all.extend(script_of(&changed));
            }
        }
        all
    }
}

fn drop_parameter(node: &mut Node, name: &str, parameters: usize, parameter: usize) {
    let declares = node.starts_with(&["declare-fun", name]);
    let applies = node.starts_with(&[name]) && node.list().len() == parameters + 1;
    let Node::List(list) = node else { return };
    if declares {
        if let Some(Node::List(sorts)) = list.get_mut(2)
            && sorts.len() == parameters
        {
            sorts.remove(parameter);
        }
    } else if applies {
        list.remove(parameter + 1);
        if parameters == 1 {
            *node = Node::Atom(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_go_with_their_parameter() {
        let script =
            Script::parse(b"(declare-fun f (Int Bool) Int)(assert (= (f 1 true) (f (f 2 false) true)))")
                .unwrap();
        let all: Vec<String> = Parameters
            .candidates(&script)
            .iter()
            .map(|it| smtlib::Printer::new().script_text(it).replace('\n', ""))
            .collect();
        assert_eq!(all[1], "(declare-fun f (Int) Int)(assert (= (f 1) (f (f 2))))");
    }
}
