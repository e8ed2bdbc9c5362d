//! Simpler things in the places of terms.

use eval::model_text::value_text;
use rustc_hash::FxHashMap;
use smtlib::SortId;

use super::mend::{book_of, mended};
use crate::book::Book;
use crate::oracle::witness_of;
use crate::trace::{Action, Arg, Call, Handle, Kind, Line, Trace};

/// Terms become constants of their own, with the value that they have in the witness, so that what holds there still does.
pub(super) fn to_constants(trace: &Trace) -> Vec<Trace> {
    let book = book_of(trace);
    let sorts = sort_handles(trace, &book);
    let mut candidates = Vec::new();
    for (at, line) in trace.lines.iter().enumerate().rev() {
        let made = matches!(
            line.call.action,
            Action::Term | Action::Apply | Action::Simplify | Action::Substitute | Action::Value
        );
        let Some(number) = line.call.result.filter(|_| made) else { continue };
        let Some(constant) = constant_for(&book, &sorts, number) else { continue };
        let mut lines = trace.lines.clone();
        lines[at].call = constant;
        candidates.push(mended(&trace.target, lines));
    }
    candidates
}

fn constant_for(book: &Book, sorts: &FxHashMap<SortId, u32>, number: u32) -> Option<Call> {
    let (term, sort) = (book.term(number)?, book.sort_of(number)?);
    let value = witness_of(book, &[term]).value(0).ok()?;
    let text = value_text(&book.script.arena, sort, &value)?;
    let sort = Handle { kind: Kind::Sort, number: *sorts.get(&sort)? };
    let args = vec![Arg::Text(format!("c{number}").into()), Arg::Handle(sort), Arg::Text(text.into())];
    Some(Call { action: Action::Constant, args, result: Some(number) })
}

/// The first handle of each sort that a line has made.
fn sort_handles(trace: &Trace, book: &Book) -> FxHashMap<SortId, u32> {
    let mut sorts = FxHashMap::default();
    for number in
        trace.lines.iter().filter(|line| line.call.action == Action::Sort).filter_map(|line| line.call.result)
    {
        if let Some(sort) = book.sort(number) {
            sorts.entry(sort).or_insert(number);
        }
    }
    sorts
}

/// Arguments become terms of the same sort that were made earlier.
pub(super) fn to_older(trace: &Trace) -> Vec<Trace> {
    let book = book_of(trace);
    let mut older: Vec<u32> = Vec::new();
    let mut candidates = Vec::new();
    for (at, line) in trace.lines.iter().enumerate() {
        for (place, arg) in line.call.args.iter().enumerate() {
            let Arg::Handle(Handle { kind: Kind::Term, number }) = arg else { continue };
            let sort = book.sort_of(*number);
            let same = older.iter().take_while(|it| *it != number).filter(|&&it| book.sort_of(it) == sort);
            for &other in same.take(3) {
                let mut lines = trace.lines.clone();
                lines[at].call.args[place] = Arg::Handle(Handle { kind: Kind::Term, number: other });
                candidates.push(mended(&trace.target, unused(lines)));
            }
        }
        older
            .extend(line.call.makes().filter(|handle| handle.kind == Kind::Term).map(|handle| handle.number));
    }
    candidates
}

/// Without the terms that nothing uses.
fn unused(mut lines: Vec<Line>) -> Vec<Line> {
    let mut used = rustc_hash::FxHashSet::default();
    let mut at = lines.len();
    while at > 0 {
        at -= 1;
        match lines[at].call.makes() {
            Some(handle) if handle.kind == Kind::Term && !used.contains(&handle) => drop(lines.remove(at)),
            _ => used.extend(lines[at].call.uses()),
        }
    }
    lines
}

/// Arguments that lists can do without.
pub(super) fn fewer_arguments(trace: &Trace) -> Vec<Trace> {
    let mut candidates = Vec::new();
    for (at, line) in trace.lines.iter().enumerate() {
        let terms = line.call.numbers(Kind::Term).len();
        let least = if line.call.action == Action::CheckSat { 0 } else { 2 };
        if !matches!(line.call.action, Action::CheckSat | Action::Term) || terms <= least {
            continue;
        }
        let places = line.call.args.iter().enumerate().rev();
        for (place, _) in
            places.filter(|(_, arg)| matches!(arg, Arg::Handle(handle) if handle.kind == Kind::Term))
        {
            let mut lines = trace.lines.clone();
            lines[at].call.args.remove(place);
            candidates.push(mended(&trace.target, lines));
        }
    }
    candidates
}
