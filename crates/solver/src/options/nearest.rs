//! The nearest known name to a misspelled one, for error messages.

/// The number of single-character edits (insert, delete, replace, swap of neighbours) between two words.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let width = b.len() + 1;
    let mut before_last = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    let mut row = vec![0; width];
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

/// The candidate nearest to `word`, when it is near enough to be what was meant.
///
/// Case and the choice between `-`, `_` and `.` do not count: people mix them up across solvers.
/// A candidate whose last dotted part is the word (`arith.solver` for `smt.arith.solver`) is
/// preferred to one that merely looks alike.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |s: &str| s.to_lowercase().replace(['_', '.'], "-");
    let word = plain(word);
    let allowed = (word.chars().count() / 3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = plain(candidate);
        let cost = match other.strip_suffix(&word) {
            Some("") => 0,
            Some(rest) if rest.ends_with('-') && word.len() > 2 => 1,
            _ if other.len().abs_diff(word.len()) > allowed => continue,
            _ => distance(&word, &other),
        };
        if cost <= allowed && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// `; did you mean …?` for the end of an error message, or nothing.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        assert_eq!(distance("bitwulza", "bitwuzla"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn a_near_name_is_found_and_a_far_one_is_not() {
        let names = ["z3", "cvc5", "bitwuzla"];
        assert_eq!(nearest("bitwulza", names), Some("bitwuzla"));
        assert_eq!(nearest("cvc6", names), Some("cvc5"));
        assert_eq!(nearest("mathsat", names), None);
    }

    #[test]
    fn separators_and_a_missing_module_do_not_count() {
        let names = ["smt.arith.solver", "smt.array.extensional", "produce-models"];
        assert_eq!(nearest("arith.solver", names), Some("smt.arith.solver"));
        assert_eq!(nearest("produce_models", names), Some("produce-models"));
    }
}
