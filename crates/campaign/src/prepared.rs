//! A seed, prepared for a strategy and for the targets.

use smtlib::Script;
use solver::backend::OpenError;
use strategy::storm::Stock;
use strategy::{Check, Seed, Test, Truth};

use crate::helper::Helper;
use crate::lane::{Fit, Lane};
use crate::plan::Plan;
use crate::strategies::{Material, StrategyName};

/// A seed in the hands of a strategy.
pub struct Prepared {
    /// What tests are made of.
    pub material: Material,
    /// How the targets stand to it.
    pub standing: Standing,
}

/// How the targets stand to a seed.
pub struct Standing {
    /// The logic of its tests.
    pub logic: String,
    /// By target: how its tests are given to it.
    pub fits: Vec<Fit>,
    /// By target: the bytes of a test that it may be given. After one that took all its time, only shorter ones.
    pub longest: Vec<usize>,
    /// The seed itself as a test.
    whole: Test,
    /// By target: whether it decides the seed itself, once that was asked.
    decided: Vec<Option<bool>>,
}

impl Standing {
    /// Whether a target decides the seed: only then is `unknown` on what was made of it a loss.
    pub fn is_decided_by(&mut self, target: usize, lane: &mut Lane<'_>) -> Result<bool, OpenError> {
        if let Some(known) = self.decided[target] {
            return Ok(known);
        }
        let tally = lane.run_fresh(&self.whole, self.fits[target], "")?.tally;
        let decided = tally.sat + tally.unsat > 0;
        self.decided[target] = Some(decided);
        Ok(decided)
    }
}

/// What seeds are prepared with.
pub struct Kitchen<'k, 'a> {
    pub plan: &'k Plan,
    pub lanes: &'k mut [Lane<'a>],
    pub helper: Option<&'k mut Helper>,
}

impl Kitchen<'_, '_> {
    /// Prepares a seed, or says why it cannot be used.
    pub fn prepare(&mut self, strategy: StrategyName, name: &str, source: &[u8]) -> Result<Prepared, String> {
        let seed = Seed::parse(name, source).map_err(|error| error.to_string())?;
        let (material, everything) = match strategy {
            StrategyName::Storm => self.storm(&seed)?,
        };
        let everything = Script::parse(&everything).map_err(|error| error.to_string())?;
        let fits = self.lanes.iter_mut().map(|lane| lane.fit(&everything)).collect::<Result<Vec<Fit>, _>>();
        let fits = fits.map_err(|error| error.to_string())?;
        if fits.iter().all(|fit| *fit == Fit::Not) {
            return Err("no target knows all that it uses".to_owned());
        }
        let standing = Standing {
            longest: vec![usize::MAX; fits.len()],
            decided: vec![None; fits.len()],
            whole: Test {
                text: seed.text(),
                checks: vec![Check { truth: Truth::Unknown, model: false }],
                ..Test::default()
            },
            logic: seed.logic,
            fits,
        };
        Ok(Prepared { material, standing })
    }

    /// The stock, and a script that holds all that its tests may be made of.
    fn storm(&mut self, seed: &Seed) -> Result<(Material, Vec<u8>), String> {
        let models = self.helper.as_mut().map(|helper| helper.models(seed)).unwrap_or_default();
        let able: Vec<_> = self.lanes.iter().map(|lane| &lane.contestant.knowledge).collect();
        let able: Vec<_> = able.into_iter().filter(|it| it.can_express(&seed.script).is_ok()).collect();
        let knows = |op| able.iter().all(|knowledge| knowledge.knows(op));
        let stock = Stock::new(seed, &models, &self.plan.storm, self.plan.seed, &knows);
        if stock.is_empty() {
            return Err("no part of it has a known value".to_owned());
        }
        let everything = stock.everything();
        Ok((Material::Storm(Box::new(stock)), everything))
    }
}
