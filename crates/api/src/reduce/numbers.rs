//! Smaller numbers: levels, widths, indices, values, seeds.

use eval::default_value;
use eval::model_text::value_text;

use super::mend::{book_of, mended};
use crate::trace::{Action, Arg, Kind, Trace};

/// One level at a time.
pub(super) fn levels(trace: &Trace) -> Vec<Trace> {
    edited_args(trace, |arg| match arg {
        Arg::Number(number) if *number > 1 => vec![Arg::Number(1)],
        _ => Vec::new(),
    })
}

/// Smaller indices.
pub(super) fn indices(trace: &Trace) -> Vec<Trace> {
    edited_args(trace, |arg| {
        let Arg::Operator(operator) = arg else { return Vec::new() };
        let mut smaller = Vec::new();
        for (place, &index) in operator.indices.iter().enumerate() {
            for less in [0, 1, index / 2, index.saturating_sub(1)].into_iter().filter(|less| *less < index) {
                let mut operator = operator.clone();
                operator.indices[place] = less;
                smaller.push(Arg::Operator(operator));
            }
        }
        smaller
    })
}

/// The seed that means the plainest way.
pub(super) fn seeds(trace: &Trace) -> Vec<Trace> {
    let all = Trace {
        target: trace.target.clone(),
        lines: trace.lines.iter().map(|line| crate::trace::Line { seed: 0, ..line.clone() }).collect(),
    };
    let each = (0..trace.lines.len()).filter(|&at| trace.lines[at].seed > 1).flat_map(|at| {
        [0, 1].map(|seed| {
            let mut one = trace.clone();
            one.lines[at].seed = seed;
            one
        })
    });
    std::iter::once(all).chain(each).collect()
}

/// Narrower bit-vectors, in all sorts of one width at once; values keep their low bits.
pub(super) fn widths(trace: &Trace) -> Vec<Trace> {
    let width = |text: &str| text.strip_prefix("(_ BitVec ")?.strip_suffix(')')?.parse::<usize>().ok();
    let mut candidates = Vec::new();
    for line in trace.lines.iter().filter(|line| line.call.action == Action::Sort) {
        let (Some(sort), Some(old)) =
            (line.call.result, line.call.texts().first().and_then(|text| width(text)))
        else {
            continue;
        };
        for new in [1, 2, old / 2, old - 1].into_iter().filter(|new| (1..old).contains(new)) {
            let mut lines = trace.lines.clone();
            for line in &mut lines {
                let of_sort = line.call.numbers(Kind::Sort).first() == Some(&sort);
                let own = line.call.action == Action::Sort && line.call.result == Some(sort);
                for arg in &mut line.call.args {
                    match arg {
                        Arg::Text(text) if own => *text = format!("(_ BitVec {new})").into(),
                        Arg::Text(text) if of_sort => {
                            if let Some(bits) = bits_of(text) {
                                *text = format!("#b{}", &bits[bits.len() - new.min(bits.len())..]).into();
                            }
                        }
                        _ => {}
                    }
                }
            }
            candidates.push(mended(&trace.target, lines));
        }
    }
    candidates
}

/// The bits of a literal.
fn bits_of(text: &str) -> Option<String> {
    match (text.strip_prefix("#b"), text.strip_prefix("#x")) {
        (Some(bits), _) => Some(bits.to_owned()),
        (_, Some(digits)) => digits
            .chars()
            .map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)))
            .collect::<Option<String>>(),
        _ => None,
    }
}

/// Plainer values, of constants in the witness and of their own.
pub(super) fn values(trace: &Trace) -> Vec<Trace> {
    let book = book_of(trace);
    let mut candidates = Vec::new();
    for (at, line) in trace.lines.iter().enumerate() {
        if !matches!(line.call.action, Action::Constant | Action::Function | Action::Value) {
            continue;
        }
        let sort = line.call.numbers(Kind::Sort).first().and_then(|&sort| book.sort(sort));
        let arena = &book.script.arena;
        let plain = sort.and_then(|sort| value_text(arena, sort, &default_value(arena, sort)?));
        let place = line.call.args.iter().rposition(|arg| matches!(arg, Arg::Text(_)));
        if let (Some(plain), Some(place)) = (plain, place) {
            let mut lines = trace.lines.clone();
            lines[at].call.args[place] = Arg::Text(plain.into());
            candidates.push(mended(&trace.target, lines));
        }
    }
    candidates
}

/// Traces with one argument changed.
fn edited_args(trace: &Trace, edits: impl Fn(&Arg) -> Vec<Arg>) -> Vec<Trace> {
    let mut candidates = Vec::new();
    for (at, line) in trace.lines.iter().enumerate() {
        for (place, arg) in line.call.args.iter().enumerate() {
            for edited in edits(arg) {
                let mut lines = trace.lines.clone();
                lines[at].call.args[place] = edited;
                candidates.push(mended(&trace.target, lines));
            }
        }
    }
    candidates
}
