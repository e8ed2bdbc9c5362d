//! What can be set on a library.

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Numbers from the first to the second.
    Range(u32, u32),
    /// One of these words.
    Words(Vec<String>),
}

/// An option that may be set before anything is asserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRow {
    /// Its name, as the library spells it.
    pub name: String,
    /// What it may be set to.
    pub values: Values,
}

impl OptionRow {
    /// A row of a table: `0..100` is a range, anything else are words.
    pub(super) fn written(name: &str, values: &str) -> OptionRow {
        let range =
            values.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let values = match range {
            Some((low, high)) => Values::Range(low, high),
            None => Values::Words(values.split_whitespace().map(str::to_owned).collect()),
        };
        OptionRow { name: name.to_owned(), values }
    }

    /// The settings that tell whether the library takes it: all words, and the least of the numbers.
    pub(crate) fn settings(&self) -> Vec<(String, String)> {
        let values = match &self.values {
            Values::Range(low, _) => vec![low.to_string()],
            Values::Words(words) => words.clone(),
        };
        values.into_iter().map(|value| (self.name.clone(), value)).collect()
    }
}

impl Values {
    /// One of the values, by a number.
    pub fn nth(&self, number: usize) -> String {
        match self {
            Values::Range(low, high) => (*low as usize + number % (high - low + 1) as usize).to_string(),
            Values::Words(words) => words.get(number % words.len().max(1)).cloned().unwrap_or_default(),
        }
    }
}

/// Whether a list has a name, or its beginning with a star.
pub(super) fn lists(list: &[&str], name: &str) -> bool {
    list.iter().any(|row| match row.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => *row == name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_range_or_words() {
        let range = OptionRow::written("seed", "3..5");
        assert_eq!((range.values.nth(0), range.values.nth(5)), ("3".to_owned(), "5".to_owned()));
        let words = OptionRow::written("flat", "true false");
        assert_eq!(words.values.nth(3), "false");
        assert_eq!(words.settings().len(), 2);
    }

    #[test]
    fn a_star_stands_for_any_end() {
        assert!(lists(&["a", "dump-*"], "dump-models") && lists(&["a"], "a"));
        assert!(!lists(&["a", "dump-*"], "ab"));
    }
}
