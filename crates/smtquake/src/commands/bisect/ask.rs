//! From the command line to a question for every release.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use campaign::bisect::{Question, Scope, Sought, Step, ask_around};
use campaign::calls::REDUCED_TRACE;
use campaign::{FindingFile, Smallest};
use oracle::Class;
use smtlib::Script;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::{Source, Target, VersionRequest};
use strategy::{Label, statuses};

use super::args::Args;
use crate::commands::named::Named;

/// A question, and the solver whose releases are asked.
pub struct Asked {
    pub question: Question,
    /// What a bad release does, in words.
    pub bad: String,
    /// The finding's folder, where there is one.
    pub folder: Option<PathBuf>,
    family: String,
    on: Target,
    /// The release it was found on.
    found: Option<String>,
}

impl Asked {
    /// Makes the question.
    pub fn new(
        args: &Args,
        catalogue: &Catalogue,
        profiles: &Profiles,
        watch: &mut dyn FnMut(Step<'_>),
    ) -> anyhow::Result<Asked> {
        let known: Vec<&str> = profiles.names().collect();
        let on = args.on.as_deref().map(|text| Target::parse_with(text, &known)).transpose()?;
        match Named::find(&args.what, &args.out)? {
            Named::Finding(folder) => {
                ensure!(args.expect.is_empty(), "`--expect` is for scripts: a finding knows what is right");
                let trace = folder.join(REDUCED_TRACE);
                if trace.is_file() {
                    bail!(
                        "it is about calls of a library, which releases are not searched for: \
                         `smtquake api replay {} --on TARGET` makes them on any release",
                        trace.display()
                    );
                }
                let (file, question) = Question::of_finding(&folder)?;
                ensure!(
                    file.class != Class::Slow,
                    "it is about time, which releases are not searched for: `smtquake run {} --on TARGET,…` compares them",
                    folder.join("test.smt2").display()
                );
                believe(&folder, &file)?;
                let own = Target::parse_with(&file.target, &known)?;
                let found = match &own.source {
                    Source::Release { version: VersionRequest::Exact(version), .. } => Some(version.clone()),
                    _ => None,
                };
                // The release of the finding is one among others; its options matter.
                let on = match on {
                    Some(on) => on,
                    None => Target { source: any_release(own.source)?, options: own.options },
                };
                let bad = file.class.meaning().to_owned();
                Ok(Asked { question, bad, folder: Some(folder), family: family(&on)?, on, found })
            }
            Named::File(path) => {
                let Some(on) = on else { bail!("which solver? Name it by `--on`, for example `--on z3`") };
                let family = family(&on)?;
                let (question, bad) = of_file(&path, args)?;
                let mut asked = Asked { question, bad, folder: None, family, on, found: None };
                if asked.question.known_by.is_empty() {
                    let scope = asked.scope(args);
                    let mut question = asked.question.clone();
                    ask_around(&mut question, &scope, catalogue, profiles, watch)?;
                    asked.question = question;
                }
                Ok(asked)
            }
        }
    }

    /// Which releases are asked.
    pub fn scope<'a>(&'a self, args: &'a Args) -> Scope<'a> {
        Scope {
            family: &self.family,
            options: &self.on.options,
            from: args.from.as_deref(),
            to: args.to.as_deref(),
            found: self.found.as_deref(),
            all: args.all,
            timeout: args.timeout,
        }
    }
}

/// Refuses a finding whose witness does not hold: releases that are right would be called bad.
fn believe(folder: &Path, file: &FindingFile) -> anyhow::Result<()> {
    let smallest =
        Smallest::read(folder).map_err(|error| anyhow!("{}: {}", error.path.display(), error.error))?;
    match smallest.recheck(file) {
        Some(Err(doubt)) if file.class != Class::Crash => {
            bail!("{}: its right answer is in doubt: {doubt}", folder.join(smallest.file).display())
        }
        _ => Ok(()),
    }
}

/// A question about a script; nobody knows its answer when `known_by` is empty.
fn of_file(path: &Path, args: &Args) -> anyhow::Result<(Question, String)> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let script = Script::parse(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let status = statuses(&script);
    ensure!(!status.is_empty(), "{} has no check-sat: no release could be wrong", path.display());
    if args.expect.iter().any(|word| word == "crash") {
        ensure!(args.expect.len() == 1, "`--expect crash` stands alone");
        let known_by = "a crash is wrong whatever the answer would be".to_owned();
        let question = Question::new(text, script, &[], Sought::crash(), known_by);
        return Ok((question, "breaks".to_owned()));
    }
    let told: Vec<Option<Label>> = args.expect.iter().map(|word| Label::named(word)).collect();
    let checks = status.len();
    let (answers, known_by) = match (told.is_empty(), status.iter().all(Option::is_some)) {
        (false, _) if told.len() == checks => (told, "you say so (`--expect`)"),
        (false, _) => {
            bail!("{} has {checks} checks and `--expect` has {} answers", path.display(), told.len())
        }
        (true, true) => (status, "the script says so (`:status`)"),
        (true, false) => (status, ""),
    };
    let question = Question::new(text, script, &answers, Sought::wrong_answer(), known_by.to_owned());
    Ok((question, "answers wrongly".to_owned()))
}

/// The solver's family, of which all releases are meant.
fn family(on: &Target) -> anyhow::Result<String> {
    match &on.source {
        Source::Release { family, version: VersionRequest::Newest } => Ok(family.clone()),
        Source::Release { family, .. } => {
            bail!("`{on}` is one release: write `--on {family}` to search all of them")
        }
        Source::Program { .. } | Source::Library { .. } => {
            bail!("`{on}` has no releases: name a solver of the catalogue, for example `--on z3`")
        }
    }
}

fn any_release(source: Source) -> anyhow::Result<Source> {
    match source {
        Source::Release { family, .. } => Ok(Source::Release { family, version: VersionRequest::Newest }),
        other => bail!("the bug was found on `{other}`, which has no releases: name a solver by `--on`"),
    }
}
