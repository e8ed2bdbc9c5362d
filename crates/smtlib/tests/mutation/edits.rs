//! Edits of a script's bytes, tokens or s-expressions.

use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::Index;
use smtlib::{Lexer, TokenKind};

/// What an edit treats as one piece.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    Bytes,
    Tokens,
    Expressions,
}

/// What happens to a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    Delete,
    Duplicate,
    /// Exchanged with another piece.
    Swap,
    /// The script ends after it.
    Truncate,
    /// Replaced by a piece of another script.
    Splice,
    /// A piece of another script before it.
    Insert,
    Wrap,
    Unbalance,
    /// Replaced by something that has a meaning of its own.
    Replace,
}

#[derive(Clone, Debug)]
pub(crate) struct Edit {
    action: Action,
    at: Index,
    other: Index,
}

/// A few edits after each other.
pub(crate) fn plan() -> impl Strategy<Value = Vec<Edit>> {
    use Action::*;
    let action = prop::sample::select(vec![
        Delete, Duplicate, Swap, Truncate, Splice, Insert, Wrap, Unbalance, Replace, Replace, Splice, Delete,
    ]);
    let edit =
        (action, any::<Index>(), any::<Index>()).prop_map(|(action, at, other)| Edit { action, at, other });
    prop::collection::vec(edit, 1..5)
}

/// Pieces that mean something to the parser.
const WORDS: &[&str] = &[
    "(",
    ")",
    "()",
    "let",
    "forall",
    "exists",
    "match",
    "par",
    "!",
    "_",
    "as",
    "lambda",
    "true",
    "x",
    "|",
    "||",
    "\"",
    ";",
    "\n",
    "0",
    "00",
    "4294967295",
    "4294967296",
    "99999999999999999999",
    "1.5",
    "1.",
    "#x",
    "#xF",
    "#b",
    "#b1",
    "#f3m5",
    "#",
    ":",
    ":named",
    ":pattern",
    ":no-pattern",
    "=",
    "-",
    "*",
    "root-obj",
    "set.comprehension",
    "const",
    "(_ BitVec 4294967295)",
    "(_ BitVec 0)",
    "(_ FloatingPoint 4294967295 4294967295)",
    "(_ bv1 4294967295)",
    "((_ repeat 4294967295) #b1)",
    "((_ zero_extend 4294967295) #b1)",
    "(push 4294967295)",
    "(pop 4294967295)",
    "(reset)",
    "(reset-assertions)",
    "(set-info :smt-lib-version 2.0)",
    "(set-option :global-declarations true)",
    "(declare-sort-parameter X)",
    "(set-logic HO_ALL)",
    "(define-sort D () D)",
    "(declare-datatype D ((c (s D))))",
    "(declare-datatypes () ((E (d (t E)))))",
    "((",
    "))",
    "\u{e9}",
    "\u{0}",
    "\\",
    "'",
    "{",
    "[",
    ",",
];

/// The script after the edits.
pub(crate) fn apply(level: Level, source: &[u8], donor: &[u8], plan: &[Edit]) -> Vec<u8> {
    let mut source = source.to_vec();
    for edit in plan {
        source = one(level, &source, donor, edit);
    }
    source
}

fn one(level: Level, source: &[u8], donor: &[u8], edit: &Edit) -> Vec<u8> {
    let (here, there) = (pieces(level, source), pieces(level, donor));
    if here.is_empty() {
        return WORDS[edit.at.index(WORDS.len())].into();
    }
    let at = here[edit.at.index(here.len())].clone();
    let piece = &source[at.clone()];
    let before = &source[..at.start];
    let after = &source[at.end..];
    let foreign =
        if there.is_empty() { &b""[..] } else { &donor[there[edit.other.index(there.len())].clone()] };
    match edit.action {
        Action::Delete => [before, after].concat(),
        Action::Duplicate => [before, piece, b" ", piece, after].concat(),
        Action::Truncate => [before, piece].concat(),
        Action::Splice => [before, foreign, after].concat(),
        Action::Insert => [before, foreign, b" ", piece, after].concat(),
        Action::Wrap => [before, b"(", piece, b")", after].concat(),
        Action::Unbalance => [before, [&b"("[..], &b")"[..]][edit.other.index(2)], piece, after].concat(),
        Action::Replace => [before, WORDS[edit.other.index(WORDS.len())].as_bytes(), after].concat(),
        Action::Swap => {
            let other = here[edit.other.index(here.len())].clone();
            let (first, second) = if at.start <= other.start { (at, other) } else { (other, at) };
            if first.end > second.start {
                return source.to_vec();
            }
            let parts = [
                &source[..first.start],
                &source[second.clone()],
                &source[first.end..second.start],
                &source[first.clone()],
                &source[second.end..],
            ];
            parts.concat()
        }
    }
}

fn pieces(level: Level, source: &[u8]) -> Vec<Range<usize>> {
    match level {
        Level::Bytes => (0..source.len()).map(|i| i..i + 1).collect(),
        Level::Tokens => tokens(source).into_iter().map(|(_, range)| range).collect(),
        Level::Expressions => expressions(source),
    }
}

fn tokens(source: &[u8]) -> Vec<(TokenKind, Range<usize>)> {
    let mut lexer = Lexer::new(source);
    let mut tokens = Vec::new();
    loop {
        match lexer.next_token() {
            Ok(token) if token.kind == TokenKind::End => return tokens,
            Ok(token) => tokens.push((token.kind, token.span.start as usize..token.span.end as usize)),
            // The lexer goes on after what it refuses.
            Err(_) => {}
        }
    }
}

/// Atoms and lists, at any depth.
fn expressions(source: &[u8]) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (kind, range) in tokens(source) {
        match kind {
            TokenKind::Open => open.push(range.start),
            TokenKind::Close => found.extend(open.pop().map(|start| start..range.end)),
            _ => found.push(range),
        }
    }
    found
}
