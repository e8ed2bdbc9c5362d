//! A text for people, in whatever form they want it: what is said is decided before how it is marked up.

mod html;
mod markdown;

pub use html::{escaped, html};
pub use markdown::markdown;

/// A part of a document. In plain text, what stands between backquotes is code; nothing else is marked up, so whatever a
/// solver printed belongs into [`Block::Code`] or [`Block::Table`].
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of a level from 1.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// Something that must not be overlooked.
    Notice(String),
    /// Lines as they are, in a language.
    Code(&'static str, String),
    /// Heads and rows; cells are plain.
    Table(Vec<String>, Vec<Vec<String>>),
    /// A drawing that is valid SVG.
    Plot(String),
}

impl Block {
    /// A heading.
    pub fn heading(level: u8, text: impl Into<String>) -> Block {
        Block::Heading(level, text.into())
    }

    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Block {
        Block::Text(text.into())
    }

    /// A table.
    pub fn table<const N: usize>(head: [&str; N], rows: Vec<[String; N]>) -> Block {
        let rows = rows.into_iter().map(Vec::from).collect();
        Block::Table(head.map(str::to_owned).to_vec(), rows)
    }
}

/// The parts of a plain text: even ones are words, odd ones code.
fn spans(text: &str) -> impl Iterator<Item = (bool, &str)> {
    // A backquote without its partner is a backquote.
    let whole = text.matches('`').count().is_multiple_of(2);
    let parts: Vec<&str> = if whole { text.split('`').collect() } else { vec![text] };
    parts.into_iter().enumerate().map(|(i, part)| (i % 2 == 1, part))
}
