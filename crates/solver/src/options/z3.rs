//! `z3 -p` and `z3 -pd`: lines `name (type) help (default: value)` under `[module] name, …` heads.

use super::{OptionKind, SolverOption};

pub(super) fn parse(text: &str) -> Vec<SolverOption> {
    let mut module = String::new();
    let mut options = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("[module] ") {
            head.split(',').next().unwrap_or(head).trim().clone_into(&mut module);
        } else if line.starts_with("    ")
            && let Some(option) = parse_line(line.trim(), &module)
        {
            options.push(option);
        }
    }
    options
}

fn parse_line(line: &str, module: &str) -> Option<SolverOption> {
    let (name, rest) = line.split_once(" (")?;
    let (type_name, rest) = rest.split_once(')')?;
    if name.contains(char::is_whitespace) {
        return None;
    }
    // Help text may itself speak of defaults, so the value is the last parenthesis of the line. A
    // default may hold parentheses of its own: `(default: (+ weight generation))`.
    let (help, default) = match rest.trim().strip_suffix(')').and_then(|r| r.rsplit_once("(default: ")) {
        Some((help, value)) => (help.trim(), Some(value.to_owned())),
        None => (rest.trim(), None),
    };
    let kind = match type_name {
        "bool" => OptionKind::Bool,
        "unsigned int" => OptionKind::Int { min: Some(0), max: Some(u32::MAX.into()) },
        "int" => OptionKind::Int { min: Some(i32::MIN.into()), max: Some(i32::MAX as u64) },
        "double" => OptionKind::Float,
        "symbol" | "string" => words_of(help, default.as_deref())
            .map_or(OptionKind::String, |values| OptionKind::Enum { values }),
        _ => return None,
    };
    let (name, category) = match module {
        "" => (name.to_owned(), "global"),
        module => (format!("{module}.{name}"), module),
    };
    Some(SolverOption {
        name,
        kind,
        default,
        category: category.to_owned(),
        help: help.to_owned(),
        aliases: Vec::new(),
    })
}

/// The values of a symbol, which Z3 tells only in prose.
///
/// Every wording in use is a list after a colon or a lead-in (`either`, `heuristic`), separated by
/// commas, bars or `or`, each item a word, perhaps quoted, perhaps explained in parentheses. A list
/// is believed only when the option's default is one of its words: prose that merely looks like a
/// list must not make us refuse a good value.
fn words_of(help: &str, default: Option<&str>) -> Option<Vec<String>> {
    let default = default?;
    let list = match help.rsplit_once(": ") {
        Some((_, list)) => list.to_owned(),
        None => help.rsplit_once("heuristic ").or_else(|| help.rsplit_once("either "))?.1.to_owned(),
    };
    let mut values = Vec::new();
    for item in without_parentheses(&list).replace(" or ", ",").split([',', '|']) {
        let word = item.trim().trim_start_matches("or ").trim_end_matches('.').trim_matches('\'');
        if word.is_empty() {
            continue;
        }
        if !word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
            return None;
        }
        values.push(word.to_owned());
    }
    (values.len() > 1 && values.iter().any(|value| value == default)).then_some(values)
}

fn without_parentheses(text: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> SolverOption {
        parse(&format!("[module] smt, description: x\n    {line}\n")).remove(0)
    }

    #[test]
    fn a_default_in_the_help_text_is_not_the_default() {
        let option = one("timeout (unsigned int) (default: infty) timeout in ms. (default: 4294967295)");
        assert_eq!(option.default.as_deref(), Some("4294967295"));
        assert_eq!(option.name, "smt.timeout");
    }

    #[test]
    fn a_default_may_hold_parentheses() {
        let option = one("qi.cost (string) the cost (default: (+ weight generation))");
        assert_eq!(option.default.as_deref(), Some("(+ weight generation)"));
        assert_eq!(option.kind, OptionKind::String);
    }

    #[test]
    fn values_are_read_from_the_prose() {
        let option = one(
            "string_solver (symbol) solver for strings. options are: 'z3str3' (special, old), 'seq' (sequence), 'auto' (x) (default: seq)",
        );
        let OptionKind::Enum { values } = option.kind else { panic!("{:?}", option.kind) };
        assert_eq!(values, ["z3str3", "seq", "auto"]);
        let option = one("restart (symbol) restart strategy: static, luby, ema or geometric (default: ema)");
        let OptionKind::Enum { values } = option.kind else { panic!("{:?}", option.kind) };
        assert_eq!(values, ["static", "luby", "ema", "geometric"]);
    }

    #[test]
    fn prose_that_is_no_list_leaves_any_text_allowed() {
        let option = one(
            "local_search_mode (symbol) local search algorithm, either default wsat or qsat (default: wsat)",
        );
        assert_eq!(option.kind, OptionKind::String);
    }
}
