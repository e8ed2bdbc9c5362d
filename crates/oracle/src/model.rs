//! Checking a model that a solver gave.

use eval::model_text::read_model;
use eval::{Evaluator, Missing, Unknown, Value};
use smtlib::{Script, TermId, term_text};
use strategy::asserted_at_checks;

/// What a model is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelVerdict {
    /// It satisfies everything.
    Holds,
    /// It makes this assertion false.
    Fails(String),
    /// Some assertion has no known value under it, for this reason.
    Unknown(String),
    /// It cannot be read.
    Unreadable(String),
}

/// Evaluates what is asserted and assumed at check number `check` of a script under a solver's model. Nothing is
/// guessed: a gap of the model makes the verdict unknown, never false.
pub fn check_model(text: &[u8], check: usize, model: &str) -> ModelVerdict {
    let Ok(mut script) = Script::parse(text) else {
        return ModelVerdict::Unknown("the test does not parse".to_owned());
    };
    let states = asserted_at_checks(&script);
    let Some(asserted) = states.get(check) else {
        return ModelVerdict::Unknown("the test has no such check".to_owned());
    };
    let model = match read_model(&mut script, model) {
        Ok(model) => model,
        Err(error) => return ModelVerdict::Unreadable(error.to_string()),
    };
    let mut evaluator = Evaluator::new(&script.arena, asserted).with_missing(Missing::Unknown);
    evaluator.set_model(model);
    let mut verdict = ModelVerdict::Holds;
    for (i, &assertion) in asserted.iter().enumerate() {
        match evaluator.value(i) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return ModelVerdict::Fails(short_text(&script, assertion)),
            Err(why) => verdict = ModelVerdict::Unknown(reason(&why)),
        }
    }
    verdict
}

fn reason(why: &Unknown) -> String {
    why.to_string()
}

fn short_text(script: &Script, term: TermId) -> String {
    let text = term_text(&script.arena, term);
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"(declare-const x Int)(declare-const y Int)(assert (> x 1))(check-sat)(push 1)(assert (= (div x y) 7))(check-sat)";

    #[test]
    fn a_model_is_judged_at_its_check() {
        let model = "((define-fun x () Int 2) (define-fun y () Int 3))";
        assert_eq!(check_model(TEXT, 0, model), ModelVerdict::Holds);
        assert_eq!(check_model(TEXT, 1, model), ModelVerdict::Fails("(= (div x y) 7)".to_owned()));
    }

    #[test]
    fn gaps_are_unknown_and_never_false() {
        assert!(matches!(check_model(TEXT, 1, "((define-fun x () Int 2))"), ModelVerdict::Unknown(_)));
        let zero = "((define-fun x () Int 2) (define-fun y () Int 0))";
        assert!(matches!(check_model(TEXT, 1, zero), ModelVerdict::Unknown(_)));
        assert!(matches!(check_model(TEXT, 0, "((define-fun"), ModelVerdict::Unreadable(_)));
    }
}
