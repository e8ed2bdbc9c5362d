//! A document as Markdown, the form in which trackers take issues.

use super::{Block, spans};

/// The text.
pub fn markdown(blocks: &[Block]) -> String {
    let shown: Vec<String> = blocks.iter().map(shown).filter(|text| !text.is_empty()).collect();
    shown.join("\n\n") + "\n"
}

fn shown(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("{} {}", "#".repeat(usize::from(*level)), line(text)),
        Block::Text(text) => line(text),
        Block::Notice(text) => format!("> **{}**", line(text)),
        Block::Code(language, text) => {
            let fence = fence(text);
            format!("{fence}{language}\n{}\n{fence}", text.trim_end())
        }
        Block::Table(head, rows) => {
            let row = |cells: &[String]| {
                let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
                format!("| {} |", cells.join(" | "))
            };
            let rule = format!("|{}", "---|".repeat(head.len()));
            let rows = rows.iter().map(|cells| row(cells));
            [row(head), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
        }
        // No tracker takes drawings in the text.
        Block::Plot(_) => String::new(),
    }
}

/// A fence that is longer than any in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// Plain text, with what Markdown would take for markup made harmless; code stays as it is.
fn line(text: &str) -> String {
    let part = |(code, part): (bool, &str)| match code {
        true => format!("`{part}`"),
        false => harmless(part),
    };
    spans(text).map(part).collect()
}

fn cell(text: &str) -> String {
    harmless(&text.replace(['\n', '\r'], " ")).replace('|', "\\|")
}

fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '<' | '`' | '\\') || (c == '(' && out.ends_with(']')) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_those_inside() {
        let text = markdown(&[Block::Code("smt2", "(echo \"```\")\n".to_owned())]);
        assert_eq!(text, "````smt2\n(echo \"```\")\n````\n");
    }

    #[test]
    fn tables_and_words_keep_their_shape() {
        let table = Block::table(["a", "b"], vec![["x|y".to_owned(), "1*2".to_owned()]]);
        assert_eq!(markdown(&[table]), "| a | b |\n|---|---|\n| x\\|y | 1\\*2 |\n");
        assert_eq!(markdown(&[Block::text("say `a_b` or a_b")]), "say `a_b` or a\\_b\n");
        assert_eq!(markdown(&[Block::text("one ` only")]), "one \\` only\n");
        assert_eq!(markdown(&[Block::text("[a](b)")]), "[a]\\(b)\n");
    }
}
