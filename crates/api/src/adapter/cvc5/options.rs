//! What can be set on cvc5, by its own list.

use solver::host::Guest;
use solver::options::OptionRecord;

use crate::adapter::asked::asked;
use crate::adapter::options::{OptionRow, Values, lists};

/// Options that are none of a round's business.
const EXCEPT: &[&str] = &[
    // Chosen by the adapter: without them there is nothing to test, or not the same.
    "incremental",
    "interactive*",
    "produce-*",
    "strings-exp",
    // What is printed, and when to stop.
    "bv-print-consts-as-indexed-symbols",
    "copyright",
    "dump-*",
    "early-exit",
    "help*",
    "model-u-print",
    "parse-only",
    "preprocess-only",
    "print-*",
    "show-config",
    "stats*",
    "strict-parsing",
    "version",
    // Checks that only say more, and proofs, which nobody asks for here.
    "check-*",
    "debug-check-models",
    "proof*",
    "prop-proof-mode",
    // Of other questions than ours.
    "cegis*",
    "interpolants-mode",
    "sygus*",
    "fresh-declarations",
    "global-declarations",
    // SAT solvers that releases are built without.
    "bv-sat-solver",
    // Reals are not integers: it says so itself only with a check of the model.
    "solve-real-as-int",
    // The same under another name.
    "decision-mode",
    "simplification-mode",
];

/// Numbers that are worth drawing.
const NUMBERS: &[(&str, &str)] = &[("seed", "0..1000"), ("sat-random-seed", "0..1000")];

/// The options that cvc5 does not call its experts' own, with the values that are not their defaults.
pub(super) fn rows(guest: &Guest) -> Vec<OptionRow> {
    let told = asked(|| {
        guest.options().ok().and_then(|records| serde_json::to_string(&records).ok()).unwrap_or_default()
    });
    let records: Vec<OptionRecord> =
        told.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let numbers = NUMBERS.iter().filter(|(name, _)| records.iter().any(|it| it.name == *name));
    let numbers = numbers.map(|(name, values)| OptionRow::written(name, values));
    records.iter().filter_map(row).chain(numbers).collect()
}

fn row(record: &OptionRecord) -> Option<OptionRow> {
    let plain = matches!(record.category.as_deref(), Some("common" | "regular"));
    if !plain || lists(EXCEPT, &record.name) {
        return None;
    }
    let default = record.default.as_deref();
    let other = |value: &String| Some(value.as_str()) != default;
    let words: Vec<String> = match record.kind.as_str() {
        "bool" => ["true", "false"].map(str::to_owned).into_iter().filter(other).collect(),
        "mode" => record.values.iter().filter(|value| other(value)).cloned().collect(),
        _ => Vec::new(),
    };
    (!words.is_empty()).then(|| OptionRow { name: record.name.clone(), values: Values::Words(words) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_something_is_set() {
        let record = |name: &str, kind: &str, category: &str| OptionRecord {
            name: name.to_owned(),
            kind: kind.to_owned(),
            default: Some("true".to_owned()),
            values: vec!["all".to_owned(), "true".to_owned()],
            category: Some(category.to_owned()),
            ..OptionRecord::default()
        };
        let words = |record: &OptionRecord| row(record).map(|row| row.values);
        let of = |word: &str| Some(Values::Words(vec![word.to_owned()]));
        assert_eq!(words(&record("mbqi", "bool", "regular")), of("false"));
        assert_eq!(words(&record("re-elim", "mode", "common")), of("all"));
        assert_eq!(words(&record("mbqi", "bool", "expert")), None);
        assert_eq!(words(&record("dump-models", "bool", "common")), None);
    }
}
