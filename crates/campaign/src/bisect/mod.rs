//! Bisection: which releases of a solver show a bug.
//!
//! [`Question`] is what every release is asked, `probe` asks one of them, `search` chooses which, `history` reads the
//! bug's lives off what they said.

mod history;
mod of_finding;
mod probe;
mod question;
mod search;
mod truth;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use solver::backend::{Found, OpenError};
use solver::catalogue::{Ask, Catalogue, CatalogueError, Stage, compare_versions};
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::{Setting, Target, VersionRequest};
use thiserror::Error;

pub use history::Life;
pub use probe::Probe;
pub use question::{Question, Sought};
pub use search::{Mark, Method};

/// The file of a finding's folder that holds its bisection.
pub const BISECTION_FILE: &str = "bisect.json";

/// Which releases show a bug; as JSON it is the content of `bisect.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bisection {
    /// The solver, with the options it was run with: `z3[smt.arith.solver=2]`.
    pub target: String,
    /// How the right answers are known.
    pub known_by: String,
    /// How the releases were searched.
    pub method: Method,
    /// How many releases there are.
    pub releases: usize,
    /// The first release that shows the bug.
    pub first_bad: Option<String>,
    /// The last good release before that.
    pub last_good: Option<String>,
    /// The first good release after the last bad one.
    pub fixed_in: Option<String>,
    /// The last release that shows the bug.
    pub last_bad: Option<String>,
    /// Whether the newest release shows it; `None` when that could not be told.
    pub still_bad: Option<bool>,
    /// The newest release.
    pub newest: String,
    /// The stretches of releases that show it: more than one when it came back.
    pub lives: Vec<Life>,
    /// What each release did that was looked at, from the oldest to the newest.
    pub matrix: Vec<Probe>,
}

/// Which releases to search, and how.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The family.
    pub family: &'a str,
    /// The options.
    pub options: &'a [Setting],
    /// The oldest release to look at.
    pub from: Option<&'a str>,
    /// The newest release to look at.
    pub to: Option<&'a str>,
    /// A release that is said to be bad.
    pub found: Option<&'a str>,
    /// Look at every release.
    pub all: bool,
    /// The time each release has.
    pub timeout: Duration,
}

/// What goes on in a bisection, for whoever shows it.
#[derive(Debug)]
pub enum Step<'a> {
    /// A release is being fetched.
    Fetching(&'a str, &'a Stage),
    /// A release was looked at.
    Probed(&'a Probe),
}

/// Why there is no bisection.
#[derive(Debug, Error)]
pub enum BisectError {
    /// The releases are not known.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A release cannot be run.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no release to look at.
    #[error("no release of {family} is known{range} (`smtquake solver versions {family}` lists them)")]
    NoRelease {
        /// The family.
        family: String,
        /// ` from … to …`, or nothing.
        range: String,
    },
    /// Nobody knows the right answer.
    #[error(
        "the right answer is not known: give it by `--expect sat` or `--expect unsat`, or by `(set-info :status …)` in the \
         script, or install another solver that decides it"
    )]
    NoTruth,
    /// A file could not be written or read.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
}

/// Searches the releases of a family for those that show the bug.
pub fn bisect(
    question: &Question,
    scope: &Scope<'_>,
    catalogue: &Catalogue,
    profiles: &Profiles,
    watch: &mut dyn FnMut(Step<'_>),
) -> Result<Bisection, BisectError> {
    let releases = releases(scope, catalogue)?;
    let found = releases.iter().position(|release| scope.found == Some(release));
    let mut bisector =
        Bisector { question, scope, catalogue, profiles, watch, offline: None, probes: Vec::new() };
    let (method, _) =
        search::search(releases.len(), found, scope.all, &mut |place| bisector.look(&releases[place]))?;
    let mut matrix = bisector.probes;
    matrix.sort_by(|a, b| compare_versions(&a.version, &b.version));
    let newest = releases.last().cloned().unwrap_or_default();
    let of_newest = matrix.iter().find(|probe| probe.version == newest).map(|probe| probe.mark);
    let lives = history::lives(&matrix);
    let (first, last) = (lives.first(), lives.last());
    Ok(Bisection {
        target: Target { options: scope.options.to_vec(), ..family(scope.family) }.to_string(),
        known_by: question.known_by.clone(),
        method,
        releases: releases.len(),
        first_bad: first.map(|life| life.first_bad.clone()),
        last_good: first.and_then(|life| life.last_good.clone()),
        fixed_in: last.and_then(|life| life.fixed_in.clone()),
        last_bad: last.map(|life| life.last_bad.clone()),
        still_bad: of_newest.filter(|mark| *mark != Mark::Skipped).map(|mark| mark == Mark::Bad),
        newest,
        lives,
        matrix,
    })
}

/// Completes a question about a script whose answers nobody has given: the newest release of the family and another
/// solver have to agree on them.
pub fn ask_around(
    question: &mut Question,
    scope: &Scope<'_>,
    catalogue: &Catalogue,
    profiles: &Profiles,
    watch: &mut dyn FnMut(Step<'_>),
) -> Result<(), BisectError> {
    // Any release may be wrong; the newest is the best guess, and is looked at anyway.
    catalogue.add(&family(scope.family), &mut |name, stage| watch(Step::Fetching(name, &stage)))?;
    let limits = limits(scope.timeout);
    let agreed = truth::agreement(question, scope.family, catalogue, profiles, &limits);
    let (answers, known_by) = agreed.ok_or(BisectError::NoTruth)?;
    let Question { text, script, sought, .. } = question.clone();
    *question = Question::new(text, script, &answers, sought, known_by);
    Ok(())
}

/// What one target does with the question; its `version` is the target's name.
pub fn consult(
    question: &Question,
    target: &Target,
    timeout: Duration,
    catalogue: &Catalogue,
    profiles: &Profiles,
) -> Result<Probe, OpenError> {
    let found = Found::find(catalogue, profiles, target)?;
    probe::probe(&found.name, question, &found, catalogue, &limits(timeout))
}

fn family(name: &str) -> Target {
    Target::release(name, VersionRequest::Newest)
}

fn limits(timeout: Duration) -> Limits {
    Limits { wall: timeout, cpu: timeout.saturating_mul(2), ..Limits::default() }
}

/// The releases in the scope, from the oldest to the newest.
fn releases(scope: &Scope<'_>, catalogue: &Catalogue) -> Result<Vec<String>, BisectError> {
    let list = catalogue.versions(scope.family, Ask::IfStale)?;
    let mut all: Vec<String> = list.releases.into_iter().map(|release| release.version).collect();
    all.extend(list.installed);
    all.sort_by(|a, b| compare_versions(a, b));
    all.dedup();
    all.retain(|version| {
        scope.from.is_none_or(|from| compare_versions(version, from).is_ge())
            && scope.to.is_none_or(|to| compare_versions(version, to).is_le())
    });
    if all.is_empty() {
        let from = scope.from.map(|from| format!(" from {from}")).unwrap_or_default();
        let to = scope.to.map(|to| format!(" to {to}")).unwrap_or_default();
        return Err(BisectError::NoRelease { family: scope.family.to_owned(), range: from + &to });
    }
    Ok(all)
}

struct Bisector<'a> {
    question: &'a Question,
    scope: &'a Scope<'a>,
    catalogue: &'a Catalogue,
    profiles: &'a Profiles,
    watch: &'a mut dyn FnMut(Step<'_>),
    /// Why nothing can be fetched, once that has been seen.
    offline: Option<String>,
    probes: Vec<Probe>,
}

impl Bisector<'_> {
    fn look(&mut self, version: &str) -> Result<Mark, BisectError> {
        let probe = self.probe(version)?;
        (self.watch)(Step::Probed(&probe));
        let mark = probe.mark;
        self.probes.push(probe);
        Ok(mark)
    }

    fn probe(&mut self, version: &str) -> Result<Probe, BisectError> {
        let exact = Target::release(self.scope.family, VersionRequest::Exact(version.to_owned()));
        if self.catalogue.resolve(&exact).is_err() {
            if let Some(why) = &self.offline {
                return Ok(Probe::skipped(version, "not here", why.clone()));
            }
            let fetched =
                self.catalogue.add(&exact, &mut |name, stage| (self.watch)(Step::Fetching(name, &stage)));
            if let Err(error) = fetched {
                let why = error.to_string();
                if matches!(error, CatalogueError::NoNetwork { .. } | CatalogueError::NoPip { .. }) {
                    self.offline = Some(why.clone());
                }
                return Ok(Probe::skipped(version, "not here", why));
            }
        }
        let target = Target { options: self.scope.options.to_vec(), ..exact };
        let limits = limits(self.scope.timeout);
        let found = match Found::find(self.catalogue, self.profiles, &target) {
            Ok(found) => found,
            Err(OpenError::Option { error, .. }) => {
                return Ok(Probe::skipped(version, "no such option", error.to_string()));
            }
            Err(error) => return Ok(Probe::skipped(version, "not run", error.to_string())),
        };
        let probe = probe::probe(version, self.question, &found, self.catalogue, &limits);
        Ok(probe.unwrap_or_else(|error| Probe::skipped(version, "not run", error.to_string())))
    }
}

impl Bisection {
    /// Reads the bisection of a finding's folder, if it has one that can be read.
    pub fn read(folder: &Path) -> Option<Bisection> {
        serde_json::from_slice(&fs::read(folder.join(BISECTION_FILE)).ok()?).ok()
    }

    /// Writes it into a finding's folder, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), BisectError> {
        let (path, draft) = (folder.join(BISECTION_FILE), folder.join(format!(".{BISECTION_FILE}")));
        let text = serde_json::to_vec_pretty(self).map_err(std::io::Error::from);
        let written = text.and_then(|text| fs::write(&draft, text)).and_then(|()| fs::rename(&draft, &path));
        written.map_err(|error| BisectError::File(path, error))
    }

    /// The releases that show it, in a few characters: `4.8.5–4.8.12`, `from 4.8.7 on`.
    pub fn range(&self) -> Option<String> {
        let (first, last) = (self.first_bad.as_deref()?, self.last_bad.as_deref()?);
        let came_back = if self.lives.len() > 1 { ", with gaps" } else { "" };
        Some(match (self.still_bad, first == last) {
            (Some(true), _) => format!("from {first} on{came_back}"),
            (_, true) => first.to_owned(),
            (_, false) => format!("{first}–{last}{came_back}"),
        })
    }
}
