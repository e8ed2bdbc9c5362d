//! What can be set on Bitwuzla, by its own list.

use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;

use serde::{Deserialize, Serialize};
use solver::host::symbols::rust_text;

use super::{Functions, MOST, checked};
use crate::adapter::Mode;
use crate::adapter::asked::asked;
use crate::adapter::options::{OptionRow, Values, lists};

/// What is always set: without models and cores there is nothing to test.
pub(super) const ALWAYS: &[(&str, &str)] =
    &[("produce-models", "1"), ("produce-unsat-assumptions", "1"), ("produce-unsat-cores", "1")];

/// Options that are none of a round's business.
const EXCEPT: &[&str] = &[
    // Chosen by the adapter, or by a round's mode.
    "produce-*",
    "bv-solver",
    // The bounds of local search: without the engine they do nothing, with it the mode sets them.
    "prop-nprops",
    "prop-nupdates",
    // A matter of time, memory and threads.
    "time-limit-per",
    "memory-limit",
    "nthreads",
    // What is printed, and files that are written.
    "log-level",
    "verbosity",
    "write-*",
    // Checks that only say more.
    "check-*",
    "dbg-*",
    // SAT solvers that releases are built without.
    "sat-solver",
];

/// The bound that keeps local search from going on for ever.
const LIMIT: (&str, &str) = ("prop-nprops", "300");

/// How Bitwuzla works: local search finds models only, and quantifiers make answers hard to check.
pub(super) const MODES: &[Mode] = &[
    Mode::plain(12),
    Mode::plain(2).with(&[("produce-unsat-cores", "0")], &[]),
    Mode::plain(1).with(&[("produce-models", "0")], &[]),
    Mode::plain(4).with(&[("rewrite-level", "0"), ("preprocess", "0")], &["rewrite-level", "preprocess"]),
    Mode::plain(2).with(&[("abstraction-bv-size", "3")], &["abstraction-bv-size"]),
    Mode::plain(2).with(&[("bv-solver", "prop"), LIMIT], &[]).honest(),
    Mode::plain(2)
        .with(
            &[("bv-solver", "prop"), LIMIT, ("rewrite-level", "0"), ("preprocess", "0")],
            &["rewrite-level", "preprocess"],
        )
        .honest(),
    Mode::plain(2).with(&[("bv-solver", "preprop"), LIMIT], &[]),
    Mode::plain(4).quantified(),
];

/// `BitwuzlaOptionInfo`, as the library fills it in.
#[repr(C)]
pub(in crate::adapter) struct Info {
    number: c_int,
    short: *const c_char,
    long: *const c_char,
    description: *const c_char,
    is_numeric: bool,
    is_mode: bool,
    is_string: bool,
    /// Now, by default, least and most.
    numeric: [u64; 4],
    mode: Modes,
    text: [*const c_char; 2],
    /// Room for releases that tell more.
    _more: [u64; 16],
}

#[repr(C)]
struct Modes {
    current: *const c_char,
    default: *const c_char,
    count: usize,
    all: *const *const c_char,
}

/// An option as Bitwuzla tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Listed {
    pub(super) number: c_int,
    pub(super) values: Told,
}

/// What an option may be set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Told {
    /// A number: by default, least and most.
    Number(u64, u64, u64),
    /// One of these words, the first of which is the default.
    Word(String, Vec<String>),
    /// Any text.
    Text,
}

/// The option for rounds, if it is one.
pub(super) fn row(name: &str, option: &Listed) -> Option<OptionRow> {
    let values = match &option.values {
        _ if lists(EXCEPT, name) => return None,
        Told::Text => return None,
        // What is on or off is worth setting to the other.
        Told::Number(plain, 0, 1) => Values::Words(vec![(1 - plain).to_string()]),
        // The ends of wide ranges are seldom worth the time that they take.
        Told::Number(plain, low, high) => {
            let (low, high) = (*low, (*high).min(plain.saturating_add(20)));
            Values::Range(u32::try_from(low).ok()?, u32::try_from(high).ok()?)
        }
        Told::Word(plain, words) => {
            Values::Words(words.iter().filter(|word| *word != plain).cloned().collect())
        }
    };
    Some(OptionRow { name: name.to_owned(), values })
}

/// All options, in their order.
pub(super) fn listed(f: &Functions) -> Option<Vec<(String, Listed)>> {
    let text = asked(|| serde_json::to_string(&all(f)).unwrap_or_default())?;
    serde_json::from_str(&text).ok().filter(|list: &Vec<_>| !list.is_empty())
}

fn all(f: &Functions) -> Vec<(String, Listed)> {
    let mut list = Vec::new();
    // SAFETY: the options live until the end.
    let options = unsafe { (f.options_new)() };
    for number in 0..MOST {
        let mut info = MaybeUninit::<Info>::zeroed();
        // SAFETY: there is room for what the library tells, and all-zero bytes are valid.
        let info = unsafe {
            (f.get_option_info)(options, number, info.as_mut_ptr());
            info.assume_init()
        };
        if checked().is_err() {
            break;
        }
        // SAFETY: the texts are valid until the next option is asked for.
        unsafe {
            let values = match (info.is_numeric, info.is_mode) {
                (true, _) => Told::Number(info.numeric[1], info.numeric[2], info.numeric[3]),
                (_, true) => {
                    let words = (0..info.mode.count).map(|at| rust_text(*info.mode.all.add(at)));
                    Told::Word(rust_text(info.mode.default), words.collect())
                }
                _ => Told::Text,
            };
            list.push((rust_text(info.long), Listed { number, values }));
        }
    }
    // SAFETY: the options live, and are not used after.
    unsafe { (f.options_delete)(options) };
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_something_is_set() {
        let of = |name: &str, values: Told| row(name, &Listed { number: 0, values }).map(|row| row.values);
        let words = |word: &str| Some(Values::Words(vec![word.to_owned()]));
        assert_eq!(of("preprocess", Told::Number(1, 0, 1)), words("0"));
        assert_eq!(of("abstraction-bv-size", Told::Number(33, 3, u64::MAX)), Some(Values::Range(3, 53)));
        let modes = Told::Word("essential".to_owned(), vec!["essential".to_owned(), "random".to_owned()]);
        assert_eq!(of("prop-path-sel", modes), words("random"));
        assert_eq!(of("produce-models", Told::Number(0, 0, 1)), None);
        assert_eq!(of("write-cnf", Told::Text), None);
    }

    #[test]
    fn what_a_mode_sets_is_set_by_nobody_else() {
        for mode in MODES {
            for (name, _) in mode.settings {
                assert!(lists(EXCEPT, name) || mode.without.contains(name), "{name}");
            }
        }
    }
}
