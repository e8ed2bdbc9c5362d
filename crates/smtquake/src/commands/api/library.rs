//! From the name of a target to the library that is loaded.

use anyhow::{Context, bail};
use api::ADAPTED;
use solver::catalogue::Catalogue;
use solver::host::Guest;
use solver::profile::Profiles;
use solver::target::Target;

/// A library and what to call it.
pub struct Library {
    pub guest: Guest,
    pub name: String,
}

/// One target.
pub fn target(text: &str) -> anyhow::Result<Target> {
    let profiles = Profiles::of_user()?;
    let known: Vec<&str> = profiles.names().collect();
    let targets = Target::parse_list(text, &known).with_context(|| format!("`{text}`"))?;
    let [target] = &targets[..] else { bail!("`{text}`: one target is wanted") };
    Ok(target.clone())
}

impl Library {
    /// Finds the library of a target.
    pub fn find(text: &str) -> anyhow::Result<Library> {
        let target = target(text)?;
        if !target.options.is_empty() {
            bail!("`{text}`: options are part of the rounds, a target of `api` has none");
        }
        let resolved = Catalogue::open_default()?.resolve(&target)?;
        let Some(guest) = resolved.guest() else {
            bail!("{} has no library, whose functions could be called: `lib:PATH` names one", resolved.name);
        };
        if !ADAPTED.contains(&guest.family.as_str()) {
            bail!(
                "the functions of {} cannot be called: only those of {} can",
                guest.family,
                ADAPTED.join(", ")
            );
        }
        Ok(Library { guest, name: resolved.name })
    }
}
