//! `cvc5 --help` and `cvc4 --help`: two columns, wrapped; `--x=MODE`; Booleans marked `[*]`.

use super::help_text::{Entry, entries};
use super::{OptionKind, SolverOption};

/// Where the text column starts in every release seen (cvc4 1.8 … cvc5 1.0.3).
const TEXT_COLUMN: usize = 25;

pub(super) fn parse(text: &str) -> Vec<SolverOption> {
    let mut options: Vec<SolverOption> = Vec::new();
    let mut common = false;
    let mut section: Vec<&str> = Vec::new();
    for line in text.lines() {
        // Sections follow unindented heads: "Most commonly-used …", "From the X module:".
        if !line.is_empty() && !line.starts_with(' ') {
            add_section(&mut options, &section, common);
            section.clear();
            common = line.starts_with("Most commonly-used");
        } else {
            section.push(line);
        }
    }
    add_section(&mut options, &section, common);
    options
}

fn add_section(options: &mut Vec<SolverOption>, lines: &[&str], common: bool) {
    for entry in entries(lines.iter().copied(), TEXT_COLUMN) {
        if let Some(option) = option_of(&entry, common)
            && options.iter().all(|known| known.name != option.name)
        {
            options.push(option);
        }
    }
}

fn option_of(entry: &Entry, common: bool) -> Option<SolverOption> {
    let mut names = entry.head.split('|').map(str::trim).filter_map(|name| name.strip_prefix("--"));
    let (name, argument) = match names.next()?.split_once('=') {
        Some((name, argument)) => (name, Some(argument)),
        None => (names_end(&entry.head), None),
    };
    let aliases = names.map(|alias| alias.split('=').next().unwrap_or(alias).to_owned()).collect();
    let expert = entry.text.contains("(EXPERTS only)");
    let is_bool = entry.text.ends_with("[*]");
    let help = entry.text.replace("(EXPERTS only)", "").replace("[*]", "");
    let kind = match argument {
        None if is_bool => OptionKind::Bool,
        // A switch without a `--no-` form, such as `--version`: it can only be given.
        None => OptionKind::Enum { values: vec!["true".to_owned()] },
        Some("N" | "MS") => OptionKind::Int { min: None, max: None },
        Some("P" | "D" | "X" | "F") => OptionKind::Float,
        Some("MODE" | "mode" | "RULE") => OptionKind::Enum { values: Vec::new() },
        Some(_) => OptionKind::String,
    };
    let category = match (expert, common) {
        (true, _) => "expert",
        (false, true) => "common",
        (false, false) => "regular",
    };
    Some(SolverOption {
        name: name.to_owned(),
        kind,
        default: default_in(&help),
        category: category.to_owned(),
        help: help.split_whitespace().collect::<Vec<_>>().join(" "),
        aliases,
    })
}

/// The first long name of a head without arguments: `--incremental | -i`.
fn names_end(head: &str) -> &str {
    let name = head.split('|').map(str::trim).find_map(|name| name.strip_prefix("--")).unwrap_or(head);
    name.split_whitespace().next().unwrap_or(name)
}

/// `(default is 'old', see …)`, `(default false)`: the only places where the text tells a default.
fn default_in(help: &str) -> Option<String> {
    let (_, rest) = help.split_once("default is ").or_else(|| help.split_once("(default "))?;
    let word: String = rest
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        .collect();
    let word = word.trim_end_matches('.');
    (!word.is_empty()).then(|| word.to_owned())
}

/// Reads what `cvc5 --x=help` prints: the modes, and which is the default.
pub fn parse_mode_help(text: &str) -> (Vec<String>, Option<String>) {
    let mut values = Vec::new();
    let mut default = None;
    for line in text.lines() {
        let Some(item) = line.strip_prefix("+ ") else { continue };
        let (name, is_default) = match item.trim().strip_suffix("(default)") {
            Some(name) => (name.trim(), true),
            None => (item.trim(), false),
        };
        if is_default {
            default = Some(name.to_owned());
        }
        values.push(name.to_owned());
    }
    // cvc4 leaves the default out of the text when it is the mode `none`.
    (values, default)
}
