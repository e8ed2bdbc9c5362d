//! What a campaign is to do: one TOML file, or the flags of `smtquake fuzz`.

use std::path::PathBuf;
use std::time::Duration;

use oracle::Class;
use serde::{Deserialize, Serialize};
use solver::target::Target;
use strategy::{broken, equiv, fusion, grammar, mutant, operator, storm, walk};

use crate::guidance::Guidance;
use crate::strategies::Strategies;
use crate::tuning::Tuning;

/// A campaign: strategies × targets over a budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The solvers under test.
    pub targets: Vec<Target>,
    /// Files and folders of seeds; none means the built-in ones.
    pub seeds: Vec<PathBuf>,
    /// The strategies, with commas in between.
    pub strategy: Strategies,
    /// The number that all random choices come from.
    pub seed: u64,
    /// Workers.
    pub jobs: usize,
    /// An end by the clock.
    #[serde(rename = "for", with = "seconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// An end by the number of tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
    /// The time that a target has for a test.
    #[serde(with = "duration")]
    pub timeout: Duration,
    /// The memory that a target has for a test, in bytes.
    pub memory: u64,
    /// How tests are given to targets.
    pub backend: Way,
    /// Also test a built-in target that answers at once: what generating costs.
    pub null: bool,
    /// The solver that is asked for models of the seeds, as further assignments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helper: Option<Target>,
    /// Tests that are said in other words before they are sent, in percent.
    pub noise: u32,
    /// How many tests of a seed go into one script on three of four visits, each in a scope of its own.
    pub together: u64,
    /// Evaluate every test again from its printed bytes before it is sent.
    pub recheck: bool,
    /// Whether findings are made small while the campaign runs.
    pub reduce: bool,
    /// Older releases of the targets: what one of them decides and its target does not is a finding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub older: Vec<Target>,
    /// The share of tests, in percent, that are asked again in another guise: a solver must not contradict itself.
    pub contradict: u32,
    /// Solvers to believe where targets contradict each other, or them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reference: Vec<Target>,
    /// Whether tests are also given to targets with other options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tune: Option<Tuning>,
    /// The classes of findings that are wanted; none means all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub class: Vec<Class>,
    /// Whether what targets do decides what is tested next.
    pub guided: Guidance,
    /// The folder of the inputs that showed something new; without it, one in the campaign's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpus: Option<PathBuf>,
    /// The bounds of the strategy `storm`.
    pub storm: storm::Bounds,
    /// The bounds of the strategy `walk`.
    pub walk: walk::Bounds,
    /// The bounds of the strategy `grammar`.
    pub grammar: grammar::Bounds,
    /// The bounds of the strategy `operator`.
    pub operator: operator::Bounds,
    /// The bounds of the strategy `typed`.
    pub typed: mutant::Bounds,
    /// The bounds of the strategy `evolve`.
    pub evolve: mutant::Bounds,
    /// The bounds of the strategy `fusion`.
    pub fusion: fusion::Bounds,
    /// The bounds of the strategy `equiv`, and of noise.
    pub equiv: equiv::Bounds,
    /// The bounds of the strategy `broken`.
    pub broken: broken::Bounds,
}

/// How tests are given to a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// The fastest that the target has: a session, or else a process per test.
    #[default]
    Auto,
    /// A process per test.
    Spawn,
    /// A process for many tests.
    Session,
    /// The target's library.
    Library,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            targets: Vec::new(),
            seeds: Vec::new(),
            strategy: Strategies::default(),
            seed: 0,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            time: None,
            tests: None,
            timeout: Duration::from_secs(2),
            memory: 1 << 30,
            backend: Way::Auto,
            null: false,
            helper: None,
            noise: 0,
            together: 1,
            recheck: false,
            reduce: true,
            older: Vec::new(),
            contradict: 5,
            reference: Vec::new(),
            tune: None,
            class: Vec::new(),
            guided: Guidance::Auto,
            corpus: None,
            storm: storm::Bounds::default(),
            walk: walk::Bounds::default(),
            grammar: grammar::Bounds::default(),
            operator: operator::Bounds::default(),
            typed: mutant::Bounds::default(),
            evolve: mutant::Bounds::default(),
            fusion: fusion::Bounds::default(),
            equiv: equiv::Bounds::default(),
            broken: broken::Bounds::default(),
        }
    }
}

impl Plan {
    /// Whether the order of the visits may depend on what targets do: a plan that is ended by the clock makes other tests
    /// on another machine in any case.
    pub fn is_free(&self) -> bool {
        self.tests.is_none() && !self.null
    }

    /// Whether what targets do decides what is tested next, as far as the plan says so: a number of tests is to be the same
    /// on every machine, unless the user asks for guidance.
    pub fn guidance(&self) -> Guidance {
        if self.guided == Guidance::Auto && !self.is_free() { Guidance::Off } else { self.guided }
    }

    /// Whether nothing that was ever seen of targets decides which options they have.
    pub fn is_blind(&self) -> bool {
        self.tune.as_ref().is_some_and(Tuning::is_blind)
    }

    /// How many ways to run it a target has: with its own options, and with others by level.
    pub fn arms(&self) -> usize {
        1 + self.tune.as_ref().map_or(0, |tuning| tuning.levels().count())
    }

    /// Whether findings of a class are wanted.
    pub fn wants(&self, class: Class) -> bool {
        self.class.is_empty() || self.class.contains(&class)
    }
}

/// Durations as seconds.
mod duration {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(value: &Duration, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_f64(value.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(input)?;
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| D::Error::custom("a time is a number of seconds, such as 2.0"))
    }
}

/// The same, for one that may be missing.
mod seconds {
    use std::time::Duration;

    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Option<Duration>, out: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => super::duration::serialize(value, out),
            None => out.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Duration>, D::Error> {
        super::duration::deserialize(input).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_what_its_file_says() {
        let text =
            "targets = [\"z3@4.8.7\"]\nseeds = [\"corpus\"]\nfor = 60.0\njobs = 1\n[storm]\nassertions = 8\n";
        let plan: Plan = toml::from_str(text).unwrap();
        assert_eq!(plan.time, Some(Duration::from_secs(60)));
        assert_eq!((plan.storm.assertions, plan.storm.depth, plan.targets.len()), (8, 64, 1));
        let again: Plan = toml::from_str(&toml::to_string(&plan).unwrap()).unwrap();
        assert_eq!(again, plan);
    }

    #[test]
    fn a_word_that_is_none_of_ours_is_an_error() {
        let error = toml::from_str::<Plan>("tragets = []\n").unwrap_err().to_string();
        assert!(error.contains("tragets"), "{error}");
    }
}
