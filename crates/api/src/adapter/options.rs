//! What can be set on a library.

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// `true` and `false`.
    Switch,
    /// Numbers from the first to the second.
    Range(u32, u32),
    /// One of these words.
    Words(&'static [&'static str]),
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
    /// Rows of a table.
    pub(super) fn all(table: &[(&str, Values)]) -> Vec<OptionRow> {
        table.iter().map(|&(name, values)| OptionRow { name: name.to_owned(), values }).collect()
    }
}

impl Values {
    /// One of the values, by a number.
    pub fn nth(self, number: usize) -> String {
        match self {
            Values::Switch => number.is_multiple_of(2).to_string(),
            Values::Range(low, high) => (low as usize + number % (high - low + 1) as usize).to_string(),
            Values::Words(words) => words[number % words.len()].to_owned(),
        }
    }
}
