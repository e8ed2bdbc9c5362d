//! A line in words, each of them an atom, a quoted text or an s-expression.

/// Cuts a line at its blanks, but for those within parentheses, quotes and bars.
pub(super) fn tokens(line: &str) -> Result<Vec<&str>, String> {
    let mut found = Vec::new();
    let (mut start, mut depth, mut quote) = (None, 0usize, None);
    for (at, c) in line.char_indices() {
        if let Some(open) = quote {
            if c == open {
                quote = None;
            }
            continue;
        }
        match c {
            ' ' | '\t' if depth == 0 => {
                found.extend(start.take().map(|from| &line[from..at]));
                continue;
            }
            '"' | '|' => quote = Some(c),
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("a parenthesis closes that was never opened")?,
            _ => {}
        }
        start = start.or(Some(at));
    }
    if quote.is_some() || depth > 0 {
        return Err("a parenthesis, quote or bar is not closed".to_owned());
    }
    found.extend(start.map(|from| &line[from..]));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn blanks_within_parentheses_and_quotes_do_not_cut() {
        let line = "3 value  s1 (fp #b0 #b1 (x)) \"a b\"\"(\" |c d| -> t1";
        let cut = ["3", "value", "s1", "(fp #b0 #b1 (x))", "\"a b\"\"(\"", "|c d|", "->", "t1"];
        assert_eq!(tokens(line).unwrap(), cut);
        assert_eq!(tokens(" ").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_not_closed_is_an_error() {
        for line in ["(a", "a)", "\"a", "|a"] {
            assert!(tokens(line).is_err(), "{line}");
        }
    }
}
