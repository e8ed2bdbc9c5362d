//! Witnesses of scripts that get smaller.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use eval::model_text::{read_model, write_model};
use eval::{Evaluator, Missing, Model, Sampler, Value};
use reduce::Subject;
use smtlib::{Command, Lexer, Script, TermId, TokenKind, sort_text};
use strategy::asserted_at_checks;

/// Random assignments that are tried where the old witness does not do.
const SAMPLES: usize = 24;

/// The witness of the script so far, and those of candidates. All workers share it.
#[derive(Debug, Default)]
pub struct Witnesses {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The script so far and its witness.
    now: Option<(Script, String)>,
    /// By text: the witnesses of candidates.
    found: HashMap<Vec<u8>, String>,
}

impl Witnesses {
    /// A witness of a script, or none.
    pub fn new(script: &Script, witness: Option<String>) -> Witnesses {
        let now = witness.map(|witness| (script.clone(), witness));
        Witnesses { state: Mutex::new(State { now, ..State::default() }) }
    }

    /// The witness of the script that was taken over last.
    pub fn witness(&self) -> Option<String> {
        self.state().now.as_ref().map(|(_, witness)| witness.clone())
    }

    /// Whether there is anything to keep.
    pub(super) fn is_some(&self) -> bool {
        self.state().now.is_some()
    }

    /// By check of a script: whether a witness makes everything true there. The old one, the old one under new names, or
    /// one that a few random assignments give.
    pub(super) fn satisfied(&self, subject: &Subject) -> Vec<bool> {
        let Some((before, witness)) = self.state().now.clone() else { return Vec::new() };
        let renamed = renamed(&before, &subject.script, &witness);
        for witness in [Some(witness), renamed].into_iter().flatten() {
            let satisfied = satisfied_by(subject, &witness);
            if satisfied.contains(&true) {
                self.state().found.insert(subject.text.clone(), witness);
                return satisfied;
            }
        }
        match sampled(subject) {
            Some((witness, satisfied)) => {
                self.state().found.insert(subject.text.clone(), witness);
                satisfied
            }
            None => Vec::new(),
        }
    }

    /// Takes over the witness of a candidate.
    pub(super) fn accept(&self, subject: &Subject) {
        let mut state = self.state();
        let witness = state.found.remove(&subject.text);
        state.found.clear();
        // Without one it is taken over because references say so, and they have to go on with it.
        state.now = witness.map(|witness| {
            debug_assert!(satisfied_by(subject, &witness).contains(&true), "a witness that is none");
            (subject.script.clone(), witness)
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn satisfied_by(subject: &Subject, witness: &str) -> Vec<bool> {
    let mut script = subject.script.clone();
    match read_model(&mut script, witness) {
        Ok(model) => satisfied_under(&script, model),
        Err(_) => Vec::new(),
    }
}

fn satisfied_under(script: &Script, model: Model) -> Vec<bool> {
    let states = asserted_at_checks(script);
    let mut terms: Vec<TermId> = states.iter().flatten().copied().collect();
    terms.sort_unstable();
    terms.dedup();
    let mut evaluator = Evaluator::new(&script.arena, &terms).with_missing(Missing::Unknown);
    evaluator.set_model(model);
    let values: Vec<bool> = (0..terms.len()).map(|i| evaluator.value(i) == Ok(Value::Bool(true))).collect();
    let holds = |term: &TermId| terms.binary_search(term).is_ok_and(|at| values[at]);
    states.iter().map(|state| state.iter().all(holds)).collect()
}

fn sampled(subject: &Subject) -> Option<(String, Vec<bool>)> {
    let mut sampler = Sampler::new(&subject.script, 1);
    for _ in 0..SAMPLES {
        let model = sampler.model(&subject.script.arena);
        let satisfied = satisfied_under(&subject.script, model.clone());
        if satisfied.contains(&true) {
            return Some((write_model(&subject.script.arena, &model), satisfied));
        }
    }
    None
}

/// The witness with the names of another script that declares the same symbols in the same order.
fn renamed(before: &Script, after: &Script, witness: &str) -> Option<String> {
    let (old, new) = (declared(before), declared(after));
    let (old, new) = (old.into_iter(), new.into_iter());
    if old.len() != new.len() || old.clone().zip(new.clone()).any(|(old, new)| old.1 != new.1) {
        return None;
    }
    let names: HashMap<String, String> = old.zip(new).map(|(old, new)| (old.0, new.0)).collect();
    let mut text = String::new();
    let mut lexer = Lexer::new(witness.as_bytes());
    let mut end = 0;
    while let Ok(token) = lexer.next_token() {
        let (start, stop) = (token.span.start as usize, token.span.end as usize);
        text.push_str(witness.get(end..start)?);
        end = stop;
        let written = witness.get(start..stop)?;
        match token.kind {
            TokenKind::End => break,
            TokenKind::Symbol | TokenKind::Quoted => {
                text.push_str(names.get(written.trim_matches('|')).map_or(written, String::as_str));
            }
            _ => text.push_str(written),
        }
    }
    Some(text)
}

/// The names and sorts of the functions that a script declares.
fn declared(script: &Script) -> Vec<(String, String)> {
    let funs = script.commands.iter().filter_map(|command| match command {
        Command::DeclareFun(fun) | Command::DeclareConst(fun) => Some(script.arena.fun(*fun)),
        _ => None,
    });
    let of = |fun: &smtlib::Fun| {
        let sorts = fun.params.iter().chain([&fun.result]).map(|&sort| sort_text(&script.arena, sort));
        (script.arena.name(fun.name).to_owned(), sorts.collect::<Vec<_>>().join(" "))
    };
    funs.map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(text: &str) -> Subject {
        Subject::new(Script::parse(text.as_bytes()).unwrap())
    }

    #[test]
    fn a_witness_follows_its_script_through_new_names() {
        let long =
            subject("(declare-const long Int)(declare-const s String)(assert (= long 1234567))(check-sat)");
        let witness = "((define-fun long () Int 1234567)(define-fun s () String \"long\"))";
        let witnesses = Witnesses::new(&long.script, Some(witness.to_owned()));
        assert_eq!(witnesses.satisfied(&long), [true]);
        let short = subject("(declare-const a Int)(declare-const b String)(assert (= a 1234567))(check-sat)");
        assert_eq!(witnesses.satisfied(&short), [true]);
        witnesses.accept(&short);
        assert!(witnesses.witness().unwrap().contains("(define-fun b () String \"long\")"));
        let other = subject("(declare-const a Int)(declare-const b String)(assert (= a 7654321))(check-sat)");
        assert!(!witnesses.satisfied(&other).contains(&true));
    }

    #[test]
    fn a_new_witness_is_found_by_evaluation() {
        let old = subject("(declare-const x Int)(assert (= x 1))(check-sat)");
        let witnesses = Witnesses::new(&old.script, Some("((define-fun x () Int 1))".to_owned()));
        let new = subject("(declare-const p Bool)(assert p)(check-sat)");
        assert_eq!(witnesses.satisfied(&new), [true]);
    }
}
