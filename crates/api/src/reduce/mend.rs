//! Traces from lines that may not fit together any more.

use crate::book::Book;
use crate::trace::{Line, Said, Trace};

/// The lines that still make sense, in order. What they answered before is forgotten.
pub(super) fn mended(target: &str, lines: Vec<Line>) -> Trace {
    let mut book = Book::new();
    let fits = |mut line: Line| {
        let refused = matches!(line.said, Some(Said::Refused(_)));
        if refused {
            // It changed nothing, and would be made in vain.
            return None;
        }
        line.said = None;
        book.enter(&mut line.call).ok()?;
        Some(line)
    };
    Trace { target: target.to_owned(), lines: lines.into_iter().filter_map(fits).collect() }
}

/// The book of a trace.
pub(super) fn book_of(trace: &Trace) -> Book {
    let mut book = Book::new();
    for line in &trace.lines {
        let _ = book.enter(&mut line.call.clone());
    }
    book
}
