//! Smaller datatypes.

use smtlib::{Command, Script};

use super::ScriptPass;
use super::sexpr::{Node, nodes_of, script_of};

/// Constructors that nothing needs, taken away.
pub(super) struct Constructors;
/// Fields, taken away with what stands in their place everywhere.
pub(super) struct Fields;

impl ScriptPass for Constructors {
    fn name(&self) -> &'static str {
        "constructors"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let nodes = nodes_of(script);
        let all = constructors(script).into_iter().map(|(name, _)| {
            let mut nodes = nodes.clone();
            for node in nodes.iter_mut().filter(|node| is_declaration(node)) {
                node.map(&mut |node| {
                    if let Node::List(list) = node {
                        list.retain(|it| !it.starts_with(&[&name]));
                    }
                });
            }
            script_of(&nodes)
        });
        all.flatten().collect()
    }
}

impl ScriptPass for Fields {
    fn name(&self) -> &'static str {
        "fields"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let nodes = nodes_of(script);
        let mut all = Vec::new();
        for (name, fields) in constructors(script) {
            for field in 0..fields {
                let mut changed = nodes.clone();
                for node in &mut changed {
                    let declares = is_declaration(node);
                    node.map(&mut |node| drop_field(node, &name, fields, field, declares));
                }
                all.extend(script_of(&changed));
            }
        }
        all
    }
}

/// Its name first, then its fields: so stand declarations, applications and patterns alike. Without fields, a declaration
/// keeps its parentheses and a term does not.
fn drop_field(node: &mut Node, constructor: &str, fields: usize, field: usize, declares: bool) {
    if !node.starts_with(&[constructor]) {
        return;
    }
    let Node::List(list) = node else { return };
    if list.len() == fields + 1 {
        list.remove(field + 1);
        if fields == 1 && !declares {
            *node = Node::Atom(constructor.to_owned());
        }
    }
}

fn is_declaration(node: &Node) -> bool {
    ["declare-datatype", "declare-datatypes", "declare-codatatype", "declare-codatatypes"]
        .iter()
        .any(|name| node.starts_with(&[name]))
}

/// The constructors of a script, and how many fields they have.
fn constructors(script: &Script) -> Vec<(String, usize)> {
    let datatypes = script.commands.iter().flat_map(|command| match command {
        Command::DeclareDatatypes(_, datatypes) => datatypes.as_slice(),
        _ => &[],
    });
    let constructors = datatypes.flat_map(|&id| &script.arena.datatype(id).constructors);
    let name = |it: &smtlib::Constructor| script.arena.name(script.arena.fun(it.fun).name).to_owned();
    constructors.map(|it| (name(it), it.selectors.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(all: Vec<Script>) -> Vec<String> {
        let typed = all.into_iter().filter(|it| it.type_errors.is_empty() && it.opaque == 0);
        typed.map(|it| smtlib::Printer::new().script_text(&it).replace('\n', "")).collect()
    }

    #[test]
    fn fields_go_with_their_arguments_and_constructors_that_nothing_uses() {
        let text = "(declare-datatype L ((nil) (cons (h Int) (t L))))(assert (= (t (cons 1 nil)) nil))";
        let script = Script::parse(text.as_bytes()).unwrap();
        let all = printed(Fields.candidates(&script));
        let wanted = "(declare-datatype L ((nil) (cons (t L))))(assert (= (t (cons nil)) nil))";
        assert!(all.iter().any(|it| it == wanted), "{all:#?}");
        let script = Script::parse(b"(declare-datatype L ((nil) (cons (t L))))(assert (= nil nil))").unwrap();
        let all = printed(Constructors.candidates(&script));
        assert_eq!(all, ["(declare-datatype L ((nil)))(assert (= nil nil))"]);
    }
}
