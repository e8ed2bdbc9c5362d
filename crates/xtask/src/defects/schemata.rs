//! Mutant schemata: every statement of a C file asks whether it is the one that is to be spoiled.
//!
//! A statement on one line, `x = f (y);`, becomes `SMTQUAKE_MUTANT (17, x = f (y);)`. All mutants are in one library; which of them is
//! alive is said by a page that the library shares with its tester, so no mutant costs a build of its own.

use serde::{Deserialize, Serialize};

/// A statement that can be spoiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Site {
    /// The file, below the folder of the sources.
    pub(super) file: String,
    /// Its line, from 1 on.
    pub(super) line: usize,
    /// What it says.
    pub(super) text: String,
}

/// A file with all its statements wrapped, but for those on the lines `except`; their numbers go on from `first`.
pub(super) fn wrapped(file: &str, text: &str, first: usize, except: &[usize]) -> (String, Vec<Site>) {
    let (mut out, mut sites) = (String::new(), Vec::new());
    let mut place = Place::Outside;
    for (line, text) in (1..).zip(text.lines()) {
        let statement = text.trim();
        if place.takes_statement() && is_statement(statement) && !except.contains(&line) {
            let indent = &text[..text.len() - text.trim_start().len()];
            let number = first + sites.len();
            out += &format!("{indent}SMTQUAKE_MUTANT ({number}, {statement})\n");
            sites.push(Site { file: file.to_owned(), line, text: statement.to_owned() });
        } else {
            out += text;
            out.push('\n');
        }
        place = place.after(text);
    }
    (out, sites)
}

/// Where a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Outside of all functions.
    Outside,
    /// Where a statement may begin.
    Between,
    /// In the midst of something.
    Within,
    /// In a comment; what comes after it is as before it.
    Comment { between: bool },
    /// In a directive that goes on.
    Directive { outside: bool, between: bool },
}

impl Place {
    fn takes_statement(self) -> bool {
        self == Place::Between
    }

    fn after(self, text: &str) -> Place {
        let line = text.trim();
        let between = match self {
            Place::Comment { between } if line.contains("*/") => {
                return if between { Place::Between } else { Place::Within };
            }
            Place::Comment { .. } => return self,
            Place::Directive { .. } if line.ends_with('\\') => return self,
            Place::Directive { outside: true, .. } => return Place::Outside,
            Place::Directive { between, .. } => return if between { Place::Between } else { Place::Within },
            // Functions begin and end in the first column.
            Place::Outside => return if text.starts_with('{') { Place::Between } else { Place::Outside },
            _ if text.starts_with('}') => return Place::Outside,
            Place::Between => true,
            Place::Within => false,
        };
        if line.is_empty() || line.starts_with("//") {
            return self;
        }
        if line.starts_with('#') {
            return if line.ends_with('\\') { Place::Directive { outside: false, between } } else { self };
        }
        if line.starts_with("/*") && line.ends_with("*/") {
            return self;
        }
        let code = match line.rfind("/*") {
            Some(at) if !line[at..].contains("*/") => {
                return Place::Comment {
                    between: between && at == 0 || line[..at].trim_end().ends_with(ENDS),
                };
            }
            Some(at) if line.ends_with("*/") => line[..at].trim_end(),
            _ => line,
        };
        let code = code.find(" // ").map_or(code, |at| code[..at].trim_end());
        let opens = between && HEADS.iter().any(|head| code.starts_with(head)) && balance(code) == 0;
        let word = code == "else" || code.ends_with(" else") || code == "do";
        // `case X:` ends, `a ? b :` does not.
        let label =
            code.ends_with(':') && between && (code.starts_with("case ") || code.starts_with("default"));
        if opens || word || label || code.ends_with(ENDS) && parens(code) {
            Place::Between
        } else {
            Place::Within
        }
    }
}

/// What a line ends with after which a statement may begin.
const ENDS: [char; 3] = [';', '{', '}'];

/// What a statement of one line stands below.
const HEADS: &[&str] = &["if (", "else if (", "while (", "for (", "switch ("];

/// Words that begin lines which are no expressions.
const WORDS: &[&str] = &[
    "return",
    "break",
    "continue",
    "goto",
    "case",
    "default",
    "typedef",
    "static",
    "const",
    "extern",
    "if",
    "for",
    "while",
    "switch",
    "do",
    "else",
    "struct",
    "enum",
    "union",
    "unsigned",
    "assert",
    "register",
    "void",
    "int",
    "char",
    "bool",
    "double",
    "BTOR_DECLARE_STACK",
    "BTORLOG",
    "BTORLOG_TIMESTAMP",
    "va_start",
    "va_end",
];

fn balance(code: &str) -> i32 {
    code.bytes().map(|b| i32::from(b == b'(') - i32::from(b == b')')).sum()
}

/// Whether a line leaves no parenthesis open: `for (i = 0;` does.
fn parens(code: &str) -> bool {
    balance(code) <= 0 || code.ends_with('{')
}

/// Whether a line is one expression statement: a call, an assignment or a step.
fn is_statement(line: &str) -> bool {
    let Some(body) = line.strip_suffix(';') else { return false };
    if body.is_empty()
        || body.contains([';', '"', '\'']) && !simple_texts(body)
        || body.contains("/*")
        || body.contains("//")
    {
        return false;
    }
    if balance(body) != 0 || body.contains('{') {
        return false;
    }
    let word: String = body.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if WORDS.contains(&word.as_str()) {
        return false;
    }
    if body.ends_with("++") || body.ends_with("--") || body.starts_with("++") || body.starts_with("--") {
        return true;
    }
    let rest = body[word.len()..].trim_start();
    if word.is_empty() {
        // `*place = value`
        return body.starts_with('*') && assigns(body);
    }
    if rest.starts_with('(') && rest.ends_with(')') && !rest.contains(" = ") {
        return true;
    }
    assigns(body)
}

/// Text literals without anything that could be mistaken.
fn simple_texts(body: &str) -> bool {
    !body.contains(';') && body.matches('"').count().is_multiple_of(2)
}

/// Whether this is `place = value`, and no declaration: the place is one word with its fields and indices.
fn assigns(body: &str) -> bool {
    let signs = [" = ", " += ", " -= ", " *= ", " |= ", " &= ", " ^= ", " <<= ", " >>= ", " /= ", " %= "];
    let Some(at) = signs.iter().filter_map(|sign| body.find(sign)).min() else { return false };
    let place = body[..at].trim();
    let mut depth = 0;
    let place = place.strip_prefix('*').unwrap_or(place);
    // `Type *name = …` and `Type name = …` have a space outside of all brackets, `f (x)->y = …` only before one.
    let mut before = ' ';
    for (i, c) in place.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ' ' if depth == 0 && !place[i + 1..].trim_start().starts_with(['(', '[']) => return false,
            '*' if depth == 0 && before != ' ' => return false,
            _ => {}
        }
        before = c;
    }
    !place.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements(body: &str) -> Vec<String> {
        let text = format!("static int\nf (int x)\n{{\n{body}\n}}\nint y = g (1);\n");
        wrapped("a.c", &text, 0, &[]).1.into_iter().map(|site| site.text).collect()
    }

    #[test]
    fn calls_assignments_and_steps_are_wrapped() {
        let body =
            "  int a, b = 3;\n  a = b;\n  f (a, g (b));\n  p->q[i] += 2;\n  *r = 1;\n  i++;\n  f (x)->y = 0;";
        let expected = ["a = b;", "f (a, g (b));", "p->q[i] += 2;", "*r = 1;", "i++;", "f (x)->y = 0;"];
        assert_eq!(statements(body), expected);
    }

    #[test]
    fn declarations_jumps_and_parts_of_statements_are_left_alone() {
        let body = "  T *x = g (1);\n  T x;\n  return f (x);\n  goto L;\n  x =\n      f (1);\n  for (i = 0;\n  i < 2;\n  i++) f (x);\n  assert (x);";
        assert_eq!(statements(body), Vec::<String>::new());
    }

    #[test]
    fn statements_below_conditions_labels_and_comments_count() {
        let body = "  if (x)\n    f (x);\n  else\n    g (x);\n  case 3:\n    h (x);\n  /* about\n   * this */\n  k (x);";
        assert_eq!(statements(body), ["f (x);", "g (x);", "h (x);", "k (x);"]);
    }

    #[test]
    fn numbers_go_on_and_lines_can_be_left_out() {
        let text = "{\n  f (1);\n  g (2);\n  h (3);\n}\n";
        let (out, sites) = wrapped("a.c", text, 7, &[3]);
        assert_eq!(out, "{\n  SMTQUAKE_MUTANT (7, f (1);)\n  g (2);\n  SMTQUAKE_MUTANT (8, h (3);)\n}\n");
        assert_eq!(sites.iter().map(|site| site.line).collect::<Vec<_>>(), [2, 4]);
    }
}
