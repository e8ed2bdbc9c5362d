//! Text to traces.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smtlib::theory::{Op, Table};

use super::call::{Action, Arg, Call, Handle, Kind, Operator, Takes};
use super::tokens::tokens;
use super::{Line, MAGIC, Said, Trace, TraceError, VERSION};
use crate::book::Book;

/// No trace of ours has more of one kind; a typing mistake must not cost the memory.
const MAX_NUMBER: u32 = 1_000_000;

pub(super) fn read(text: &str) -> Result<Trace, TraceError> {
    let mut trace = Trace::default();
    let mut book = Book::new();
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let wrong = |line, what| TraceError { line, what };
    let Some((number, head)) = lines.next() else {
        return Err(wrong(1, format!("a trace begins with `{MAGIC} {VERSION}` and its target")));
    };
    trace.target = target(head).map_err(|what| wrong(number, what))?;
    for (number, line) in lines {
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let read = self::line(line, &mut book).map_err(|what| wrong(number, what))?;
        trace.lines.push(read);
    }
    Ok(trace)
}

fn target(head: &str) -> Result<String, String> {
    let expected = || format!("a trace begins with `{MAGIC} {VERSION}` and its target, not with `{head}`");
    let rest = head.strip_prefix(MAGIC).ok_or_else(expected)?.trim_start();
    let (version, target) = rest.split_once(' ').unwrap_or((rest, ""));
    match version.parse::<u32>() {
        Ok(VERSION) => Ok(target.trim().to_owned()),
        Ok(other) => Err(format!("this is a trace of version {other}; version {VERSION} can be read")),
        Err(_) => Err(expected()),
    }
}

fn line(text: &str, book: &mut Book) -> Result<Line, String> {
    let (text, said) = said(text);
    let words = tokens(text)?;
    let [seed, word, rest @ ..] = &words[..] else {
        return Err(format!("`{text}` is no call: write its seed, its word and its arguments"));
    };
    let seed = seed.parse().map_err(|_| format!("`{seed}` is no seed: a call begins with a number"))?;
    let action = Action::named(word).ok_or_else(|| format!("there is no call `{word}`"))?;
    let (args, result) = match rest {
        [args @ .., "->", result] => (args, Some(*result)),
        args => (args, None),
    };
    let row = action.row();
    let args = self::args(row.takes, word, args)?;
    let refused = matches!(said, Some(Said::Refused(_)));
    let result = match (row.gives, result) {
        (Some(kind), Some(text)) => Some(handle(kind, text)?.number),
        // What was refused made nothing.
        (Some(_), None) if refused => None,
        (Some(kind), None) => return Err(format!("`{word}` makes something: write `-> {}0`", kind.letter())),
        (None, Some(_)) => return Err(format!("`{word}` makes nothing")),
        (None, None) => None,
    };
    let mut call = Call { action, args, result };
    match refused {
        true => book.uses_known(&call)?,
        false => book.enter(&mut call)?,
    }
    Ok(Line { seed, call, said })
}

/// Cuts off what was answered.
fn said(text: &str) -> (&str, Option<Said>) {
    if let Some((call, why)) = text.split_once(" ! ") {
        return (call, Some(Said::Refused(why.to_owned())));
    }
    match text.rsplit_once(" = ") {
        // The operator stands alone only in parentheses or as the first word of a term.
        Some((call, answer)) if !call.ends_with(" term") && !call.ends_with(" misuse") => {
            (call, Some(Said::Answer(answer.to_owned())))
        }
        _ => (text, None),
    }
}

fn args(takes: &[Takes], word: &str, words: &[&str]) -> Result<Vec<Arg>, String> {
    let mut args = Vec::new();
    let mut words = words.iter();
    for takes in takes {
        if let Takes::Handles(kind) = takes {
            for word in words.by_ref() {
                args.push(Arg::Handle(handle(*kind, word)?));
            }
            break;
        }
        let text = words.next().ok_or_else(|| format!("`{word}` takes more arguments"))?;
        args.push(match takes {
            Takes::Handle(kind) => Arg::Handle(handle(*kind, text)?),
            Takes::Number => Arg::Number(text.parse().map_err(|_| format!("`{text}` is no number"))?),
            Takes::Operator => Arg::Operator(operator(text)?),
            Takes::Text | Takes::Handles(_) => Arg::Text((*text).into()),
        });
    }
    match words.next() {
        Some(extra) => Err(format!("`{word}` does not take `{extra}`")),
        None => Ok(args),
    }
}

fn handle(kind: Kind, text: &str) -> Result<Handle, String> {
    let number = text.strip_prefix(kind.letter()).and_then(|digits| digits.parse().ok());
    match number {
        Some(number) if number <= MAX_NUMBER => Ok(Handle { kind, number }),
        _ => Err(format!("`{text}` is no handle of a {kind:?}: those are `{0}0`, `{0}1`, …", kind.letter())
            .to_lowercase()),
    }
}

/// An operator by its name. Among operators of one name the book chooses, which knows the arguments' sorts.
fn operator(text: &str) -> Result<Operator, String> {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let words: Vec<&str> = inner.split_whitespace().collect();
    let (name, indices, sort) = match words[..] {
        ["_", name, ref indices @ ..] => {
            let numbers = indices.iter().map(|index| index.parse::<u32>());
            let numbers: Result<Vec<u32>, _> = numbers.collect();
            (name, numbers.map_err(|_| format!("the indices of `{text}` are not numbers"))?, None)
        }
        ["as", name, sort] => (name, Vec::new(), Some(handle(Kind::Sort, sort)?.number)),
        [name] => (name, Vec::new(), None),
        _ => return Err(format!("`{text}` is no operator")),
    };
    let op = *named(name).first().ok_or_else(|| format!("there is no operator `{name}`"))?;
    Ok(Operator { op, indices, sort })
}

/// The operators whose preferred name this is.
pub(crate) fn named(name: &str) -> &'static [Op] {
    static NAMES: OnceLock<FxHashMap<&'static str, Vec<Op>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names: FxHashMap<&'static str, Vec<Op>> = FxHashMap::default();
        for row in Table::get().rows() {
            names.entry(row.name()).or_default().push(row.op);
        }
        names
    });
    names.get(name).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::super::Trace;

    const GOOD: &str = "smtquake-trace 1 z3@5.4.0\n\
        1 new -> i0\n\
        2 sort (_ BitVec 8) -> s0\n\
        3 constant x s0 #x0f -> t0\n\
        4 value s0 #x01 -> t1\n\
        5 term bvadd t0 t1 -> t2\n\
        6 term (_ extract 3 0) t2 -> t3\n\
        7 term = t2 t1 -> t4\n\
        8 term = t3 t3 ! no such thing\n\
        9 assert i0 t4\n\
        10 check-sat i0 = sat\n\
        11 get-value i0 t0 = #x00\n";

    #[test]
    fn a_trace_is_written_as_it_was_read() {
        let trace = Trace::read(GOOD).unwrap();
        assert_eq!(trace.lines.len(), 11);
        assert_eq!(trace.to_string(), GOOD);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let cases = [
            ("3 constant x s0 #x0f -> t0", "3 constant x s7 #x0f -> t0", "line 4: nothing has made s7"),
            ("5 term bvadd t0 t1 -> t2", "5 term bvadd t0 t9 -> t2", "line 6: nothing has made t9"),
            ("5 term bvadd t0 t1 -> t2", "5 term bvsum t0 t1 -> t2", "line 6: there is no operator `bvsum`"),
            ("5 term bvadd t0 t1 -> t2", "5 term bvsub t0 t4 -> t2", "line 6: nothing has made t4"),
            (
                "7 term = t2 t1 -> t4",
                "7 term = t2 t3 -> t4",
                "line 8: `=` does not take arguments of the sorts",
            ),
            ("1 new -> i0", "1 new", "line 2: `new` makes something"),
            ("9 assert i0 t4", "9 assert i0 t2", "line 10: t2 is of sort (_ BitVec 8), not Bool"),
            ("9 assert i0 t4", "assert i0 t4", "line 10: `assert` is no seed"),
            ("2 sort (_ BitVec 8) -> s0", "2 sort (_ BitVec 8 -> s0", "line 3: a parenthesis, quote or bar"),
            ("2 sort (_ BitVec 8) -> s0", "2 sort (_ Bitvec 8) -> s0", "line 3: `(_ Bitvec 8)` is no sort"),
            ("4 value s0 #x01 -> t1", "4 value s0 #x1 -> t1", "line 5: `#x1` is no value of (_ BitVec 8)"),
            ("4 value s0 #x01 -> t1", "4 value s0 #x01 -> t0", "line 5: t0 was made before"),
            ("smtquake-trace 1", "smtquake-trace 2", "line 1: this is a trace of version 2"),
            ("smtquake-trace 1", "(check-sat)", "line 1: a trace begins with"),
        ];
        for (from, to, message) in cases {
            let error = Trace::read(&GOOD.replace(from, to)).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert!(Trace::read("").is_err());
    }
}
