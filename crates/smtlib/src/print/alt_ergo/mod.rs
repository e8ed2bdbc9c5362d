//! Scripts in Alt-Ergo's native language (`.ae`), after the documentation of its releases 2.3 to 2.6.
//!
//! The language asks whether a goal is valid, so the assertions at a check become its negated conjunction; those that
//! are quantified universally become axioms. The goal is valid when the check is unsatisfiable.

mod declare;
mod names;
mod operators;
mod question;
mod sorts;
mod terms;

use thiserror::Error;

use crate::script::Script;
use names::Names;

/// What a script has and Alt-Ergo's language cannot say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Alt-Ergo's language cannot say {0}")]
pub struct Unsayable(String);

impl Unsayable {
    fn operator(name: &str) -> Unsayable {
        Unsayable(format!("the operator `{name}`"))
    }

    fn sort(name: &str) -> Unsayable {
        Unsayable(format!("the sort `{name}`"))
    }
}

/// The text of a script in Alt-Ergo's language.
///
/// ```
/// let script = smtlib::Script::parse(b"(declare-const x Int) (assert (> x 0)) (check-sat)").unwrap();
/// let text = smtlib::alt_ergo(&script).unwrap();
/// assert!(text.ends_with("logic x : int\ngoal g : not ((x > 0))\n"));
/// ```
pub fn alt_ergo(script: &Script) -> Result<String, Unsayable> {
    let mut writer = Writer { script, names: Names::default(), has_names: false, out: String::new() };
    writer.out.push_str("(* A goal is valid if the assertions are unsatisfiable. *)\n");
    if let Some(error) = script.type_errors.first() {
        return Err(Unsayable(format!("a script that is not well sorted: {}", error.message)));
    }
    for command in &script.commands {
        writer.declare(command)?;
    }
    writer.named()?;
    writer.questions()?;
    Ok(writer.out)
}

struct Writer<'s> {
    script: &'s Script,
    names: Names,
    /// Whether formulas that have names are written by them: after all declarations.
    has_names: bool,
    out: String,
}
