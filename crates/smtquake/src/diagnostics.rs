//! Errors in a source text, shown with the line they stand in and a caret.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use smtlib::{Place, Span};

/// Longer lines are cut around the error: generated scripts often are one line of megabytes.
const SHOWN_BEFORE: usize = 60;
const SHOWN_AFTER: usize = 100;

/// Something wrong at a place of a source text.
pub struct Diagnostic<'a> {
    /// The name of the source.
    pub file: &'a str,
    /// The source.
    pub source: &'a [u8],
    /// The place.
    pub span: Span,
    /// What is wrong.
    pub message: &'a str,
    /// What to do about it.
    pub hint: Option<&'a str>,
}

impl Diagnostic<'_> {
    /// The error as text of several lines: `file:line:column`, the source line, a caret, the hint.
    pub fn render(&self, colour: bool) -> String {
        let place = Place::of(self.source, self.span.start);
        let excerpt = Excerpt::around(self.source, self.span);
        // Every line above is empty: ariadne then numbers ours rightly.
        let above = place.line - 1;
        let text = "\n".repeat(above) + &excerpt.text;
        let span = (self.file, above + excerpt.start..above + excerpt.end);
        let config = Config::default()
            .with_color(colour)
            .with_char_set(CharSet::Ascii)
            .with_index_type(IndexType::Char)
            .with_tab_width(1);
        // Without a text of its own a label is drawn in colour only.
        let mut label = Label::new(span.clone()).with_message("here");
        if colour {
            label = label.with_color(Color::Red);
        }
        // Messages quote tokens, and a string may go over several lines.
        let message: String = printable(self.message.as_bytes()).collect();
        let mut report = Report::build(ReportKind::Error, span).with_config(config).with_message(message);
        report.add_label(label);
        if let Some(hint) = self.hint {
            report.set_help(hint);
        }
        let mut out = Vec::new();
        // Writing to memory cannot fail, and an error text cut short still says what is wrong.
        let _ = report.finish().write((self.file, Source::from(text)), &mut out);
        let out = String::from_utf8_lossy(&out);
        let mut lines: Vec<String> = out.lines().map(|line| line.trim_end().to_owned()).collect();
        // ariadne counts the column in the excerpt, and marks a single character by a bar.
        if let Some(header) = lines.get_mut(HEADER_LINE) {
            let shown = format!(":{}:{} ", place.line, excerpt.start + 1);
            *header = header.replace(&shown, &format!(":{place} "));
        }
        if let Some(marks) = lines.get_mut(MARKS_LINE)
            && let Some(bar) = marks.rfind('|')
            && marks[..bar].contains('|')
        {
            marks.replace_range(bar..=bar, "^");
        }
        lines.join("\n") + "\n"
    }
}

/// Where ariadne puts the place, and the marks below the source line.
const HEADER_LINE: usize = 1;
const MARKS_LINE: usize = 4;

/// The part of a line to show, and which of its characters to mark.
struct Excerpt {
    text: String,
    start: usize,
    end: usize,
}

impl Excerpt {
    fn around(source: &[u8], span: Span) -> Excerpt {
        let start = (span.start as usize).min(source.len());
        let end = (span.end as usize).clamp(start, source.len());
        let is_newline = |&b: &u8| b == b'\n';
        let line_start = source[..start].iter().rposition(is_newline).map_or(0, |i| i + 1);
        let line_end = source[start..].iter().position(is_newline).map_or(source.len(), |i| start + i);
        let end = end.min(line_end);

        let before: Vec<char> = printable(&source[line_start..start]).collect();
        let marked: Vec<char> = printable(&source[start..end]).take(SHOWN_AFTER).collect();
        let after = printable(&source[end..line_end]).take(SHOWN_AFTER - marked.len());
        let mut text = String::new();
        if before.len() > SHOWN_BEFORE {
            text.push_str("... ");
        }
        text.extend(&before[before.len().saturating_sub(SHOWN_BEFORE)..]);
        let start = text.chars().count();
        text.extend(&marked);
        // At the end of a line there is nothing to mark but the place after it.
        let end = start + marked.len().max(1);
        text.extend(after);
        if marked.is_empty() {
            text.push(' ');
        }
        Excerpt { text, start, end }
    }
}

/// The characters of a line, with those that would move the cursor or break the line replaced.
fn printable(bytes: &[u8]) -> impl Iterator<Item = char> {
    let text = String::from_utf8_lossy(bytes);
    text.chars()
        .map(|c| match c {
            '\t' | '\r' | '\n' => ' ',
            '\u{2028}' | '\u{2029}' => '\u{FFFD}',
            c if c.is_control() => '\u{FFFD}',
            c => c,
        })
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(source: &[u8], marked: std::ops::Range<u32>) -> String {
        let span = Span { start: marked.start, end: marked.end };
        Diagnostic { file: "a.smt2", source, span, message: "what", hint: Some("do this") }.render(false)
    }

    #[test]
    fn the_line_and_a_caret_are_shown() {
        let text = render(b"(a)\n\t(check x)\n(b)", 12..13);
        assert!(text.contains("Error: what"), "{text}");
        assert!(text.contains("[ a.smt2:2:9 ]"), "{text}");
        assert!(text.contains("2 |  (check x)"), "{text}");
        assert!(text.contains('^'), "{text}");
        assert!(text.contains("Help: do this"), "{text}");
        assert!(!text.contains("(a)") && !text.contains("(b)"), "{text}");
    }

    #[test]
    fn one_character_is_marked_by_one_caret() {
        let text = render(b"(check x)", 7..8);
        assert!(text.contains("   |        ^\n"), "{text}");
        let text = render(b"(check x)", 1..6);
        assert!(text.contains("   |  ^^^^^\n"), "{text}");
    }

    #[test]
    fn a_message_stays_on_its_line() {
        let span = Span { start: 0, end: 1 };
        let source = b"(x)";
        let text = Diagnostic { file: "a", source, span, message: "found `a\nb`", hint: None }.render(false);
        assert!(text.starts_with("Error: found `a b`\n"), "{text}");
        assert!(text.contains("   | ^\n"), "{text}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_error_and_keeps_its_column() {
        let mut source = vec![b'x'; 1_000_000];
        source[500_000] = b'!';
        let text = render(&source, 500_000..500_001);
        assert!(text.contains("a.smt2:1:500001"), "{text}");
        assert!(text.len() < 2000, "{} bytes", text.len());
        assert!(text.contains("... xxx"), "{text}");
    }

    #[test]
    fn any_bytes_and_any_place_can_be_shown() {
        for source in
            [&b""[..], b"\n", b"\xff\xfe(\x00)\x1b[31m", "ü\u{2028}\u{85}(".as_bytes(), b"a\r\nb\r\n"]
        {
            for start in 0..=source.len() as u32 + 1 {
                for end in start..=source.len() as u32 + 2 {
                    let text = render(source, start..end);
                    assert!(text.contains("a.smt2:") && !text.contains('\u{1b}'), "{text:?}");
                }
            }
        }
    }
}
