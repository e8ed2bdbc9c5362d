//! The text of patterns, taken apart.

use std::fmt;

/// A pattern as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sexpr {
    Atom(String),
    /// A string literal, without its quotes.
    Text(String),
    List(Vec<Sexpr>),
    /// `xs...` or `(f xs)...`: one term per element of the list variables inside.
    Each(Box<Sexpr>),
}

impl Sexpr {
    /// Reads one expression; the error says what is wrong with it.
    pub(super) fn read(text: &str) -> Result<Sexpr, String> {
        let mut stack: Vec<Vec<Sexpr>> = vec![Vec::new()];
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { break };
            let innermost = stack.last_mut().ok_or("too many parentheses")?;
            if first == '(' {
                stack.push(Vec::new());
                rest = &rest[1..];
            } else if first == ')' {
                let list = stack.pop().map(Sexpr::List).ok_or("too many parentheses")?;
                stack.last_mut().ok_or("too many parentheses")?.push(list);
                rest = &rest[1..];
            } else if let Some(tail) = rest.strip_prefix("...") {
                let last = innermost.pop().ok_or("`...` after nothing")?;
                innermost.push(Sexpr::Each(Box::new(last)));
                rest = tail;
            } else if first == '"' {
                let end = rest[1..].find('"').ok_or("a string without an end")?;
                innermost.push(Sexpr::Text(rest[1..=end].to_owned()));
                rest = &rest[end + 2..];
            } else {
                let end = rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len());
                let end = rest[..end].find("...").unwrap_or(end);
                innermost.push(Sexpr::Atom(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
        match (stack.pop(), stack.is_empty()) {
            (Some(mut read), true) if read.len() == 1 => Ok(read.remove(0)),
            _ => Err(format!("`{text}` is not one expression")),
        }
    }

    /// The name, when it is just that.
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(name) => Some(name),
            _ => None,
        }
    }

    /// The parts of a list.
    pub(super) fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::List(parts) => Some(parts),
            _ => None,
        }
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexpr::Atom(name) => f.write_str(name),
            Sexpr::Text(text) => write!(f, "\"{text}\""),
            Sexpr::List(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{part}")?;
                }
                f.write_str(")")
            }
            Sexpr::Each(inner) => write!(f, "{inner}..."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_printed_back() {
        for text in ["x", "(and p qs...)", "(= (f xs)... \"a b\")", "((_ extract n-1 0) x)", "\"\""] {
            assert_eq!(Sexpr::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_not_one_expression_is_refused() {
        for text in ["", "(", ")", "x y", "(f \"a)", "..."] {
            assert!(Sexpr::read(text).is_err(), "{text}");
        }
    }
}
