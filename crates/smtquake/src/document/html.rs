//! A document as one HTML page: no script, nothing from elsewhere, and everything that it shows is escaped.

use super::{Block, spans};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}\
    h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem}\
    pre{background:#f5f5f2;border:1px solid #ddd;padding:.75rem;overflow:auto;font-size:.85rem}\
    code{background:#f5f5f2;padding:0 .2rem}pre code{padding:0}\
    table{border-collapse:collapse;display:block;overflow:auto}\
    th,td{border:1px solid #ddd;padding:.2rem .6rem;text-align:left;vertical-align:top}th{background:#f5f5f2}\
    .notice{border-left:4px solid #c0392b;background:#fdf1ef;padding:.5rem 1rem}\
    svg{max-width:100%;height:auto;margin:.5rem 0}";

/// The page.
pub fn html(title: &str, blocks: &[Block]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    );
    for block in blocks {
        out.push_str(&shown(block));
        out.push('\n');
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn shown(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>", line(text)),
        Block::Text(text) => format!("<p>{}</p>", line(text)),
        Block::Notice(text) => format!("<p class=\"notice\">{}</p>", line(text)),
        Block::Code(_, text) => format!("<pre><code>{}</code></pre>", escaped(text.trim_end())),
        Block::Table(head, rows) => {
            let cells = |row: &[String], tag: &str| -> String {
                row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
            };
            let body: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row, "td"))).collect();
            format!("<table>\n<tr>{}</tr>\n{body}</table>", cells(head, "th"))
        }
        Block::Plot(svg) => svg.clone(),
    }
}

fn line(text: &str) -> String {
    let part = |(code, part): (bool, &str)| match code {
        true => format!("<code>{}</code>", escaped(part)),
        false => escaped(part),
    };
    spans(text).map(part).collect()
}

/// A text that HTML, SVG and XML show as it is. Control characters, which XML cannot hold, become question marks.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_can_be_markup() {
        let evil = "<script>alert('`x`')</script>&\"\u{1}";
        let blocks = [
            Block::heading(1, evil),
            Block::text(evil),
            Block::Notice(evil.to_owned()),
            Block::Code("smt2", evil.to_owned()),
            Block::table([evil], vec![[evil.to_owned()]]),
        ];
        let page = html(evil, &blocks);
        assert!(!page.contains("<script") && !page.contains('\u{1}'), "{page}");
        assert_eq!(page.matches("&lt;script&gt;").count(), 7);
        assert!(page.contains("<code>x</code>"));
    }

    #[test]
    fn a_page_needs_nothing_from_elsewhere() {
        let page = html("t", &[Block::text("x")]);
        assert!(!page.contains("http") && !page.contains("src="), "{page}");
    }
}
