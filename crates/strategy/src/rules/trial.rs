//! Looking for counter-examples with our own evaluator.

use eval::model_text::write_model;
use eval::{Budget, Domain, Evaluator, Missing, Model, Sampler, Value};
use smtlib::{Command, FunId, Script, SortCtor, SortId, TermId};

use super::instance::Instance;

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

/// The most models of an exhaustive trial.
const MOST_MODELS: u64 = 1 << 18;

/// Evaluates an instance under that many random models; stops at a counter-example.
pub fn sample(instance: &Instance, models: u64, seed: u64) -> Trial {
    let Some(script) = instance.script() else { return Trial::default() };
    let mut sampler = Sampler::new(&script, seed);
    let mut trial = Trial::default();
    let mut judge = Judge::new(&script);
    for _ in 0..models {
        judge.judge(sampler.model(&script.arena), &mut trial);
        if trial.counter.is_some() {
            break;
        }
    }
    trial
}

/// Evaluates an instance under all models over small domains: all values of small sorts, and some of the others.
/// `None` when there are too many, or functions among the symbols.
pub fn exhaust(instance: &Instance) -> Option<Trial> {
    let script = instance.script()?;
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
        let values = small_domain(&script, script.arena.sorts.canonical(fun.result))?;
        count = count.checked_mul(values.len() as u64).filter(|&count| count <= MOST_MODELS)?;
        domains.push(values);
    }
    let mut trial = Trial { exhaustive: true, ..Trial::default() };
    let mut judge = Judge::new(&script);
    for number in 0..count {
        let mut rest = number;
        let mut model = Model::new();
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
    let finite = Domain::of(&script.arena, sort, &|_| Some(3)).filter(|domain| domain.size() <= 256);
    if let Some(domain) = finite {
        return Some(domain.values().collect());
    }
    let terms: &[&str] = match script.arena.sorts.ctor(sort) {
        SortCtor::Int => &["(- 3)", "(- 1)", "0", "1", "2", "3"],
        SortCtor::Real => &["(- 2.0)", "(- 0.5)", "0.0", "0.5", "1.0", "3.0"],
        SortCtor::String => &["", "a", "b", "aa", "ab", "ba", "bb", "aab", "0", "12"],
        _ => return None,
    };
    let quote = |term: &&str| match script.arena.sorts.ctor(sort) {
        SortCtor::String => format!("(assert (= \"{term}\" \"\"))"),
        _ => format!("(assert (= {term} {term}))"),
    };
    let values = Script::parse(terms.iter().map(quote).collect::<String>().as_bytes()).ok()?;
    let literals: Vec<TermId> = values.assertions().map(|term| values.arena.term(term).args[0]).collect();
    let mut evaluator = Evaluator::new(&values.arena, &literals);
    (0..literals.len()).map(|i| evaluator.value(i).ok()).collect()
}

struct Judge<'a> {
    script: &'a Script,
    strict: Evaluator<'a>,
    choosing: Evaluator<'a>,
}

impl<'a> Judge<'a> {
    fn new(script: &'a Script) -> Judge<'a> {
        // `(= t t)` of the premise and the claim: the terms themselves are its arguments.
        let roots: Vec<TermId> =
            script.assertions().take(2).map(|term| script.arena.term(term).args[0]).collect();
        let evaluator =
            |missing| Evaluator::new(&script.arena, &roots).with_missing(missing).with_budget(BUDGET);
        Judge { script, strict: evaluator(Missing::Unknown), choosing: evaluator(Missing::Choose) }
    }

    /// A rule must hold whatever the standard leaves open is, so any choice may refute it.
    fn judge(&mut self, model: Model, trial: &mut Trial) {
        self.strict.set_model(model.clone());
        let (mut premise, mut claim) = (self.strict.value(0), self.strict.value(1));
        let mut model = model;
        if claim.is_err() {
            self.choosing.set_model(model.clone());
            (premise, claim) = (self.choosing.value(0), self.choosing.value(1));
            model = self.choosing.model().clone();
        }
        match (premise, claim) {
            (_, Ok(Value::Bool(false))) => trial.counter = Some(write_model(&self.script.arena, &model)),
            (Ok(Value::Bool(premise)), Ok(Value::Bool(true))) => trial.held += u64::from(premise),
            (_, Ok(Value::Bool(true))) => {}
            _ => trial.undecided += 1,
        }
    }
}
