//! Scripts as nested lists of tokens, for changes that run through a whole script and that the type checker judges.

use smtlib::{Lexer, Printer, Script, TokenKind};

/// A token, or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Atom(String),
    List(Vec<Node>),
}

impl Node {
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Node::Atom(text) => Some(text),
            Node::List(_) => None,
        }
    }

    pub(super) fn list(&self) -> &[Node] {
        match self {
            Node::Atom(_) => &[],
            Node::List(nodes) => nodes,
        }
    }

    /// Whether it is a list that begins with these atoms.
    pub(super) fn starts_with(&self, atoms: &[&str]) -> bool {
        let list = self.list();
        list.len() >= atoms.len() && list.iter().zip(atoms).all(|(node, atom)| node.atom() == Some(atom))
    }

    /// Changes every node, the inner ones first.
    pub(super) fn map(&mut self, change: &mut impl FnMut(&mut Node)) {
        // Terms of a script that is worth reducing by hand-sized steps are not deep; deeper ones are left alone.
        self.map_below(change, MAX_DEPTH);
    }

    fn map_below(&mut self, change: &mut impl FnMut(&mut Node), depth: usize) {
        if let (Node::List(nodes), Some(depth)) = (&mut *self, depth.checked_sub(1)) {
            nodes.iter_mut().for_each(|node| node.map_below(change, depth));
        }
        change(self);
    }

    fn print(&self, out: &mut String) {
        match self {
            Node::Atom(text) => out.push_str(text),
            Node::List(nodes) => {
                out.push('(');
                for (i, node) in nodes.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    node.print(out);
                }
                out.push(')');
            }
        }
    }
}

/// Nesting beyond this is not looked at: nothing of ours may fail for lack of stack.
const MAX_DEPTH: usize = 1000;

/// The commands of a script; none when it is nested too deeply.
pub(super) fn nodes_of(script: &Script) -> Vec<Node> {
    let text = Printer::new().script_text(script);
    let mut lexer = Lexer::new(text.as_bytes());
    let mut stack: Vec<Vec<Node>> = vec![Vec::new()];
    while let Ok(token) = lexer.next_token() {
        match token.kind {
            TokenKind::End => break,
            TokenKind::Open if stack.len() > MAX_DEPTH => return Vec::new(),
            TokenKind::Open => stack.push(Vec::new()),
            TokenKind::Close => {
                let Some(list) = stack.pop() else { return Vec::new() };
                let Some(outer) = stack.last_mut() else { return Vec::new() };
                outer.push(Node::List(list));
            }
            _ => {
                let atom = String::from_utf8_lossy(token.span.of(text.as_bytes())).into_owned();
                let Some(list) = stack.last_mut() else { return Vec::new() };
                list.push(Node::Atom(atom));
            }
        }
    }
    stack.pop().unwrap_or_default()
}

/// The script that nodes write, if they do.
pub(super) fn script_of(nodes: &[Node]) -> Option<Script> {
    let mut text = String::new();
    for node in nodes {
        node.print(&mut text);
        text.push('\n');
    }
    Script::parse(text.as_bytes()).ok()
}
