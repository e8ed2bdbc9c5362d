//! Places in a source text.

/// A range of bytes of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The bytes of `source` that the span covers.
    pub fn of(self, source: &[u8]) -> &[u8] {
        &source[self.start as usize..self.end as usize]
    }
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of byte `offset` in `source`.
    pub fn of(source: &[u8], offset: u32) -> Place {
        let before = &source[..(offset as usize).min(source.len())];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        // A UTF-8 continuation byte starts no character.
        let column = before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Place { line, column }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let source = "ab\nüx".as_bytes();
        assert_eq!(Place::of(source, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::of(source, 3), Place { line: 2, column: 1 });
        assert_eq!(Place::of(source, 5), Place { line: 2, column: 2 });
        assert_eq!(Place::of(source, 999).line, 2);
    }
}
