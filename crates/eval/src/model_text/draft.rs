//! SMT-LIB text made from a solver's text, which knows where its parts came from.

/// A text under construction.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) text: String,
    /// Where pieces start here, and where they come from.
    pieces: Vec<(u32, u32)>,
}

impl Draft {
    /// Appends a piece that stands at, or on behalf of, `origin`, after a space.
    pub(super) fn push(&mut self, piece: &str, origin: u32) {
        self.text.push(' ');
        self.pieces.push((self.text.len() as u32, origin));
        self.text.push_str(piece);
    }

    pub(super) fn append(&mut self, other: Draft) {
        let shift = self.text.len() as u32;
        self.text.push_str(&other.text);
        self.pieces.extend(other.pieces.into_iter().map(|(at, origin)| (at + shift, origin)));
    }

    /// The place in the source of a place in this text.
    pub(super) fn origin(&self, offset: u32) -> u32 {
        let after = self.pieces.partition_point(|&(at, _)| at <= offset);
        after.checked_sub(1).map_or(0, |i| self.pieces[i].1)
    }
}

/// A name as a symbol, between bars: every name but one with a bar or a backslash can be so written.
pub(super) fn quoted(name: &str) -> String {
    format!("|{name}|")
}
