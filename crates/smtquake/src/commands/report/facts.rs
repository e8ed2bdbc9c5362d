//! Everything that is known about a bug, gathered from its folder and from the solvers that are here.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use campaign::bisect::{Bisection, Probe, Question, consult};
use campaign::{FindingFile, FolderError, Smallest, breaches, profile_of};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::{Target, VersionRequest};

use super::command_line::command_line;

/// What is known about a bug.
pub struct Facts {
    pub finding: FindingFile,
    pub smallest: Smallest,
    /// The right answers of the script that is shown.
    pub expected: Vec<String>,
    /// What the target did with it just now, if it is here.
    pub actual: Option<Probe>,
    /// What it printed when it was found.
    pub output: String,
    /// What our evaluator says of the witness, where there is one.
    pub witness: Option<Result<(), String>>,
    pub bisection: Option<Bisection>,
    pub command_line: String,
    /// Options that have to be set in the script.
    pub in_script: Vec<String>,
    pub platform: String,
    /// The newest installed release of each solver.
    pub others: Vec<Probe>,
    /// Why it is not to be reported.
    pub breaches: Vec<String>,
    /// What the developers ask of those who report.
    pub wishes: Vec<String>,
}

impl Facts {
    /// Reads a finding's folder and runs its script on the solvers that are here.
    pub fn gather(
        folder: &Path,
        timeout: Duration,
        catalogue: &Catalogue,
        profiles: &Profiles,
    ) -> anyhow::Result<Facts> {
        let unreadable = |error: FolderError| anyhow!("{}: {}", error.path.display(), error.error);
        let (finding, question) = Question::of_finding(folder)?;
        let smallest = Smallest::read(folder).map_err(unreadable)?;
        let known: Vec<&str> = profiles.names().collect();
        let target = Target::parse_with(&finding.target, &known)?;
        let profile = match profile_of(&finding.target, profiles) {
            Some(profile) => profile,
            None => profiles.get_or_generic(None)?,
        };
        let incremental = question.script.is_incremental();
        let (command_line, in_script) = command_line(&target, profile, incremental, "bug.smt2");
        let actual = consult(&question, &target, timeout, catalogue, profiles).ok();
        Ok(Facts {
            expected: finding.answers_of(question.checks.len()).into_iter().map(str::to_owned).collect(),
            output: output(folder),
            witness: smallest.recheck(&finding).map(|checked| checked.map_err(|doubt| doubt.to_string())),
            bisection: Bisection::read(folder),
            others: others(&question, actual.as_ref(), timeout, catalogue, profiles),
            breaches: breaches(&finding.target, &smallest.text, profiles),
            wishes: profile.policy.notes.clone(),
            platform: platform(),
            actual,
            command_line,
            in_script,
            finding,
            smallest,
        })
    }
}

/// What the newest installed release of each solver does with the script, but for the one that is accused.
fn others(
    question: &Question,
    accused: Option<&Probe>,
    timeout: Duration,
    catalogue: &Catalogue,
    profiles: &Profiles,
) -> Vec<Probe> {
    let mut families: Vec<String> = Vec::new();
    for installed in catalogue.list().unwrap_or_default() {
        if !families.contains(&installed.manifest.family) {
            families.push(installed.manifest.family);
        }
    }
    let question = &question.without_tactics();
    let newest = families.iter().map(|family| Target::release(family, VersionRequest::Newest));
    let asked = newest.filter_map(|target| consult(question, &target, timeout, catalogue, profiles).ok());
    asked.filter(|probe| accused.is_none_or(|accused| accused.version != probe.version)).collect()
}

/// What the target printed when it was found, without the bulk of a long one.
fn output(folder: &Path) -> String {
    const LINES: usize = 40;
    let read = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
    let mut text = String::from_utf8_lossy(&read("output.txt")).into_owned();
    text.push_str(&String::from_utf8_lossy(&read("errors.txt")));
    let lines: Vec<&str> = text.lines().collect();
    match lines.len() > LINES {
        true => format!("{}\n… {} more lines", lines[..LINES].join("\n"), lines.len() - LINES),
        false => lines.join("\n"),
    }
}

/// The machine, as trackers ask for it.
fn platform() -> String {
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = system.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    format!("{name}, {}", std::env::consts::ARCH)
}
