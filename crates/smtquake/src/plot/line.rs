//! Lines over time.

use super::scale::{short, ticks};
use super::{GREY, WIDTH, colour, drawing, legend, word};

/// A line.
pub struct Series<'a> {
    pub name: &'a str,
    pub points: Vec<(f64, f64)>,
}

const TOP: f64 = 46.0;
const LEFT: f64 = 52.0;
const HEIGHT: f64 = 180.0;
/// More points than pixels only cost bytes.
const MOST: usize = 700;

/// Lines over an axis that begins at 0; `unit` is what is counted along it.
pub fn line(title: &str, unit: &str, series: &[Series<'_>]) -> String {
    let most = |of: fn(&(f64, f64)) -> f64| {
        series.iter().flat_map(|one| one.points.iter().map(of)).fold(0.0, f64::max)
    };
    let (across, up) = (ticks(most(|point| point.0), 8), ticks(most(|point| point.1), 5));
    let (end, top) = (across.last().copied().unwrap_or(1.0), up.last().copied().unwrap_or(1.0));
    let x = |value: f64| LEFT + value / end * (WIDTH - LEFT - 20.0);
    let y = |value: f64| TOP + HEIGHT - value / top * HEIGHT;
    let names: Vec<&str> = series.iter().map(|one| one.name).collect();
    let mut out = legend(&names, 34.0);
    for &tick in &up {
        out.push_str(&format!(
            "<line x1=\"{LEFT}\" y1=\"{0:.1}\" x2=\"{1:.1}\" y2=\"{0:.1}\" stroke=\"#e4e4e4\"/>\n",
            y(tick),
            WIDTH - 20.0
        ));
        out.push_str(&word(LEFT - 6.0, y(tick) + 4.0, "end", GREY, &short(tick)));
    }
    for &tick in &across {
        out.push_str(&word(x(tick), TOP + HEIGHT + 16.0, "middle", GREY, &short(tick)));
    }
    out.push_str(&word(WIDTH - 20.0, TOP + HEIGHT + 32.0, "end", GREY, unit));
    for (i, one) in series.iter().enumerate() {
        let step = one.points.len().div_ceil(MOST).max(1);
        let last = one.points.len().saturating_sub(1);
        let kept = one.points.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last);
        let points: Vec<String> = kept.map(|(_, &(a, b))| format!("{:.1},{:.1}", x(a), y(b))).collect();
        out.push_str(&format!(
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"{}\"/>\n",
            colour(i),
            points.join(" ")
        ));
    }
    drawing(title, TOP + HEIGHT + 40.0, &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_at_the_left_and_ends_within() {
        let points = (0..5000).map(|i| (f64::from(i), f64::from(i) * 2.0)).collect();
        let svg = line("tests", "seconds", &[Series { name: "a<b", points }]);
        assert!(svg.contains(&format!("points=\"{LEFT:.1},{:.1} ", TOP + HEIGHT)), "{svg}");
        assert!(svg.contains("a&lt;b") && !svg.contains("NaN"));
        assert!(svg.len() < 20_000, "{}", svg.len());
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(!line("t", "s", &[Series { name: "a", points: Vec::new() }]).contains("NaN"));
    }
}
