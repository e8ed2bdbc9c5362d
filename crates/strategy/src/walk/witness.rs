//! The witness of a walk: a model of its seed, which every weaker script keeps.

use std::sync::Arc;

use eval::model_text::{read_model, write_model};
use eval::{Evaluator, Ledger, Missing, Model, Sampler, Unknown, Value};
use smtlib::{Arena, Script, TermId};

use crate::storm::assignment::{BUDGET, is_free_in_all_solvers};
use crate::test::Witness;

/// Random assignments that are tried when no solver knows a model.
const GUESSES: usize = 16;

/// A model of all of these assertions: one of `models`, completed, or one that is guessed.
pub(crate) fn witness(
    script: &mut Script,
    roots: &[TermId],
    models: &[String],
    number: u64,
) -> Option<(Ledger, Arc<Witness>)> {
    let models: Vec<Model> = models.iter().filter_map(|text| read_model(script, text).ok()).collect();
    let mut sampler = Sampler::new(script, number);
    let arena = &script.arena;
    let completed = models.into_iter().map(|model| (model, true));
    let guessed = (0..GUESSES).map(|_| (Model::new(), false));
    for (mut model, given) in completed.chain(guessed) {
        if given {
            sampler.complete(arena, &mut model);
        } else {
            model = sampler.model(arena);
        }
        if let Some(model) = satisfying(arena, roots, model) {
            let text = write_model(arena, &model);
            return Some((Ledger::new(arena, model).with_budget(BUDGET), Arc::new(Witness { model: text })));
        }
    }
    None
}

/// The model, with what the standard leaves open fixed, if it satisfies everything.
fn satisfying(arena: &Arena, roots: &[TermId], mut model: Model) -> Option<Model> {
    let evaluator = |missing| Evaluator::new(arena, roots).with_missing(missing).with_budget(BUDGET);
    let mut strict = evaluator(Missing::Unknown);
    strict.set_model(model.clone());
    let mut open = false;
    for i in 0..roots.len() {
        match strict.value(i) {
            Ok(Value::Bool(true)) => {}
            Err(Unknown::Unspecified(_)) => open = true,
            _ => return None,
        }
    }
    if open {
        let mut choosing = evaluator(Missing::Choose);
        choosing.set_model(model.clone());
        choosing.run();
        for (choice, args, result) in choosing.model().choices() {
            if is_free_in_all_solvers(choice) {
                model.fix(choice, args.into(), result.clone());
            }
        }
        strict.set_model(model.clone());
        if !(0..roots.len()).all(|i| strict.value(i) == Ok(Value::Bool(true))) {
            return None;
        }
    }
    Some(model)
}
