//! Yices' own notation of models: `(= x 5)` and functions listed by their values.

use smtlib::TokenKind;

use super::draft::quoted;
use super::items::{Items, Result};
use super::translate::Part;

/// Functions that share others are written out in full, up to this much text.
const MAX_TEXT: usize = 1 << 27;

/// A function listed by its values: `(function f (type …) (= (f 1) 2) (default 3))`.
struct Listed {
    /// Arguments and value of each line.
    entries: Vec<(Vec<usize>, usize)>,
    default: usize,
}

impl<'a> Items<'a> {
    /// `(= x 5)`, where the script says of which sort `x` is.
    pub(super) fn assignment(&mut self, name: &str, value: usize) -> Result<()> {
        let tokens = self.tokens;
        let origin = tokens.get(value).start;
        // Symbols of Yices' own making mean nothing to the script.
        let Some((params, sort)) = self.signature(name) else { return Ok(()) };
        if self.is_defined(name) {
            return Ok(());
        }
        let function = tokens.symbol(value).and_then(|name| self.functions.get(name).copied());
        if !params.is_empty() {
            return match function {
                Some(function) => self.listed_function(name, &params, &sort, function),
                None => Ok(()),
            };
        }
        self.start(name, origin);
        self.headers.push(&format!("() {sort})"), origin);
        match function {
            Some(function) => self.array(&sort, function),
            None => self.value(value, &sort),
        }
    }

    /// Whether a form has decimals other than `5.0`: Yices writes rational numbers as fractions, and algebraic ones to
    /// six digits.
    pub(super) fn is_approximate(&self, form: usize) -> bool {
        let tokens = self.tokens;
        // A negative one is a symbol for the lexer.
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (form..tokens.after(form)).any(|token| {
            matches!(tokens.get(token).kind, Some(TokenKind::Decimal | TokenKind::Symbol))
                && tokens
                    .token_text(token)
                    .trim_start_matches('-')
                    .split_once('.')
                    .is_some_and(|(whole, digits)| is_digits(whole) && is_digits(digits) && digits != "0")
        })
    }

    /// `(function f …)` where `f` is the script's; functions that only others name are read from there.
    pub(super) fn function(&mut self, form: usize) -> Result<()> {
        let tokens = self.tokens;
        let name = tokens.children(form).nth(1).and_then(|name| tokens.symbol(name));
        let Some(name) = name else { return Err(tokens.error(form, "this function has no name")) };
        if self.is_defined(name) {
            return Ok(());
        }
        match self.signature(name) {
            Some((params, sort)) if !params.is_empty() => self.listed_function(name, &params, &sort, form),
            Some((_, sort)) => {
                let origin = tokens.get(form).start;
                self.start(name, origin);
                self.headers.push(&format!("() {sort})"), origin);
                self.array(&sort, form)
            }
            None => Ok(()),
        }
    }

    fn listed(&self, form: usize) -> Result<Listed> {
        let tokens = self.tokens;
        let mut listed = Listed { entries: Vec::new(), default: usize::MAX };
        for line in tokens.children(form).skip(2) {
            let parts: Vec<usize> = tokens.children(line).collect();
            match (tokens.head(line), &parts[..]) {
                (Some("="), &[_, call, value]) => {
                    listed.entries.push((tokens.children(call).skip(1).collect(), value));
                }
                (Some("default"), &[_, value]) => listed.default = value,
                (Some("type"), _) => {}
                _ => return Err(tokens.error(line, "expected a value of the function, or its default")),
            }
        }
        if listed.default == usize::MAX {
            // A total list has no default: its last value can serve.
            let last = listed.entries.last().map(|(_, value)| *value);
            listed.default = last.ok_or_else(|| tokens.error(form, "this function has no values"))?;
        }
        Ok(listed)
    }

    fn listed_function(&mut self, name: &str, params: &[String], sort: &str, form: usize) -> Result<()> {
        let origin = self.tokens.get(form).start;
        let listed = self.listed(form)?;
        self.start(name, origin);
        let list: Vec<String> = params.iter().enumerate().map(|(i, p)| format!("(x!{i} {p})")).collect();
        self.headers.push(&format!("({}) {sort})", list.join(" ")), origin);
        for (args, value) in &listed.entries {
            if args.len() != params.len() {
                return Err(self.tokens.error(*value, format!("`{name}` takes {} arguments", params.len())));
            }
            self.bodies.push("(ite (and true", origin);
            for (i, (&arg, sort)) in args.iter().zip(params).enumerate() {
                self.bodies.push(&format!("(= x!{i}"), origin);
                self.value(arg, sort)?;
                self.bodies.push(")", origin);
            }
            self.bodies.push(")", origin);
            self.value(*value, sort)?;
        }
        self.value(listed.default, sort)?;
        self.bodies.push(&")".repeat(listed.entries.len()), origin);
        Ok(())
    }

    /// A listed function as an array.
    fn array(&mut self, sort: &str, form: usize) -> Result<()> {
        let origin = self.tokens.get(form).start;
        let listed = self.listed(form)?;
        if self.bodies.text.len() > MAX_TEXT {
            return Err(self
                .tokens
                .error(form, "the functions of this model are too large when written out"));
        }
        let parts = sort_parts(sort);
        self.bodies.push(&"(store ".repeat(listed.entries.len()), origin);
        self.bodies.push(&format!("((as const {sort})"), origin);
        let (indices, element) = match parts.split_last() {
            Some((element, [_, indices @ ..])) => (indices.to_vec(), element.clone()),
            _ => return Err(self.tokens.error(form, format!("a value of sort {sort} is no function"))),
        };
        self.value(listed.default, &element)?;
        self.bodies.push(")", origin);
        // The first line of a list counts where two are of one argument: it is stored last.
        for (args, value) in listed.entries.iter().rev() {
            for (&arg, sort) in args.iter().zip(&indices) {
                self.value(arg, sort)?;
            }
            self.value(*value, &element)?;
            self.bodies.push(")", origin);
        }
        Ok(())
    }

    /// A value of a known sort: `@const_1` is an element of it, `@fun_2` a function listed elsewhere.
    fn value(&mut self, node: usize, sort: &str) -> Result<()> {
        let tokens = self.tokens;
        if let Some(name) = tokens.symbol(node).filter(|name| name.starts_with('@')) {
            let origin = tokens.get(node).start;
            if let Some(form) = self.functions.remove(name) {
                // Functions are finite, and so is their nesting: none is inside itself.
                let result = self.array(sort, form);
                self.functions.insert(name, form);
                return result;
            }
            self.elements.add(name, sort, origin);
            self.bodies.push(&quoted(name), origin);
            return Ok(());
        }
        self.copy(node, Part::Body)
    }
}

/// The parts of `(Array A B)`: `Array`, `A` and `B`.
fn sort_parts(sort: &str) -> Vec<String> {
    let Some(inner) = sort.strip_prefix('(').and_then(|s| s.strip_suffix(')')) else { return Vec::new() };
    let mut parts = vec![String::new()];
    let (mut depth, mut barred) = (0usize, false);
    for letter in inner.chars() {
        match letter {
            '|' => barred = !barred,
            '(' if !barred => depth += 1,
            ')' if !barred => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(last) if letter != ' ' || depth > 0 || barred => last.push(letter),
            _ => parts.push(String::new()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::sort_parts;

    #[test]
    fn sorts_are_split_at_their_top() {
        assert_eq!(sort_parts("(Array (_ BitVec 3) |a b|)"), ["Array", "(_ BitVec 3)", "|a b|"]);
        assert!(sort_parts("Int").is_empty());
    }
}
