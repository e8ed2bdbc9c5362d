//! Where seeds are prepared for strategies.

use smtlib::theory::Op;
use smtlib::{Features, Script};
use solver::knowledge::{Construct, Knowledge};
use strategy::rules::Reading;
use strategy::walk::{self, Ground, Repertoire};
use strategy::{Check, Label, Seed, Test, Truth, storm};

use crate::corpus::SeedFile;
use crate::helper::{Helper, Opinion};
use crate::labels::{Labels, Learnt};
use crate::lane::{Fit, Lane};
use crate::logics;
use crate::plan::Plan;
use crate::prepared::{Prepared, Standing};
use crate::strategies::{Material, StrategyName};

/// What seeds are prepared with.
pub struct Kitchen<'k, 'a> {
    pub plan: &'k Plan,
    pub lanes: &'k mut [Lane<'a>],
    pub helper: Option<&'k mut Helper>,
    /// Solvers that may be asked what is right.
    pub referees: &'k mut [Lane<'a>],
    pub labels: &'k Labels,
    /// Labels that had to be asked for.
    pub learnt: Vec<Learnt>,
}

/// What a strategy makes of a seed.
struct Dish {
    material: Material,
    /// A script that holds all that its tests may be made of.
    everything: Vec<u8>,
    /// Operators that its tests may have besides.
    operators: Vec<Op>,
    /// The logic in which `unknown` is a defect, if it is a decidable one.
    logic: String,
}

impl Kitchen<'_, '_> {
    /// Prepares a seed, or says why it cannot be used.
    pub fn seed(&mut self, strategy: StrategyName, file: &SeedFile) -> Result<Prepared, String> {
        let seed = Seed::parse(&file.name, &file.read()?).map_err(|error| error.to_string())?;
        let dish = match strategy {
            StrategyName::Storm => self.storm(&seed)?,
            StrategyName::Walk => self.walk(&seed, file.label)?,
            StrategyName::StormWalk => self.storm_walk(&seed)?,
            StrategyName::Grammar => return Err("the grammar takes no seeds".to_owned()),
        };
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
        let (longest, decided) = (vec![usize::MAX; fits.len()], vec![None; fits.len()]);
        let standing = Standing { logic: dish.logic, fits, longest, whole, decided };
        Ok(Prepared { material: dish.material, standing })
    }

    /// Prepares a logic, or says why it cannot be used.
    pub fn logic(&mut self, name: &str) -> Result<Prepared, String> {
        logics::prepare(self.plan, self.lanes, name)
    }

    fn storm(&mut self, seed: &Seed) -> Result<Dish, String> {
        let models = self.helper.as_mut().map(|helper| helper.models(seed)).unwrap_or_default();
        let able = self.able(seed);
        let knows = |op| able.iter().all(|knowledge| knowledge.knows(op));
        let stock = storm::Stock::new(seed, &models, &self.plan.storm, self.plan.seed, &knows);
        if stock.is_empty() {
            return Err("no part of it has a known value".to_owned());
        }
        Ok(Dish {
            everything: stock.everything(),
            operators: Vec::new(),
            logic: seed.logic.clone(),
            material: Material::Storm(Box::new(stock)),
        })
    }

    fn storm_walk(&mut self, seed: &Seed) -> Result<Dish, String> {
        let (rules, operators) = self.rules(seed);
        let dish = self.storm(seed)?;
        let Material::Storm(stock) = dish.material else { return Err("storm makes storms".to_owned()) };
        Ok(Dish { material: Material::StormWalk(stock, rules), operators, logic: String::new(), ..dish })
    }

    /// The paper's preprocessing first; where nobody knows what comes of it, the seed as it is.
    fn walk(&mut self, seed: &Seed, label: Option<Label>) -> Result<Dish, String> {
        let (rules, operators) = self.rules(seed);
        let ground = Ground::of(seed, label);
        if let (Some(said), Some(label)) = (ground.label(), label)
            && said != label
        {
            return Err(format!("it says {} itself, and its surroundings {}", said.name(), label.name()));
        }
        let settled = ground.disambiguated(seed, self.plan.seed);
        let settled = match settled {
            Some(other) => self.classified(seed, other, &rules)?,
            None => None,
        };
        let stock = match settled {
            Some(stock) => stock,
            None => self
                .classified(seed, ground, &rules)?
                .ok_or("nobody says whether it is satisfiable, and no two solvers agree on it")?,
        };
        let mut everything = seed.text();
        if let Some(tactic) = seed.tactic {
            // Its tests check with it, which not every target can.
            let check = format!("(check-sat-using {})\n", seed.script.arena.name(tactic));
            everything.extend_from_slice(check.as_bytes());
        }
        Ok(Dish {
            everything,
            operators,
            // What a step loses is said by its own oracle.
            logic: String::new(),
            material: Material::Walk(Box::new(stock)),
        })
    }

    /// What walks take from a seed, if it is known what it answers. An error says that it is known too well.
    fn classified(
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

    /// The rules that walks may use, by reading, and the operators they may bring: only what every target knows that
    /// can be given the seed.
    fn rules(&self, seed: &Seed) -> (Repertoire, Vec<Op>) {
        let able = self.able(seed);
        let allows = |reading: &Reading| {
            let known = |op: &Op| able.iter().all(|knowledge| knowledge.knows(*op));
            let beyond = !reading.introduces.is_subset(features(seed));
            // A solver without quantifiers does not take the logic of all solvers either.
            let general = || able.iter().all(|knowledge| knowledge.has(Construct::Forall));
            walk::operators_of(reading).iter().all(known) && (!beyond || general())
        };
        let rules = Repertoire::new(seed.features, allows);
        let mut operators: Vec<Op> = rules.readings().flat_map(walk::operators_of).copied().collect();
        operators.sort_unstable_by_key(|op| op.index());
        operators.dedup();
        (rules, operators)
    }

    fn able(&self, seed: &Seed) -> Vec<&Knowledge> {
        let all = self.lanes.iter().map(|lane| &lane.contestant.knowledge);
        all.filter(|knowledge| knowledge.can_express(&seed.script).is_ok()).collect()
    }
}

/// What the logic of a seed allows; one that we do not know allows everything.
fn features(seed: &Seed) -> Features {
    smtlib::Logic::parse(&seed.logic).map_or(Features::ALL, |logic| logic.features())
}
