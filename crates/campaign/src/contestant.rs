//! A target of a campaign: the solver, and what its release can be told.

use std::time::Duration;

use oracle::Voice;
use solver::backend::{Found, OpenError};
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::target::Setting;

/// A target as all workers share it.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The solver and its profile; `None` for the built-in target that answers at once.
    pub found: Option<Found>,
    /// What its release can be given.
    pub knowledge: Knowledge,
    /// Its name in tables.
    pub name: String,
    /// Whether the user said to believe it.
    pub trusted: bool,
}

impl Contestant {
    /// A target that was found, and what its release knows.
    pub fn new(found: Found, catalogue: &Catalogue) -> Result<Contestant, OpenError> {
        let knowledge = Knowledge::of(&found, catalogue, Duration::from_secs(20))?;
        Ok(Contestant { name: found.name.clone(), found: Some(found), knowledge, trusted: false })
    }

    /// The same release, run in another way.
    pub fn with_found(&self, found: Found) -> Contestant {
        Contestant { name: found.name.clone(), found: Some(found), ..self.clone() }
    }

    /// The same with these options besides its own.
    pub fn with_settings(&self, settings: &[Setting]) -> Contestant {
        match &self.found {
            Some(found) => self.with_found(found.with_settings([found.settings(), settings].concat())),
            None => self.clone(),
        }
    }

    /// Whether it is run with options.
    pub fn has_options(&self) -> bool {
        self.found.as_ref().is_some_and(|found| !found.settings().is_empty())
    }

    /// The built-in target that answers at once: what is left is our own time.
    pub fn null() -> Contestant {
        let (name, knowledge) = ("null".to_owned(), Knowledge::everything());
        Contestant { found: None, knowledge, name, trusted: false }
    }

    /// How much its word counts.
    pub fn voice(&self) -> Voice<'_> {
        Voice { family: self.family(), trusted: self.trusted }
    }

    /// Whether it may be a release of the same solver: programs of the user's own are whatever the user says.
    pub fn may_be_release_of(&self, other: &Contestant) -> bool {
        let family = |it: &Contestant| it.found.as_ref().and_then(|found| found.resolved.family);
        family(self).is_none() || family(other).is_none() || family(self) == family(other)
    }

    /// The solver's family, for signatures.
    pub fn family(&self) -> &str {
        self.found.as_ref().map_or(&self.name, |found| found.resolved.family.unwrap_or(&found.resolved.name))
    }
}
