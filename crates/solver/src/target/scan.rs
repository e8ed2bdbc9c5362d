//! The small lexical rules of target text: brackets, commas, quotes.

use super::Setting;

/// Characters that would end or split a bare option value.
fn needs_quotes(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '[' | ']' | '"' | '\'' | '=')
}

/// Splits `head[options]` into the head and the settings.
pub(super) fn split_options(text: &str) -> Result<(&str, Vec<Setting>), String> {
    if !text.ends_with(']') {
        return match text.contains('[') && !looks_like_a_path(text) {
            true => Err("`]` is missing at the end".to_owned()),
            false => Ok((text, Vec::new())),
        };
    }
    let Some(open) = opening_bracket(text) else {
        return Err("`[` is missing before the options".to_owned());
    };
    let inside = &text[open + 1..text.len() - 1];
    let mut settings = Vec::new();
    for part in split_commas(inside) {
        if part.trim().is_empty() {
            continue;
        }
        settings.push(parse_setting(part.trim())?);
    }
    Ok((&text[..open], settings))
}

/// Where the `[` that matches the final `]` stands: the first one outside quotes that is followed
/// by nothing but the options.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut open = None;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') if open.is_none() => open = Some(at),
            // A bracket pair that closes before the end belongs to the path (`./[a]/z3 [x=1]`).
            (None, ']') if at + 1 < text.len() => open = None,
            _ => {}
        }
    }
    open
}

fn parse_setting(text: &str) -> Result<Setting, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (text, "true"),
    };
    let name = name.trim_start_matches("--").trim_start_matches(':');
    if name.is_empty() {
        return Err(format!("`{text}` has no option name"));
    }
    if let Some(c) = name.chars().find(|&c| needs_quotes(c)) {
        return Err(format!("the option name `{name}` holds `{c}`"));
    }
    let value = match value.strip_prefix('"') {
        None => match value.chars().find(|&c| needs_quotes(c) && c != '=') {
            Some(c) => return Err(format!("the value of `{name}` holds `{c}`: put it in double quotes")),
            None => value.to_owned(),
        },
        Some(rest) => match rest.strip_suffix('"') {
            // Inside, a quote is doubled (SMT-LIB 2.7, section 3.1, string literals).
            Some(inner) if !inner.replace("\"\"", "").contains('"') => inner.replace("\"\"", "\""),
            _ => return Err(format!("the quotes around the value of `{name}` do not match")),
        },
    };
    Ok(Setting { name: name.to_owned(), value })
}

/// Splits at commas that stand outside brackets and quotes.
pub(super) fn split_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// `profile:rest`, when a profile name is written before a path.
pub(super) fn split_profile(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((name, rest)) if is_name(name) && !rest.is_empty() => (Some(name), rest),
        _ => (None, text),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Whether the text names a file rather than a family.
pub(super) fn looks_like_a_path(text: &str) -> bool {
    let word = text.trim_start_matches(['\'', '"']);
    let first = word.split_whitespace().next().unwrap_or("");
    first.contains('/') || word.starts_with('.') || word.starts_with('~')
}

/// Whether the text can be a version: it starts with a digit and holds no odd characters.
pub(super) fn is_version(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && !text.contains("..")
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
}

/// Splits a command line at blanks; single and double quotes keep blanks together.
pub(super) fn shell_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(q) = quote {
        return Err(format!("a {q} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

/// A word as [`shell_words`] reads it back.
pub(super) fn quote_word(word: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !matches!(c, '\'' | '"' | ',' | '[' | ']');
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    // A single quote cannot stand inside single quotes, so it gets double quotes of its own.
    let parts: Vec<String> = word.split('\'').map(|part| format!("'{part}'")).collect();
    parts.join("\"'\"")
}

/// A path as a target prints it: a bare file name gets `./`, so that it is not taken for a family.
pub(super) fn quote_path(path: &str) -> String {
    if looks_like_a_path(path) && !path.starts_with(['\'', '"']) {
        return quote_word(path);
    }
    quote_word(&format!("./{path}"))
}

/// An option value as [`split_options`] reads it back.
pub(super) fn quote_value(value: &str) -> String {
    if !value.is_empty() && !value.chars().any(|c| needs_quotes(c) && c != '=') {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('"', "\"\""))
}
