//! One target, ready to run scripts.

use std::borrow::Cow;
use std::time::Duration;

use smtlib::Printer;
use solver::backend::{Backend, BackendKind, Found, OpenError, Request};
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

use super::args::Way;
use super::ran::{Ran, Sent};
use super::source::Source;

/// The time a release has for each process that asks it what it knows: the user's, within these.
const ASKING: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(5));

/// A target and the backends that were opened for it.
pub struct Lane {
    found: Found,
    knowledge: Knowledge,
    way: Way,
    open: Vec<(BackendKind, Box<dyn Backend>)>,
}

impl Lane {
    /// Finds a target, and refuses one that cannot be run this way.
    pub fn open(
        catalogue: &Catalogue,
        profiles: &Profiles,
        target: &Target,
        way: Way,
        limits: &Limits,
    ) -> Result<Lane, OpenError> {
        let found = Found::find(catalogue, profiles, target)?;
        let knowledge = Knowledge::of(&found, catalogue, limits.wall.clamp(ASKING.0, ASKING.1))?;
        let mut lane = Lane { found: found.told_of(limits), knowledge, way, open: Vec::new() };
        let kind = lane.kind(false);
        lane.backend(kind)?;
        Ok(lane)
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.found.name
    }

    /// What to know before reporting something that it did with these scripts.
    pub fn advice(&self, sources: &[Source]) -> Vec<String> {
        let settings =
            self.found.settings().iter().map(|setting| (setting.name.as_str(), setting.value.as_str()));
        let tactics = sources.iter().flat_map(Source::tactics);
        self.found.profile.policy.advice(settings, tactics)
    }

    /// Runs a script, or says what the solver lacks for it.
    pub fn run(&mut self, source: &Source, limits: &Limits) -> Result<Ran, OpenError> {
        self.run_by(self.kind(source.incremental), source, limits)
    }

    /// Runs a script again, in a new process, and notes where that says something else.
    pub fn confirm(&mut self, source: &Source, limits: &Limits, before: &Ran) -> Result<Ran, OpenError> {
        let kind = BackendKind::Spawn { incremental: source.incremental };
        let mut ran = self.run_by(kind, source, limits)?;
        let same =
            ran.answers == before.answers && ran.outcome == before.outcome && ran.model == before.model;
        ran.notes.push(match same {
            true => "confirmed by a new process".to_owned(),
            false => format!("in the session: {} {}", before.outcome, before.answers.join(" ")),
        });
        Ok(ran)
    }

    fn run_by(&mut self, kind: BackendKind, source: &Source, limits: &Limits) -> Result<Ran, OpenError> {
        if let Err(missing) = self.knowledge.can_express(&source.script) {
            return Ok(Ran::unsupported(source, &self.found, &missing));
        }
        let (sent, input) = self.input(source);
        let request = Request { input: &input, expected: &source.expected, limits };
        let run = self.backend(kind)?.run(&request);
        Ok(Ran::new(source, &self.found, &self.knowledge, sent, &run))
    }

    /// The script's own bytes, or its text in the names that the solver knows.
    fn input<'a>(&self, source: &'a Source) -> (Sent, Cow<'a, [u8]>) {
        if self.knowledge.reads_as_written(&source.script) {
            return (Sent::AsWritten, Cow::Borrowed(&source.bytes));
        }
        let mut text = Vec::new();
        Printer::new().dialect(self.knowledge.dialect().clone()).script(&source.script, &mut text);
        (Sent::InItsDialect, Cow::Owned(text))
    }

    fn kind(&self, incremental: bool) -> BackendKind {
        match self.way {
            Way::Spawn => BackendKind::Spawn { incremental },
            Way::Session => BackendKind::Session,
            Way::Library => BackendKind::Library { incremental },
        }
    }

    fn backend(&mut self, kind: BackendKind) -> Result<&mut dyn Backend, OpenError> {
        let place = match self.open.iter().position(|(open, _)| *open == kind) {
            Some(place) => place,
            None => {
                self.open.push((kind, self.found.open(kind)?));
                self.open.len() - 1
            }
        };
        Ok(&mut *self.open[place].1)
    }
}
