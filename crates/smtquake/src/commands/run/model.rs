//! Whether a solver's model is one.

use eval::model_text::read_model_with;
use eval::text::Escapes;
use serde::Serialize;
use smtlib::Script;
use solver::backend::Found;
use solver::catalogue::compare_versions;
use solver::knowledge::Knowledge;

use super::source::{Question, has_a_name_twice};
use crate::commands::eval::judge::{Judge, Verdict};

/// What evaluation says about a model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "value", content = "reason")]
pub enum Checked {
    /// It makes everything true.
    True,
    /// It makes something false, however it is completed.
    Invalid(String),
    /// Why that is not known.
    Unknown(String),
}

/// Checks the model of a script's only question.
pub fn check(script: &Script, question: &Question, text: &[u8], escapes: Escapes) -> Checked {
    let unknown = |why: &str| Checked::Unknown(why.to_owned());
    if !script.type_errors.is_empty() {
        return unknown("the script is not well sorted");
    }
    if has_a_name_twice(script) {
        return unknown("the script declares a name twice");
    }
    // Definitions of the model become part of the script's terms.
    let mut script = script.clone();
    let model = match read_model_with(&mut script, &String::from_utf8_lossy(text), escapes) {
        Ok(model) => model,
        Err(error) => return Checked::Unknown(format!("the model cannot be read: {}", error.message)),
    };
    let mut reason = None;
    for (claim, verdict) in
        question.claims.iter().zip(Judge::new(&script.arena, question.claims.clone()).judge(&model))
    {
        match verdict {
            Verdict::True => {}
            Verdict::False => return Checked::Invalid(shortened(&smtlib::term_text(&script.arena, *claim))),
            Verdict::Unknown(why) => reason = reason.or(Some(why.to_string())),
        }
    }
    reason.map_or(Checked::True, Checked::Unknown)
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How a solver writes strings: CVC4, and Z3 up to 4.8.7, do so otherwise than the standard. One that was asked how it
/// reads them writes them so, too.
pub fn escapes_of(found: &Found, knowledge: &Knowledge) -> Escapes {
    if knowledge.was_asked() {
        return if knowledge.has_legacy_strings() { Escapes::Legacy } else { Escapes::Standard };
    }
    let version = found.resolved.version.as_deref();
    let is_old = |version: &str| compare_versions(version, "4.8.7").is_le();
    match found.resolved.family {
        Some("cvc4") => Escapes::Legacy,
        Some("z3") if version.is_some_and(is_old) => Escapes::Legacy,
        _ => Escapes::Standard,
    }
}
