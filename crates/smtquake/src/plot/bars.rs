//! Bars, one row each, of one part or several.

use super::scale::short;
use super::{GREY, WIDTH, colour, drawing, legend, word};

/// A row: its name and the size of each part.
pub struct Bar {
    pub name: String,
    pub parts: Vec<f64>,
}

const TOP: f64 = 46.0;
const ROW: f64 = 22.0;
const LEFT: f64 = 210.0;

/// Rows of stacked parts, whose names are `parts`.
pub fn bars(title: &str, parts: &[&str], rows: &[Bar]) -> String {
    let total = |row: &Bar| row.parts.iter().sum::<f64>();
    let most = rows.iter().map(total).fold(0.0, f64::max).max(1.0);
    let scale = (WIDTH - LEFT - 60.0) / most;
    let mut out = legend(parts, 34.0);
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + i as f64 * ROW;
        let name: String = match row.name.chars().count() {
            0..=32 => row.name.clone(),
            _ => row.name.chars().take(31).chain(['…']).collect(),
        };
        out.push_str(&word(LEFT - 8.0, y + 13.0, "end", "#1b1b1b", &name));
        let mut x = LEFT;
        for (part, &size) in row.parts.iter().enumerate() {
            let width = size * scale;
            if width > 0.0 {
                out.push_str(&format!(
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"16\" fill=\"{}\"/>\n",
                    colour(part)
                ));
            }
            x += width;
        }
        out.push_str(&word(x + 6.0, y + 13.0, "start", GREY, &short(total(row))));
    }
    drawing(title, TOP + rows.len() as f64 * ROW + 8.0, &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_one_behind_the_other_and_fill_the_longest_row() {
        let rows = [
            Bar { name: "z3 & co".to_owned(), parts: vec![30.0, 10.0] },
            Bar { name: "x".repeat(99), parts: vec![0.0, 20.0] },
        ];
        let svg = bars("answers", &["sat", "unsat"], &rows);
        let full = WIDTH - LEFT - 60.0;
        assert!(svg.contains(&format!("width=\"{:.1}\"", full * 0.75)), "{svg}");
        assert_eq!(svg.matches(&format!("width=\"{:.1}\"", full * 0.5)).count(), 1, "{svg}");
        assert!(svg.contains("z3 &amp; co") && svg.contains("xx…"));
    }
}
