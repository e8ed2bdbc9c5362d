//! Narrower bit-vectors and floats, through the whole script.

use std::collections::BTreeSet;

use smtlib::Script;

use super::ScriptPass;
use super::sexpr::{Node, nodes_of, script_of};

/// Fewer bits: all widths in proportion, one of them alone, and each floating-point format.
pub(super) struct Widths;

/// Formats that are small and that solvers know.
const FORMATS: &[(u32, u32)] = &[(2, 3), (3, 5), (5, 11)];
/// The names of formats of IEEE 754.
const NAMED: &[(&str, (u32, u32))] =
    &[("Float16", (5, 11)), ("Float32", (8, 24)), ("Float64", (11, 53)), ("Float128", (15, 113))];
/// The operators that have a format as their indices.
const INDEXED: &[&str] =
    &["FloatingPoint", "to_fp", "to_fp_unsigned", "+oo", "-oo", "+zero", "-zero", "NaN", "to_fp_bv"];

impl ScriptPass for Widths {
    fn name(&self) -> &'static str {
        "widths"
    }

    fn candidates(&self, script: &Script) -> Vec<Script> {
        let nodes = nodes_of(script);
        let (widths, formats) = found(&nodes);
        let mut all = Vec::new();
        for &old in &formats {
            for &new in FORMATS.iter().filter(|new| new.0 < old.0 && new.1 < old.1) {
                all.extend(changed(&nodes, &|node| narrow_format(node, old, new)));
            }
        }
        for &old in widths.iter().rev() {
            for new in [1, 2, 4, old / 2, old - 1].into_iter().filter(|&new| 0 < new && new < old) {
                all.extend(changed(&nodes, &|node| {
                    narrow(node, &|width| (width * new).div_ceil(old).max(1))
                }));
                let alone = |width| if width == old { new } else { width };
                all.extend(changed(&nodes, &|node| narrow(node, &alone)));
            }
        }
        all
    }
}

fn changed(nodes: &[Node], change: &dyn Fn(&mut Node)) -> Option<Script> {
    let mut nodes = nodes.to_vec();
    nodes.iter_mut().for_each(|node| node.map(&mut |node| change(node)));
    script_of(&nodes)
}

/// The widths and formats of a script.
fn found(nodes: &[Node]) -> (BTreeSet<u32>, BTreeSet<(u32, u32)>) {
    let (mut widths, mut formats) = (BTreeSet::new(), BTreeSet::new());
    for node in nodes {
        node.clone().map(&mut |node| {
            widths.extend(width_of(node));
            formats.extend(format_of(node));
        });
    }
    (widths, formats)
}

/// The width of a sort or literal of bit-vectors.
fn width_of(node: &Node) -> Option<u32> {
    match node {
        Node::Atom(text) => match text.split_at_checked(2)? {
            ("#x", digits) => Some(4 * digits.len() as u32),
            ("#b", digits) => Some(digits.len() as u32),
            _ => None,
        },
        Node::List(list) if node.starts_with(&["_"]) && list.len() == 3 => {
            let name = list[1].atom()?;
            let value = name.strip_prefix("bv").is_some_and(|value| value.parse::<u64>().is_ok());
            (name == "BitVec" || value).then(|| number(&list[2]))?
        }
        Node::List(_) => None,
    }
}

fn format_of(node: &Node) -> Option<(u32, u32)> {
    match node {
        Node::Atom(text) => NAMED.iter().find(|(name, _)| name == text).map(|(_, format)| *format),
        Node::List(list) => {
            let indexed = node.starts_with(&["_"]) && list.len() == 4 && INDEXED.contains(&list[1].atom()?);
            indexed.then(|| Some((number(&list[2])?, number(&list[3])?)))?
        }
    }
}

fn narrow_format(node: &mut Node, old: (u32, u32), new: (u32, u32)) {
    if format_of(node) == Some(old) {
        match node {
            Node::Atom(_) => {
                let name = [atom("_"), atom("FloatingPoint")].into_iter();
                *node = Node::List(name.chain([new.0, new.1].map(|n| atom(&n.to_string()))).collect());
            }
            Node::List(list) => {
                list[2] = atom(&new.0.to_string());
                list[3] = atom(&new.1.to_string());
            }
        }
    } else if node.starts_with(&["fp"])
        && let Node::List(list) = node
        && list.len() == 4
    {
        for (part, (from, to)) in [(2, (old.0, new.0)), (3, (old.1 - 1, new.1 - 1))] {
            narrow(&mut list[part], &|width| if width == from { to } else { width });
        }
    }
}

/// Changes a width where one is written; values keep their low bits.
fn narrow(node: &mut Node, to: &dyn Fn(u32) -> u32) {
    if let Some(old) = width_of(node) {
        let new = to(old);
        match node {
            Node::Atom(text) => *text = truncated(text, new),
            Node::List(list) => {
                if let Some(value) =
                    list[1].atom().and_then(|name| name.strip_prefix("bv")?.parse::<u64>().ok())
                {
                    let kept = if new < 64 { value & ((1 << new) - 1) } else { value };
                    list[1] = atom(&format!("bv{kept}"));
                }
                list[2] = atom(&new.to_string());
            }
        }
        return;
    }
    let Node::List(list) = node else { return };
    let names: Vec<&str> = list.iter().filter_map(Node::atom).collect();
    let indices: Vec<u32> = list.iter().filter_map(number).collect();
    let changed = match (names.as_slice(), indices.as_slice()) {
        (["_", "extract", ..], &[high, low]) if high >= low => {
            let width = to(high - low + 1);
            let low = if low == 0 { 0 } else { to(low) };
            vec![low + width - 1, low]
        }
        (["_", "zero_extend" | "sign_extend", ..], &[more]) if more > 0 => vec![to(more)],
        _ => return,
    };
    for (node, new) in list[2..].iter_mut().zip(changed) {
        *node = atom(&new.to_string());
    }
}

/// The low bits of a literal.
fn truncated(text: &str, width: u32) -> String {
    let bits: String = match text.split_at(2) {
        ("#x", digits) => digits.chars().map(|c| format!("{:04b}", c.to_digit(16).unwrap_or(0))).collect(),
        (_, digits) => digits.to_owned(),
    };
    let kept = &bits[bits.len().saturating_sub(width as usize)..];
    if width.is_multiple_of(4) {
        let digit = |bits: &[u8]| {
            let value = bits.iter().fold(0, |sum, bit| 2 * sum + u32::from(*bit == b'1'));
            char::from_digit(value, 16).unwrap_or('0')
        };
        return format!("#x{}", kept.as_bytes().chunks(4).map(digit).collect::<String>());
    }
    format!("#b{kept}")
}

fn number(node: &Node) -> Option<u32> {
    node.atom()?.parse().ok()
}

fn atom(text: &str) -> Node {
    Node::Atom(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(text: &str, wanted: &str) {
        let script = Script::parse(text.as_bytes()).unwrap();
        let printed = |script: &Script| smtlib::Printer::new().script_text(script).replace('\n', "");
        let typed = Widths.candidates(&script).into_iter().filter(|it| it.type_errors.is_empty());
        let all: Vec<String> = typed.map(|it| printed(&it)).collect();
        assert!(all.iter().any(|it| it == wanted), "{all:#?}");
    }

    #[test]
    fn widths_shrink_together() {
        has(
            "(declare-const x (_ BitVec 32))(assert (= ((_ extract 31 16) x) #x0003))",
            "(declare-const x (_ BitVec 2))(assert (= ((_ extract 1 1) x) #b1))",
        );
        has(
            "(declare-const x (_ BitVec 8))(assert (= (bvadd x #x81) (_ bv129 8)))",
            "(declare-const x (_ BitVec 4))(assert (= (bvadd x #x1) (_ bv1 4)))",
        );
    }

    #[test]
    fn formats_shrink_with_their_literals() {
        has(
            "(declare-const x Float16)(assert (fp.lt x (fp #b0 #b01111 #b0000000001)))",
            "(declare-const x (_ FloatingPoint 3 5))(assert (fp.lt x (fp #b0 #b111 #x1)))",
        );
    }
}
