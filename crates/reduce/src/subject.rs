//! A script on its way down.

use smtlib::{Printer, Script};

use crate::clean::clean;

/// A well-typed script, and its text.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The script.
    pub script: Script,
    /// Its text, a command a line.
    pub text: Vec<u8>,
}

impl Subject {
    /// A script as it is.
    pub fn new(script: Script) -> Subject {
        let mut text = Vec::new();
        Printer::new().script(&script, &mut text);
        Subject { script, text }
    }

    /// What an edit made of a script: without declarations that nothing uses, printed, read and typed anew. `None` when it
    /// is ill-typed, or has more that we do not understand than `opaque`.
    pub(crate) fn edited(mut script: Script, opaque: usize) -> Option<Subject> {
        clean(&mut script);
        let text = Subject::new(script).text;
        let script = Script::parse(&text).ok()?;
        (script.type_errors.is_empty() && script.opaque <= opaque).then_some(Subject { script, text })
    }

    /// How simple it is: bytes first, then tokens and inequalities, then the text itself, so that no two scripts are equally
    /// simple and every reduction comes to an end.
    pub(crate) fn is_simpler_than(&self, other: &Subject) -> bool {
        self.cost() < other.cost()
    }

    fn cost(&self) -> (usize, usize, &[u8]) {
        let opening = self.text.iter().filter(|&&byte| b"( <>".contains(&byte)).count();
        (self.text.len(), opening, &self.text)
    }
}
