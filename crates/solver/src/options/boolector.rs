//! `boolector --help`: `--x=<mode>  text {values} [default]`; an option with a short name and an
//! argument takes two lines, the short one first.

use super::help_text::{Entry, cut, entries};
use super::{OptionKind, SolverOption};

/// Where the text column starts in Boolector 3.
const TEXT_COLUMN: usize = 38;

pub(super) fn parse(text: &str) -> Vec<SolverOption> {
    let mut options: Vec<SolverOption> = Vec::new();
    let mut short = None;
    for entry in entries(text.lines(), TEXT_COLUMN) {
        // `  -E <engine>,` stands on a line of its own before `    --engine=<engine>`.
        if entry.text.is_empty() && !entry.head.contains("--") {
            short = entry.head.trim_start_matches('-').split([' ', ',']).next().map(str::to_owned);
            continue;
        }
        if let Some(option) = option_of(&entry, short.take())
            && options.iter().all(|known| known.name != option.name)
        {
            options.push(option);
        }
    }
    options
}

fn option_of(entry: &Entry, short: Option<String>) -> Option<SolverOption> {
    let (before, long) = entry.head.split_once("--")?;
    let short = short.or_else(|| Some(before.trim().strip_prefix('-')?.trim_end_matches(',').to_owned()));
    let (name, argument) = match long.split_once('=') {
        Some((name, argument)) => (name, Some(argument)),
        None => (long, None),
    };
    let (default, text) = match cut(&entry.text, "[", ']') {
        Some((default, text)) => (Some(default.to_owned()), text),
        None => (None, entry.text.clone()),
    };
    let (values, help) = match cut(&text, "{", '}') {
        Some((inside, help)) => (inside.split(',').map(|v| v.trim().to_owned()).collect(), help),
        None => (Vec::new(), text),
    };
    let kind = match argument {
        _ if !values.is_empty() => OptionKind::Enum { values },
        Some("<n>" | "<seconds>") => OptionKind::Int { min: Some(0), max: Some(u32::MAX.into()) },
        Some(_) => OptionKind::String,
        None if default.is_some() => OptionKind::Bool,
        None => OptionKind::Enum { values: vec!["true".to_owned()] },
    };
    let default = match (&kind, default) {
        (OptionKind::Bool, Some(number)) => Some((number != "0").to_string()),
        (_, default) => default,
    };
    Some(SolverOption {
        name: name.to_owned(),
        kind,
        default,
        category: "regular".to_owned(),
        help,
        aliases: short.into_iter().collect(),
    })
}
