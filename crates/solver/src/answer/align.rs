//! Finding the reply of each command.
//!
//! Greedy, in one pass, with one look ahead. A reply is only ever given to a command that can have printed
//! it, so a missing or an extra one shifts nothing: `sat` goes to the next check-sat, a list to the next
//! command before that check-sat that prints lists of this kind. Only an error can come from any command:
//! when what follows it fits the next replying command, a silent one before it has failed; otherwise that
//! command has. One reply may be several pieces: a model of Yices.

use std::iter::Peekable;

use super::split::{Piece, Shape, split};
use super::{Expected, Reply, Text};

/// Finds the reply of each expected response: `replies` gets one per entry of `expected`, `strays` the
/// pieces that answer nothing.
pub fn align(output: &[u8], expected: &[Expected], replies: &mut Vec<Reply>, strays: &mut Vec<Text>) {
    replies.clear();
    strays.clear();
    let silence = |expected: &Expected| match expected {
        Expected::Silent => Reply::Silent,
        _ => Reply::Missing,
    };
    replies.extend(expected.iter().map(silence));
    let mut next = 0usize;
    let mut pieces = split(output).peekable();
    while let Some(piece) = pieces.next() {
        if let Some(Reply::Text(model)) = next.checked_sub(1).map(|last| &mut replies[last])
            && expected[next - 1] == Expected::Model
            && is_part_of_model(output, piece.text)
            && is_part_of_model(output, *model)
        {
            model.end = piece.text.end;
            continue;
        }
        let place = match piece.shape {
            Shape::Error => place_of_error(output, expected, next, &mut pieces),
            _ => place_of(output, piece, expected, next),
        };
        match place {
            Some(place) => {
                replies[place] = reply(piece);
                next = place + 1;
            }
            None => strays.push(piece.text),
        }
    }
}

/// The first command from `next` on that can have printed `piece`.
fn place_of(output: &[u8], piece: Piece, expected: &[Expected], next: usize) -> Option<usize> {
    for (place, &command) in expected.iter().enumerate().skip(next) {
        if can_print(command, piece, output) {
            return Some(place);
        }
        // A check-sat always answers: nothing after it can have been printed before it has.
        if command == Expected::CheckSat {
            return None;
        }
    }
    None
}

fn place_of_error(
    output: &[u8],
    expected: &[Expected],
    next: usize,
    pieces: &mut Peekable<impl Iterator<Item = Piece>>,
) -> Option<usize> {
    let rest = &expected[next..];
    let replying = rest.iter().position(|&command| command != Expected::Silent);
    let silent = rest.iter().position(|&command| command == Expected::Silent);
    let (Some(replying), Some(silent)) = (replying, silent) else {
        return replying.or(silent).map(|place| next + place);
    };
    if silent > replying {
        return Some(next + replying);
    }
    let fits = |&piece: &Piece| can_print(rest[replying], piece, output);
    let another_error = |piece: &Piece| piece.shape == Shape::Error && silent + 1 < replying;
    match pieces.peek() {
        Some(piece) if fits(piece) || another_error(piece) => Some(next + silent),
        _ => Some(next + replying),
    }
}

/// Whether a successful `command` can print `piece`.
fn can_print(command: Expected, piece: Piece, output: &[u8]) -> bool {
    use Expected as E;
    use Shape as S;
    let words = || piece.text.of(output);
    match (command, piece.shape) {
        (E::Silent, S::Unsupported) => true,
        (E::Silent, _) | (_, S::Error) => false,
        (E::Echo, _) => true,
        (E::CheckSat, S::Sat | S::Unsat | S::Unknown | S::Timeout) => true,
        (E::CheckSat | E::Success, S::Unsupported) => true,
        (E::CheckSat, _) => false,
        (E::Success, shape) => shape == S::Success,
        (_, S::Sat | S::Unsat | S::Unknown | S::Timeout | S::Success) => false,
        (_, S::Unsupported) => true,
        (E::Model, S::List) => {
            begins(words(), b"model")
                || first_is_list_or_nothing(words())
                || is_part_of_model(output, piece.text)
        }
        (E::Values | E::Assignment, S::List) => first_is_list_or_nothing(words()),
        (E::Core | E::Assumptions, S::List) => !begins(words(), b":"),
        (E::Info | E::Statistics, S::List) => begins(words(), b":"),
        (E::Assertions | E::Proof | E::Something, S::List) => true,
        (E::Option | E::Something, _) => true,
        _ => false,
    }
}

/// Yices prints a model as one list after the other: `(= x 4)`, `(function f …)`.
fn is_part_of_model(output: &[u8], text: Text) -> bool {
    let list = text.of(output);
    list.first() == Some(&b'(') && (begins(list, b"= ") || begins(list, b"function "))
}

/// Whether the first word of a list starts with `prefix`.
fn begins(list: &[u8], prefix: &[u8]) -> bool {
    inside(list).starts_with(prefix)
}

fn first_is_list_or_nothing(list: &[u8]) -> bool {
    matches!(inside(list).first(), Some(b'(' | b')' | b';'))
}

fn inside(list: &[u8]) -> &[u8] {
    list.get(1..).unwrap_or_default().trim_ascii_start()
}

fn reply(piece: Piece) -> Reply {
    match piece.shape {
        Shape::Sat => Reply::Sat,
        Shape::Unsat => Reply::Unsat,
        Shape::Unknown => Reply::Unknown,
        Shape::Timeout => Reply::Timeout,
        Shape::Unsupported => Reply::Unsupported,
        Shape::Success => Reply::Success,
        Shape::Error => Reply::Error(piece.text),
        Shape::List | Shape::String | Shape::Line => Reply::Text(piece.text),
    }
}
