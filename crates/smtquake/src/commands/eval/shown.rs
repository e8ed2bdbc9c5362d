//! Terms, values and explanations as text of one line.

use eval::model_text::value_text;
use eval::{Eval, Explanation};
use smtlib::{Arena, TermId, term_text};

/// What is longer is cut.
const TERM_WIDTH: usize = 80;
const VALUE_WIDTH: usize = 60;

/// A term, cut when it is long.
pub fn term(arena: &Arena, term: TermId) -> String {
    cut(&term_text(arena, term), TERM_WIDTH)
}

/// `(> x 0) is false: x = (- 3)`
pub fn explanation(arena: &Arena, explanation: &Explanation) -> String {
    let mut text = format!("{} is {}", term(arena, explanation.term), explanation.truth);
    let mut separator = ": ";
    for (term, value) in &explanation.values {
        let written = term_text(arena, *term);
        let value = value_of(arena, *term, value);
        // `(- 3) = (- 3)` says nothing.
        if written != value {
            text += &format!("{separator}{} = {}", cut(&written, VALUE_WIDTH), cut(&value, VALUE_WIDTH));
            separator = ", ";
        }
    }
    if explanation.cut {
        text += ", …";
    }
    text
}

fn value_of(arena: &Arena, term: TermId, value: &Eval) -> String {
    match value {
        Ok(value) => value_text(arena, arena.sort_of(term), value)
            .unwrap_or_else(|| "a value that has no text".to_owned()),
        Err(_) => "unknown".to_owned(),
    }
}

/// The text on one line, of at most this many characters.
fn cut(text: &str, width: usize) -> String {
    let mut chars = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut shown: String = chars.by_ref().take(width).collect();
    if chars.next().is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_to_the_width() {
        assert_eq!(cut("äbcd", 4), "äbcd");
        assert_eq!(cut("äbcde", 4), "äbc…");
        assert_eq!(cut("a\nb\tc", 9), "a b c");
    }
}
