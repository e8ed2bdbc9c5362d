//! Short names.

use std::collections::{BTreeMap, BTreeSet};

use smtlib::{FunKind, Script};

use super::ScriptPass;
use super::sexpr::{Node, nodes_of, script_of};

/// A letter or two for each name that the script makes up, the commonest names first.
pub(super) struct Names;

impl ScriptPass for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let own = own_names(script);
        let mut nodes = nodes_of(script);
        let (mut uses, mut foreign) = (BTreeMap::<String, usize>::new(), BTreeSet::new());
        each_atom(&mut nodes, &mut |atom| {
            if own.contains(plain(atom)) {
                *uses.entry(atom.clone()).or_default() += 1;
            } else {
                foreign.insert(atom.clone());
            }
        });
        let mut names: Vec<(usize, String)> = uses.into_iter().map(|(name, uses)| (uses, name)).collect();
        names.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let mut fresh = short_names().filter(|name| !foreign.contains(name));
        let renamed: BTreeMap<String, String> =
            names.into_iter().map(|(_, name)| name).zip(fresh.by_ref()).collect();
        each_atom(&mut nodes, &mut |atom| {
            if let Some(new) = renamed.get(atom) {
                atom.clone_from(new);
            } else if let Some(new) = atom.strip_prefix("is-").and_then(|name| renamed.get(name)) {
                *atom = format!("is-{new}");
            }
        });
        script_of(&nodes).into_iter().collect()
    }
}

fn each_atom(nodes: &mut [Node], change: &mut impl FnMut(&mut String)) {
    for node in nodes {
        node.map(&mut |node| {
            if let Node::Atom(atom) = node {
                change(atom);
            }
        });
    }
}

fn plain(atom: &str) -> &str {
    atom.strip_prefix('|').and_then(|name| name.strip_suffix('|')).unwrap_or(atom)
}

/// The names of a script's functions, sorts and variables.
fn own_names(script: &Script) -> BTreeSet<String> {
    let arena = &script.arena;
    let funs = arena.funs().filter(|(_, fun)| !matches!(fun.kind, FunKind::Tester(..)));
    let mut names: BTreeSet<String> = funs.map(|(_, fun)| arena.name(fun.name).to_owned()).collect();
    names.extend(arena.vars().map(|var| arena.name(var.name).to_owned()));
    for command in &script.commands {
        if let smtlib::Command::DeclareSort(sort, _) | smtlib::Command::DefineSort(sort) = command {
            names.insert(arena.name(arena.sorts.decl(*sort).name).to_owned());
        }
        if let smtlib::Command::DeclareDatatypes(_, datatypes) = command {
            let sorts = datatypes.iter().map(|&id| arena.datatype(id).sort);
            names.extend(sorts.map(|sort| arena.name(arena.sorts.decl(sort).name).to_owned()));
        }
    }
    names
}

/// `a`, `b`, … `z`, `aa`, …
fn short_names() -> impl Iterator<Item = String> {
    (0usize..).map(|mut number| {
        let mut name = String::new();
        loop {
            name.insert(0, char::from(b'a' + (number % 26) as u8));
            if number < 26 {
                // None of the language's words is a name.
                return if ["as", "par", "let", "is"].contains(&name.as_str()) {
                    format!("{name}x")
                } else {
                    name
                };
            }
            number = number / 26 - 1;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_become_short_and_mean_the_same() {
        let text = "(declare-sort Elem 0)(declare-datatype List ((nil) (cons (head Elem) (tail List))))\
                    (declare-const |my list| List)(assert (and ((_ is cons) |my list|) (is-cons (tail |my list|))))\
                    (assert (forall ((element Elem)) (distinct element (head |my list|))))(check-sat)";
        let script = Script::parse(text.as_bytes()).unwrap();
        let renamed = Names.candidates(&script).remove(0);
        assert!(renamed.type_errors.is_empty());
        assert_eq!(renamed.opaque, 0);
        let text = smtlib::Printer::new().script_text(&renamed);
        assert!(text.contains("(assert (and ((_ is d) a) (is-d (g a))))"), "{text}");
        assert_eq!(short_names().nth(26).unwrap(), "aa");
    }
}
