//! Bugs in the order in which they are worth reporting.
//!
//! What a solver's developers do not want, by their profile's policy, is kept and said why, but comes last.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use oracle::Class;
use serde::Serialize;
use smtlib::{Command, Script};
use solver::catalogue::Family;
use solver::profile::{Profile, Profiles, Usage};
use solver::target::{Source, Target};

use crate::bisect::Bisection;
use crate::store::{Bug, FindingFile, Smallest, StepTaken, Store, StoreError};

/// A bug, and what its folder tells beyond the store.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Triaged {
    /// What the store knows.
    #[serde(flatten)]
    pub bug: Bug,
    /// The solver without its options.
    pub solver: String,
    /// The options it was found with.
    pub options: String,
    /// Bytes of the smallest script that shows it.
    pub size: u64,
    /// The name of that script.
    pub script: String,
    /// The releases that show it, where it was bisected.
    pub versions: Option<String>,
    /// The first release that shows it.
    pub first_bad: Option<String>,
    /// The first release that does not any more.
    pub fixed_in: Option<String>,
    /// The step that lost the answer, on a walk.
    pub step: Option<StepTaken>,
    /// How many times as long as its neighbours it takes, where that is the bug.
    pub slower: Option<u32>,
    /// Why it is not to be reported, or not yet.
    pub breaches: Vec<String>,
}

/// The bugs of a store, those first that its solver's developers want to hear of, the gravest of them first.
pub fn triage(store: &Store, profiles: &Profiles) -> Result<Vec<Triaged>, StoreError> {
    let mut bugs: Vec<Triaged> =
        store.bugs()?.into_iter().map(|bug| Triaged::new(bug, store.root(), profiles)).collect();
    rank(&mut bugs, profiles);
    Ok(bugs)
}

fn rank(bugs: &mut [Triaged], profiles: &Profiles) {
    // Among losses of completeness, the simplest step tells the most.
    let order = |bug: &Triaged| {
        let step = bug.step.as_ref().map_or(u32::MAX, |step| step.size);
        (!bug.breaches.is_empty(), Reverse(bug.bug.class.severity()), step, Reverse(bug.slower), bug.bug.id)
    };
    bugs.sort_by_key(order);
    let mut reported: BTreeMap<String, u32> = BTreeMap::new();
    for bug in bugs.iter_mut().filter(|bug| bug.breaches.is_empty()) {
        let Some(profile) = profile_of(&bug.bug.target, profiles) else { continue };
        let Some(most) = profile.policy.reports_per_week else { continue };
        let number = reported.entry(profile.name.clone()).or_default();
        *number += 1;
        if *number > most {
            bug.breaches
                .push(format!("its developers want at most {most} reports a week: this is number {number}"));
        }
    }
    bugs.sort_by_key(order);
}

impl Triaged {
    /// What the folder of a bug tells.
    pub fn new(bug: Bug, root: &Path, profiles: &Profiles) -> Triaged {
        let folder = root.join(&bug.folder);
        // A folder that somebody took away leaves the store's own knowledge.
        let smallest = Smallest::read(&folder).ok();
        let bisection = Bisection::read(&folder);
        let (solver, options) = split(&bug.target);
        let file = FindingFile::read(&folder).ok();
        let text = smallest.as_ref().map(|smallest| smallest.text.as_slice()).unwrap_or_default();
        Triaged {
            size: smallest.as_ref().map_or(bug.bytes, |smallest| smallest.text.len() as u64),
            script: smallest.as_ref().map(|smallest| smallest.file.to_owned()).unwrap_or_default(),
            versions: bisection.as_ref().and_then(Bisection::range),
            first_bad: bisection.as_ref().and_then(|bisection| bisection.first_bad.clone()),
            fixed_in: bisection.and_then(|bisection| bisection.fixed_in),
            slower: file
                .as_ref()
                .filter(|file| file.class == Class::Slow)
                .and_then(|it| slower(&it.evidence)),
            step: file.and_then(|file| file.step),
            breaches: breaches(&bug.target, text, profiles),
            solver,
            options,
            bug,
        }
    }
}

/// The ratio in the evidence of a slow configuration: `27 times as long …`.
fn slower(evidence: &str) -> Option<u32> {
    evidence.split_once(" times")?.0.parse().ok()
}

/// The solver's name and its options, as they stand in a target.
fn split(target: &str) -> (String, String) {
    match target.split_once('[') {
        Some((solver, options)) => (solver.trim_end().to_owned(), options.trim_end_matches(']').to_owned()),
        None => (target.to_owned(), String::new()),
    }
}

/// Why something that a target did with a script is not to be reported.
pub fn breaches(target: &str, text: &[u8], profiles: &Profiles) -> Vec<String> {
    let usage = usage(target, text, profiles);
    profile_of(target, profiles).map(|profile| profile.policy.breaches(&usage)).unwrap_or_default()
}

/// The profile of a target's solver, if one is known by its name.
pub fn profile_of<'a>(target: &str, profiles: &'a Profiles) -> Option<&'a Profile> {
    let target = parse(target, profiles)?;
    let of_file = match &target.source {
        Source::Program { path, .. } | Source::Library { path, .. } => {
            Family::of_file(&path.file_name()?.to_string_lossy()).map(|family| family.name)
        }
        Source::Release { .. } => None,
    };
    profiles.get(target.named_profile().or(of_file)?).ok()
}

fn parse(target: &str, profiles: &Profiles) -> Option<Target> {
    let known: Vec<&str> = profiles.names().collect();
    Target::parse_with(target, &known).ok()
}

/// The settings and tactics of a target and a script.
fn usage(target: &str, text: &[u8], profiles: &Profiles) -> Usage {
    let mut usage = Usage::default();
    let options = parse(target, profiles).map(|target| target.options).unwrap_or_default();
    usage.settings.extend(options.into_iter().map(|setting| (setting.name, setting.value)));
    let Ok(script) = Script::parse(text) else { return usage };
    let name = |symbol| script.arena.name(symbol);
    for command in &script.commands {
        match command {
            Command::SetLogic(_) => usage.sets_logic = true,
            Command::SetOption(option, Some(value)) => {
                let option = name(*option).trim_start_matches(':').to_owned();
                usage.settings.push((option, name(*value).to_owned()));
            }
            Command::CheckSatUsing(tactic) => {
                let parts = name(*tactic).split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
                usage.tactics.extend(parts.filter(|word| !word.is_empty()).map(str::to_owned));
            }
            _ => {}
        }
    }
    usage
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triaged(id: i64, class: Class, target: &str, text: &str) -> Triaged {
        let profiles = Profiles::built_in().unwrap();
        let bug = Bug {
            id,
            class,
            target: target.to_owned(),
            signature: String::new(),
            times: 1,
            tests: 1,
            seconds: 0.0,
            bytes: 7,
            folder: String::new(),
        };
        let mut triaged = Triaged::new(bug, Path::new("/nowhere"), &profiles);
        triaged.breaches = breaches(target, text.as_bytes(), &profiles);
        triaged
    }

    fn order(mut bugs: Vec<Triaged>) -> Vec<i64> {
        rank(&mut bugs, &Profiles::built_in().unwrap());
        bugs.iter().map(|bug| bug.bug.id).collect()
    }

    #[test]
    fn what_the_developers_do_not_want_comes_last() {
        let wanted = triaged(2, Class::Crash, "z3@4.8.7", "(check-sat)");
        let unwanted = triaged(1, Class::Refutation, "z3@4.8.7[smt.arith.solver=5]", "(check-sat)");
        let tactic = triaged(3, Class::Refutation, "z3", "(check-sat-using (then simplify fm))");
        let grave = triaged(4, Class::Refutation, "./build/z3", "(check-sat-using simplify)");
        assert_eq!(tactic.breaches, ["nobody maintains the tactic fm"]);
        assert_eq!(order(vec![unwanted, wanted, tactic, grave]), [4, 2, 1, 3]);
    }

    #[test]
    fn more_than_the_quota_comes_after_the_quota() {
        let bugs = (1..=5).map(|id| triaged(id, Class::Crash, "cvc5@1.4.2", "(check-sat)"));
        let z3 = triaged(6, Class::Incomplete, "z3", "(check-sat)");
        let mut bugs: Vec<Triaged> = bugs.chain([z3]).collect();
        rank(&mut bugs, &Profiles::built_in().unwrap());
        assert_eq!(bugs.iter().map(|bug| bug.bug.id).collect::<Vec<_>>(), [1, 2, 3, 6, 4, 5]);
        assert!(bugs[4].breaches[0].ends_with("this is number 4"), "{:?}", bugs[4].breaches);
    }

    #[test]
    fn the_slowest_configuration_comes_first() {
        let slow = |id, ratio| Triaged { slower: Some(ratio), ..triaged(id, Class::Slow, "z3[a=1]", "") };
        assert_eq!(order(vec![slow(1, 21), slow(2, 400), slow(3, 60)]), [2, 3, 1]);
        assert_eq!(slower("400 times as long as with the defaults: 2 s"), Some(400));
    }

    #[test]
    fn a_target_is_split_into_solver_and_options() {
        let bug = triaged(1, Class::Crash, "z3@4.8.7[a=1,b=2]", "");
        assert_eq!((bug.solver.as_str(), bug.options.as_str(), bug.size), ("z3@4.8.7", "a=1,b=2", 7));
    }
}
