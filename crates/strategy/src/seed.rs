//! Seeds: scripts that strategies start from.

use std::fmt;
use std::sync::Arc;

use smtlib::{Command, Features, Logic, Printer, Script, Symbol, SyntaxError, TermId};
use thiserror::Error;

/// A parsed seed, cut to what tests can be made of.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Its name, for people.
    pub name: Arc<str>,
    /// The hash of its bytes.
    pub hash: SeedHash,
    /// The script. Only the commands before a [`cut`](Seed::cut) count.
    pub script: Script,
    /// Declarations and definitions, by the standard's names, a command a line.
    pub declarations: Vec<u8>,
    /// The logic to set.
    pub logic: String,
    /// The features of the script.
    pub features: Features,
    /// The tactic of its `check-sat-using`, when it has one.
    pub tactic: Option<Symbol>,
    /// The commands that count.
    cut: usize,
}

/// The hash of a seed's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeedHash([u8; 16]);

/// Why a file is no seed.
#[derive(Debug, Error)]
pub enum SeedError {
    /// It is no SMT-LIB.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// There is nothing to take apart.
    #[error("it has no assertion")]
    NoAssertion,
    /// It uses a command or sort that we keep as text only.
    #[error("it declares things that smtquake does not understand (`{0}`)")]
    Opaque(String),
}

impl SeedHash {
    /// The hash of a seed's bytes.
    pub fn of(source: &[u8]) -> SeedHash {
        let mut hash = [0; 16];
        hash.copy_from_slice(&blake3::hash(source).as_bytes()[..16]);
        SeedHash(hash)
    }

    /// A number that depends on all of it.
    pub fn number(self) -> u64 {
        u64::from_le_bytes(self.0[..8].try_into().unwrap_or_default())
    }
}

impl fmt::Display for SeedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Seed {
    /// Reads a seed.
    pub fn parse(name: &str, source: &[u8]) -> Result<Seed, SeedError> {
        let script = Script::parse(source)?;
        let cut = end_of_first_life(&script);
        let commands = &script.commands[..cut];
        if let Some(Command::Other(text)) = commands.iter().find(|command| is_opaque(&script, command)) {
            return Err(SeedError::Opaque(head(script.arena.name(*text)).to_owned()));
        }
        if !commands.iter().any(|command| !roots_of(command).is_empty()) {
            return Err(SeedError::NoAssertion);
        }
        let printer = Printer::new().dialect(smtlib::Dialect::standard());
        let mut declarations = Vec::new();
        for command in commands.iter().filter(|command| command.is_declaration()) {
            printer.command(&script.arena, command, &mut declarations);
            declarations.push(b'\n');
        }
        let tactic = commands.iter().find_map(|command| match command {
            Command::CheckSatUsing(tactic) => Some(*tactic),
            _ => None,
        });
        let logic = match Logic::of_script(&script) {
            Some(logic) => logic.name().to_owned(),
            None => written_logic(&script).unwrap_or_else(|| script.least_logic().name().to_owned()),
        };
        Ok(Seed {
            name: name.into(),
            hash: SeedHash::of(source),
            features: Features::of(&script),
            declarations,
            logic,
            tactic,
            cut,
            script,
        })
    }

    /// The seed as a script of its own: its declarations, all that it asserts or assumes, and one check.
    pub fn text(&self) -> Vec<u8> {
        let printer = Printer::new().dialect(smtlib::Dialect::standard());
        let mut text = format!("(set-logic {})\n", self.logic).into_bytes();
        text.extend_from_slice(&self.declarations);
        for root in self.roots() {
            text.extend_from_slice(b"(assert ");
            printer.term(&self.script.arena, root, &mut text);
            text.extend_from_slice(b")\n");
        }
        text.extend_from_slice(b"(check-sat)\n");
        text
    }

    /// The terms whose parts can become assertions: what is asserted or assumed.
    pub fn roots(&self) -> impl Iterator<Item = TermId> + '_ {
        self.script.commands[..self.cut].iter().flat_map(|command| roots_of(command).iter().copied())
    }
}

/// Names may be declared again after a `pop` or a `reset`; the script before that has one meaning for each.
fn end_of_first_life(script: &Script) -> usize {
    let mut popped = false;
    for (i, command) in script.commands.iter().enumerate() {
        match command {
            Command::Reset | Command::ResetAssertions | Command::Exit => return i,
            Command::Pop(_) => popped = true,
            _ if popped && command.is_declaration() => return i,
            _ => {}
        }
    }
    script.commands.len()
}

fn roots_of(command: &Command) -> &[TermId] {
    match command {
        Command::Assert(_) | Command::AssertSoft(..) | Command::CheckSatAssuming(_) => command.terms(),
        _ => &[],
    }
}

/// Whether a command that is kept as text might declare something.
fn is_opaque(script: &Script, command: &Command) -> bool {
    match command {
        Command::Other(text) => {
            let head = head(script.arena.name(*text));
            ["declare", "define", "synth", "inv-", "rec-"].iter().any(|start| head.starts_with(start))
        }
        _ => false,
    }
}

fn head(text: &str) -> &str {
    text.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default()
}

/// The name in `set-logic`, known to us or not.
fn written_logic(script: &Script) -> Option<String> {
    script.commands.iter().find_map(|command| match command {
        Command::SetLogic(name) => Some(script.arena.name(*name).to_owned()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(text: &str) -> Result<Seed, SeedError> {
        Seed::parse("a", text.as_bytes())
    }

    #[test]
    fn declarations_are_kept_and_options_are_not() {
        let seed = seed(
            "(set-option :timeout 5)(set-logic QF_LIA)(declare-fun x () Int)(define-fun y () Int x)\
             (assert (> y 1))(check-sat)(exit)(assert nonsense)",
        )
        .unwrap();
        let declarations = String::from_utf8(seed.declarations.clone()).unwrap();
        assert_eq!(declarations, "(declare-fun x () Int)\n(define-fun y () Int x)\n");
        assert_eq!((seed.logic.as_str(), seed.roots().count()), ("QF_LIA", 1));
        let text = String::from_utf8(seed.text()).unwrap();
        assert_eq!(text, format!("(set-logic QF_LIA)\n{declarations}(assert (> y 1))\n(check-sat)\n"));
    }

    #[test]
    fn old_names_become_standard_ones() {
        let seed =
            seed("(declare-const s String)(define-fun r () Bool (str.in.re s (str.to.re \"a\")))(assert r)")
                .unwrap();
        assert!(String::from_utf8_lossy(&seed.declarations).contains("(str.in_re s (str.to_re \"a\"))"));
    }

    #[test]
    fn a_name_has_one_meaning() {
        let seed = seed(
            "(push 1)(declare-const x Int)(assert (> x 1))(pop 1)(declare-const x Real)(assert (> x 1.0))",
        )
        .unwrap();
        assert_eq!(seed.roots().count(), 1);
    }

    #[test]
    fn what_is_no_seed_says_why() {
        assert_eq!(seed("(check-sat)").unwrap_err().to_string(), "it has no assertion");
        assert!(seed("(assert").unwrap_err().to_string().contains("assert") || seed("(assert").is_err());
        assert!(
            seed("(declare-heap (Int Int))(assert true)").unwrap_err().to_string().contains("declare-heap")
        );
    }
}
