//! Words and numbers that several views of a campaign share.

use std::time::Duration;

use campaign::{Confirmed, Counts};

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

/// The shares of the strategies in the time, the largest first; nothing where there is only one.
pub fn shares(counts: &Counts) -> String {
    let mut efforts: Vec<_> = counts.strategies.iter().collect();
    if efforts.len() < 2 {
        return String::new();
    }
    efforts.sort_by(|one, other| other.share.total_cmp(&one.share));
    let words: Vec<String> =
        efforts.iter().map(|effort| format!("{} {:.0} %", effort.name, 100.0 * effort.share)).collect();
    words.join("  ")
}

/// What guided search keeps; nothing where there is none.
pub fn kept(counts: &Counts) -> String {
    match &counts.corpus {
        Some(kept) if kept.edges > 0 => {
            format!("{} inputs kept, {} features, {} edges", kept.entries, kept.features, kept.edges)
        }
        Some(kept) => format!("{} inputs kept, {} features", kept.entries, kept.features),
        None => String::new(),
    }
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
    use campaign::{Effort, Kept};

    use super::*;

    #[test]
    fn shares_are_shown_where_there_are_several() {
        let effort = |name: &str, share| Effort { name: name.to_owned(), share, ..Effort::default() };
        let mut counts = Counts { strategies: vec![effort("storm", 0.25)], ..Counts::default() };
        assert_eq!(shares(&counts), "");
        counts.strategies.push(effort("walk", 0.75));
        assert_eq!(shares(&counts), "walk 75 %  storm 25 %");
    }

    #[test]
    fn what_is_kept_is_shown_where_there_is_guidance() {
        let mut counts = Counts::default();
        assert_eq!(kept(&counts), "");
        counts.corpus = Some(Kept { entries: 3, features: 20, places: 9, edges: 0 });
        assert_eq!(kept(&counts), "3 inputs kept, 20 features");
        counts.corpus = Some(Kept { entries: 3, features: 20, places: 9, edges: 8 });
        assert_eq!(kept(&counts), "3 inputs kept, 20 features, 8 edges");
    }

    #[test]
    fn times_are_read_like_a_clock() {
        assert_eq!([7, 750, 7500].map(|s| clock(Duration::from_secs(s))), ["0:07", "12:30", "2:05:00"]);
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".to_owned(), "abc…".to_owned()));
    }
}
