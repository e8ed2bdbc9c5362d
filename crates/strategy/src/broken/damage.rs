//! What can be broken in a script.

use smtlib::{Lexer, TokenKind};

use super::words::{BYTES, COMMANDS, TOKENS};
use crate::dice::Dice;

/// A way to break a text.
pub(super) struct Damage {
    pub(super) name: &'static str,
    pub(super) make: fn(&mut Vec<u8>, &mut Dice),
}

/// All of them, from small to large.
pub(super) const DAMAGES: &[Damage] = &[
    Damage { name: "change-byte", make: change_byte },
    Damage { name: "insert-byte", make: insert_byte },
    Damage { name: "drop-bytes", make: drop_bytes },
    Damage { name: "repeat-bytes", make: repeat_bytes },
    Damage { name: "drop-token", make: drop_token },
    Damage { name: "change-token", make: change_token },
    Damage { name: "borrow-token", make: borrow_token },
    Damage { name: "drop-expression", make: drop_expression },
    Damage { name: "repeat-expression", make: repeat_expression },
    Damage { name: "borrow-expression", make: borrow_expression },
    Damage { name: "swap-expressions", make: swap_expressions },
    Damage { name: "nest-expression", make: nest_expression },
    Damage { name: "swap-commands", make: swap_commands },
    Damage { name: "insert-command", make: insert_command },
    Damage { name: "drop-line", make: drop_line },
    Damage { name: "cut", make: cut },
];

/// The longest text that is made, and how deep one level is nested anew: deeper ones exhaust the stack of any recursive
/// reader, which its developers know.
const MOST_BYTES: usize = 64 << 10;
const MOST_LEVELS: usize = 200;

type Range = std::ops::Range<usize>;

fn change_byte(text: &mut Vec<u8>, dice: &mut Dice) {
    if let (Some(at), Some(&byte)) = (place(text, dice), dice.pick(BYTES)) {
        text.splice(at..=at, [byte]);
    }
}

fn insert_byte(text: &mut Vec<u8>, dice: &mut Dice) {
    if let (Some(at), Some(&byte)) = (place(text, dice), dice.pick(BYTES)) {
        text.insert(at, byte);
    }
}

fn drop_bytes(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = stretch(text, dice) {
        text.drain(range);
    }
}

fn repeat_bytes(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = stretch(text, dice) {
        let times = 1 + dice.below(50);
        let more = text[range.clone()].repeat(times);
        put(text, range.end..range.end, &more);
    }
}

fn drop_token(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = dice.pick(&tokens(text)).cloned() {
        text.drain(range);
    }
}

fn change_token(text: &mut Vec<u8>, dice: &mut Dice) {
    if let (Some(range), Some(token)) = (dice.pick(&tokens(text)).cloned(), dice.pick(TOKENS)) {
        put(text, range, token.as_bytes());
    }
}

fn borrow_token(text: &mut Vec<u8>, dice: &mut Dice) {
    let all = tokens(text);
    borrow(text, &all, dice);
}

fn drop_expression(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = dice.pick(&expressions(text)).cloned() {
        text.drain(range);
    }
}

fn repeat_expression(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = dice.pick(&expressions(text)).cloned() {
        let more = text[range.clone()].repeat(1 + dice.below(3));
        put(text, range.end..range.end, &more);
    }
}

fn borrow_expression(text: &mut Vec<u8>, dice: &mut Dice) {
    let all = expressions(text);
    borrow(text, &all, dice);
}

fn swap_expressions(text: &mut Vec<u8>, dice: &mut Dice) {
    let all = expressions(text);
    swap(text, &all, dice);
}

fn nest_expression(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = dice.pick(&expressions(text)).cloned() {
        let levels = 1 + dice.below(MOST_LEVELS);
        let (open, close) = dice
            .pick(&[("(", ")"), ("(not ", ")"), ("(- ", ")"), ("(! ", " :named a)")])
            .copied()
            .unwrap_or(("(", ")"));
        let nested =
            [open.repeat(levels).as_bytes(), &text[range.clone()], close.repeat(levels).as_bytes()].concat();
        put(text, range, &nested);
    }
}

fn swap_commands(text: &mut Vec<u8>, dice: &mut Dice) {
    let all = lines(text);
    swap(text, &all, dice);
}

fn insert_command(text: &mut Vec<u8>, dice: &mut Dice) {
    if let (Some(line), Some(command)) = (dice.pick(&lines(text)).cloned(), dice.pick(COMMANDS)) {
        put(text, line.start..line.start, format!("{command}\n").as_bytes());
    }
}

fn drop_line(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(range) = dice.pick(&lines(text)).cloned() {
        text.drain(range);
    }
}

fn cut(text: &mut Vec<u8>, dice: &mut Dice) {
    if let Some(at) = place(text, dice) {
        text.truncate(at);
    }
}

fn place(text: &[u8], dice: &mut Dice) -> Option<usize> {
    (!text.is_empty()).then(|| dice.below(text.len()))
}

/// A few bytes that stand together.
fn stretch(text: &[u8], dice: &mut Dice) -> Option<Range> {
    let start = place(text, dice)?;
    Some(start..(start + 1 + dice.below(12)).min(text.len()))
}

fn put(text: &mut Vec<u8>, range: Range, new: &[u8]) {
    if text.len() + new.len() <= MOST_BYTES {
        text.splice(range, new.iter().copied());
    }
}

/// Puts one of these parts in the place of another.
fn borrow(text: &mut Vec<u8>, parts: &[Range], dice: &mut Dice) {
    if let (Some(from), Some(to)) = (dice.pick(parts), dice.pick(parts)) {
        let borrowed = text[from.clone()].to_vec();
        put(text, to.clone(), &borrowed);
    }
}

/// Exchanges two of these parts, if neither is within the other.
fn swap(text: &mut Vec<u8>, parts: &[Range], dice: &mut Dice) {
    if let (Some(one), Some(other)) = (dice.pick(parts), dice.pick(parts)) {
        let (first, last) = if one.start <= other.start { (one, other) } else { (other, one) };
        if first.end <= last.start {
            let swapped = [
                &text[..first.start],
                &text[last.clone()],
                &text[first.end..last.start],
                &text[first.clone()],
                &text[last.end..],
            ];
            *text = swapped.concat();
        }
    }
}

/// The tokens up to the first place that cannot be read.
fn tokens(text: &[u8]) -> Vec<Range> {
    let (mut lexer, mut all) = (Lexer::new(text), Vec::new());
    while let Ok(token) = lexer.next_token() {
        if token.kind == TokenKind::End {
            break;
        }
        all.push(token.span.start as usize..token.span.end as usize);
    }
    all
}

/// The closed s-expressions among the tokens; those without parentheses count as well.
fn expressions(text: &[u8]) -> Vec<Range> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for token in tokens(text) {
        match text[token.start] {
            b'(' => open.push(token.start),
            b')' => all.extend(open.pop().map(|start| start..token.end)),
            _ => all.push(token),
        }
    }
    all
}

/// The lines, each with its end: seeds have a command a line.
fn lines(text: &[u8]) -> Vec<Range> {
    let mut start = 0;
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    ends.map(|end| std::mem::replace(&mut start, end)..end).collect()
}
