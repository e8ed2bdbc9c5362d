//! Looking for counter-examples with our own evaluator.

use eval::model_text::{read_model, write_model};
use eval::{Budget, Domain, Evaluator, Missing, Model, Sampler, Value};
use smtlib::{Arena, Command, FunId, Script, SortCtor, SortId, TermId, sort_text};

use super::instance::{Instance, Parts, small_values};

/// What evaluating an instance under many models showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trial {
    /// In how many models the claim was true and had something to claim.
    pub held: u64,
    /// In how many it could not be decided.
    pub undecided: u64,
    /// A model in which the claim is false.
    pub counter: Option<String>,
    /// Whether the models were all there are over small domains.
    pub exhaustive: bool,
}

/// A quantifier that needs more is left undecided.
const BUDGET: Budget = Budget { instances: 1 << 12, recursion: 100, calls: 1 << 14 };

/// How many elements an uninterpreted sort has in an exhaustive trial.
const ELEMENTS: u32 = 3;

/// The most models of an exhaustive trial.
const MOST_MODELS: u64 = 1 << 18;

/// Evaluates an instance under that many random models; stops at a counter-example.
pub fn sample(instance: &Instance, models: u64, seed: u64) -> Trial {
    let Some(parts) = instance.parts() else { return Trial::default() };
    let arena = &parts.script.arena;
    let mut sampler = Sampler::new(&parts.script, seed);
    let mut trial = Trial::default();
    let mut judge = Judge::new(&parts);
    for _ in 0..models {
        judge.judge(sampler.model(arena), &mut trial);
        if trial.counter.is_some() {
            break;
        }
    }
    trial
}

/// Evaluates an instance under all models over small domains: all values of small sorts, and some of the others.
/// `None` when there are too many, or functions among the symbols.
pub fn exhaust(instance: &Instance) -> Option<Trial> {
    let parts = instance.parts()?;
    let script = &parts.script;
    let symbols: Vec<FunId> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::DeclareConst(fun) | Command::DeclareFun(fun) => Some(*fun),
            _ => None,
        })
        .collect();
    let mut domains = Vec::new();
    let mut count: u64 = 1;
    for &symbol in &symbols {
        let fun = script.arena.fun(symbol);
        if !fun.params.is_empty() {
            return None;
        }
        let values = small_domain(script, script.arena.sorts.canonical(fun.result))?;
        count = count.checked_mul(values.len() as u64).filter(|&count| count <= MOST_MODELS)?;
        domains.push(values);
    }
    let universes: Vec<SortId> = symbols
        .iter()
        .map(|&symbol| script.arena.sorts.canonical(script.arena.fun(symbol).result))
        .filter(|&sort| matches!(script.arena.sorts.ctor(sort), SortCtor::User(_)))
        .collect();
    let mut trial = Trial { exhaustive: true, ..Trial::default() };
    let mut judge = Judge::new(&parts);
    for number in 0..count {
        let mut rest = number;
        let mut model = Model::new();
        universes.iter().for_each(|&sort| model.set_elements(sort, ELEMENTS));
        for (&symbol, values) in symbols.iter().zip(&domains) {
            let size = values.len() as u64;
            model.set_value(symbol, values[(rest % size) as usize].clone());
            rest /= size;
        }
        judge.judge(model, &mut trial);
        if trial.counter.is_some() {
            break;
        }
    }
    Some(trial)
}

/// The values that an exhaustive trial gives to symbols of a sort.
fn small_domain(script: &Script, sort: SortId) -> Option<Vec<Value>> {
    let finite = Domain::of(&script.arena, sort, &|_| Some(ELEMENTS)).filter(|domain| domain.size() <= 256);
    if let Some(domain) = finite {
        return Some(domain.values().collect());
    }
    let values = small_values(&sort_text(&script.arena, sort))?;
    let equations: String = values.iter().map(|value| format!("(assert (= {value} {value}))")).collect();
    let values = Script::parse(equations.as_bytes()).ok()?;
    let literals: Vec<TermId> = values.assertions().map(|term| values.arena.term(term).args[0]).collect();
    let mut evaluator = Evaluator::new(&values.arena, &literals);
    (0..literals.len()).map(|i| evaluator.value(i).ok()).collect()
}

/// Whether a model that a solver gave makes the claim false; `None` when that cannot be told.
pub fn refutes(instance: &Instance, model: &str) -> Option<bool> {
    let mut parts = instance.parts()?;
    let model = read_model(&mut parts.script, model).ok()?;
    let mut trial = Trial::default();
    Judge::new(&parts).judge(model, &mut trial);
    (trial.undecided == 0).then_some(trial.counter.is_some())
}

struct Judge<'a> {
    arena: &'a Arena,
    strict: Evaluator<'a>,
    choosing: Evaluator<'a>,
}

impl<'a> Judge<'a> {
    fn new(parts: &'a Parts) -> Judge<'a> {
        let arena = &parts.script.arena;
        let roots = [parts.premise, parts.claim, parts.bounded];
        let evaluator = |missing| Evaluator::new(arena, &roots).with_missing(missing).with_budget(BUDGET);
        Judge { arena, strict: evaluator(Missing::Unknown), choosing: evaluator(Missing::Choose) }
    }

    /// A rule must hold whatever the standard leaves open is, so any choice may refute it.
    fn judge(&mut self, mut model: Model, trial: &mut Trial) {
        self.strict.set_model(model.clone());
        let mut evaluator = &mut self.strict;
        if evaluator.value(1).is_err() {
            self.choosing.set_model(model);
            evaluator = &mut self.choosing;
            evaluator.run();
            model = evaluator.model().clone();
        }
        match (evaluator.value(0), evaluator.value(1), evaluator.value(2)) {
            (_, Ok(Value::Bool(false)), _) => trial.counter = Some(write_model(self.arena, &model)),
            // Few values are enough to make it true, not to make it false.
            (premise, Ok(Value::Bool(true)), _) | (premise, Err(_), Ok(Value::Bool(true))) => {
                trial.held += u64::from(premise == Ok(Value::Bool(true)));
            }
            _ => trial.undecided += 1,
        }
    }
}
