//! Solvers for experiments.

use anyhow::{Context, Result};
use solver::backend::{Backend, BackendKind, Found, OpenError, open};
use solver::catalogue::Catalogue;
use solver::host::Guest;
use solver::profile::Profiles;
use solver::target::Target;

/// A backend for a target, which is fetched when it is not there.
pub(crate) fn fetched(text: &str, kind: BackendKind) -> Result<(Found, Box<dyn Backend>)> {
    let (catalogue, target) = present(text)?;
    Ok(open(&catalogue, &Profiles::built_in()?, &target, kind)?)
}

/// The same, a session where the solver can be kept from script to script.
pub(crate) fn fastest(text: &str) -> Result<(Found, Box<dyn Backend>)> {
    let (catalogue, target) = present(text)?;
    let profiles = Profiles::built_in()?;
    match open(&catalogue, &profiles, &target, BackendKind::Session) {
        Err(OpenError::NoSession { .. }) => {
            Ok(open(&catalogue, &profiles, &target, BackendKind::Spawn { incremental: true })?)
        }
        opened => Ok(opened?),
    }
}

/// The library of a target, which is fetched when it is not there, and what to call it.
pub(crate) fn library(text: &str) -> Result<(String, Guest)> {
    let (catalogue, target) = present(text)?;
    let resolved = catalogue.resolve(&target)?;
    let guest = resolved.guest().with_context(|| format!("{} has no library", resolved.name))?;
    Ok((resolved.name, guest))
}

/// A target, which is fetched when it is not there.
pub(crate) fn present(text: &str) -> Result<(Catalogue, Target)> {
    let target: Target = text.parse()?;
    let catalogue = Catalogue::open_default()?;
    if catalogue.resolve(&target).is_err() {
        catalogue.add(&target, &mut |_, _| {})?;
    }
    Ok((catalogue, target))
}
