//! One target, ready to run scripts.

use solver::backend::{Backend, BackendKind, Found, OpenError, Request};
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

use super::args::Way;
use super::ran::Ran;
use super::source::Source;

/// A target and the backends that were opened for it.
pub struct Lane {
    found: Found,
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
    ) -> Result<Lane, OpenError> {
        let found = Found::find(catalogue, profiles, target)?;
        let mut lane = Lane { found, way, open: Vec::new() };
        let kind = lane.kind(false);
        lane.backend(kind)?;
        Ok(lane)
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.found.name
    }

    /// Runs a script.
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
        let request = Request { input: &source.bytes, expected: &source.expected, limits };
        let run = self.backend(kind)?.run(&request);
        Ok(Ran::new(source, &self.found, &run))
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
