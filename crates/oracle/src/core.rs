//! Unsat cores and unsat assumptions: what a target says is enough for its `unsat`.
//!
//! A core is read here, and whether it names what is there; whether it is satisfiable takes a model, for which the
//! campaign asks: [`core_script`] is the question.

use smtlib::{Command, Lexer, Script, Span, TokenKind};

/// A core that a target gave for its `unsat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The check, by number.
    pub check: usize,
    /// What it was asked for.
    pub of: CoreOf,
    /// The names in it.
    pub names: Vec<String>,
}

/// What a core is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreOf {
    /// `get-unsat-core`: assertions with a name. Those without, and all assumptions, are taken for granted.
    Assertions,
    /// `get-unsat-assumptions`: assumptions. All assertions are taken for granted.
    Assumptions,
}

/// The names in a core as it is printed; nothing if it holds anything else.
pub fn read_core(text: &str) -> Option<Vec<String>> {
    let mut lexer = Lexer::new(text.as_bytes());
    let (mut names, mut depth) = (Vec::new(), 0);
    loop {
        let token = lexer.next_token().ok()?;
        let written = text.get(token.span.start as usize..token.span.end as usize)?;
        match token.kind {
            TokenKind::Open if depth == 0 => depth = 1,
            TokenKind::Close if depth == 1 => depth = 2,
            TokenKind::Symbol | TokenKind::Quoted if depth == 1 => {
                names.push(written.trim_matches('|').to_owned())
            }
            TokenKind::End if depth == 2 => return Some(names),
            _ => return None,
        }
    }
}

/// What is there to be named at a check.
struct Named<'t> {
    /// By command: the name of an assertion.
    assertions: Vec<Option<&'t str>>,
    /// The command of the check.
    at: usize,
    /// The names of the assertions that hold there.
    names: Vec<&'t str>,
    /// What it assumes, if it assumes anything.
    assumed: Option<Vec<String>>,
}

impl Named<'_> {
    /// Whether a core may have a name: Z3 lists assertions and assumptions, whichever of them it was asked for.
    fn has(&self, name: &str) -> bool {
        self.names.contains(&name) || self.assumes(name)
    }

    fn assumes(&self, name: &str) -> bool {
        self.assumed.iter().flatten().any(|assumed| assumed.trim_matches('|') == name)
    }
}

fn named<'t>(script: &Script, text: &'t [u8], check: usize) -> Option<Named<'t>> {
    let mut checks = script.commands.iter().enumerate().filter(|(_, command)| command.is_check());
    let (at, command) = checks.nth(check)?;
    let source = |i: usize| slice(text, script.command_spans[i]);
    let assertions: Vec<Option<&str>> = (script.commands.iter().enumerate())
        .map(|(i, command)| if matches!(command, Command::Assert(_)) { name_of(source(i)) } else { None })
        .collect();
    let assumed = match command {
        Command::CheckSatAssuming(terms) => {
            Some(terms.iter().map(|&term| smtlib::term_text(&script.arena, term)).collect())
        }
        _ => None,
    };
    let (mut names, mut marks): (Vec<&str>, Vec<usize>) = (Vec::new(), Vec::new());
    for (i, command) in script.commands[..at].iter().enumerate() {
        match command {
            Command::Assert(_) => names.extend(assertions[i]),
            Command::Push(count) => {
                marks.extend(std::iter::repeat_n(names.len(), count.unwrap_or(1) as usize));
            }
            Command::Pop(count) => {
                for _ in 0..count.unwrap_or(1) {
                    names.truncate(marks.pop().unwrap_or(0));
                }
            }
            Command::Reset | Command::ResetAssertions => names.clear(),
            _ => {}
        }
    }
    Some(Named { assertions, at, names, assumed })
}

fn slice(text: &[u8], span: Span) -> &str {
    let bytes = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The name of a whole assertion, `(assert (! … :named x))`. Names of its parts are none of a core's business.
fn name_of(assertion: &str) -> Option<&str> {
    let body = assertion.strip_prefix('(')?.trim_start().strip_prefix("assert")?.trim_start();
    let (_, name) = body.strip_prefix("(!")?.rsplit_once(":named")?;
    let name = name.trim_end_matches(|c: char| c == ')' || c.is_whitespace()).trim_start();
    (!name.contains(['(', ')', ' '])).then(|| name.trim_matches('|'))
}

/// A name in a core that is none at its check.
pub fn stranger(text: &[u8], core: &Core) -> Option<String> {
    let script = Script::parse(text).ok()?;
    let named = named(&script, text, core.check)?;
    core.names.iter().find(|name| !named.has(name)).cloned()
}

/// The script whose only check asks for a model of the core, and of what is taken for granted.
pub fn core_script(text: &[u8], core: &Core) -> Option<Vec<u8>> {
    let script = Script::parse(text).ok()?;
    let named = named(&script, text, core.check)?;
    let mut out = b"(set-option :produce-models true)\n".to_vec();
    for (i, command) in script.commands[..named.at].iter().enumerate() {
        let kept = match command {
            Command::SetOption(..) => false,
            Command::Assert(_) if core.of == CoreOf::Assertions => {
                named.assertions[i].is_none_or(|name| core.names.iter().any(|it| it == name))
            }
            Command::Assert(_) | Command::SetLogic(_) | Command::SetInfo(..) => true,
            Command::Push(_) | Command::Pop(_) => true,
            command => command.is_declaration(),
        };
        if kept {
            out.extend_from_slice(slice(text, script.command_spans[i]).as_bytes());
            out.push(b'\n');
        }
    }
    let check = match &named.assumed {
        Some(assumed) => {
            let kept = |name: &&String| {
                core.of == CoreOf::Assertions || core.names.iter().any(|it| it == name.trim_matches('|'))
            };
            let kept: Vec<&str> = assumed.iter().filter(kept).map(String::as_str).collect();
            format!("(check-sat-assuming ({}))\n", kept.join(" "))
        }
        None => "(check-sat)\n".to_owned(),
    };
    out.extend_from_slice(check.as_bytes());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMED: &[u8] = b"(set-option :produce-unsat-cores true)(declare-const x Int)(assert (! (> x 1) :named a))\
        (push 1)(assert (! (> x 2) :named b))(pop 1)(assert (! (< x 1) :named |c|))(assert (> x 0))(check-sat)(get-unsat-core)";
    const ASSUMED: &[u8] =
        b"(declare-const a Bool)(declare-const b Bool)(declare-const x Int)(assert (=> a (> x 1)))\
        (assert (=> b (< x 1)))(check-sat-assuming (a b))(get-unsat-assumptions)";

    const BOTH: &[u8] = b"(declare-const a Bool)(declare-const b Bool)(declare-const x Int)\
        (assert (! (> x 1) :named n))(check-sat-assuming (a b))(get-unsat-core)";

    fn core(of: CoreOf, names: &[&str]) -> Core {
        Core { check: 0, of, names: names.iter().map(|&name| name.to_owned()).collect() }
    }

    #[test]
    fn cores_are_names_in_parentheses() {
        assert_eq!(read_core("(a |b c|\n d)").unwrap(), ["a", "b c", "d"]);
        assert_eq!(read_core("()"), Some(Vec::new()));
        for text in ["a", "(a (not b))", "(a", "(a) b", "(:core a)"] {
            assert_eq!(read_core(text), None, "{text}");
        }
    }

    #[test]
    fn a_core_names_what_is_asserted_or_assumed_at_its_check() {
        let stranger = |text, of, names: &[&str]| stranger(text, &core(of, names));
        assert_eq!(stranger(NAMED, CoreOf::Assertions, &["a", "c"]), None);
        assert_eq!(stranger(NAMED, CoreOf::Assertions, &["a", "b"]).as_deref(), Some("b"));
        assert_eq!(stranger(ASSUMED, CoreOf::Assumptions, &["a"]), None);
        assert_eq!(stranger(ASSUMED, CoreOf::Assumptions, &["x"]).as_deref(), Some("x"));
        // Z3's habit.
        assert_eq!(stranger(BOTH, CoreOf::Assumptions, &["n"]), None);
        assert_eq!(stranger(BOTH, CoreOf::Assertions, &["a"]), None);
    }

    #[test]
    fn the_question_has_the_core_and_what_is_taken_for_granted() {
        let text = |of: &[u8], kind, names: &[&str]| {
            String::from_utf8(core_script(of, &core(kind, names)).unwrap()).unwrap()
        };
        let script = text(NAMED, CoreOf::Assertions, &["c"]);
        assert!(
            script.contains("(< x 1)") && script.contains("(> x 0)") && !script.contains("(> x 1)"),
            "{script}"
        );
        assert!(script.ends_with("(check-sat)\n"), "{script}");
        let script = text(ASSUMED, CoreOf::Assumptions, &["b"]);
        assert!(script.contains("(> x 1)") && script.ends_with("(check-sat-assuming (b))\n"), "{script}");
        // What is assumed is granted when a core of assertions is asked for, and the other way round.
        let script = text(BOTH, CoreOf::Assertions, &[]);
        assert!(!script.contains("(> x 1)") && script.ends_with("(check-sat-assuming (a b))\n"), "{script}");
        let script = text(BOTH, CoreOf::Assumptions, &["n", "b"]);
        assert!(script.contains("(> x 1)") && script.ends_with("(check-sat-assuming (b))\n"), "{script}");
    }
}
