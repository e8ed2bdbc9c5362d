//! Words and numbers that several views of a campaign share.

use std::time::Duration;

use campaign::Confirmed;

/// `0:07`, `12:30`, `2:05:00`
pub fn clock(time: Duration) -> String {
    let (hours, minutes, seconds) = (time.as_secs() / 3600, time.as_secs() / 60 % 60, time.as_secs() % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// A finding in one line.
pub fn finding_line(confirmed: &Confirmed) -> String {
    let evidence = confirmed.finding.evidence.lines().next().unwrap_or_default();
    let signature = cut(&confirmed.signature.0, 100);
    format!("{}  {}  {}  ({signature})", confirmed.finding.class, confirmed.target, cut(evidence, 120))
}

/// A text of at most `length` characters.
pub fn cut(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_like_a_clock() {
        assert_eq!([7, 750, 7500].map(|s| clock(Duration::from_secs(s))), ["0:07", "12:30", "2:05:00"]);
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".to_owned(), "abc…".to_owned()));
    }
}
