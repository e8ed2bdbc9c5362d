//! Plots of our own, as SVG: no library, no script, readable in any browser for ever.

mod bars;
mod line;
mod scale;

pub use bars::{Bar, bars};
pub use line::{Series, line};

use crate::document::escaped;

/// Colours that people who see few colours can tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];
const WIDTH: f64 = 720.0;
const GREY: &str = "#8a8a8a";

fn colour(i: usize) -> &'static str {
    COLOURS[i % COLOURS.len()]
}

/// The frame of a drawing: its size, and a title that screen readers read.
fn drawing(title: &str, height: f64, content: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" role=\"img\" \
         font-family=\"system-ui,sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
         <text x=\"0\" y=\"14\" font-size=\"14\" font-weight=\"bold\">{title}</text>\n{content}</svg>"
    )
}

/// A word in a drawing.
fn word(x: f64, y: f64, anchor: &str, fill: &str, text: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{}</text>\n",
        escaped(text)
    )
}

/// The names of what is drawn, with their colours.
fn legend(names: &[&str], y: f64) -> String {
    let mut x = 0.0;
    let mut out = String::new();
    for (i, name) in names.iter().enumerate() {
        out.push_str(&format!(
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{}\"/>\n",
            y - 9.0,
            colour(i)
        ));
        out.push_str(&word(x + 14.0, y, "start", "#1b1b1b", name));
        x += 14.0 + 7.0 * name.chars().count() as f64 + 18.0;
    }
    out
}
