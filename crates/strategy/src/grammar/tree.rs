//! A term under construction: its nodes in the order in which they are written, in memory that is used again.

use std::ops::Range;

use super::literal::number;
use super::productions::Productions;
use super::sorts::{Sort, Sorts};
use super::symbols::Name;
use super::universe::Universe;

/// The nodes of one term, each before those below it.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The text of literals.
    pub(super) texts: Vec<u8>,
    /// Quantifiers around nodes, by node; of those around one node the outermost first.
    pub(super) quantifiers: Vec<Quantifier>,
    /// What is still to be written behind a node.
    closing: Vec<(u32, &'static [u8])>,
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) head: Head,
    pub(super) sort: Sort,
    pub(super) parent: u32,
    /// The first node that is not below it.
    pub(super) end: u32,
    pub(super) wrap: Wrap,
}

/// What a node is.
#[derive(Clone, Debug)]
pub(super) enum Head {
    /// An operator by its production.
    Production(u32),
    /// `(- x y)`
    Difference,
    /// A declared or defined symbol, with or without arguments.
    Symbol(Name, bool),
    /// A variable.
    Variable(Name),
    /// A literal by its text.
    Literal(Range<u32>),
    Let,
    Match,
}

/// What stands around a node because of its place below its parent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wrap {
    /// Nothing: a whole term.
    None,
    /// An argument.
    Argument,
    /// The definition of a variable of a `let`.
    Definition(Name),
    /// The body of a `let`.
    Body,
    /// A case of a `match`: the datatype, the constructor and its first variable.
    Case { data: u32, constructor: u32, first: Name },
}

/// A quantifier around a node.
#[derive(Clone, Debug)]
pub(super) struct Quantifier {
    pub(super) node: u32,
    pub(super) universal: bool,
    pub(super) variables: Vec<(Name, Sort)>,
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.texts.clear();
        self.quantifiers.clear();
    }

    /// Writes the term: one pass over the nodes, however deep they nest.
    pub(super) fn write(&mut self, universe: &Universe, productions: &Productions, out: &mut Vec<u8>) {
        self.closing.clear();
        let mut quantifiers = self.quantifiers.iter().peekable();
        for (at, node) in self.nodes.iter().enumerate() {
            let at = at as u32;
            while let Some((_, text)) = self.closing.pop_if(|(end, _)| *end == at) {
                out.extend_from_slice(text);
            }
            let after = wrap(universe, node.wrap, out);
            if !after.is_empty() {
                self.closing.push((node.end, after));
            }
            while let Some(quantifier) = quantifiers.next_if(|quantifier| quantifier.node == at) {
                quantify(&universe.sorts, quantifier, out);
                self.closing.push((node.end, b")"));
            }
            let after: &[u8] = match &node.head {
                Head::Production(production) => {
                    out.extend_from_slice(&productions.get(*production).head);
                    b")"
                }
                Head::Difference => {
                    out.extend_from_slice(b"(-");
                    b")"
                }
                Head::Symbol(name, false) | Head::Variable(name) => {
                    name.write(out);
                    b""
                }
                Head::Symbol(name, true) => {
                    out.push(b'(');
                    name.write(out);
                    b")"
                }
                Head::Literal(text) => {
                    out.extend_from_slice(&self.texts[text.start as usize..text.end as usize]);
                    b""
                }
                Head::Let => {
                    out.extend_from_slice(b"(let (");
                    b")"
                }
                Head::Match => {
                    out.extend_from_slice(b"(match");
                    b"))"
                }
            };
            if !after.is_empty() {
                self.closing.push((node.end, after));
            }
        }
        while let Some((_, text)) = self.closing.pop() {
            out.extend_from_slice(text);
        }
    }
}

/// Writes what comes before a node, and says what comes behind it.
fn wrap(universe: &Universe, wrap: Wrap, out: &mut Vec<u8>) -> &'static [u8] {
    match wrap {
        Wrap::None => b"",
        Wrap::Argument => {
            out.push(b' ');
            b""
        }
        Wrap::Definition(name) => {
            out.push(b'(');
            name.write(out);
            out.push(b' ');
            b")"
        }
        Wrap::Body => {
            out.extend_from_slice(b") ");
            b""
        }
        Wrap::Case { data, constructor, first } => {
            out.extend_from_slice(if constructor == 0 { b" ((" } else { b" (" });
            let constructor = &universe.datatypes.instance(data).constructors[constructor as usize];
            if constructor.fields.is_empty() {
                out.extend_from_slice(constructor.name.as_bytes());
            } else {
                out.push(b'(');
                out.extend_from_slice(constructor.name.as_bytes());
                for at in 0..constructor.fields.len() {
                    out.push(b' ');
                    first.plus(at).write(out);
                }
                out.push(b')');
            }
            out.push(b' ');
            b")"
        }
    }
}

fn quantify(sorts: &Sorts, quantifier: &Quantifier, out: &mut Vec<u8>) {
    out.extend_from_slice(if quantifier.universal { b"(forall (" } else { b"(exists (" });
    for (name, sort) in &quantifier.variables {
        variable(sorts, *name, *sort, out);
    }
    out.extend_from_slice(b") ");
}

/// `(name sort)`
pub(super) fn variable(sorts: &Sorts, name: Name, sort: Sort, out: &mut Vec<u8>) {
    out.push(b'(');
    name.write(out);
    out.push(b' ');
    out.extend_from_slice(sorts.text(sort).as_bytes());
    out.push(b')');
}

impl Name {
    pub(super) fn write(self, out: &mut Vec<u8>) {
        out.push(self.letter);
        number(u64::from(self.number), out);
    }
}
