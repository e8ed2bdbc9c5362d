//! Axes: where round numbers are.

/// Round numbers from 0 to at least `most`, about `count` of them.
pub fn ticks(most: f64, count: usize) -> Vec<f64> {
    let most = if most > 0.0 { most } else { 1.0 };
    let rough = most / count as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let steps = (most / step).ceil() as usize;
    (0..=steps).map(|i| i as f64 * step).collect()
}

/// A number on an axis: `0`, `250`, `1.5k`, `3M`, `0.2`.
pub fn short(number: f64) -> String {
    let (scaled, unit) = match number.abs() {
        size if size >= 1e6 => (number / 1e6, "M"),
        size if size >= 1e4 => (number / 1e3, "k"),
        _ => (number, ""),
    };
    let text = format!("{scaled:.2}");
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_end() {
        assert_eq!(ticks(10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(7.0, 4), [0.0, 2.0, 4.0, 6.0, 8.0]);
        for most in [0.0, 0.3, 1.0, 17.0, 999.0, 1e7] {
            let ticks = ticks(most, 5);
            assert!(*ticks.last().unwrap() >= most && ticks.len() <= 7, "{most}: {ticks:?}");
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 250.0, 15_000.0, 3e6, 0.25].map(short), ["0", "250", "15k", "3M", "0.25"]);
    }
}
