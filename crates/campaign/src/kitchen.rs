//! Where seeds are prepared for strategies.

use smtlib::theory::{Op, Table};
use smtlib::{Features, Script};
use solver::knowledge::{Construct, Knowledge};
use strategy::rules::Reading;
use strategy::walk::{self, Ground, Repertoire};
use strategy::{Check, Label, Seed, Test, Truth};

use crate::corpus::{Corpus, SeedFile};
use crate::helper::{Helper, Opinion};
use crate::labels::{Labels, Learnt};
use crate::lane::{Fit, Lane};
use crate::lateness::Lateness;
use crate::logics;
use crate::plan::Plan;
use crate::prepared::{Prepared, Standing};
use crate::strategies::{Material, Noisy, StrategyName, Takes, Together};

/// What seeds are prepared with.
pub struct Kitchen<'k, 'a> {
    pub plan: &'k Plan,
    pub lanes: &'k mut [Lane<'a>],
    pub helper: Option<&'k mut Helper>,
    /// Solvers that may be asked what is right.
    pub referees: &'k mut [Lane<'a>],
    pub labels: &'k Labels,
    /// All seeds, for strategies that take several.
    pub corpus: &'k Corpus,
    /// Labels that had to be asked for.
    pub learnt: Vec<Learnt>,
}

/// What a strategy makes of a seed.
pub struct Dish {
    pub material: Box<dyn Material>,
    /// A script that holds all that its tests may be made of.
    pub everything: Vec<u8>,
    /// Operators that its tests may have besides.
    pub operators: Vec<Op>,
    /// The logic in which `unknown` is a defect, if it is a decidable one.
    pub logic: String,
}

impl Kitchen<'_, '_> {
    /// Prepares a seed, or says why it cannot be used.
    pub fn seed(&mut self, strategy: StrategyName, file: &SeedFile) -> Result<Prepared, String> {
        let seed = Seed::parse(&file.name, &file.read()?).map_err(|error| error.to_string())?;
        let mut dish = match strategy.row().takes {
            Takes::Seeds(prepare) => prepare(self, &seed, file)?,
            Takes::Logics => return Err(format!("{strategy} takes no seeds")),
        };
        if self.plan.noise > 0 {
            let (rules, operators) = self.rules(&seed);
            let (material, number) = (dish.material, seed.hash.number());
            dish.material = Box::new(Noisy { material, rules, number });
            dish.operators.extend(operators);
        }
        let scopes = self.able(&seed).iter().all(|knowledge| knowledge.has(Construct::CheckSatAssuming));
        if self.plan.together > 1 && scopes {
            let (material, number) = (dish.material, seed.hash.number());
            dish.material = Box::new(Together { material, number });
        }
        let everything = Script::parse(&dish.everything).map_err(|error| error.to_string())?;
        let mut fits = Vec::new();
        for lane in self.lanes.iter_mut() {
            let fit = lane.fit(&everything).map_err(|error| error.to_string())?;
            let named = dish.operators.iter().all(|&op| lane.contestant.knowledge.knows_name(op, 0));
            fits.push(if fit == Fit::AsIs && !named { Fit::Translated } else { fit });
        }
        if fits.iter().all(|fit| *fit == Fit::Not) {
            return Err("no target knows all that it uses".to_owned());
        }
        let whole = Test {
            text: seed.text(),
            checks: vec![Check { truth: Truth::Unknown, model: false }],
            ..Test::default()
        };
        let (lateness, decided) = (vec![Lateness::default(); fits.len()], vec![None; fits.len()]);
        let standing = Standing { logic: dish.logic, fits, lateness, whole, decided };
        Ok(Prepared { material: dish.material, standing })
    }

    /// Prepares a logic, or says why it cannot be used.
    pub fn logic(&mut self, name: &str) -> Result<Prepared, String> {
        logics::prepare(self.plan, self.lanes, name)
    }

    /// What walks take from a seed, if it is known what it answers. An error says that it is known too well.
    pub fn classified(
        &mut self,
        seed: &Seed,
        ground: Ground,
        rules: &Repertoire,
    ) -> Result<Option<walk::Stock>, String> {
        let text = ground.text(seed);
        let opinion = self.helper.as_mut().map_or(Opinion::None, |helper| helper.opinion(&text));
        let stock = |ground: Ground, models: &[String]| {
            walk::Stock::new(seed, ground, models, self.plan.seed, rules.clone())
        };
        let models = match (ground.label(), opinion) {
            (Some(Label::Sat), Opinion::Unsat) => {
                return Err("it is said to be satisfiable, but the helper says unsat".to_owned());
            }
            (Some(Label::Unsat), Opinion::Sat(model)) => {
                let sat = stock(ground.clone().labelled(Label::Sat), &[model]);
                if sat.is_some_and(|stock| stock.has_witness()) {
                    return Err("it is said to be unsatisfiable, but the helper has a model".to_owned());
                }
                Vec::new()
            }
            (_, Opinion::Sat(model)) => vec![model],
            _ => Vec::new(),
        };
        if let Some(stock) = stock(ground.clone(), &models) {
            return Ok(Some(stock));
        }
        let asked = self.labels.ask(self.referees, &text).map_err(|error| error.to_string())?;
        let Some((label, learnt)) = asked else { return Ok(None) };
        let stock = stock(ground.labelled(label), &models);
        self.learnt.extend(learnt);
        Ok(stock)
    }

    /// A model of a seed, if the helper has one.
    pub fn model(&mut self, seed: &Seed) -> Vec<String> {
        let text = Ground::of(seed, None).text(seed);
        match self.helper.as_mut().map_or(Opinion::None, |helper| helper.opinion(&text)) {
            Opinion::Sat(model) => vec![model],
            Opinion::Unsat | Opinion::None => Vec::new(),
        }
    }

    /// A seed with its own check, which not every target can do.
    pub fn everything(seed: &Seed) -> Vec<u8> {
        let mut everything = seed.text();
        if let Some(tactic) = seed.tactic {
            let check = format!("(check-sat-using {})\n", seed.script.arena.name(tactic));
            everything.extend_from_slice(check.as_bytes());
        }
        everything
    }

    /// The rules that walks may use on a seed, by reading, and the operators they may bring.
    pub fn rules(&self, seed: &Seed) -> (Repertoire, Vec<Op>) {
        rules(&self.able(seed), seed.features, features(seed))
    }

    /// By operator: whether every target knows it that can be given the seed.
    pub fn known(&self, seed: &Seed) -> Vec<bool> {
        let able = self.able(seed);
        let rows = Table::get().rows().iter();
        rows.map(|row| able.iter().all(|knowledge| knowledge.knows(row.op))).collect()
    }

    /// Whether every target takes the logic of everything that can be given the seed: one without quantifiers does not.
    pub fn takes_everything(&self, seed: &Seed) -> bool {
        take_everything(&self.able(seed))
    }

    fn able(&self, seed: &Seed) -> Vec<&Knowledge> {
        let all = self.lanes.iter().map(|lane| &lane.contestant.knowledge);
        all.filter(|knowledge| knowledge.can_express(&seed.script).is_ok()).collect()
    }
}

/// The rules for scripts that have these features in a logic that allows those, and the operators they may bring: only what
/// every target knows that can be given the scripts.
pub fn rules(able: &[&Knowledge], has: Features, allowed: Features) -> (Repertoire, Vec<Op>) {
    let general = take_everything(able);
    let allows = |reading: &Reading| {
        let known = |op: &Op| able.iter().all(|knowledge| knowledge.knows(*op));
        let beyond = !reading.introduces.is_subset(allowed);
        walk::operators_of(reading).iter().all(known) && (!beyond || general)
    };
    let rules = Repertoire::new(has, allows);
    let mut operators: Vec<Op> = rules.readings().flat_map(walk::operators_of).copied().collect();
    operators.sort_unstable_by_key(|op| op.index());
    operators.dedup();
    (rules, operators)
}

fn take_everything(able: &[&Knowledge]) -> bool {
    able.iter().all(|knowledge| knowledge.has(Construct::Forall))
}

/// What the logic of a seed allows; one that we do not know allows everything.
fn features(seed: &Seed) -> Features {
    smtlib::Logic::parse(&seed.logic).map_or(Features::ALL, |logic| logic.features())
}
