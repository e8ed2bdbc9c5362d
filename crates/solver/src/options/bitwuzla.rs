//! `bitwuzla --help`: `-S <M>, --sat-solver <M>  [cadical]  backend SAT solver {cadical, cms}`.

use super::help_text::braced_list;
use super::{OptionKind, SolverOption};

pub(super) fn parse(text: &str) -> Vec<SolverOption> {
    let mut entries: Vec<String> = Vec::new();
    for line in text.lines() {
        let body = line.trim();
        if line.starts_with("  -") {
            entries.push(body.to_owned());
        } else if line.starts_with("    ")
            && let Some(entry) = entries.last_mut()
        {
            entry.push(' ');
            entry.push_str(body);
        }
    }
    entries.iter().filter_map(|entry| option_of(entry)).collect()
}

fn option_of(entry: &str) -> Option<SolverOption> {
    let (short, rest) = match entry.split_once("--")? {
        ("", rest) => (None, rest),
        (short, rest) => (Some(short.trim_start_matches('-').split([' ', ',']).next()?), rest),
    };
    let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim_start();
    let (argument, rest) = match rest.strip_prefix('<').and_then(|r| r.split_once('>')) {
        Some((argument, rest)) => (Some(argument), rest.trim_start()),
        None => (None, rest),
    };
    let (default, help) = match rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
        Some((default, help)) => (Some(default.to_owned()), help.trim()),
        None => (None, rest),
    };
    let values = braced_list(help);
    let kind = match argument {
        // `--bv-output-format` is printed like a Boolean, but lists its numbers.
        _ if !values.is_empty() => OptionKind::Enum { values },
        Some("n") => OptionKind::Int { min: Some(0), max: None },
        Some(_) => OptionKind::String,
        None if matches!(default.as_deref(), Some("true" | "false")) => OptionKind::Bool,
        None => OptionKind::Enum { values: vec!["true".to_owned()] },
    };
    Some(SolverOption {
        name: name.to_owned(),
        kind,
        default,
        category: "regular".to_owned(),
        help: help.split_whitespace().collect::<Vec<_>>().join(" "),
        aliases: short.map(str::to_owned).into_iter().collect(),
    })
}
