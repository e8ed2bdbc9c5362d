//! The counters of a solver.

/// `(get-info :all-statistics)`: names with numbers, in the solver's order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Statistics {
    /// The counters; values that are no numbers are left out.
    pub counters: Vec<(String, f64)>,
}

impl Statistics {
    /// Reads `(:name 1 :other 2.5 …)`; anything else in between is passed over.
    pub fn read(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut counters = Vec::new();
        let mut name = None;
        for word in text.split(|c: char| c.is_whitespace() || c == '(' || c == ')') {
            if let Some(keyword) = word.strip_prefix(':') {
                name = Some(keyword);
            } else if let (Some(keyword), Ok(value)) = (name, word.parse::<f64>()) {
                counters.push((keyword.to_owned(), value));
                name = None;
            }
        }
        Statistics { counters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_read() {
        let text = b"(:conflicts 12\n :time 0.50\n :status \"x y\"\n :memory 17)";
        let expected = [("conflicts", 12.0), ("time", 0.5), ("memory", 17.0)];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(Statistics::read(text).counters, expected);
    }
}
