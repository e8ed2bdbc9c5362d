//! Running a finding again, from its folder alone.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use oracle::Class;
use serde::Serialize;
use solver::answer::Reply;
use solver::backend::{Found, OpenError};
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::run::Outcome;
use solver::target::{Target, TargetError};
use strategy::{Check, Refutation, Test, Truth, Witness};
use thiserror::Error;

use crate::contestant::Contestant;
use crate::cores::given_again;
use crate::lane::{Fit, Lane};
use crate::plan::Way;
use crate::slowness::Raced;
use crate::store::FindingFile;
use crate::triage::profile_of;

/// What running a finding again showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replayed {
    /// The target.
    pub target: String,
    /// How often it was run.
    pub times: u32,
    /// How often it showed the finding.
    pub shown: u32,
    /// The word for that.
    pub verdict: ReplayVerdict,
}

/// How a finding stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReplayVerdict {
    /// Every run shows it.
    Reproduced,
    /// Some do.
    Flaky,
    /// None does.
    Gone,
}

/// Why a finding cannot be run again.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Its folder cannot be read.
    #[error("{0}: {1} (a finding's folder holds finding.toml and test.smt2)")]
    Folder(std::path::PathBuf, std::io::Error),
    /// Its target cannot be run.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Its target's name cannot be read.
    #[error(transparent)]
    Target(#[from] TargetError),
}

/// Runs the finding in `folder` a number of times, on its own target or on another one; another release of the same solver
/// has its options, unless it comes with some.
pub fn replay(
    folder: &Path,
    on: Option<&Target>,
    times: u32,
    timeout: Duration,
    catalogue: &Catalogue,
    profiles: &Profiles,
) -> Result<Replayed, ReplayError> {
    let file = FindingFile::read(folder).map_err(|error| ReplayError::Folder(error.path, error.error))?;
    let known: Vec<&str> = profiles.names().collect();
    let own = Target::parse_with(&file.target, &known)?;
    let target = on.map_or_else(|| own.clone(), |on| in_place_of(&own, on, profiles));
    let find = |target: &Target| Contestant::new(Found::find(catalogue, profiles, target)?, catalogue);
    let contestant = find(&target)?;
    let neighbour = match file.class {
        Class::Slow => Some(find(&neighbour_of(&own, file.neighbour.as_deref(), &target, &known)?)?),
        _ => None,
    };
    let limits = Limits { wall: timeout, cpu: timeout.saturating_mul(2), ..Limits::default() };
    let mut lane = Lane::open(&contestant, Way::Spawn, &limits)?;
    let mut beside =
        neighbour.as_ref().map(|neighbour| Lane::open(neighbour, Way::Spawn, &limits)).transpose()?;
    let test = read_test(folder, &file)?;
    // The bytes are what the target was sent; an older release may have another dialect.
    let fit_beside = match (&mut beside, smtlib::Script::parse(&test.text)) {
        (Some(beside), Ok(script)) => beside.fit(&script)?,
        _ => Fit::AsIs,
    };
    let witness = fs::read_to_string(folder.join("witness.smt2")).ok().map(|model| Witness { model });
    let mut shown = 0;
    for _ in 0..times {
        let again = match (file.class, &mut beside, file.check, &witness) {
            (Class::Slow, Some(beside), ..) => {
                let mut raced = Raced { lane: &mut lane, fit: Fit::AsIs };
                raced.beside(&mut Raced { lane: beside, fit: fit_beside }, &test)?.is_slow
            }
            (Class::Incomplete, _, check, _) => gives_up(&mut lane, &test, check)?,
            (Class::Core, _, Some(check), Some(model)) => {
                given_again(&mut lane, &test, Fit::AsIs, check, model)?.is_some()
            }
            _ => is_found(&mut lane, &test, &file)?,
        };
        shown += u32::from(again);
    }
    let verdict = match shown {
        0 => ReplayVerdict::Gone,
        all if all == times => ReplayVerdict::Reproduced,
        _ => ReplayVerdict::Flaky,
    };
    Ok(Replayed { target: contestant.name, times, shown, verdict })
}

/// The target to ask in place of a finding's own: another release of its solver has its options.
fn in_place_of(own: &Target, on: &Target, profiles: &Profiles) -> Target {
    let keeps = on.options.is_empty() && is_same_solver(on, own, profiles);
    let options = if keeps { &own.options } else { &on.options };
    Target { source: on.source.clone(), options: options.clone() }
}

/// Whether two targets are releases of one solver, as far as their names tell.
fn is_same_solver(one: &Target, other: &Target, profiles: &Profiles) -> bool {
    let solver = |target: &Target| Some(profile_of(&target.to_string(), profiles)?.name.as_str());
    solver(one).is_some() && solver(one) == solver(other)
}

/// What a slow target is compared with: an older release, or itself without what `--tune` set.
fn neighbour_of(
    own: &Target,
    neighbour: Option<&str>,
    target: &Target,
    known: &[&str],
) -> Result<Target, TargetError> {
    let itself = |options| Target { source: target.source.clone(), options };
    let Some(neighbour) = neighbour else { return Ok(itself(Vec::new())) };
    let neighbour = Target::parse_with(neighbour, known)?;
    Ok(if neighbour.source == own.source { itself(neighbour.options) } else { neighbour })
}

/// Whether a run shows what was found.
fn is_found(lane: &mut Lane<'_>, test: &Test, file: &FindingFile) -> Result<bool, OpenError> {
    let examined = lane.run_fresh(test, Fit::AsIs, "")?;
    Ok(examined.findings.iter().any(|finding| {
        is_shown_by(file.class, finding.class)
            && finding.check == file.check
            && (file.place.is_none() || finding.place == file.place)
    }))
}

/// Whether the target says `unknown` to a check, and not for want of time.
fn gives_up(lane: &mut Lane<'_>, test: &Test, check: Option<usize>) -> Result<bool, OpenError> {
    let examined = lane.run_fresh(test, Fit::AsIs, "")?;
    let said = check.and_then(|check| examined.said.get(check));
    Ok(lane.last().outcome == Outcome::Finished && said == Some(&Reply::Unknown))
}

/// Whether a finding of class `seen` shows one of class `class`: a solver that contradicts itself gives another answer
/// than the one that is written down as right.
pub(crate) fn is_shown_by(class: Class, seen: Class) -> bool {
    class == seen || class == Class::Contradiction && matches!(seen, Class::Refutation | Class::Solution)
}

/// The test of a finding's folder: the bytes that were sent, and the answers that are right.
fn read_test(folder: &Path, file: &FindingFile) -> Result<Test, ReplayError> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| ReplayError::Folder(path, error))
    };
    let text = read("test.smt2")?;
    let witness = read("witness.smt2").ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let witness = witness.map(|model| Arc::new(Witness { model }));
    let models = models_after_checks(&text);
    let truth = |answer: &str| match answer {
        "sat" => witness.clone().map_or(Truth::Weakened, Truth::Sat),
        "unsat" => Truth::Unsat(Refutation::Negation),
        _ => Truth::Unknown,
    };
    let checks = file.answers.iter().enumerate();
    let checks = checks
        .map(|(i, answer)| Check { truth: truth(answer), model: models.get(i).copied().unwrap_or(false) });
    let (checks, provenance) = (checks.collect(), file.provenance.clone());
    // Whatever it asks, its script says so.
    Ok(Test { checks, text, provenance, previous: None, by_script: true })
}

/// By check: whether a model is asked for after it.
fn models_after_checks(text: &[u8]) -> Vec<bool> {
    let mut models = Vec::new();
    let Ok(script) = smtlib::Script::parse(text) else { return models };
    for command in &script.commands {
        if command.is_check() {
            models.push(false);
        } else if matches!(command, smtlib::Command::GetModel)
            && let Some(last) = models.last_mut()
        {
            *last = true;
        }
    }
    models
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Target {
        text.parse().unwrap()
    }

    #[test]
    fn another_release_has_the_options_of_the_finding() {
        let profiles = Profiles::built_in().unwrap();
        let asked = |on: &str| in_place_of(&target("z3@4.15.4[sat.smt=true]"), &target(on), &profiles);
        assert_eq!(asked("z3"), target("z3[sat.smt=true]"));
        assert_eq!(asked("./build/z3"), target("./build/z3[sat.smt=true]"));
        assert_eq!(asked("z3[a=1]"), target("z3[a=1]"));
        assert_eq!(asked("cvc5"), target("cvc5"));
    }

    #[test]
    fn a_slow_target_is_run_beside_an_older_release_or_itself() {
        let beside = |own: &str, neighbour: Option<&str>, on: &str| {
            neighbour_of(&target(own), neighbour, &target(on), &[]).unwrap()
        };
        assert_eq!(beside("z3@5.4.0", Some("z3@4.8.12"), "z3@5.4.0"), target("z3@4.8.12"));
        assert_eq!(beside("z3[a=1,b=2]", Some("z3[a=1]"), "z3@4.8.7[a=1,b=2]"), target("z3@4.8.7[a=1]"));
        // Before neighbours were written down, a target was compared with its defaults.
        assert_eq!(beside("z3[a=1]", None, "z3[a=1]"), target("z3"));
    }
}
