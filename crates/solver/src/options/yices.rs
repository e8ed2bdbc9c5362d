//! `yices-smt2 --help`: `--delegate=<satsolver>  Use … (can be cadical, …)`.

use super::help_text::{Entry, cut, entries};
use super::{OptionKind, SolverOption};

/// Where the text column starts; a longer head pushes its text behind two blanks.
const TEXT_COLUMN: usize = 30;

pub(super) fn parse(text: &str) -> Vec<SolverOption> {
    entries(text.lines(), TEXT_COLUMN).iter().filter_map(option_of).collect()
}

fn option_of(entry: &Entry) -> Option<SolverOption> {
    let long = entry.head.strip_prefix("--")?;
    let (long, text) = match long.split_once("  ") {
        Some((long, text)) => (long, text.trim()),
        None => (long, entry.text.as_str()),
    };
    let (long, short) = match long.split_once(',') {
        Some((long, short)) => (long.trim(), short.trim().strip_prefix('-')),
        None => (long, None),
    };
    let (name, argument) = match long.split_once('=') {
        Some((name, argument)) => (name, Some(argument)),
        None => (long, None),
    };
    let default = cut(text, "(default = ", ')').map(|(value, _)| value.trim().to_owned());
    let values = cut(text, "(can be ", ')').map(|(list, _)| {
        list.replace(", or ", ",").split([',', ' ']).filter(|v| !v.is_empty()).map(str::to_owned).collect()
    });
    let kind = match (argument, values) {
        (_, Some(values)) => OptionKind::Enum { values },
        (Some("<filename>"), None) => OptionKind::String,
        (Some(_), None) => OptionKind::Int { min: Some(0), max: Some(u32::MAX.into()) },
        // No option has a `--no-` form: a switch can only be given.
        (None, None) => OptionKind::Enum { values: vec!["true".to_owned()] },
    };
    Some(SolverOption {
        name: name.to_owned(),
        kind,
        default,
        category: "regular".to_owned(),
        help: text.to_owned(),
        aliases: short.map(str::to_owned).into_iter().collect(),
    })
}
