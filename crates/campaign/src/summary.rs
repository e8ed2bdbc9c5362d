//! What a campaign came to.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use oracle::Tally;
use serde::{Deserialize, Serialize};
use strategy::walk;

use crate::confirmed::Confirmed;
use crate::event::Visited;
use crate::store::Recorded;

/// What one strategy was given, and gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The strategy.
    pub name: String,
    /// Tests made.
    pub tests: u64,
    /// Its share of the workers' time.
    pub share: f64,
    /// Confirmed findings.
    pub findings: u64,
    /// What targets did on its tests that they had not done before.
    pub new_behaviour: u64,
    /// Real time of all workers together.
    pub seconds: f64,
}

/// What guided search keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Inputs that showed something new.
    pub entries: usize,
    /// Features that were seen: edges and counters, each with about how often or how high.
    pub features: usize,
    /// The edges and counters.
    pub places: usize,
    /// Edges of targets' code among these.
    pub edges: usize,
}

impl From<guide::Size> for Kept {
    fn from(size: guide::Size) -> Kept {
        let guide::Size { entries, features, places, edges } = size;
        Kept { entries, features, places, edges }
    }
}

/// Everything that is counted while a campaign runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Tests made.
    pub tests: u64,
    /// Tests among them that were given to no target, because their seed is hard for all of them.
    #[serde(default)]
    pub skipped: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Real time of all workers together.
    #[serde(rename = "worker_seconds", with = "seconds")]
    pub worked: Duration,
    /// Real time inside solvers.
    #[serde(rename = "solver_seconds", with = "seconds")]
    pub inside: Duration,
    /// By target: what it did.
    pub targets: BTreeMap<String, Tally>,
    /// What targets said of tests that they did not take, and how often.
    pub rejections: BTreeMap<String, u64>,
    /// By strategy: what it was given, and gave.
    #[serde(default)]
    pub strategies: Vec<Effort>,
    /// By class: confirmed findings.
    pub findings: BTreeMap<String, u64>,
    /// Candidates that did not stand up to a second look.
    #[serde(rename = "false_alarms_suppressed")]
    pub suppressed: u64,
    /// Bugs, each of them one or more findings.
    pub bugs: u64,
    /// Configurations that tests were given to targets with, besides those of the plan.
    #[serde(default)]
    pub configurations: u64,
    /// Edges of targets, or else sizes of their counters, that were seen, where options are changed; what two workers see
    /// counts twice.
    #[serde(default)]
    pub reached: u64,
    /// What walks were like, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walk: Option<walk::Statistics>,
    /// What is kept, where there is guidance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus: Option<Kept>,
    /// Seeds that were visited.
    pub seeds: u64,
    /// Seeds that are none.
    pub seeds_skipped: u64,
    /// Fragments of the seeds.
    pub fragments: u64,
    /// Fragments left out because their value is unknown under every assignment.
    pub fragments_unknown: u64,
}

impl Counts {
    pub(crate) fn visited(&mut self, visited: &Visited, names: &[String]) {
        self.tests += visited.tests;
        self.skipped += visited.skipped;
        self.bytes += visited.bytes;
        self.worked += visited.wall;
        self.inside += visited.inside;
        self.suppressed += visited.suppressed;
        self.configurations += visited.configurations;
        self.reached += visited.reached;
        let effort = self.effort(&visited.strategy);
        effort.tests += visited.tests;
        effort.new_behaviour += visited.new;
        effort.seconds += visited.wall.as_secs_f64();
        let all: f64 = self.strategies.iter().map(|effort| effort.seconds).sum();
        for effort in &mut self.strategies {
            effort.share = if all > 0.0 { effort.seconds / all } else { 0.0 };
        }
        if visited.walk.steps > 0 {
            self.walk.get_or_insert_default().add(&visited.walk);
        }
        self.fragments += visited.fragments.0 as u64;
        self.fragments_unknown += visited.fragments.1 as u64;
        for (target, why) in &visited.rejections {
            let said = format!("{}: {}", names.get(*target).map_or("", String::as_str), without_numbers(why));
            if self.rejections.len() < MAX_REJECTIONS || self.rejections.contains_key(&said) {
                *self.rejections.entry(said).or_default() += 1;
            }
        }
        for (name, tally) in names.iter().zip(&visited.tallies) {
            self.targets.entry(name.clone()).or_default().add(tally);
        }
    }

    /// Counts a finding that was stored.
    pub(crate) fn found(&mut self, confirmed: &Confirmed) {
        *self.findings.entry(confirmed.finding.class.name().to_owned()).or_default() += 1;
        self.effort(&confirmed.provenance.strategy).findings += 1;
    }

    /// Counts all findings that are stored.
    pub(crate) fn count_stored(&mut self, stored: &[Recorded]) {
        self.findings.clear();
        self.strategies.iter_mut().for_each(|effort| effort.findings = 0);
        for finding in stored {
            *self.findings.entry(finding.class.name().to_owned()).or_default() += 1;
            self.effort(&finding.strategy).findings += 1;
        }
        self.bugs = stored.iter().map(|finding| finding.bug).collect::<BTreeSet<_>>().len() as u64;
    }

    fn effort(&mut self, strategy: &str) -> &mut Effort {
        let place = self.strategies.iter().position(|effort| effort.name == strategy);
        let place = place.unwrap_or_else(|| {
            self.strategies.push(Effort { name: strategy.to_owned(), ..Effort::default() });
            self.strategies.len() - 1
        });
        &mut self.strategies[place]
    }

    /// Tests that a target was given.
    pub fn given(&self) -> u64 {
        self.tests - self.skipped.min(self.tests)
    }

    /// The share of the workers' time that was spent inside targets.
    pub fn solver_share(&self) -> f64 {
        match self.worked.as_secs_f64() {
            0.0 => 0.0,
            worked => self.inside.as_secs_f64() / worked,
        }
    }
}

/// More kinds of messages than this tell nothing new.
const MAX_REJECTIONS: usize = 50;

/// A message without the places that differ from test to test.
fn without_numbers(message: &str) -> String {
    let mut out = String::new();
    for c in message.trim().chars().take(160) {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            c => out.push(c),
        }
    }
    out
}

/// What a campaign came to; the object of `--json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Real time, with what was worked before an interruption.
    pub seconds: f64,
    /// Tests per second that a target was given.
    pub tests_per_second: f64,
    /// Printed megabytes per second of worker time outside of solvers.
    pub megabytes_per_second: f64,
    /// The share of the workers' time that was spent inside solvers.
    pub solver_share: f64,
    /// A hash of all tests in order.
    pub stream_hash: String,
    /// Whether it was stopped before its budget was used up.
    pub interrupted: bool,
    /// What was counted.
    #[serde(flatten)]
    pub counts: Counts,
}

impl Summary {
    pub(crate) fn new(counts: &Counts, seconds: f64, chains: &[[u8; 32]], interrupted: bool) -> Summary {
        let mut hasher = blake3::Hasher::new();
        for chain in chains {
            hasher.update(chain);
        }
        let own = counts.worked.saturating_sub(counts.inside).as_secs_f64();
        let per = |amount: f64, seconds: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
        Summary {
            seconds,
            tests_per_second: per(counts.given() as f64, seconds),
            megabytes_per_second: per(counts.bytes as f64 / 1e6, own),
            solver_share: counts.solver_share(),
            stream_hash: hasher.finalize().to_hex()[..32].to_owned(),
            interrupted,
            counts: counts.clone(),
        }
    }
}

/// Times as numbers of seconds.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}
