//! Targets under other options than their own (F4, F6): what may be set, what matters to a test, what is found.
//!
//! [`Tuning`] is what a plan says of it, [`Tuned`] is one target's options with what was learnt of them. `fewest.rs` has the
//! fewest of some settings that still show something, `willing.rs` whether a target can be told options at all.

mod fewest;
mod willing;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use solver::catalogue::{Catalogue, CatalogueError};
use solver::target::Setting;
use strategy::Dice;
use thiserror::Error;
use tune::{Correlations, Effect, FileError, Knob, Level, Space, shipped_for};

use crate::contestant::Contestant;
pub(crate) use fewest::fewest;

/// How options are changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tuning {
    /// How far they may lead.
    pub options: Level,
    /// Files that `smtquake learn` made; for solvers without one, what comes with the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub correlations: Vec<PathBuf>,
    /// What is left out, for experiments.
    pub variant: Variant,
}

/// The parts of tuning that are in use (Falcon, section 6.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// All.
    #[default]
    Full,
    /// The search over all options, whatever matters to a test.
    Search,
    /// Options that matter, with values by lot.
    Learn,
    /// Any options by lot, in every other visit, whatever came of it before: what the others are measured by.
    Lot,
    /// None: no option is changed.
    Plain,
}

/// Why options of targets cannot be changed.
#[derive(Debug, Error)]
pub enum TuningError {
    /// The file of what was learnt.
    #[error(transparent)]
    File(#[from] FileError),
    /// The solver's list.
    #[error(transparent)]
    Options(#[from] CatalogueError),
    /// There is nothing to change.
    #[error(
        "{0} tells of no option that could be changed at the level {1}: leave out `--tune`, or try `--options all`"
    )]
    Nothing(String, Level),
    /// What was learnt is of no use to any target.
    #[error(
        "{file} was learnt from {solver}, and no target is one of these: leave it out, or learn from your target by `smtquake learn`"
    )]
    Foreign {
        /// The file.
        file: String,
        /// The solver that it is about.
        solver: String,
    },
    /// The target takes no options.
    #[error(
        "{target} refuses its own options ({tried}): leave out `--tune`, or see `smtquake solver options {target}`"
    )]
    Refused {
        /// The target.
        target: String,
        /// Those that were tried.
        tried: String,
    },
}

impl Tuning {
    /// The levels in use.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        self.options.up_to().filter(|_| self.variant != Variant::Plain)
    }

    /// Whether nothing that was ever seen of targets decides what is set.
    pub fn is_blind(&self) -> bool {
        matches!(self.variant, Variant::Lot | Variant::Plain)
    }
}

/// What may be set on one target.
pub struct Tuned {
    space: Space,
    learnt: Option<Correlations>,
    /// How options are changed.
    pub tuning: Tuning,
}

/// Options that are said not to matter, and tried all the same.
const OTHERS: usize = 3;
/// Without anything learnt about an option it is as if it mattered.
const MOST_UNKNOWN: usize = 60;

impl Tuned {
    /// By target: what may be set on it; nothing where the plan changes no options or the target is built in.
    pub fn all(
        tuning: Option<&Tuning>,
        contestants: &[Contestant],
        catalogue: &Catalogue,
    ) -> Result<Vec<Option<Tuned>>, TuningError> {
        let Some(tuning) = tuning else { return Ok(contestants.iter().map(|_| None).collect()) };
        let mut files = Vec::new();
        for file in &tuning.correlations {
            let table = Correlations::read(file)?;
            if !contestants.iter().any(|contestant| is_about(&table, contestant)) {
                let file = file.display().to_string();
                return Err(TuningError::Foreign { file, solver: table.solver });
            }
            files.push(table);
        }
        contestants.iter().map(|contestant| Tuned::new(tuning, contestant, &files, catalogue)).collect()
    }

    fn new(
        tuning: &Tuning,
        contestant: &Contestant,
        files: &[Correlations],
        catalogue: &Catalogue,
    ) -> Result<Option<Tuned>, TuningError> {
        let Some(found) = &contestant.found else { return Ok(None) };
        let model = catalogue.options(&found.resolved, &found.profile)?;
        let mut space = Space::new(&model, &found.profile).at(tuning.options);
        // What the user has set stays set.
        space.knobs.retain(|knob| found.settings().iter().all(|setting| setting.name != knob.name));
        if space.knobs.is_empty() {
            return Err(TuningError::Nothing(contestant.name.clone(), tuning.options));
        }
        if let Some(tried) = willing::refused(found, &space) {
            return Err(TuningError::Refused { target: contestant.name.clone(), tried });
        }
        let own = |table: &&Correlations| table.solver == found.resolved.name;
        let related = |table: &&Correlations| is_about(table, contestant);
        let learnt = match files.iter().find(own).or_else(|| files.iter().find(related)) {
            Some(table) => Some(table.clone()),
            None => shipped_for(contestant.family()).map(|shipped| shipped.correlations()).transpose()?,
        };
        Ok(Some(Tuned { space, learnt, tuning: tuning.clone() }))
    }

    /// Whether all these settings are of a level.
    pub fn has(&self, level: Level, settings: &[Setting]) -> bool {
        let space = self.space.at(level);
        let is_in = |it: &Setting| space.get(&it.name).is_some_and(|knob| knob.value(&it.value).is_some());
        settings.iter().all(is_in)
    }

    /// The options of a level that matter to a test with these operations, and those that are `set` already. An option that
    /// nobody has learnt about, as in another release, may matter to any; one that is in the way is left alone. A search that
    /// sees what comes of it takes a few others as well: what was learnt is not all that there is.
    pub fn knobs(
        &self,
        level: Level,
        operations: &BTreeSet<String>,
        set: &[Setting],
        dice: &mut Dice,
    ) -> Vec<Knob> {
        let space = self.space.at(level);
        let asks = !matches!(self.tuning.variant, Variant::Search | Variant::Lot);
        let Some(learnt) = self.learnt.as_ref().filter(|_| asks) else {
            return space.knobs;
        };
        let others = if self.tuning.variant == Variant::Full { OTHERS.min(space.knobs.len()) } else { 0 };
        let others: BTreeSet<usize> = (0..others).map(|_| dice.below(space.knobs.len())).collect();
        let mut unknown = 0;
        let mut matters = |at: usize, knob: &Knob| match learnt.option(&knob.name) {
            Some(option) => match learnt.effect_for(operations, option) {
                Effect::Relevant => true,
                Effect::Conflict => false,
                Effect::Irrelevant => {
                    others.contains(&at) || set.iter().any(|setting| setting.name == knob.name)
                }
            },
            None => {
                unknown += 1;
                unknown <= MOST_UNKNOWN
            }
        };
        let chosen = space.knobs.into_iter().enumerate();
        chosen.filter(|(at, knob)| matters(*at, knob)).map(|(_, knob)| knob).collect()
    }

    /// How many options there are at a level.
    pub fn options(&self, level: Level) -> usize {
        self.space.at(level).knobs.len()
    }
}

/// Whether what was learnt is about the target's family: releases share most of their options.
fn is_about(table: &Correlations, contestant: &Contestant) -> bool {
    table.solver.split(['@', ':']).next() == Some(contestant.family())
}
